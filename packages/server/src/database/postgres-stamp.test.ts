import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postgresStamp } from './postgres-connection.ts';

/** A stamp whose clock and whose database the test moves. */
function start() {
  const state = { ms: 0, snapshot: '10:10:', asked: 0, fails: false };
  const { stamp, noteCommit } = postgresStamp(
    async () => {
      state.asked++;
      if (state.fails) throw new Error('no connection');
      return state.snapshot;
    },
    () => state.ms,
  );
  /** Requests that come every 100 ms; returns the stamp of the last. */
  const requests = async (count: number): Promise<string> => {
    for (let n = 0; n < count; n++) {
      state.ms += 100;
      stamp();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return stamp();
  };
  return { state, stamp, noteCommit, requests };
}

test('a stamp lasts while requests come and nothing is committed, for two questions in a second', async () => {
  const { state, requests } = start();
  const first = await requests(10);
  state.asked = 0;
  assert.equal(await requests(100), first);
  assert.equal(state.asked, 20);
});

test('a commit of another process changes the stamp within a second, one of this process at once', async () => {
  const { state, stamp, noteCommit, requests } = start();
  const first = await requests(10);
  state.snapshot = '11:11:';
  const second = await requests(10);
  assert.notEqual(second, first);
  noteCommit();
  assert.notEqual(stamp(), second);
});

test('after a pause of a second the stamp is another one, before PostgreSQL has answered', async () => {
  const { state, stamp, requests } = start();
  const first = await requests(10);
  state.ms += 1000;
  const second = stamp();
  assert.notEqual(second, first);
  assert.equal(await requests(10), second);
});

test('an answer that comes late does not make what was kept meanwhile last longer', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  let ms = 0;
  const { stamp } = postgresStamp(
    () => promise,
    () => ms,
  );
  stamp();
  ms += 900;
  const kept = stamp();
  resolve('10:10:');
  await promise;
  ms += 200;
  assert.notEqual(stamp(), kept);
});

test('without a database, and with a clock that was set back, the stamp changes each second', async () => {
  const { state, stamp, requests } = start();
  const first = await requests(10);
  state.fails = true;
  assert.notEqual(await requests(10), first);
  const second = stamp();
  state.ms -= 60_000;
  assert.notEqual(stamp(), second);
});
