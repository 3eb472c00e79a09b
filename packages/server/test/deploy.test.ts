// The files in `deploy` name only what there is: settings, and paths of the package.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (name: string): Promise<string> => readFile(path.join(root, name), 'utf8');

test('each setting that the files of a deployment name is one of the service', async () => {
  const known = new Set([...(await read('docs/configuration.md')).matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name));
  // Of the images of PostgreSQL and the S3 store, Node and the shell.
  const others = new Set(['POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD', 'NODE_COMPILE_CACHE', 'PATH']);
  for (const name of ['ROOT_ACCESS_KEY', 'ROOT_SECRET_KEY']) others.add(name);
  const files = (await readdir(path.join(root, 'deploy'))).filter((name) =>
    /^Dockerfile$|\.(yaml|service)$/.test(name),
  );
  assert.deepEqual(files.sort(), [
    'Dockerfile',
    'compose.postgres.yaml',
    'compose.s3.yaml',
    'compose.yaml',
    'frontdesk.service',
  ]);
  for (const name of files) {
    const text = (await read(`deploy/${name}`)).replace(/^ *#.*/gm, '');
    const named = [...text.matchAll(/\b([A-Z][A-Z0-9_]*[A-Z0-9])(?==\S|: )/g)].map(([, setting]) => setting as string);
    assert.ok(named.length > 0, name);
    const isKnown = (setting: string): boolean => known.has(setting) || others.has(setting);
    assert.deepEqual(
      named.filter((setting) => !isKnown(setting)),
      [],
      name,
    );
  }
});

test('balancers send any request to any of three nodes, whose health they ask at a path of the service', async () => {
  const health = await read('packages/server/src/http/health.routes.ts');
  for (const name of ['Caddyfile.nodes', 'nginx-nodes.conf']) {
    const text = (await read(`deploy/${name}`)).replace(/^\s*#.*/gm, '');
    assert.equal(new Set(text.match(/\b10\.0\.0\.\d+:3000/g)).size, 3, name);
    assert.doesNotMatch(text, /sticky|ip_hash|lb_policy (?!round_robin)|hash /, name);
    // What changes something must not be repeated at another node.
    assert.doesNotMatch(text, /non_idempotent|lb_retry_match/, name);
    for (const [, path = ''] of text.matchAll(/health_uri (\S+)/g)) assert.ok(health.includes(`'${path}'`), path);
  }
  // Both of nginx pass uploads on alike.
  const [one, three] = [await read('deploy/nginx.conf'), await read('deploy/nginx-nodes.conf')];
  for (const line of one.match(
    /^ {8}(client_max|proxy_(request_)?buffering|proxy_read|proxy_set_header (Host|X-)).*$/gm,
  ) ?? [])
    assert.ok(three.includes(line), line);
});

test('proxies have browsers use https for a year, also after errors, and for no other host', async () => {
  const ofCaddy = /^\theader Strict-Transport-Security "max-age=31536000"$/m;
  const ofNginx = /^ {4}add_header Strict-Transport-Security "max-age=31536000" always;$/m;
  for (const name of ['Caddyfile', 'Caddyfile.nodes']) assert.match(await read(`deploy/${name}`), ofCaddy, name);
  for (const name of ['nginx.conf', 'nginx-nodes.conf']) {
    const text = await read(`deploy/${name}`);
    assert.match(text, ofNginx, name);
    // nginx forgets those of the server where a location adds one.
    assert.doesNotMatch(text, /^ {8}add_header/m, name);
  }
});
