import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAcceptable, resolveFileType } from './sniff.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');
const pdf = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1');
const zip = Buffer.from('504b0304140000000000', 'hex');
const text = Buffer.from('a,b\n1,2\n');
const svg = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
const bareSvg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');

test('the bytes decide, not the declared type', async () => {
  assert.equal(await resolveFileType(png, 'image/gif', ['image/png']), 'image/png');
  assert.equal(await resolveFileType(png, 'application/pdf', ['application/pdf']), null);
  assert.equal(await resolveFileType(pdf, 'image/png', ['image/*']), null);
  assert.equal(await resolveFileType(pdf, '', ['application/pdf']), 'application/pdf');
  assert.equal(await resolveFileType(text, 'image/png', ['image/*']), null);
});

test('without a list every file is accepted, under the best known type', async () => {
  assert.equal(await resolveFileType(png, 'text/html', null), 'image/png');
  assert.equal(await resolveFileType(text, 'Text/CSV; charset=utf-8', null), 'text/csv');
  assert.equal(await resolveFileType(text, 'not a type', null), 'application/octet-stream');
  assert.equal(await resolveFileType(Buffer.alloc(0), '', ['*/*']), 'application/octet-stream');
});

test('text keeps its declared type if it is text and the list names that type', async () => {
  assert.equal(await resolveFileType(text, 'text/csv', ['text/csv']), 'text/csv');
  assert.equal(await resolveFileType(text, 'application/csv', ['text/csv']), 'text/csv');
  assert.equal(await resolveFileType(text, 'text/csv', ['text/*']), 'text/csv');
  assert.equal(await resolveFileType(text, 'text/html', ['text/*']), null);
  assert.equal(await resolveFileType(text, 'text/html', ['text/html']), 'text/html');
  assert.equal(await resolveFileType(text, 'text/plain', ['text/csv']), null);
  assert.equal(await resolveFileType(Buffer.from([1, 0, 2]), 'text/csv', ['text/csv']), null);
});

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

test('text is what its name says, whatever type is declared', async () => {
  const xls = Buffer.from('d0cf11e0a1b11ae1000000000000000000000000', 'hex');
  const page = Buffer.from('<!-- made by Excel --><table><tr><td>1</td></tr></table>');
  const excel = 'application/vnd.ms-excel';
  const cases: [bytes: Uint8Array, name: string, declared: string, accept: string[], type: string | null][] = [
    ...[excel, 'application/octet-stream', 'text/plain', '', 'text/x-csv', 'text/comma-separated-values'].flatMap(
      (declared) =>
        [['text/csv'], ['text/*'], ['.csv'], ['application/pdf', '.csv']].map(
          (accept) => [text, 'Data.CSV', declared, accept, 'text/csv'] as (typeof cases)[number],
        ),
    ),
    [Buffer.from('Größe;Preis\r\nä;5 €\r\n', 'latin1'), 'a.csv', excel, ['text/csv'], 'text/csv'],
    [Buffer.from('\ufeffa\tb\r\n', 'utf16le'), 'a.csv', excel, ['text/csv'], 'text/csv'],
    [Buffer.concat([Buffer.from('\ufeff', 'utf16le'), png]), 'a.csv', excel, ['text/csv'], null],
    [Buffer.from('# A'), 'a.md', '', ['text/markdown'], 'text/markdown'],
    [Buffer.from('<h1 align="center">A</h1>'), 'README.md', '', ['text/markdown'], 'text/markdown'],
    [Buffer.from('{}'), 'a.json', 'application/octet-stream', ['application/json'], 'application/json'],
    [Buffer.from('{}'), 'a.json', 'text/json', ['.json'], 'application/json'],
    [text, 'a.txt', 'application/octet-stream', ['text/plain'], 'text/plain'],
    // What seems to begin like a bitmap or a program, but is text.
    ...['BMW,1', 'GIF,1', 'MZ,1', 'ID3,1', 'solid gold,1'].map(
      (line) => [Buffer.from(line), 'a.csv', 'text/csv', ['text/csv'], 'text/csv'] as (typeof cases)[number],
    ),
    [Buffer.from('BMW,1'), 'a.bmp', 'image/bmp', ['image/*'], null],
    [xls, 'a.csv', excel, ['text/csv', 'text/*', '.csv'], null],
    [xls, 'a.xls', '', ['.xls'], excel],
    [xls, 'a.xls', '', [excel], excel],
    [zip, 'a.docx', 'application/octet-stream', [docx], docx],
    [Buffer.from([...text, 0]), 'a.csv', 'text/csv', ['text/csv', '.csv'], null],
    [Buffer.from([...text, 7]), 'a.csv', 'text/csv', ['text/csv'], null],
    [text, 'a.html', 'text/html', ['text/csv', 'text/*'], null],
    [text, 'a.csv', 'text/html', ['text/csv', '.csv'], null],
    [page, 'a.csv', excel, ['text/csv', 'text/*', '.csv'], null],
    [page, 'a.html', '', ['.html'], 'text/html'],
    [text, 'a.txt', 'text/plain', ['.csv'], null],
    [text, 'a', 'application/octet-stream', ['text/csv'], null],
  ];
  for (const [bytes, name, declared, accept, type] of cases)
    assert.equal(await resolveFileType(bytes, declared, accept, name), type, `${name} ${declared} ${accept}: ${bytes}`);
  assert.equal(await resolveFileType(text, excel, null, 'a.csv'), 'text/csv');
});

