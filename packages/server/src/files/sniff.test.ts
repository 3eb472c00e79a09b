import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAcceptable, judgeType } from './sniff.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');
const pdf = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1');
const zip = Buffer.from('504b0304140000000000', 'hex');
const text = Buffer.from('a,b\n1,2\n');
const svg = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
const bareSvg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');

test('what the bytes say counts, not what is declared', async () => {
  assert.equal(await judgeType(png, 'image/gif', ['image/png']), 'image/png');
  assert.equal(await judgeType(png, 'application/pdf', ['application/pdf']), null);
  assert.equal(await judgeType(pdf, 'image/png', ['image/*']), null);
  assert.equal(await judgeType(pdf, '', ['application/pdf']), 'application/pdf');
  assert.equal(await judgeType(text, 'image/png', ['image/*']), null);
});

test('without a list everything is taken, under the type that is known best', async () => {
  assert.equal(await judgeType(png, 'text/html', null), 'image/png');
  assert.equal(await judgeType(text, 'Text/CSV; charset=utf-8', null), 'text/csv');
  assert.equal(await judgeType(text, 'not a type', null), 'application/octet-stream');
  assert.equal(await judgeType(Buffer.alloc(0), '', ['*/*']), 'application/octet-stream');
});

test('text is taken as declared, if it is text and the list names it', async () => {
  assert.equal(await judgeType(text, 'text/csv', ['text/csv']), 'text/csv');
  assert.equal(await judgeType(text, 'application/csv', ['text/csv']), 'text/csv');
  assert.equal(await judgeType(text, 'text/csv', ['text/*']), 'text/csv');
  assert.equal(await judgeType(text, 'text/html', ['text/*']), null);
  assert.equal(await judgeType(text, 'text/html', ['text/html']), 'text/html');
  assert.equal(await judgeType(text, 'text/plain', ['text/csv']), null);
  assert.equal(await judgeType(Buffer.from([1, 0, 2]), 'text/csv', ['text/csv']), null);
});

test('an SVG, which may hold scripts, is no picture unless it is named', async () => {
  for (const picture of [svg, bareSvg]) {
    assert.equal(await judgeType(picture, 'image/svg+xml', ['image/*']), null);
    assert.equal(await judgeType(picture, 'image/svg+xml', ['image/svg+xml']), 'image/svg+xml');
    assert.equal(await judgeType(picture, 'image/png', ['image/png']), null);
  }
});

test('a format inside another is known by its declared type', async () => {
  const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  assert.equal(await judgeType(zip, docx, [docx]), docx);
  assert.equal(await judgeType(zip, docx, ['application/pdf']), null);
  assert.equal(await judgeType(zip, 'image/png', [docx]), null);
});

test('a list holds media types and kinds of them', () => {
  assert.deepEqual(['image/*', '*/*', 'image/svg+xml', docxLike].map(isAcceptable), [true, true, true, true]);
  assert.deepEqual(['pdf', '.pdf', 'image/', '*', 'a b/c', ''].map(isAcceptable), [
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
});

const docxLike = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
