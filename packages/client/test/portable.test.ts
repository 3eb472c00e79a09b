// The client needs only fetch and WebCrypto: no module of it depends on Node or on another package.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

const entry = new URL('../src/client.ts', import.meta.url);

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
