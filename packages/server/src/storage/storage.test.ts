// What every storage does, in a local folder and in an S3 store.

import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { startS3 } from '../../test/support/s3-store.ts';
import { newId } from '../lib/ids.ts';
import { localStorage } from './local-storage.ts';
import { s3Storage } from './s3-storage.ts';
import type { FileStorage } from './storage.ts';

type Tried = {
  storage: FileStorage;
  /** Another process that uses the same place. */
  other: FileStorage;
  /** Sets when a file was stored. */
  age(id: string, changedAt: Date): Promise<void>;
  /** Leaves a file that began to be stored at this time. */
  leaveUnfinished(id: string, begunAt: Date): Promise<void>;
  /** What is there of unfinished files. */
  unfinished(): Promise<string[]>;
};

async function local(t: TestContext): Promise<Tried> {
  const folder = await mkdtemp(path.join(tmpdir(), 'frontdesk-files-'));
  t.after(() => rm(folder, { recursive: true }));
  const pathOf = (id: string): string => path.join(folder, id.slice(-2), id);
  return {
    storage: localStorage(folder),
    other: localStorage(folder),
    age: (id, at) => utimes(pathOf(id), at, at),
    async leaveUnfinished(id, at) {
      await mkdir(path.dirname(pathOf(id)), { recursive: true });
      await writeFile(`${pathOf(id)}.part`, 'half');
      await utimes(`${pathOf(id)}.part`, at, at);
    },
    unfinished: async () => (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.part')),
  };
}

async function inS3(t: TestContext): Promise<Tried> {
  const s3 = await startS3(t);
  const store = s3.at('a/site/');
  return {
    storage: s3Storage(store),
    other: s3Storage(store),
    age: (id, at) => s3.age(`a/site/${id}`, at),
    async leaveUnfinished(id, at) {
      // As a process leaves it that is killed between two parts.
      const left = s3Storage(store);
      s3.trouble = ({ method, path }) => (method === 'DELETE' || /partNumber=2/.test(path) ? 'cut' : null);
      await assert.rejects(left.put(id, chunks(randomBytes(6 * 2 ** 20))));
      s3.trouble = null;
      await s3.age(`a/site/${id}`, at);
    },
    unfinished: () => s3.uploads(),
  };
}

async function* chunks(bytes: Uint8Array, size = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function readAll(storage: FileStorage, id: string, range?: { start: number; end: number }): Promise<Buffer> {
  return Buffer.concat(await (await storage.read(id, range)).toArray());
}

const isMissing = { code: 'ENOENT' };
const hourMs = 3_600_000;

for (const [name, open] of [
  ['a folder', local],
  ['an S3 store', inS3],
] as const) {
  test(`${name} returns the bytes that were stored, whole or a part, to every process`, async (t) => {
    const { storage, other } = await open(t);
    for (const size of [0, 1, 300_000, 5 * 2 ** 20, 12_000_001]) {
      const id = newId('file');
      const bytes = randomBytes(size);
      const stored = await storage.put(id, chunks(bytes));
      assert.deepEqual(stored, { size, sha256: createHash('sha256').update(bytes).digest('hex') });
      assert.ok(bytes.equals(await readAll(other, id)), `${size} bytes`);
      if (size < 2) continue;
      const start = Math.floor(size / 3);
      assert.ok(bytes.subarray(start, size - 1).equals(await readAll(other, id, { start, end: size - 2 })));
      assert.ok(bytes.subarray(1, 2).equals(await readAll(other, id, { start: 1, end: 1 })));
    }
  });

  test(`${name} keeps nothing of a file whose source fails, and throws what the source threw`, async (t) => {
    const { storage, unfinished } = await open(t);
    for (const size of [10, 11 * 2 ** 20]) {
      const broken = new Error('broken off');
      async function* source(): AsyncGenerator<Uint8Array> {
        yield* chunks(randomBytes(size));
        throw broken;
      }
      const id = newId('file');
      await assert.rejects(storage.put(id, source()), (error) => error === broken);
      await assert.rejects(storage.read(id), isMissing);
      assert.deepEqual(await unfinished(), []);
    }
    assert.deepEqual(await Array.fromAsync(storage.list()), []);
  });

  test(`${name} says which files are missing`, async (t) => {
    const { storage } = await open(t);
    const id = newId('file');
    await assert.rejects(storage.read(id), isMissing);
    await assert.rejects(storage.touch(id), isMissing);
    assert.equal(await storage.readWhole(id, 3), null);
    await storage.remove(id);
    await storage.put(id, chunks(Buffer.from('abc')));
    assert.equal(await storage.readWhole(id, 4), null);
    assert.equal(String(await (await storage.readWhole(id, 3))?.toArray()), 'abc');
    await storage.remove(id);
    await assert.rejects(storage.read(id), isMissing);
  });

  test(`${name} lists files with their sizes, and how old they are`, async (t) => {
    const { storage, other, age } = await open(t);
    const ids = [newId('file'), newId('file'), newId('med')];
    for (const [index, id] of ids.entries()) await storage.put(id, chunks(Buffer.alloc(index + 1)));
    const listed = (await Array.fromAsync(other.list())).sort((a, b) => a.size - b.size);
    assert.deepEqual(
      listed.map(({ id, size }) => ({ id, size })),
      ids.map((id, index) => ({ id, size: index + 1 })),
    );
    const [first, second] = ids as [string, string];
    assert.deepEqual(
      (await Array.fromAsync(storage.list(first.slice(-8)))).map(({ id }) => id),
      [first],
    );
    await age(first, new Date(Date.now() - 3 * hourMs));
    await age(second, new Date(Date.now() - hourMs / 2));
    assert.deepEqual(await Array.fromAsync(storage.listOlderThan(2 * hourMs)), [first]);
    await other.touch(first);
    await other.touch(second);
    assert.deepEqual(await Array.fromAsync(storage.listOlderThan(2 * hourMs)), []);
    assert.equal((await Array.fromAsync(storage.listOlderThan(hourMs / 4))).join(), second);
    assert.equal((await readAll(storage, first)).length, 1);
  });

  test(`${name} removes what was never complete, once it is old`, async (t) => {
    const { storage, unfinished, leaveUnfinished } = await open(t);
    await leaveUnfinished(newId('file'), new Date());
    await leaveUnfinished(newId('file'), new Date(Date.now() - 2 * hourMs));
    assert.equal((await unfinished()).length, 2);
    assert.equal(await storage.removeUnfinished(hourMs), 1);
    assert.equal((await unfinished()).length, 1);
    assert.deepEqual(await Array.fromAsync(storage.listOlderThan(-hourMs)), []);
  });

  test(`${name} returns the rest of a file that is removed while it is read`, async (t) => {
    const { storage } = await open(t);
    const id = newId('file');
    const bytes = randomBytes(3_000_000);
    await storage.put(id, chunks(bytes));
    const source = await storage.readWhole(id, bytes.length);
    await storage.remove(id);
    assert.ok(bytes.equals(Buffer.concat((await source?.toArray()) ?? [])));
  });
}
