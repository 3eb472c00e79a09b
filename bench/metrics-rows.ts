// What metrics cost: the same requests to two services on the same data, with and without them, in turns.

import { type LoadResult, requestText, sendLoad } from './load.ts';
import { callApi, type Program, startService, token } from './programs.ts';
import type { Row } from './row.ts';
import { itemCount } from './sample-site.ts';

const rounds = 8;
const perRound = { connections: 32, requests: 100_000, maxMs: 1200 };

type RequestOf = (n: number) => string;

function costRow(name: string, prepare: (port: number) => Promise<RequestOf>): Row {
  return {
    name: `with metrics: ${name}`,
    goal: '≥ 0.97',
    isLong: true,
    async measure() {
      const without = await startService();
      const withMetrics = await startService({ FRONTDESK_METRICS_TOKEN: token });
      const request = await prepare(without.port);
      let sent = 0;
      const loads = new Map<Program, LoadResult[]>([
        [without, []],
        [withMetrics, []],
      ]);
      const run = ({ port }: Program) => sendLoad({ ...perRound, port, request: () => request(sent++) });
      for (const program of loads.keys()) await run(program);
      for (let round = 0; round < rounds; round++) {
        // Who is first changes, so that neither gains from the order.
        const order = round % 2 === 0 ? [without, withMetrics] : [withMetrics, without];
        for (const program of order) loads.get(program)?.push(await run(program));
      }
      await Promise.all([without.stop(), withMetrics.stop()]);
      const [bare, measured] = [without, withMetrics].map((program) => median(loads.get(program) ?? []));
      const { perSecond, p99Ms } = bare as LoadResult;
      return { load: measured as LoadResult, bound: { of: 'without metrics', perSecond, p99Ms } };
    },
  };
}

function median(loads: LoadResult[]): LoadResult {
  const sorted = loads.toSorted((a, b) => a.perSecond - b.perSecond);
  return sorted[Math.floor(sorted.length / 2)] as LoadResult;
}

const authorization = `Bearer ${token}`;
const get = (path: string): string => requestText('GET', path, { authorization });

export const metricsRows: Row[] = [
  costRow('a list, repeated', async () => () => get('/api/v1/content/product?limit=20')),
  // No URL comes twice, so that the framework and the database see each request.
  costRow('a list, first time', async () => (n) => {
    return get(`/api/v1/content/product?limit=${15 + (n % 11)}&offset=${Math.floor(n / 11) % (itemCount - 30)}`);
  }),
  costRow('submit', async (port) => {
    const fields = [{ name: 'name', type: 'text', label: 'Name', required: true }];
    const { id } = await callApi(port, 'POST', '/forms', { name: 'Cost', slug: 'cost', public: true, fields });
    const headers = { 'content-type': 'application/json' };
    return (n) => requestText('POST', `/api/v1/forms/${id}/submit`, headers, JSON.stringify({ name: `Person ${n}` }));
  }),
];
