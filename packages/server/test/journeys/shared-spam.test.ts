// Two real processes on one database, and one that starts again: what one has noted against spam, the others know.

import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { openDatabase } from '../../src/database/database.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { waitFor } from '../support/wait-for.ts';

const offer =
  'Our agency writes texts for shops and would like to work with you, see https://agency.example for our prices';
const other =
  'Please look at the paintings that we sell to hotels and offices, they are all at https://paintings.example today';
const links =
  'You find our rooms at https://rooms.example and what guests say at https://guests.example, and the way to us at https://way.example as well';
const [address, otherAddress] = ['203.0.113.7', '203.0.113.8'];

test('what one process has noted against spam is known to the others, and after a restart', async (t) => {
  const one = await startServerProcess(t, { FRONTDESK_TRUST_PROXY: '127.0.0.1' });
  const { FRONTDESK_DATA = '', DATABASE_URL } = one.environment;
  const two = await startServerProcess(t, {
    ...{ FRONTDESK_TRUST_PROXY: '127.0.0.1', FRONTDESK_INITIAL_TOKEN: one.token, FRONTDESK_DATA },
    ...(DATABASE_URL && { DATABASE_URL }),
  });
  const fields = ['email', 'text'].map((name) => ({ name, type: name === 'text' ? 'textarea' : name }));
  const form = { name: 'Offers', slug: 'offers', fields, settings: { spam: { level: 'strict' } } };
  assert.equal((await one.request('POST', '/forms', form)).status, 201);

  let number = 0;
  const send = async ({ origin }: ServerProcess, text: string, from = address): Promise<void> => {
    number += 1;
    const response = await fetch(`${origin}/api/v1/forms/offers/submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify({ email: `person${number}@people.example`, text }),
    });
    assert.equal(response.status, 200, await response.text());
  };
  const reasonsOf = async (): Promise<string[]> => {
    const { items } = (await one.request('GET', '/forms/offers/submissions?status=spam')).body;
    return items.map(({ spam }: { spam: { reasons: { signal: string }[] } }) =>
      spam.reasons
        .map(({ signal }) => signal)
        .sort()
        .join(' '),
    );
  };
  const database = await openDatabase({
    databaseUrl: DATABASE_URL ?? null,
    dataFolder: DATABASE_URL ? await mkdtemp(`${tmpdir()}/notes-`) : FRONTDESK_DATA,
  });
  t.after(() => database.close());
  const notes = () => database.reader.selectFrom('spamNotes').selectAll().execute();
  const stored = (kind: string, count: number) =>
    waitFor(`${count} ${kind}`, async () => (await notes()).filter((row) => row.kind === kind).length >= count);

  await send(one, offer);
  await stored('texts', 1);
  assert.deepEqual(await reasonsOf(), []);
  await send(two, offer, otherAddress);
  assert.deepEqual(await reasonsOf(), ['links repeated'], 'the other process knows the text');

  // Five times at one process, the sixth at the other.
  for (let count = 0; count < 4; count++) await send(one, `Hello number ${count}`);
  await waitFor('the senders', async () => {
    const rows = (await notes()).filter(({ kind }) => kind === 'senders');
    const times = rows.flatMap(({ notes }) => (JSON.parse(notes) as [string, number][]).map(([, times]) => times));
    return times.reduce((sum, one) => sum + one, 0) >= 6;
  });
  await send(two, links, address);
  assert.ok((await reasonsOf()).includes('links rate'), String(await reasonsOf()));

  await send(one, other, otherAddress);
  assert.equal(await one.stop(), 0);
  await one.start();
  await send(one, other, otherAddress);
  assert.equal((await reasonsOf()).filter((reasons) => reasons === 'links repeated').length, 2, 'after a restart');

  const text = JSON.stringify(await notes());
  for (const word of ['agency', 'people.example', '203.0.113', 'paintings']) assert.ok(!text.includes(word), word);
});