test('an extension allows files whose bytes fit it', async () => {
  const gzip = Buffer.from('1f8b080000000000000301', 'hex');
  const unknown = Buffer.from([1, 0, 2, 0]);
  const cases: [bytes: Uint8Array, name: string, accept: string, type: string | null][] = [
    [png, 'a.png', '.png', 'image/png'],
    [png, 'a.jpg', '.jpg', null],
    [png, 'a.png', '.pdf', null],
    [pdf, 'a.PDF', '.pdf', 'application/pdf'],
    [unknown, 'a.pdf', '.pdf', null],
    [zip, 'a.docx', '.docx', docx],
    [zip, 'a.zip', '.docx', null],
    [svg, 'a.svg', '.svg', 'image/svg+xml'],
    [gzip, 'a.tar.gz', '.gz', 'application/gzip'],
    [gzip, 'a.tar.gz', '.tar.gz', 'application/gzip'],
    // Endings whose type is not listed.
    [unknown, 'a.stl', '.stl', 'application/octet-stream'],
    [Buffer.from('solid a'), 'a.stl', '.stl', 'application/octet-stream'],
    [zip, 'a.3mf', '.3mf', 'application/zip'],
    [pdf, 'a.ai', '.ai', 'application/pdf'],
    [pdf, 'a.stl', '.stl', null],
  ];
  for (const [bytes, name, accept, type] of cases)
    assert.equal(await resolveFileType(bytes, '', [accept], name), type, `${name} ${accept}`);
});

test('SVG may contain scripts, so it is accepted only by name', async () => {
  for (const picture of [svg, bareSvg]) {
    assert.equal(await resolveFileType(picture, 'image/svg+xml', ['image/*']), null);
    assert.equal(await resolveFileType(picture, 'image/svg+xml', ['image/svg+xml']), 'image/svg+xml');
    assert.equal(await resolveFileType(picture, 'image/png', ['image/png']), null);
  }
});

test('the declared type says what a container format has inside', async () => {
  assert.equal(await resolveFileType(zip, docx, [docx]), docx);
  assert.equal(await resolveFileType(zip, docx, ['application/pdf']), null);
  assert.equal(await resolveFileType(zip, 'image/png', [docx]), null);
});

test('a list may contain media types, ranges of them and file extensions', () => {
  for (const text of ['image/*', '*/*', 'image/svg+xml', docx, '.csv', '.tar.gz', '.7z'])
    assert.ok(isAcceptable(text), text);
  for (const text of ['pdf', '.', '..', '.a/b', '. csv', '.csv.', '*.csv', 'image/', '*', 'a b/c', ''])
    assert.ok(!isAcceptable(text), text);
});
