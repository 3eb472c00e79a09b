// The PDFs of invoices and credit notes: their structure, their texts in all languages, and that each is rendered once.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { extractText, getDocumentProxy } from 'unpdf';
import { longestTurn } from '../../test/support/busy-time.ts';
import { childrenOf } from '../../test/support/child-processes.ts';
import { createDraft, credit, issue, seller, startSelling } from '../../test/support/invoicing.ts';
import { startNode } from '../../test/support/nodes.ts';
import type { TestService } from '../../test/support/test-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { languageCodes, loadLanguage } from '../languages/language.ts';
import { type DocumentFormat, readDocument } from './documents.ts';
import { epcText } from './epc-code.ts';

const iban = 'DE02 1203 0000 0000 2020 51';
const buyer = { name: 'Ada Lovelace', address: { city: 'Graz', country: 'at' } };

const readPdf = async ({ context }: TestService, id: string, format: DocumentFormat = 'pdf') =>
  (await readDocument(context, { kind: 'invoice', id }, format)).body;

async function issued(service: TestService, rest: object = {}): Promise<string> {
  const { id } = await createDraft(service, { buyer, ...rest });
  const { status, text } = await issue(service, id);
  assert.equal(status, 200, text);
  return id;
}

/** The text of all pages. */
async function textOf(pdf: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

/** The objects of a PDF by number, as its last update has them: dictionary and, unless it is compressed otherwise, its stream. */
function objectsOf(pdf: Buffer): Map<string, { dictionary: string; stream: Buffer | null }> {
  const raw = pdf.toString('latin1');
  return new Map(
    [...raw.matchAll(/\n(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = '', body = '']) => {
      const [, dictionary = body, bytes] = /^([\s\S]*?)\nstream\n([\s\S]*)\nendstream$/.exec(body) ?? [];
      const stream = bytes === undefined ? null : Buffer.from(bytes, 'latin1');
      return [
        id,
        { dictionary, stream: stream && (dictionary.includes('/FlateDecode') ? inflateSync(stream) : stream) },
      ];
    }),
  );
}

test('the PDF of an invoice is PDF/A-3 with tags, and carries its e-invoice as Factur-X', async (t) => {
  const service = await startSelling(t, { seller: { ...seller, iban } });
  const id = await issued(service);
  const pdf = await readPdf(service, id);
  const objects = objectsOf(pdf);
  const all = [...objects.values()];
  const of = (type: string) =>
    all.filter(({ dictionary }) => dictionary.includes(type)).map(({ dictionary }) => dictionary);
  const [catalog = ''] = of('/Type /Catalog');
  assert.match(catalog, /\/MarkInfo <<\s*\/Marked true/);
  assert.match(catalog, /\/Lang \(en\b/);
  for (const name of ['StructTreeRoot', 'OutputIntents', 'AF', 'Metadata'])
    assert.ok(catalog.includes(`/${name}`), name);
  const [file = ''] = of('/AFRelationship');
  assert.match(file, /\/AFRelationship \/Alternative/);
  assert.match(file, /\/UF \(factur-x\.xml\)/);
  const [intent = ''] = of('/S /GTS_PDFA1');
  assert.match(intent, /\/DestOutputProfile \d+ 0 R/);
  const fonts = of('/Type /FontDescriptor');
  assert.ok(fonts.length >= 2 && fonts.every((font) => /\/FontFile[23] \d+ 0 R/.test(font)), 'every font is embedded');
  const [, metadataId = ''] = /\/Metadata (\d+) 0 R/.exec(catalog) ?? [];
  const metadata = objects.get(metadataId);
  const xmp = String(metadata?.stream);
  assert.equal(Number(/\/Length (\d+)/.exec(metadata?.dictionary ?? '')?.[1]), metadata?.stream?.length);
  for (const [name, value] of Object.entries({
    ...{ 'pdfaid:part': '3', 'pdfaid:conformance': 'A', 'fx:DocumentType': 'INVOICE', 'fx:Version': '1.0' },
    ...{ 'fx:DocumentFileName': 'factur-x.xml', 'fx:ConformanceLevel': 'EN 16931' },
  }))
    assert.ok(xmp.includes(`<${name}>${value}</${name}>`), name);
  const declared = [...xmp.matchAll(/<pdfaProperty:name>(\w+)</g)].map(([, name]) => name);
  for (const name of ['DocumentType', 'DocumentFileName', 'Version', 'ConformanceLevel'])
    assert.ok(declared.includes(name));
  const reader = await getDocumentProxy(new Uint8Array(pdf));
  const attachments = (await reader.getAttachments()) as Record<string, { content: Uint8Array }>;
  assert.deepEqual(Object.keys(attachments), ['factur-x.xml']);
  const xml = await readPdf(service, id, 'cii');
  assert.deepEqual(Buffer.from(attachments['factur-x.xml']?.content ?? []), xml);
  const { info } = (await reader.getMetadata()) as { info: { Title?: string } };
  assert.match(info.Title ?? '', /^Invoice INV-\d{4}-0001$/);
});

test('each language has its words on documents, and a glyph for each of their letters', async (t) => {
  const service = await startSelling(t, { seller: { ...seller, iban } });
  for (const language of languageCodes) {
    const id = await issued(service, { buyer: { ...buyer, language }, notes: '骨 שלום سلام ş ł å' });
    const pdf = await readPdf(service, id);
    const { texts, direction } = await loadLanguage(language);
    assert.match(pdf.toString('latin1'), new RegExp(`/Lang \\(${language}\\b`));
    const text = await textOf(pdf);
    assert.ok(text.includes('Consulting'), language);
    // Readers put the letters of the others in an order of their own.
    if (direction === 'ltr') assert.ok(text.includes(texts.invoicePaper.invoice), `${language}: ${text}`);
    assert.doesNotMatch(text, /□/);
  }
});

test('what a person has entered is printed as it is, and what no font has as a square', async (t) => {
  const service = await startSelling(t);
  const hostile = ['#read("/etc/passwd")', '*bold* _it_ $x^2$ `code`', '= <b> @ref \\ // /* "\\u{41}" {{a}} #[b]'];
  const lines = hostile.map((description) => ({ description, unitAmount: 100 }));
  const id = await issued(service, { lines, notes: '한국 \u0001 fine', buyer: { name: '#panic("no")' } });
  const text = await textOf(await readPdf(service, id));
  for (const description of [...hostile, '#panic("no")', 'fine']) assert.ok(text.includes(description), text);
  assert.ok(text.includes('□□ □ fine'), text);
});

test('characters that PDF/A forbids keep no invoice from its document', async (t) => {
  const service = await startSelling(t);
  const lines = [{ description: '\u{e000}a\u{feff}b \u0001\tc \u{10fffd}', unitAmount: 100 }];
  const id = await issued(service, { lines, number: '\u{f8ff}\u{feff}1', buyer: { name: 'Ada\u{e001}' } });
  const text = await textOf(await readPdf(service, id));
  for (const shown of ['□ab □ c □', '□1', 'Ada□']) assert.ok(text.includes(shown), text);
});

test('a number that looks like the end of a PDF leaves its document as it is', async (t) => {
  const service = await startSelling(t);
  const number = 'trailer << /Metadata 1 0 R >> startxref 5 %%EOF';
  const pdf = await readPdf(service, await issued(service, { buyer, number }));
  const update = pdf.subarray(pdf.lastIndexOf('\nxref\n')).toString('latin1');
  const [, size = '', root = ''] =
    /^\nxref\n\d+ 1\n.{20}trailer\n<<\s*\/Size (\d+)\s*\/Root (\d+) 0 R\s/s.exec(update) ?? [];
  assert.ok(Number(size) > Number(root) && update.length < 500, update);
  assert.match(objectsOf(pdf).get(root)?.dictionary ?? '', /\/Type \/Catalog/);
});

test('a document is rendered once: later it is what it was, whatever became of the site', async (t) => {
  const service = await startSelling(t);
  const rename = (siteName: string) =>
    service.request('PATCH', '/settings', { body: { siteName, brandColor: '#aa0000' } });
  await rename('Before');
  const id = await issued(service);
  await rename('Afterwards');
  const other = await startNode(service);
  const nodes = [service.context, other.context, service.context];
  const read = (format: DocumentFormat) =>
    Promise.all(nodes.map(async (context) => (await readDocument(context, { kind: 'invoice', id }, format)).body));
  for (const format of ['pdf', 'ubl', 'cii'] as const) {
    const [first, ...rest] = await read(format);
    for (const next of rest) assert.deepEqual(next, first);
  }
  const text = await textOf(await readPdf(service, id));
  assert.ok(text.includes('Before') && !text.includes('Afterwards'), text);
  const stored = await service.context.db.selectFrom('documents').selectAll().where('recordId', '=', id).execute();
  assert.deepEqual(stored.map(({ format }) => format).sort(), ['cii', 'pdf', 'ubl']);
  for (const { bytes, digest } of stored) assert.equal(createHash('sha256').update(bytes).digest('hex'), digest);
});

test('a job renders what was issued, also if the renderer was killed', async (t) => {
  const service = await startSelling(t);
  await service.work();
  const count = async (id: string) =>
    (await service.context.db.selectFrom('documents').select('format').where('recordId', '=', id).execute()).length;
  const first = await issued(service);
  await waitFor('the documents of the first', async () => (await count(first)) === 3);
  for (const pid of await childrenOf(process.pid)) process.kill(pid, 'SIGKILL');
  const second = await issued(service);
  const { body: note } = await credit(service, second, { amount: 1000 });
  await waitFor('the documents of the second', async () => (await count(second)) === 3 && (await count(note.id)) === 3);
});

test('rendering keeps no request waiting', async (t) => {
  const service = await startSelling(t, { seller: { ...seller, iban } });
  const lines = Array.from({ length: 100 }, (_, at) => ({ description: `Line ${at} `.repeat(20), unitAmount: 100 }));
  const limitMs = 50;
  const longest = await longestTurn(limitMs, async () => {
    const { id } = await createDraft(service, { buyer, lines });
    await issue(service, id);
    return readPdf(service, id);
  });
  assert.ok(longest < limitMs, `${longest} ms`);
});

test('a draft has a preview that says so, asks for no payment and is not stored', async (t) => {
  const service = await startSelling(t, { seller: { ...seller, iban } });
  const { id } = await createDraft(service, { buyer: { ...buyer, language: 'de' } });
  const text = await textOf(await readPdf(service, id));
  assert.match(text, /Rechnung · Entwurf/);
  assert.doesNotMatch(text, /DE02/);
  assert.deepEqual(await service.context.db.selectFrom('documents').select('format').execute(), []);
  for (const format of ['ubl', 'cii'])
    assert.equal((await service.request('GET', `/invoices/${id}/document?format=${format}`)).status, 409);
  const external = await service.request('POST', '/invoices', {
    body: { currency: 'eur', amount: 100, description: 'A' },
  });
  assert.match(await textOf(await readPdf(service, external.body.id)), /Draft/);
});

test('a draft has a picture: drawn outlines of all its pages, without scripts; what was issued has none', async (t) => {
  const service = await startSelling(t);
  const lines = Array.from({ length: 60 }, (_, at) => ({ description: `Lamp ${at} <script>`, unitAmount: 100 }));
  const { id } = await createDraft(service, { lines });
  const picture = await service.request('GET', `/invoices/${id}/document?format=svg`);
  assert.deepEqual([picture.status, picture.headers['content-type']], [200, 'image/svg+xml'], picture.text);
  const [, width, height] = /^<svg [^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(picture.text) ?? [];
  assert.ok(Number(height) > 2 * Number(width), `more than one page: ${width} × ${height}`);
  assert.doesNotMatch(picture.text, /<script|<text|<foreignObject|href="(?!#|data:image)/);
  assert.deepEqual(await service.context.db.selectFrom('documents').select('format').execute(), []);
  const long = await createDraft(service, {
    notes: 'Lamps '.repeat(500),
    lines: lines.map((line) => ({ ...line, description: 'Lamp '.repeat(100) })),
  });
  assert.equal((await service.request('GET', `/invoices/${long.id}/document?format=svg`)).status, 409);
  assert.equal((await issue(service, id)).status, 200);
  assert.equal((await service.request('GET', `/invoices/${id}/document?format=svg`)).status, 409);
});

test('a credit note names its invoice, is named as what it is, and asks for nothing', async (t) => {
  const service = await startSelling(t, { seller: { ...seller, iban } });
  const id = await issued(service, { pricesIncludeTax: true });
  const { body: note } = await credit(service, id, { lines: [{ position: 2 }], reason: 'Returned' });
  const { body, filename } = await readDocument(service.context, { kind: 'creditNote', id: note.id }, 'pdf');
  const text = await textOf(body);
  assert.equal(filename, `${note.number}.pdf`);
  assert.match(text, new RegExp(`Credit note ${note.number}`));
  assert.match(text, /For invoice INV-\d{4}-0001 of/);
  assert.match(text, /Book 1 .*Returned/);
  assert.doesNotMatch(text, /DE02|Due date/);
  assert.match(body.toString('latin1'), /<fx:ConformanceLevel>EN 16931</);
});

test('what was paid, why no tax is due, and the paper of the country are on it', async (t) => {
  const service = await startSelling(t, {
    seller: {
      ...seller,
      iban,
      address: { line1: '1 Main St', city: 'Austin', region: 'TX', postalCode: '78701', country: 'us' },
    },
  });
  const rate = { name: 'Reverse', percent: '0', country: 'de', category: 'AE', reason: 'Article 196' };
  const { body: tax } = await service.request('POST', '/tax-rates', { body: rate });
  const lines = [{ description: 'Advice', quantity: '1.5', unit: 'hours', unitAmount: 10_000, taxRateId: tax.id }];
  const id = await issued(service, { lines, deliveryFrom: '2027-02-01', deliveryUntil: '2027-02-03' });
  const pdf = await readPdf(service, id);
  const text = await textOf(pdf);
  for (const part of [
    '1.5 hours',
    'Reverse charge',
    'Article 196',
    'Austin, TX 78701',
    'Amount due €150.00',
    'DE02 1203',
  ])
    assert.ok(text.includes(part), `${part} in ${text}`);
  assert.match(text, /February 1, 2027 – February 3, 2027/);
  assert.match(pdf.toString('latin1'), /\/MediaBox \[0 0 612 792\]/);
  await service.request('PATCH', '/settings', {
    body: { invoicing: { seller: { ...seller, iban }, paper: 'letter' } },
  });
  assert.match((await readPdf(service, await issued(service))).toString('latin1'), /\/MediaBox \[0 0 612 792\]/);
});

test('`Accept` chooses the type unless there is a format, and known bytes are not sent again', async (t) => {
  const service = await startSelling(t);
  const id = await issued(service);
  const ask = (query: string, headers: Record<string, string> = {}) =>
    service.request('GET', `/invoices/${id}/document${query}`, { headers });
  const typeOf = async (query: string, accept?: string) => {
    const { status, headers } = await ask(query, accept === undefined ? {} : { accept });
    return `${status} ${headers['content-type']}`;
  };
  assert.equal(await typeOf(''), '200 application/pdf');
  assert.equal(await typeOf('', 'application/xml'), '200 application/xml; charset=utf-8');
  assert.equal(await typeOf('', 'text/html,application/xml;q=0.9,*/*;q=0.8'), '200 application/pdf');
  assert.equal(await typeOf('?format=cii', 'application/pdf'), '200 application/xml; charset=utf-8');
  const refused = await ask('', { accept: 'image/png' });
  assert.deepEqual([refused.status, refused.body.code], [406, 'not_acceptable']);
  assert.match(refused.body.detail, /application\/pdf.*application\/xml/);
  const { headers } = await ask('');
  assert.match(String(headers['content-disposition']), /filename="INV-\d{4}-0001\.pdf"/);
  assert.equal((await ask('', { 'if-none-match': String(headers.etag) })).status, 304);
});

test('the code for transfers has the lines of EPC069-12, and there is none in other currencies', () => {
  const transfer = {
    seller: { ...seller, iban, bic: 'BYLADEM1001' },
    amount: 19_990,
    currency: 'eur',
    reference: 'INV-1',
  };
  const lines = [
    'BCD',
    '002',
    '1',
    'SCT',
    'BYLADEM1001',
    'Harbor Ltd',
    'DE02120300000000202051',
    'EUR199.90',
    '',
    '',
    'INV-1',
  ];
  assert.equal(epcText(transfer), lines.join('\n'));
  assert.equal(epcText({ ...transfer, currency: 'chf' }), null);
  assert.equal(epcText({ ...transfer, amount: 0 }), null);
  assert.equal(epcText({ ...transfer, seller }), null);
});
