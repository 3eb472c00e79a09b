// The files in `deploy` name only what there is: settings, and paths of the package.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (name: string): Promise<string> => readFile(path.join(root, name), 'utf8');

test('each setting that the files of a deployment name is one of the service', async () => {
  const known = new Set([...(await read('docs/configuration.md')).matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name));
  // Of PostgreSQL's image, Node and the shell.
  const others = new Set(['POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD', 'NODE_COMPILE_CACHE', 'PATH']);
  const files = (await readdir(path.join(root, 'deploy'))).filter((name) =>
    /^Dockerfile$|\.(yaml|service)$/.test(name),
  );
  assert.deepEqual(files.sort(), ['Dockerfile', 'compose.postgres.yaml', 'compose.yaml', 'frontdesk.service']);
  for (const name of files) {
    const text = (await read(`deploy/${name}`)).replace(/^ *#.*/gm, '');
    const named = [...text.matchAll(/\b([A-Z][A-Z_]*[A-Z])(?==\S|: )/g)].map(([, setting]) => setting as string);
    assert.ok(named.length > 0, name);
    const isKnown = (setting: string): boolean => known.has(setting) || others.has(setting);
    assert.deepEqual(
      named.filter((setting) => !isKnown(setting)),
      [],
      name,
    );
  }
});
