// Writes small WordPress exports.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';

const namespaces =
  'xmlns:wp="http://wordpress.org/export/1.2/" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"' +
  ' xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"';

/** The path of an export that has this in its channel; removed when the test ends. */
export async function writeExport(
  t: TestContext,
  channel: string,
  link = 'https://s.test',
  title = 'S',
): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'frontdesk-import-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'export.xml');
  const head = `<title>${title}</title><link>${link}</link><wp:wxr_version>1.2</wp:wxr_version>`;
  await writeFile(file, `<?xml version="1.0"?><rss ${namespaces}><channel>${head}${channel}</channel></rss>`);
  return file;
}

/** An item with the title `T<id>`. */
export function exportItem(id: number, members: string): string {
  return `<item><title>T${id}</title><wp:post_id>${id}</wp:post_id>${members}</item>`;
}

/** Members of an item. */
export function typed(type: string, status = 'publish', rest = ''): string {
  return `<wp:post_type>${type}</wp:post_type><wp:status>${status}</wp:status>${rest}`;
}

export function metaOf(key: string, value: string): string {
  return `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:postmeta>`;
}
