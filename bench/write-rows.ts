// Durable writes, compared with a bare loop that inserts and commits one row at a time, with the same rows in groups, and with
// a bare server that writes these rows.

import path from 'node:path';
import { measureBareDeliveries } from './bare-deliveries.ts';
import { measureGroups, measureWriter } from './bare-groups.ts';
import { itemWriter } from './bare-items.ts';
import { sentSubmissionWriter } from './bare-submissions.ts';
import { type Load, type LoadResult, requestText, sendLoad } from './load.ts';
import { callApi, folder, token } from './programs.ts';
import { startReceiver } from './receiver.ts';
import type { Row } from './row.ts';
import { item, itemCount } from './sample-site.ts';

const json = { 'content-type': 'application/json' };

const createConnections = 32;

const createRow: Row = {
  name: 'create an item',
  goal: '≥ 0.6',
  measure: async ({ port }) => ({ bound: await measureInserts(), load: await createItems(port) }),
};

const createGroupsRow: Row = {
  name: 'create an item, of groups',
  goal: '≥ 0.5',
  measure: async ({ port }) => ({
    bound: await measureGroups(createConnections, itemWriter),
    load: await createItems(port),
  }),
};

const createServerRow: Row = {
  name: 'create an item, of a server',
  goal: '',
  measure: async ({ port }) => ({ bound: await measureWriter('items', creating(port)), load: await createItems(port) }),
};

/** What is sent to a service before it is measured for the first time, as to the bounds; nothing the second time. */
function warmUp(what: string, load: Load): Promise<LoadResult> {
  const requests = warm.has(`${what} ${load.port}`) ? 0 : load.requests;
  warm.add(`${what} ${load.port}`);
  return sendLoad({ ...load, requests, maxMs: 2000 });
}
const warm = new Set<string>();

let created = itemCount;

/** Creates items for some seconds. */
export async function createItems(port: number): Promise<LoadResult> {
  await warmUp('create', creating(port));
  return sendLoad(creating(port));
}

function creating(port: number): Load {
  const request = (): string =>
    requestText(
      'POST',
      '/api/v1/content/product',
      { ...json, authorization: `Bearer ${token}` },
      JSON.stringify(item(created++)),
    );
  return { port, connections: createConnections, requests: 20_000, maxMs: 3000, request, status: 201 };
}

const submitConnections = 64;

const submitRow: Row = {
  name: 'submit, one subscriber',
  goal: '≥ 0.7, p99 ≤ 100 ms',
  measure: async ({ port }) => ({ bound: await measureInserts(), load: await submitForms(port) }),
};

const submitGroupsRow: Row = {
  name: 'submit, one subscriber, of groups',
  goal: '',
  async measure({ port }) {
    const load = await submitForms(port);
    return { bound: await measureGroups(submitConnections, sentSubmissionWriter), load };
  },
};

const submitServerRow: Row = {
  name: 'submit, one subscriber, of a server',
  goal: '',
  async measure({ port }) {
    const load = await submitForms(port);
    const receiver = await startReceiver();
    const bound = await measureWriter('submissions', submitting(port, submissionTo('bare')), receiver.url);
    receiver.close();
    return { bound, load };
  },
};

/** Submits a form for some seconds, and waits until its webhook has got everything. */
export async function submitForms(port: number): Promise<LoadResult> {
  const receiver = await startReceiver();
  const request = await prepareForm(port, receiver.url);
  const { count } = await warmUp('submit', submitting(port, request));
  await receiver.waitFor(count);
  const load = await sendLoad(submitting(port, request));
  await receiver.waitFor(count + load.count);
  receiver.close();
  return load;
}

function submitting(port: number, request: Load['request']): Load {
  return { port, connections: submitConnections, requests: 6000, maxMs: 5000, request };
}

const deliveryRow: Row = {
  name: 'deliveries while submitting',
  goal: '≥ 800/s',
  async measure({ port }) {
    const bare = await startReceiver();
    const bound = await measureBareDeliveries(bare.url);
    bare.close();
    const receiver = await startReceiver();
    const request = await prepareForm(port, receiver.url);
    const startedAt = performance.now();
    const load = await sendLoad({ port, connections: submitConnections, requests: 20_000, maxMs: 4000, request });
    const perSecond = (receiver.count() * 1000) / (performance.now() - startedAt);
    await receiver.waitFor(load.count);
    receiver.close();
    return { perSecond, bound };
  },
};

let forms = 0;

/** Creates a form with one webhook, and returns the submissions to it. */
async function prepareForm(port: number, url: string): Promise<(n: number) => string> {
  const fields = [
    { name: 'name', type: 'text', label: 'Name', required: true },
    { name: 'email', type: 'email', label: 'E-mail', required: true },
  ];
  const form = { name: 'Bench', slug: `bench-${++forms}`, public: true, fields };
  const { id } = await callApi(port, 'POST', '/forms', form);
  await callApi(port, 'POST', `/forms/${id}/webhooks`, { url, events: ['submitted'] });
  return submissionTo(id);
}

function submissionTo(form: string): Load['request'] {
  return (n) =>
    requestText(
      'POST',
      `/api/v1/forms/${form}/submit`,
      json,
      JSON.stringify({ name: `Person ${n}`, email: `p${n}@example.com` }),
    );
}

/** Inserts rows one by one, each with a durable commit, as a simple service would do. */
async function measureInserts(): Promise<{ of: string; perSecond: number }> {
  const { default: Sqlite } = await import('better-sqlite3');
  const database = new Sqlite(path.join(folder, 'bare.db'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('drop table if exists submissions; create table submissions (id text primary key, data text)');
  const insert = database.prepare('insert into submissions values (?, ?)');
  const startedAt = performance.now();
  let rows = 0;
  while (performance.now() - startedAt < 1500)
    insert.run(`sub_${rows++}`, JSON.stringify({ name: `Person ${rows}`, email: `p${rows}@example.com` }));
  database.close();
  return { of: 'bare inserts', perSecond: (rows * 1000) / (performance.now() - startedAt) };
}

export const writeRows: Row[] = [
  createRow,
  createGroupsRow,
  createServerRow,
  submitRow,
  submitGroupsRow,
  submitServerRow,
  deliveryRow,
];
