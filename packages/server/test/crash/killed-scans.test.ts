// Kills a process with SIGKILL while clamd has a file that has no verdict yet: the next start scans it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eicar, eicarName, startClamd } from '../support/clamd.ts';
import { startServerProcess } from '../support/server-process.ts';
import { waitFor } from '../support/wait-for.ts';

test('killed between the arrival of files and their verdicts, the next start has them scanned', async (t) => {
  const clamd = await startClamd(t);
  clamd.script('hangs');
  const server = await startServerProcess(t, { FRONTDESK_CLAMD: clamd.setting });
  const form = {
    name: 'Papers',
    slug: 'papers',
    fields: [{ name: 'papers', type: 'file', accept: ['*/*'], maxFiles: 2 }],
  };
  assert.equal((await server.request('POST', '/forms', form)).status, 201);
  const body = new FormData();
  body.append('papers', new Blob(['harmless']), 'a.txt');
  body.append('papers', new Blob([eicar]), 'b.txt');
  const sent = await fetch(`${server.origin}/api/v1/forms/papers/submit`, { method: 'POST', body });
  assert.equal(sent.status, 200);
  const { submissionId } = (await sent.json()) as { submissionId: string };
  await waitFor('the files at clamd', () => clamd.scanned.length === 2);
  await server.kill();
  clamd.script('verdict');
  await server.start();
  const files = await waitFor('the verdicts', async () => {
    const { files } = (await server.request('GET', `/submissions/${submissionId}`)).body;
    return files.some((file: { quarantine?: { reason: string } }) => file.quarantine?.reason === 'waiting')
      ? null
      : files;
  });
  assert.deepEqual(
    files.map(({ quarantine }: { quarantine?: object }) => quarantine ?? null),
    [null, { reason: 'infected', note: eicarName }],
  );
  assert.equal((await server.request('GET', `/files/${files[1].id}`)).status, 409);
});
