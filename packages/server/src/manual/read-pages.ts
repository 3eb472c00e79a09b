// The documents of the project as the service shows them: which there are, and their parts.

import { readFile } from 'node:fs/promises';

const folder = new URL('../../../../docs/', import.meta.url);

export const manualPath = '/docs';

/** The name of the page that lists the others. */
export const indexName = 'README';

/** The text of a page, such as `forms` or `guides/webhooks`; null if there is none. */
export async function readPage(name: string): Promise<string | null> {
  if (!/^(?:(?:decisions|guides)\/)?[\w-]+$/.test(name)) return null;
  return readFile(new URL(`${name}.md`, folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

export type ListedPage = { name: string; about: string };
export type PageGroup = { title: string; pages: ListedPage[] };

/** The pages as the index lists them. */
export async function readIndex(): Promise<PageGroup[]> {
  const groups: PageGroup[] = [];
  for (const line of ((await readPage(indexName)) ?? '').split('\n')) {
    const [, title] = /^## (.+)$/.exec(line) ?? [];
    const [, name, about = ''] = /^\| \[[\w-]+\]\(((?:guides\/)?[\w-]+)\.md\) \| (.*) \|$/.exec(line) ?? [];
    if (title !== undefined) groups.push({ title, pages: [] });
    else if (name !== undefined) groups.at(-1)?.pages.push({ name, about });
  }
  return groups;
}

/** The title of a page: its first heading. */
export function titleOf(text: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? '';
}
