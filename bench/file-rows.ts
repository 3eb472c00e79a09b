// What browsers load: a form page and a file of the admin.

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { measureBare, reads } from './bare-http.ts';
import { requestText, sendLoad } from './load.ts';
import { read } from './programs.ts';
import type { Row } from './row.ts';

/** `find` returns a path, or null if there is nothing to read. */
function fileRow(name: string, find: () => Promise<string | null>): Row {
  return {
    name,
    goal: '≥ 0.5',
    async measure({ port }) {
      const path = await find();
      if (path === null) return { value: 'not built' };
      const text = requestText('GET', path, { 'accept-encoding': 'br' });
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

export const fileRows: Row[] = [fileRow('form page', async () => '/f/tickets'), fileRow('admin file', findAdminFile)];
