// A document in Markdown as HTML, with links among the pages of the service.

import { readFile } from 'node:fs/promises';
import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '../lib/html.ts';
import { highlightCode } from './highlight-code.ts';

/** A heading as the address of its part, as GitHub makes it: the documents link to parts by it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

/** From so many parts on, a page has a list of them under its title. */
const minListed = 3;

/** The documents are our own, so HTML in them stays as it is. */
export function renderMarkdown(text: string, name: string): string {
  const parts: string[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        const content = this.parser.parseInline(tokens);
        const words = this.parser.parseInline(tokens, this.parser.textRenderer);
        const id = anchorOf(words);
        if (depth === 2) parts.push(`<li><a href="#${escapeHtml(id)}">${words}</a></li>`);
        return `<h${depth} id="${escapeHtml(id)}">${content}</h${depth}>\n`;
      },
      // A keyboard scrolls what has the focus. The script of the page shows the button (manual-page.ts).
      code({ text: code, lang = '' }: Tokens.Code): string {
        const [language = '', ...words] = lang.split(' ');
        const button = words.includes('output') ? '' : '<button type="button" class="copy" hidden>Copy</button>';
        return `<div class="code">${button}<pre tabindex="0"><code>${highlightCode(code, language)}</code></pre></div>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        const content = this.parser.parseInline(tokens);
        const target = targetOf(href, name);
        return target === null ? content : `<a href="${escapeHtml(target)}">${content}</a>`;
      },
    },
  });
  const tables = /<table>[\s\S]*?<\/table>/g;
  const page = (marked.parse(text) as string).replace(
    tables,
    (table) => `<div class="wide" tabindex="0">${table}</div>`,
  );
  if (parts.length < minListed || name === indexName) return page;
  const list = `<nav class="parts" aria-label="On this page"><ul>${parts.join('')}</ul></nav>\n`;
  return page.replace('</h1>\n', (end) => `${end}${list}`);
}

/** Null for files that are in the repository only. */
function targetOf(href: string, name: string): string | null {
  if (/^(https?:|#|\/)/.test(href)) return href;
  const base = new URL(`http://pages${manualPath}/${name}`);
  const { pathname, hash } = new URL(href, base);
  const [, page] = new RegExp(`^${manualPath}/((?:(?:decisions|guides)/)?[\\w-]+)\\.md$`).exec(pathname) ?? [];
  if (page === undefined) return pathname === `${manualPath}/openapi.json` ? '/api/v1/openapi.json' : null;
  return `${page === 'README' ? manualPath : `${manualPath}/${page}`}${hash}`;
}

// The documents of the project as the service shows them: which there are, and their parts.

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
