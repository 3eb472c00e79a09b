// The client needs only fetch and WebCrypto: no module of it depends on Node or on another package. A page loads little of it.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

const entry = new URL('../src/admin.ts', import.meta.url);

/** Every module that the entry imports, directly or not, with its text. */
async function readGraph(): Promise<Map<string, string>> {
  const graph = new Map<string, string>();
  const visit = async (url: URL): Promise<void> => {
    if (graph.has(url.href)) return;
    const text = await readFile(url, 'utf8');
    graph.set(url.href, text);
    for (const target of importsOf(text)) if (target.startsWith('.')) await visit(new URL(target, url));
  };
  await visit(entry);
  return graph;
}

function importsOf(text: string): string[] {
  return [...text.matchAll(/(?<!['\w])(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '');
}

test('the client imports only its own modules', async () => {
  const graph = await readGraph();
  assert.ok(graph.size > 15, 'the graph was found');
  assert.deepEqual(
    [...graph.values()].flatMap(importsOf).filter((target) => !target.startsWith('./')),
    [],
  );
});

test('the client uses no globals of Node', async () => {
  const words = /\b(process|Buffer|__dirname|require|setImmediate|global)\b[.([]/;
  const users = [...(await readGraph())].filter(([, text]) => words.test(text)).map(([name]) => name);
  assert.deepEqual(users, []);
});

test('a page that imports createClient loads at most 3.5 kB of compressed script', async () => {
  const page = await bundle(
    "import { createClient } from 'client'; globalThis.client = createClient({ baseUrl: '/api/v1' });",
  );
  assert.match(page, /\/checkout/, 'the client is in it');
  const size = gzipSync(page, { level: 9 }).length;
  assert.ok(size <= 3_500, `${size} bytes`);
});

/** Bundles and minifies a module that can import `client`, the entry for pages. */
async function bundle(code: string): Promise<string> {
  const bundler = await rolldown({
    input: 'page',
    plugins: [
      { name: 'page', resolveId: (id) => (id === 'page' ? id : null), load: (id) => (id === 'page' ? code : null) },
    ],
    resolve: { alias: { client: fileURLToPath(new URL('../src/client.ts', import.meta.url)) } },
  });
  const { output } = await bundler.generate({ minify: true });
  return output[0].code;
}
