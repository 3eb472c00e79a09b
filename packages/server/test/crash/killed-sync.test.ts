// Kills the program of docs/guides/sync.md with SIGKILL, and once the service, while contacts change on both sides: at the end its
// copy is what the service has, and what it sent is there once.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { readBlocks } from '../documents/read-blocks.ts';
import { programEnvironment, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { waitFor } from '../support/wait-for.ts';

type Contact = { id: string; externalId: string | null; name: string | null; version: number };
type Copy = { after: string; contacts: Record<string, Contact>; links: Record<string, { seen?: Contact }> };

/** The CRM: the program of the guide, in a folder of its own. It is started again whenever it ends, unless it is stopped. */
async function startCrm(t: TestContext, { api, token }: ServerProcess, customers: object[]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'frontdesk-crm-'));
  const program = readBlocks('docs/guides/sync.md').find(({ words }) => words.includes('file=sync.mjs'));
  await writeFile(path.join(folder, 'sync.mjs'), program?.code ?? assert.fail('the guide has no program'));
  await writeFile(path.join(folder, 'customers.json'), JSON.stringify(customers));
  let child: ChildProcess | undefined;
  let isStopped = false;
  const start = (): void => {
    child = spawn(process.execPath, ['sync.mjs'], {
      cwd: folder,
      env: { ...programEnvironment, API: api, KEY: token },
      stdio: 'ignore',
    });
    child.on('exit', () => !isStopped && start());
  };
  start();
  const kill = async (): Promise<void> => {
    const ended = once(child as ChildProcess, 'exit');
    child?.kill('SIGKILL');
    await ended;
  };
  const stop = async (): Promise<void> => {
    if (!isStopped) {
      isStopped = true;
      await kill();
    }
  };
  const goOn = (): void => {
    isStopped = false;
    start();
  };
  t.after(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const read = async (): Promise<Copy | null> =>
    readFile(path.join(folder, 'crm.json'), 'utf8').then(JSON.parse, () => null);
  const replace = async (customers: object[]): Promise<void> => {
    await writeFile(path.join(folder, 'customers.new'), JSON.stringify(customers));
    await rename(path.join(folder, 'customers.new'), path.join(folder, 'customers.json'));
  };
  return { kill, stop, goOn, read, replace };
}

test('a system that is killed again and again while contacts change has each once, and hears of those that are deleted', async (t) => {
  const server = await startServerProcess(t);
  const customers = Array.from({ length: 12 }, (_, n) => ({
    id: `crm-${n}`,
    email: `c${n}@example.com`,
    name: `C ${n}`,
  }));
  const crm = await startCrm(t, server, customers);
  const write = async (name: string): Promise<void> => {
    const send = (method: string, path: string, body?: object) => server.request(method, path, body).catch(() => null);
    const made = await send('POST', '/contacts', { name });
    if (made?.status !== 201) return;
    await send('PATCH', `/contacts/${made.body.id}`, { fields: { seen: true } });
    if (name.endsWith('0')) await send('DELETE', `/contacts/${made.body.id}`);
  };
  for (let round = 0; round < 4; round++) {
    const writing = Array.from({ length: 20 }, (_, n) => write(`${round}-${n}`));
    await crm.kill();
    if (round === 2) {
      await server.kill();
      await server.start();
    }
    await Promise.all(writing);
    await crm.kill();
  }
  let all: Copy['contacts'] = {};
  await waitFor('the copy', async () => {
    all = await readAll(server);
    const copy = await crm.read();
    return copy !== null && isSame(copy.contacts, all) && Object.values(all).filter(isSent).length === customers.length;
  });
  const sent = Object.values(all).filter(isSent);
  assert.deepEqual(
    sent.map(({ externalId, version }) => `${externalId} ${version}`).sort(),
    customers.map(({ id }) => `${id} 1`).sort(),
  );
  assert.ok(Object.keys(all).length > customers.length + 20, `${Object.keys(all).length} contacts`);
});

test('what was changed and deleted here while the program was down stays, what changed there is sent, and a bad record is skipped', async (t) => {
  const server = await startServerProcess(t);
  const named = (name: string, more: object = {}) => ({ id: name, email: `${name}@example.com`, name, ...more });
  const find = async (id: string) => (await server.request('GET', `/contacts/by-external-id/${id}`)).body;
  const bad = { ...named('bad'), email: 'ada@example.com' };
  const [ada, bob, eve] = [named('ada', { fields: { plan: 'pro', seats: 1 } }), named('bob'), named('eve')];
  const crm = await startCrm(t, server, [ada, bad, bob, eve]);
  const linked = (id: string) => waitFor(id, async () => (await crm.read())?.links[id]?.seen !== undefined);
  await linked('eve');
  await crm.stop();
  const { id } = await find('ada');
  await server.request('PATCH', `/contacts/${id}`, { name: 'Ada King', fields: { plan: 'free', vip: true } });
  await server.request('DELETE', `/contacts/${(await find('bob')).id}`);
  await crm.replace([
    { ...ada, name: 'Ada L.', phone: '1', fields: { plan: 'team', seats: 2 } },
    bad,
    bob,
    named('zoe'),
  ]);
  // While it starts, nothing is there to be reached.
  await server.kill();
  crm.goOn();
  await server.start();
  await linked('zoe');
  const { name, phone, fields } = await find('ada');
  assert.deepEqual(
    { name, phone, fields },
    { name: 'Ada King', phone: '1', fields: { plan: 'free', seats: 2, vip: true } },
  );
  assert.deepEqual([(await find('bob')).status, (await find('bad')).status], [404, 404]);
  assert.equal((await find('eve')).name, 'eve');
  await crm.replace([{ ...ada, name: 'Countess' }]);
  await waitFor('the new name', async () => (await find('ada')).name === 'Countess');
  await server.request('PATCH', `/contacts/${id}`, { name: 'Ada' });
  await crm.kill();
  await waitFor('the copy', async () => (await crm.read())?.links.ada?.seen?.name === 'Ada');
  assert.equal((await find('ada')).name, 'Ada');
});

function isSame(one: Copy['contacts'], other: Copy['contacts']): boolean {
  return (
    Object.keys(one).length === Object.keys(other).length &&
    Object.entries(other).every(([id, { version }]) => one[id]?.version === version)
  );
}

async function readAll({ request }: ServerProcess): Promise<Copy['contacts']> {
  const all: Copy['contacts'] = {};
  for (let offset = 0, total = 1; offset < total; offset += 100) {
    const { body } = await request('GET', `/contacts?limit=100&offset=${offset}`);
    for (const contact of body.items) all[contact.id] = contact;
    ({ total } = body);
  }
  return all;
}

function isSent({ externalId }: { externalId: string | null }): boolean {
  return externalId !== null;
}
