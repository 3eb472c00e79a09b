// The documents of the project as the service shows them: which there are, and their parts.

import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const folder = new URL('../../../../docs/', import.meta.url);

/** The name of the page that lists the others. */
export const indexName = 'README';

/** The text of a page, such as `forms` or `decisions/0002-group-commit`; null if there is none. */
export async function readPage(name: string): Promise<string | null> {
  if (!/^(?:decisions\/)?[\w-]+$/.test(name)) return null;
  return readFile(new URL(`${name}.md`, folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** The names of all pages but the index and the decisions. */
export async function listPages(): Promise<string[]> {
  const names = (await readdir(fileURLToPath(folder))).filter((name) => name.endsWith('.md'));
  return names
    .map((name) => name.slice(0, -'.md'.length))
    .filter((name) => name !== indexName)
    .sort();
}

/** The title of a page: its first heading. */
export function titleOf(text: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? '';
}
