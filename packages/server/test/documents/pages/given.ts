// What the pages take as given.

import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { root } from '../read-blocks.ts';
import type { OpenPage } from '../run-page.ts';

/** A picture of the reader. */
export async function drawHarbor({ folder }: OpenPage): Promise<void> {
  const create = { width: 400, height: 300, channels: 3, background: '#369' } as const;
  await sharp({ create }).jpeg().toFile(path.join(folder, 'harbor.jpg'));
}

/** The test data of WordPress as the reader's own export. */
export async function exportSite({ folder }: OpenPage): Promise<void> {
  const data = path.join(root, 'packages/server/test/data/themeunittestdata.wordpress.xml');
  await cp(data, path.join(folder, 'export.xml'));
}

/** The URL and the key that docs/command-line.md sets. */
export async function signIn({ shell, origin, token }: OpenPage): Promise<void> {
  await shell.run(`export FRONTDESK_URL=${origin} FRONTDESK_TOKEN=${token}`);
}

// biome-ignore lint/suspicious/noExplicitAny: responses are checked by assertions, not by types
type Body = any;

/** Sends a request to the service of the page. */
export async function send({ api, token }: OpenPage, method: string, url: string, body?: object): Promise<Body> {
  const response = await fetch(`${api}${url}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  assert.ok(response.ok, `${method} ${url}: ${text}`);
  return text === '' ? null : JSON.parse(text);
}

/** The processor reports a payment a moment after the visitor has paid. */
export async function isPaid({ shell }: OpenPage): Promise<boolean> {
  const payments = await shell.run('curl -s -H "Authorization: Bearer $KEY" "$API/payments?limit=1"');
  return JSON.parse(payments).items[0]?.status === 'succeeded';
}
