// Messages for files that are not exports, are broken or hostile.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { inspectWordpressExport, readWordpressExport } from './wordpress-export.ts';
import { WordpressExportError } from './wordpress-export-error.ts';

const open =
  '<?xml version="1.0"?>\n<rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/">' +
  '\n<channel><wp:wxr_version>1.2</wp:wxr_version>\n';
const close = '</channel></rss>\n';
function tarOf(name: string): Uint8Array {
  const header = Buffer.alloc(512);
  header.write(name);
  header.write('ustar', 257);
  return header;
}

let folder = '';

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wordpress-export-'));
});
after(() => rm(folder, { recursive: true }));

describe('a file that is not an export gets a clear message', () => {
  const cases: [string, string | Uint8Array, RegExp][] = [
    ['empty', '', /^the file is empty$/],
    ['only white space', '\n \n', /^the file is empty$/],
    ['plain text', 'Dear all,\nhello', /^not XML: it does not start with "<"$/],
    ['binary', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]), /^not XML: it does not start with "<"$/],
    ['gzip', gzipSync(open + close), /^not XML: this is a gzip archive; unpack it first$/],
    ['zip', new Uint8Array([0x50, 0x4b, 3, 4, 20, 0]), /^not XML: this is a zip archive; unpack it first$/],
    ['tar', tarOf('manifest.json'), /^not XML: this is a tar archive; if `frontdesk export` has written it, import it/],
    ['HTML', '<!doctype html><html lang=en><body><p>Log in', /^this is an HTML page, not a WordPress export$/],
    ['XHTML', '<?xml version="1.0"?><html><body/></html>', /^this is an HTML page, not a WordPress export$/],
    ['a comment', '<!-- nothing -->', /^not XML: it contains no element at line 1/],
    ['stops in the first tag', '<rss version="2', /^not XML: .* at line 1/],
    ['another XML', '<feed><entry/></feed>', /^XML, but not a WordPress export \(its outermost element is <feed>\)$/],
    [
      'RSS',
      '<rss><channel><title>x</title><item/></channel></rss>',
      /^XML, but not .* \(no wp:wxr_version in its channel\)$/,
    ],
    ['empty RSS', '<rss><channel/></rss>', /^XML, but not .* \(no wp:wxr_version in its channel\)$/],
    [
      'invalid version',
      open.replace('1.2<', 'x<') + close,
      /^XML, but not .* \(its wp:wxr_version is not a version number\)$/,
    ],
    ['unknown encoding', '<?xml version="1.0" encoding="klingon"?><rss/>', /^the file declares the encoding "klingon"/],
  ];
  for (const [name, content, expected] of cases) {
    it(name, async () => {
      const path = join(folder, 'export.xml');
      await writeFile(path, content);
      await assertRefused(inspectWordpressExport(path), expected);
    });
  }

  it('missing file', async () => {
    await assertRefused(
      inspectWordpressExport(join(folder, 'none.xml')),
      /^cannot read .*none.xml: the file does not exist$/,
    );
  });

  it('a folder', async () => {
    await assertRefused(inspectWordpressExport(folder), /^cannot read .*: it is a folder, not a file$/);
  });
});

describe('a broken export is refused with the place', () => {
  const cutOff = /^the file ends in the middle of <item>, which begins at line 4 \(cut off\?\)$/;
  const cases: [string, string, RegExp, number | null][] = [
    ['cut off in an item', `${open}<item><title>x</title>`, cutOff, 4],
    ['cut off in a tag', `${open}<item><title>x</ti`, cutOff, 4],
    ['cut off in CDATA', `${open}<item><content:encoded><![CDATA[<p>x`, cutOff, 4],
    [
      'cut off between items',
      `${open}<item/>`,
      /^the file ends in the middle of <channel>, which begins at line 3 /,
      3,
    ],
    [
      'wrong closing tag',
      `${open}<item>\n<title>x</item>`,
      /^broken XML: a closing tag that does not match .* at line 5, column 15$/,
      5,
    ],
    [
      'bare ampersand',
      `${open}<item><title>A & B;</title>`,
      /^broken XML: an & that does not start an entity .* at line 4/,
      4,
    ],
    ['text after the end', `${open}${close}Fatal error`, /^not XML: text outside the outermost element at line 5/, 5],
    ['second root', `${open}${close}<rss/>`, /^not XML: documents may contain only one root at line 5/, 5],
    ['too deep', `${open}<item>${'<a>'.repeat(1000)}`, /^elements are nested more than 100 deep at line 4$/, 4],
  ];
  for (const [name, content, expected, line] of cases) {
    it(name, async () => {
      const error = await assertRefused(inspect(content), expected);
      assert.equal(error.line, line);
    });
  }

  it('yields the records before the place, so an inspection must come first', async () => {
    const kinds: string[] = [];
    const text = `${open}<item/>${' '.repeat(5000)}<item>`;
    await assertRefused(
      (async () => {
        for await (const record of readWordpressExport(toBytes(text))) kinds.push(record.kind);
      })(),
      /cut off/,
    );
    assert.deepEqual(kinds, ['site', 'item']);
  });
});

describe('deviations of real exports are accepted', () => {
  it('control characters are skipped and counted', async () => {
    const xml = `${open}<item><title>Pa\u0003st\u000be\u0000d\tin\ufffe</title></item>${close}`;
    assert.equal((await readItem(xml)).title, 'Pasted\tin');
    assert.equal((await inspect(xml)).droppedCharacters, 4);
  });

  it('blank lines before the XML declaration', async () => {
    assert.equal((await readItem(`\n\n${open}<item/>${close}`)).line, 6);
  });

  it('unknown entities stay as written, those of HTML are decoded', async () => {
    const title = '&hellip;&Alpha;&omega;&yuml; &constructor; &toString;';
    const xml = `${open}<item><title>${title}</title></item>${close}`;
    assert.equal((await readItem(xml)).title, '…Αωÿ &constructor; &toString;');
  });

  it('an export without items', async () => {
    assert.deepEqual((await inspect(open + close)).items, {});
  });
});

describe('hostile files', () => {
  it('an entity bomb is not expanded', async () => {
    const levels = Array.from({ length: 30 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`);
    const doctype = `<!DOCTYPE rss [<!ENTITY e0 "ha">${levels.join('')}]>`;
    const xml = `${open.replace('<rss', `${doctype}<rss`)}<item><title>&e30;</title></item>${close}`;
    assert.equal((await readItem(xml)).title, '&e30;');
  });

  it('external entities and document types are not loaded', async () => {
    const secret = join(folder, 'secret.txt');
    await writeFile(secret, 'hidden');
    const doctype = `<!DOCTYPE rss SYSTEM "http://127.0.0.1:1/x.dtd" [<!ENTITY file SYSTEM "file://${secret}">]>`;
    const xml = `${open.replace('<rss', `${doctype}<rss`)}<item><title>&file;</title></item>${close}`;
    assert.equal((await readItem(xml)).title, '&file;');
  });
});

async function assertRefused(work: Promise<unknown>, expected: RegExp): Promise<WordpressExportError> {
  const error = await work.then(
    () => assert.fail('it was not refused'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof WordpressExportError, String(error));
  assert.match(error.message, expected);
  assert.doesNotMatch(error.message, /\n/);
  return error;
}

async function* toBytes(text: string): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < text.length; start += 1500) yield Buffer.from(text.slice(start, start + 1500));
}

function inspect(text: string) {
  return inspectWordpressExport(toBytes(text));
}

async function readItem(text: string) {
  for await (const record of readWordpressExport(toBytes(text))) if (record.kind === 'item') return record;
  return assert.fail('there was no item');
}
