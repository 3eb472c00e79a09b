// What browsers load: a form page, a file of the admin, and a picture.

import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { measureBare, reads } from './bare-http.ts';
import { requestText, sendLoad } from './load.ts';
import { callApi, read, token } from './programs.ts';
import type { Row } from './row.ts';

/** `find` returns a path, or null if there is nothing to read. */
function fileRow(name: string, find: (port: number) => Promise<string | null>): Row {
  return {
    name,
    goal: '≥ 0.5',
    async measure({ port }) {
      const path = await find(port);
      if (path === null) return { value: 'not built' };
      const text = requestText('GET', path, { 'accept-encoding': 'br', authorization: `Bearer ${token}` });
      const bound = await measureBare(await read(port, path), text);
      await sendLoad({ ...reads, port, requests: 3000, request: () => text });
      return { load: await sendLoad({ ...reads, port, request: () => text }), bound };
    },
  };
}

/** A script of the size that most have. */
async function findAdminFile(): Promise<string | null> {
  const folder = path.resolve(import.meta.dirname, '../packages/admin/dist/assets');
  const names = await readdir(folder).catch(() => []);
  const name = names.filter((name) => name.endsWith('.js')).sort()[0];
  return name === undefined ? null : `/admin/assets/${name}`;
}

/** A picture that a visitor has submitted. */
async function submitPicture(port: number): Promise<string> {
  const fields = [{ name: 'picture', type: 'file' }];
  const form = await callApi(port, 'POST', '/forms', { name: 'Pictures', slug: 'pictures', public: true, fields });
  const submission = new FormData();
  submission.append('picture', new Blob([randomBytes(20_000)], { type: 'image/png' }), 'picture.png');
  await fetch(`http://127.0.0.1:${port}/api/v1/forms/${form.id}/submit`, { method: 'POST', body: submission });
  const list = JSON.parse((await read(port, `/api/v1/forms/${form.id}/submissions`)).toString());
  return `/api/v1/files/${list.items[0].files[0].id}`;
}

export const fileRows: Row[] = [
  fileRow('form page', async () => '/f/tickets'),
  fileRow('admin file', findAdminFile),
  fileRow('picture', submitPicture),
];
