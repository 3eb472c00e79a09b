// Reads of content: repeated, while something is written, and never asked before.

import { measureBare, measureSqlite, reads } from './bare-http.ts';
import { measureSearches } from './bare-searches.ts';
import { type LoadResult, requestText, sendLoad } from './load.ts';
import { callApi, read, token } from './programs.ts';
import type { Bound, Row } from './row.ts';
import { itemCount, slugOf } from './sample-site.ts';

const list = '/api/v1/content/product?limit=20';
const repeated = {
  list,
  offset: `${list}&offset=1000`,
  search: `${list}&search=sentence`,
};

const get = (path: string): string => requestText('GET', path, { authorization: `Bearer ${token}` });

function repeatedRow(name: string, path: string): Row {
  return {
    name: `${name}, repeated`,
    goal: '≥ 0.7, p99 ≤ 2',
    async measure({ port }) {
      const bound = await measureBare(await read(port, path), get(path));
      return { load: await readAgain(port, path), bound };
    },
  };
}

/** Reads the same path over and over. */
export async function readAgain(port: number, path = list): Promise<LoadResult> {
  await sendLoad({ ...reads, port, requests: 3000, request: () => get(path) });
  return sendLoad({ ...reads, port, request: () => get(path) });
}

/** The same while another item changes every 100 ms. */
function writtenRow(name: string, path: string): Row {
  return {
    name: `${name}, with a write every 100 ms`,
    goal: '≥ 0.5',
    async measure({ port }) {
      const bound = await measureBare(await read(port, path), get(path));
      let count = 0;
      const writing = setInterval(() => {
        void callApi(port, 'PATCH', `/content/product/${slugOf(0)}`, { fields: { price: ++count } });
      }, 100);
      const load = await sendLoad({ ...reads, port, request: () => get(path) });
      clearInterval(writing);
      return { load, bound };
    },
  };
}

/** Each has been read before. */
const oneRow: Row = {
  name: 'one by slug, at random',
  goal: '≥ 0.5',
  async measure({ port }) {
    const bound = await measureBare(await read(port, pathOf(1)), get(pathOf(1)));
    return { load: await readAnyOne(port), bound };
  },
};

const pathOf = (n: number): string => `/api/v1/content/product/${slugOf(n)}`;

/** Reads items at random after each has been read once. */
export async function readAnyOne(port: number): Promise<LoadResult> {
  await sendLoad({ ...reads, port, maxMs: 60_000, requests: itemCount, request: (n) => get(pathOf(n)) });
  return sendLoad({ ...reads, port, request: () => get(pathOf(Math.floor(Math.random() * itemCount))) });
}

/** Each slug in 256 spellings, of which none is asked for twice. */
const oneFirstTimeRow: Row = {
  name: 'one by slug, first time',
  goal: '≥ 0.6',
  async measure({ port }) {
    const request = (n: number): string =>
      get(`/api/v1/content/product/${spelled(slugOf(n % itemCount), Math.floor(n / itemCount))}`);
    const bound = await measureSqlite(request);
    return { load: await sendLoad({ ...reads, port, request }), bound };
  },
};

/** The same path with other letters percent-encoded for each of the first 256 variants. */
function spelled(slug: string, variant: number): string {
  const code = (letter: string): string => `%${letter.charCodeAt(0).toString(16)}`;
  return [...slug].map((letter, index) => ((variant >> index) & 1 && index < 8 ? code(letter) : letter)).join('');
}

/** Never the same address twice. */
function firstTimeRow(name: string, query: Query, goal = '', measureBound?: MeasureBound): Row {
  return {
    name: `${name}, first time`,
    goal,
    async measure({ port }) {
      const bound = await measureBound?.(port);
      return { load: await loadOnce(port, query), ...(bound && { bound }) };
    },
  };
}

/** The query of the n-th page. */
type Query = (n: number) => string;
type MeasureBound = (port: number) => Promise<Bound>;

let asked = 0;
function loadOnce(port: number, query: Query): Promise<LoadResult> {
  return sendLoad({ ...reads, port, request: () => get(`/api/v1/content/product?${query(asked++)}`) });
}

const anyPage: Query = (n) => `limit=${15 + (n % 11)}&offset=${Math.floor(n / 11) % (itemCount - 30)}`;
/** Digits that the numbers of 111 items begin with. */
const digits = (n: number): number => 10 + (n % 90);

/** Reads pages of which none was read before. */
export const readPages = (port: number): Promise<LoadResult> => loadOnce(port, anyPage);

async function measureList(port: number) {
  return { of: 'list, first time', perSecond: (await readPages(port)).perSecond };
}

async function measureSearch() {
  return measureSearches(
    (n) => `"product" AND "${digits(n)}"*`,
    (n) => -n,
  );
}

export const readRows: Row[] = [
  ...Object.entries(repeated).map(([name, path]) => repeatedRow(name, path)),
  ...Object.entries(repeated).map(([name, path]) => writtenRow(name, path)),
  oneRow,
  oneFirstTimeRow,
  firstTimeRow('list', anyPage, '≥ 1', () => measureSqlite((n) => get(`/?${anyPage(n)}`))),
  firstTimeRow('filter', (n) => `limit=20&fields%5Bprice%5D%5Bgte%5D=${itemCount / 2}.${n}`),
  firstTimeRow(
    'indexed filter',
    (n) => `limit=20&fields%5Brank%5D%5Bgte%5D=${itemCount / 2}.${n}`,
    '≥ 0.6',
    measureList,
  ),
  firstTimeRow(
    'search',
    (n) => `limit=20&search=product+${digits(n)}&fields%5Bprice%5D%5Bgte%5D=-${n}`,
    '≥ 0.5',
    measureSearch,
  ),
];
