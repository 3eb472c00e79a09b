import assert from 'node:assert/strict';
import { test } from 'node:test';
import yauzl from 'yauzl';
import { longestTurn } from '../../test/support/busy-time.ts';
import { addUnrenderable, createRate, credit, startSelling } from '../../test/support/invoicing.ts';
import { addIssued } from '../../test/support/many-invoices.ts';
import { readStrictly } from '../../test/support/strict-xml.ts';
import type { TestService } from '../../test/support/test-service.ts';
import type { DocumentFormat } from './documents.ts';

/** The files of a ZIP with their texts. */
async function unzip(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await yauzl.fromBufferPromise(bytes);
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    files.set(entry.fileName, Buffer.concat(await Array.fromAsync(stream)).toString());
  }
  return files;
}

test('a ZIP has every document of a period in each format, and an index', async (t) => {
  const service = await startSelling(t);
  const taxRateId = await createRate(service, '19');
  const buyer = { name: 'Ada & Søns', address: { country: 'at' } };
  const sell = async (rest: object) => {
    const lines = [{ description: 'Chair', unitAmount: 1000, taxRateId }];
    const body = { currency: 'eur', status: 'open', lines, buyer, ...rest };
    const { status, text, body: invoice } = await service.request('POST', '/invoices', { body });
    assert.equal(status, 201, text);
    return invoice;
  };
  const first = await sell({});
  const foreign = await sell({ number: '2027/A 1' });
  const alike = await sell({ number: '2027-a 1' });
  const unknown = await sell({ buyer: null });
  await sell({ status: 'draft' });
  const { body: note } = await credit(service, first.id, { amount: 595 });
  const day = first.issueDay;

  const origin = await service.listen();
  const url = `${origin}/api/v1/export/invoices.zip?firstDay=${day}&lastDay=${day}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${service.token}` } });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'application/zip');
  assert.match(String(answer.headers.get('content-disposition')), new RegExp(`"invoices-${day}-${day}.zip"`));
  const files = await unzip(Buffer.from(await answer.arrayBuffer()));
  const bases = [`invoices/${first.number}`, 'invoices/2027-A-1', 'invoices/2027-a-1~2', `credit-notes/${note.number}`];
  const filesOf = (base: string) => [`${base}.pdf`, `${base}-ubl.xml`, `${base}-cii.xml`];
  assert.deepEqual(
    [...files.keys()],
    [
      ...bases.slice(0, 3).flatMap(filesOf),
      `invoices/${unknown.number}.pdf`,
      ...bases.slice(3).flatMap(filesOf),
      'index.csv',
    ],
  );
  for (const [path, base] of [
    [`/invoices/${first.id}`, bases[0]],
    [`/invoices/${alike.id}`, bases[2]],
    [`/credit-notes/${note.id}`, bases[3]],
  ]) {
    for (const format of ['ubl', 'cii']) {
      const document = await service.request('GET', `${path}/document?format=${format}`);
      assert.equal(files.get(`${base}-${format}.xml`), document.text);
      readStrictly(document.text);
    }
  }
  const lineOf = (kind: string, number: string, amounts: string, rest: string, name = 'Ada & Søns') =>
    [kind, number, day, name, 'eur', amounts, rest].join(',');
  const three = (at: number) => `${filesOf(bases[at] as string).join(',')},`;
  assert.deepEqual(files.get('index.csv')?.trim().split('\r\n').slice(1), [
    lineOf('invoice', first.number, '10.00,1.90,11.90', three(0)),
    lineOf('invoice', foreign.number, '10.00,1.90,11.90', three(1)),
    lineOf('invoice', alike.number, '10.00,1.90,11.90', three(2)),
    lineOf(
      'invoice',
      unknown.number,
      '10.00,1.90,11.90',
      `invoices/${unknown.number}.pdf,,,"An e-invoice needs more: buyer.name, buyer.address.country"`,
      '',
    ),
    lineOf('credit note', note.number, '5.00,0.95,5.95', three(3)),
  ]);

  assert.equal(
    (await service.request('GET', '/export/invoices.zip?firstDay=2027-02-02&lastDay=2027-02-01')).status,
    400,
  );
  assert.equal((await service.request('GET', `/export/invoices.zip?firstDay=${day}`)).status, 400);
  const token = await service.tokenWith('payments:read');
  assert.equal(
    (await service.request('GET', `/export/invoices.zip?firstDay=${day}&lastDay=${day}`, { token })).status,
    403,
  );
});

test('a document that cannot be rendered keeps no other from the ZIP, and the index says why it is not there', async (t) => {
  const service = await startSelling(t);
  const lines = [{ description: 'Chair', unitAmount: 1000, taxRateId: await createRate(service, '19') }];
  const buyer = { name: 'Ada', address: { country: 'at' } };
  const body = { currency: 'eur', status: 'open', lines, buyer };
  const { body: invoice } = await service.request('POST', '/invoices', { body });
  const broken = await addUnrenderable(service, invoice.id);
  const day = invoice.issueDay;
  const origin = await service.listen();
  const answer = await fetch(`${origin}/api/v1/export/invoices.zip?firstDay=${day}&lastDay=${day}`, {
    headers: { authorization: `Bearer ${service.token}` },
  });
  const files = await unzip(Buffer.from(await answer.arrayBuffer()));
  assert.deepEqual([...files.keys()].sort(), [
    'index.csv',
    ...[broken, invoice.number].flatMap((number) => {
      const xml = [`invoices/${number}-cii.xml`, `invoices/${number}-ubl.xml`];
      return number === broken ? xml : [...xml, `invoices/${number}.pdf`];
    }),
  ]);
  const line = files
    .get('index.csv')
    ?.split('\r\n')
    .find((one) => one.includes(broken));
  assert.match(String(line), /,The document could not be rendered: .*color string contains/);
});

/** As large as those that were rendered, which takes a while. */
async function storeDocuments({ database: { writer } }: TestService): Promise<void> {
  const ids = await writer.selectFrom('invoices').select('id').execute();
  const sizes = Object.entries({ pdf: 20_000, ubl: 6000, cii: 6000 }) as [DocumentFormat, number][];
  for (const [format, size] of sizes) {
    const kept = { format, digest: '', bytes: Buffer.alloc(size, 'x'), createdAt: '2027-01-01T00:00:00.000Z' };
    for (let at = 0; at < ids.length; at += 200)
      await writer
        .insertInto('documents')
        .values(ids.slice(at, at + 200).map(({ id }) => ({ recordId: id, ...kept })))
        .onConflict((conflict) => conflict.columns(['recordId', 'format']).doNothing())
        .execute();
  }
}

test('others are served while 500 invoices are zipped, in constant memory', async (t) => {
  const service = await startSelling(t);
  await addIssued(service, { count: 500, from: '2027-01-01' });
  await storeDocuments(service);
  const origin = await service.listen();
  const url = `${origin}/api/v1/export/invoices.zip?firstDay=2027-01-01&lastDay=2027-12-31`;
  const headers = { authorization: `Bearer ${service.token}` };
  let size = 0;
  const began = performance.now();
  const before = process.memoryUsage().rss;
  let peak = 0;
  const longest = await longestTurn(50, async () => {
    const answer = await fetch(url, { headers });
    size = 0;
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      peak = Math.max(peak, process.memoryUsage().rss - before);
    }
  });
  assert.ok(longest < 50, `the event loop was busy for ${longest} ms`);
  t.diagnostic(`${size} bytes, ${Math.round(performance.now() - began)} ms, ${longest} ms, ${peak >> 20} MiB`);
  assert.ok(size > 500 * 32_000);
});
