import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packedBytes } from './packed-bytes.ts';

test('texts of every length keep their own bytes', () => {
  const texts = ['', 'a', 'é', '€', '😀', 'x'.repeat(170_000), '€'.repeat(170_000), '€'.repeat(170_001)];
  // Together they need several blocks.
  const all = Array.from({ length: 10 }, (_, n) => texts.map((text) => `${text}${n}`)).flat();
  const packed = all.map(packedBytes);
  assert.deepEqual(
    packed.map((bytes) => bytes.toString()),
    all,
  );
});

test('short texts share blocks that malloc maps by themselves, long ones have other memory', () => {
  const short = Array.from({ length: 1000 }, (_, n) => packedBytes(`${'An item. '.repeat(200)}${n}`));
  assert.ok(new Set(short.map(({ buffer }) => buffer)).size <= 4);
  // malloc maps what has 128 KB or more.
  assert.ok(short.every(({ buffer }) => buffer.byteLength >= 128 * 1024));
  const long = packedBytes('A list. '.repeat(30_000));
  assert.ok(short.every(({ buffer }) => buffer !== long.buffer));
});
