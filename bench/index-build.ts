// A field is declared as indexed while items are created and updated: how long writes wait for the index.

import { setTimeout as sleep } from 'node:timers/promises';
import { callApi, read } from './programs.ts';
import { countRows, itemCount, type QuerySite } from './query-site.ts';

const everyMs = 25;
const beforeMs = 3000;

export async function measureBuild({ service: { port }, run }: QuerySite): Promise<Record<string, object>> {
  const type = JSON.parse((await read(port, '/api/v1/types/article')).toString()) as { fields: Field[] };
  const results: Record<string, object> = {};
  const change = async (name: string, fields: Field[]): Promise<void> => {
    results[name] = await measure(port, async () => {
      await callApi(port, 'PATCH', '/types/article', { fields });
      while ((await countRows(run, `"jobs" where "task" = 'content.indexFields'`)) > 0) await sleep(20);
    });
  };
  results['nothing else'] = await measure(port, () => sleep(beforeMs));
  const weight = (settings: Partial<Field>) =>
    type.fields.map((field) => (field.name === 'weight' ? { ...field, ...settings } : field));
  await change('a number is indexed', weight({ indexed: true }));
  await change('it is indexed no longer', weight({ indexed: false }));
  return results;
}

type Field = { name: string; indexed?: boolean };

/** Writes at a steady rate until `run` has ended. */
async function measure(port: number, run: () => Promise<unknown>): Promise<object> {
  const durations: number[] = [];
  const writes: Promise<void>[] = [];
  let isRunning = true;
  const write = async (n: number): Promise<void> => {
    const startedAt = performance.now();
    if (n % 2 === 0)
      await callApi(port, 'PATCH', `/content/article/article-${(n * 7) % itemCount}`, { menuOrder: n % 1000 });
    else await callApi(port, 'POST', '/content/article', { title: `New ${n}`, fields: { weight: n } });
    durations.push(performance.now() - startedAt);
  };
  const startedAt = performance.now();
  const end = run().finally(() => {
    isRunning = false;
  });
  for (let n = 0; isRunning; n++) {
    writes.push(write(n));
    await sleep(everyMs);
  }
  await end;
  const ms = performance.now() - startedAt;
  await Promise.all(writes);
  durations.sort((a, b) => a - b);
  return {
    seconds: Math.round(ms / 100) / 10,
    writes: durations.length,
    'p50 ms': Math.round(durations[durations.length >> 1] ?? 0),
    'longest write, ms': Math.round(durations.at(-1) ?? 0),
  };
}
