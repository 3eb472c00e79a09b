// The search in the documents: parts of pages by their words. Its index is made when it is first asked.

import MiniSearch from 'minisearch';
import { once } from '../lib/once.ts';
import { anchorOf, manualPath, readIndex, readPage, titleOf } from './render-page.ts';

export type FoundPart = {
  /** The title of the page, and the heading of the part in it. */
  title: string;
  heading: string;
  url: string;
  excerpt: string;
};

type Part = { id: number; title: string; heading: string; url: string; text: string };

const maxFound = 30;
const excerptLength = 200;
/** So few at once that other requests are served in between. */
const partsAtOnce = 20;

const readParts = once(makeIndex);

/** Words that readers may look for, and those that the documents have in their place. */
const synonyms: Record<string, string> = {
  ...{
    attachment: 'file',
    auth: 'key',
    authentication: 'key',
    crm: 'contact',
    customer: 'contact',
    docker: 'container',
  },
  ...{ gdpr: 'privacy', hook: 'webhook', image: 'media picture', kubernetes: 'container', login: 'signing in' },
  ...{
    migration: 'import',
    monitoring: 'observability',
    paging: 'lists cursor offset',
    pagination: 'lists cursor offset',
  },
  ...{ permission: 'role', photo: 'media picture', throttling: 'limits', translation: 'language', upgrade: 'update' },
};

/** The parts that match best, with all of the words or, if there are none, with some. */
export async function searchPages(query: string): Promise<FoundPart[]> {
  const search = await readParts();
  const options = { boost: { title: 4, heading: 3 }, prefix: true, fuzzy: 0.15 };
  const words: string[] = MiniSearch.getDefault('tokenize')(query).filter(Boolean);
  const queries = words.map((word) => {
    const synonym = synonyms[word.toLowerCase().replace(/s$/, '')];
    return synonym === undefined ? word : { queries: [word, synonym], combineWith: 'OR' as const };
  });
  const all = search.search({ queries, combineWith: 'AND' }, options);
  const found = all.length > 0 ? all : search.search(query, options);
  return found.slice(0, maxFound).map(({ title, heading, url, text }) => ({
    ...{ title, heading, url },
    excerpt: excerptOf(text, query),
  }));
}

async function makeIndex(): Promise<MiniSearch<Part>> {
  const search = new MiniSearch<Part>({
    fields: ['title', 'heading', 'text'],
    storeFields: ['title', 'heading', 'url', 'text'],
  });
  const names = (await readIndex()).flatMap(({ pages }) => pages.map(({ name }) => name));
  const pages = await Promise.all(names.map(async (name) => partsOf(name, (await readPage(name)) ?? '')));
  const parts = pages.flat().map((part, id) => ({ ...part, id }));
  await search.addAllAsync(parts, { chunkSize: partsAtOnce });
  return search;
}

/** What stands under each heading of the first two levels. */
function partsOf(name: string, page: string): Omit<Part, 'id'>[] {
  const title = titleOf(page);
  // Comments in examples are no headings.
  const text = page.replace(/^ *```[\s\S]*?^ *```$/gm, (example) => example.replace(/^#/gm, ' #'));
  return text.split(/^(?=##? )/m).map((part) => {
    const [first = '', ...lines] = part.split('\n');
    const heading = first.replace(/^#+ /, '').replaceAll('`', '');
    const isWhole = heading === title;
    const anchor = isWhole ? '' : `#${anchorOf(heading)}`;
    return {
      title,
      heading: isWhole ? '' : heading,
      url: `${manualPath}/${name}${anchor}`,
      text: wordsOf(lines.join('\n')),
    };
  });
}

/** Without the signs of Markdown. */
function wordsOf(text: string): string {
  return (
    text
      // What stands behind the language of a block is for the tests.
      .replace(/^```.*$/gm, ' ')
      .replace(/\]\([^)]*\)/g, ' ')
      .replace(/[|`*>#[\]]|-{3,}/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  );
}

/** Around the first word that was looked for. */
function excerptOf(text: string, query: string): string {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0);
  const start = Math.max(0, Math.min(...places, text.length) - excerptLength / 4);
  const from = places.length === 0 || start === 0 ? 0 : text.indexOf(' ', start) + 1;
  const part = text.slice(from, from + excerptLength);
  return `${from > 0 ? '… ' : ''}${part}${from + excerptLength < text.length ? ' …' : ''}`;
}
