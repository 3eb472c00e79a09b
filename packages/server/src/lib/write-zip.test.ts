import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeZip, type ZippedFile } from './write-zip.ts';

const changedAt = new Date('2027-02-19T09:30:00Z');

test('the files of a ZIP are asked for as it is read, and no more once it is not', async () => {
  let asked = 0;
  let isClosed = false;
  async function* files(): AsyncGenerator<ZippedFile> {
    try {
      while (asked < 10_000) yield { name: `${asked++}.txt`, content: `${Math.random()}`.repeat(5000), changedAt };
    } finally {
      isClosed = true;
    }
  }
  let size = 0;
  for await (const chunk of writeZip(files())) {
    size += chunk.length;
    if (size > 200_000) break;
  }
  assert.ok(isClosed);
  assert.ok(asked < 1000, `${asked} files`);
});

test('a ZIP fails as its files do, also within one', { timeout: 30_000 }, async () => {
  async function* texts() {
    yield 'half';
    throw new Error('no disk');
  }
  async function* broken(): AsyncGenerator<ZippedFile> {
    yield { name: 'whole.txt', content: 'whole', changedAt };
    throw new Error('no row');
  }
  async function* brokenWithin(): AsyncGenerator<ZippedFile> {
    yield { name: 'half.txt', content: texts(), changedAt };
  }
  await assert.rejects(Array.fromAsync(writeZip(broken())), /no row/);
  await assert.rejects(Array.fromAsync(writeZip(brokenWithin())), /no disk/);
});
