// What metrics cost: the same requests to two services on the same data, with and without them, in turns. What counts is the
// processor time of a request, which other programs of the machine change less than the time it takes.

import { readFile } from 'node:fs/promises';
import { requestText, sendLoad } from './load.ts';
import { callApi, type Program, startService, token } from './programs.ts';
import type { Row } from './row.ts';
import { itemCount } from './sample-site.ts';

const rounds = 10;
const perRound = { connections: 32, requests: 100_000, maxMs: 1000 };
/** In which Linux counts processor time. */
const ticksPerSecond = 100;

type RequestOf = (n: number) => string;

function costRow(name: string, prepare: (port: number) => Promise<RequestOf>): Row {
  return {
    name: `with metrics: ${name}`,
    goal: '≤ 1.05 times',
    isLong: true,
    async measure() {
      const without = await startService();
      const withMetrics = await startService({ FRONTDESK_METRICS_TOKEN: token });
      const request = await prepare(without.port);
      let sent = 0;
      const run = async ({ port, pid }: Program): Promise<number> => {
        const before = await processorSeconds(pid);
        const { count } = await sendLoad({ ...perRound, port, request: () => request(sent++) });
        return ((await processorSeconds(pid)) - before) / count;
      };
      for (const program of [without, withMetrics]) await run(program);
      const ratios: number[] = [];
      let last = 0;
      for (let round = 0; round < rounds; round++) {
        // The first changes, so that neither gains from the order.
        const isSwapped = round % 2 === 1;
        const first = await run(isSwapped ? withMetrics : without);
        const second = await run(isSwapped ? without : withMetrics);
        const [bare, measured] = isSwapped ? [second, first] : [first, second];
        ratios.push(measured / bare);
        last = bare;
      }
      await Promise.all([without.stop(), withMetrics.stop()]);
      const [low, median, high] = quartiles(ratios);
      return { value: `${median} times (${low} to ${high}) ${Math.round(last * 1e6)} µs without` };
    },
  };
}

function quartiles(values: number[]): string[] {
  const sorted = values.toSorted((a, b) => a - b);
  return [0.25, 0.5, 0.75].map((share) => (sorted[Math.floor(sorted.length * share)] as number).toFixed(3));
}

/** That a process has used so far, on Linux. */
async function processorSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

const get = (path: string): string => requestText('GET', path, { authorization: `Bearer ${token}` });

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
