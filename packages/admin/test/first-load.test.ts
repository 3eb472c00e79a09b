// The size of the scripts that a browser loads before the admin shows its first screen.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

const dist = path.resolve(import.meta.dirname, '../dist');
const maxBytes = 250_000;

type Manifest = Record<string, { file: string; isEntry?: boolean; imports?: string[]; src?: string }>;

const manifest = JSON.parse(await readFile(path.join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest;

/** The chunk and all chunks that it imports. */
function withImports(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const next of manifest[name]?.imports ?? []) withImports(next, seen);
  return seen;
}

async function compressedSize(names: Iterable<string>): Promise<number> {
  const files = [...names].map((name) => manifest[name]?.file as string);
  const texts = await Promise.all(files.map((file) => readFile(path.join(dist, file))));
  return texts.reduce((sum, text) => sum + gzipSync(text).length, 0);
}

test('the first load of the admin stays under 250 kB of compressed script', async () => {
  const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry) as string;
  const needed = withImports(entry);
  // Signed-in users load these at once as well.
  for (const screen of ['src/shell/shell.tsx', 'src/home/home-screen.tsx']) withImports(screen, needed);
  const size = await compressedSize(needed);
  assert.ok(size < maxBytes, `${size} bytes`);
  console.log(`First load: ${(size / 1000).toFixed(0)} kB of compressed script in ${needed.size} files`);
});

test('the editor and the charts are loaded only where they are used', async () => {
  const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry) as string;
  const needed = withImports('src/shell/shell.tsx', withImports(entry));
  for (const name of needed) {
    const text = await readFile(path.join(dist, manifest[name]?.file as string), 'utf8');
    assert.doesNotMatch(text, /ProseMirror|recharts/, name);
  }
});
