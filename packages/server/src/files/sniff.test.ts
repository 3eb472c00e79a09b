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

test('SVG may contain scripts, so it is accepted only by name', async () => {
  for (const picture of [svg, bareSvg]) {
    assert.equal(await resolveFileType(picture, 'image/svg+xml', ['image/*']), null);
    assert.equal(await resolveFileType(picture, 'image/svg+xml', ['image/svg+xml']), 'image/svg+xml');
    assert.equal(await resolveFileType(picture, 'image/png', ['image/png']), null);
  }
});

test('the declared type says what a container format has inside', async () => {
  const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  assert.equal(await resolveFileType(zip, docx, [docx]), docx);
  assert.equal(await resolveFileType(zip, docx, ['application/pdf']), null);
  assert.equal(await resolveFileType(zip, 'image/png', [docx]), null);
});

test('a list may contain media types and ranges of them', () => {
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
