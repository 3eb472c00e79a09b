// The bound of deliveries: a bare loop that posts to the receiver over kept connections, many at once, and stores the
// results of each round with one durable commit.

import { Agent, request } from 'node:http';
import path from 'node:path';
import { folder } from './programs.ts';

const atOnce = 64;
const body = JSON.stringify({ type: 'submitted', data: 'x'.repeat(600) });

export async function measureBareDeliveries(url: string): Promise<{ of: string; perSecond: number }> {
  const { default: Sqlite } = await import('better-sqlite3');
  const database = new Sqlite(path.join(folder, 'bare-deliveries.db'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('create table if not exists attempts (id integer primary key, status integer)');
  const insert = database.prepare('insert into attempts (status) values (?)');
  const store = database.transaction((statuses: number[]) => {
    for (const status of statuses) insert.run(status);
  });
  const agent = new Agent({ keepAlive: true, maxFreeSockets: atOnce });
  const startedAt = performance.now();
  let posts = 0;
  for (; performance.now() - startedAt < 2000; posts += atOnce)
    store(await Promise.all(Array.from({ length: atOnce }, (_, n) => post(agent, url, `bare_${posts + n}`))));
  const perSecond = (posts * 1000) / (performance.now() - startedAt);
  agent.destroy();
  database.close();
  return { of: 'bare posts', perSecond };
}

function post(agent: Agent, url: string, id: string): Promise<number> {
  const headers = { 'webhook-id': id, 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    outgoing.on('error', reject).end(body);
  });
}
