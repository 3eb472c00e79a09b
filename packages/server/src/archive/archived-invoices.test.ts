// Invoices that move with their site, by archive or by backup: their numbers go on, and what was issued still cannot be changed.

import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { archiveBytes, fileWith } from '../../test/support/archives.ts';
import { emptyFolder, emptyPlace, runCommand } from '../../test/support/backups.ts';
import { createDraft, credit, startSelling } from '../../test/support/invoicing.ts';
import { startTestService, type TestService } from '../../test/support/test-service.ts';
import { inTransaction } from '../context/context.ts';
import { createService } from '../service.ts';
import { importArchive } from './import-archive.ts';

type Service = Pick<TestService, 'context'>;

async function rowsOf({ context: { db } }: Service) {
  const [invoices, creditNotes, numberSeries] = await Promise.all([
    db.selectFrom('invoices').selectAll().orderBy('id').execute(),
    db.selectFrom('creditNotes').selectAll().orderBy('id').execute(),
    db.selectFrom('numberSeries').selectAll().orderBy('id').execute(),
  ]);
  return { invoices, creditNotes, numberSeries };
}

async function assertFrozen({ context }: Service): Promise<void> {
  for (const table of ['invoices', 'creditNotes'] as const) {
    const change = inTransaction(context, ({ db }) => db.updateTable(table).set({ number: 'X' }).execute());
    await assert.rejects(change, /What was issued cannot be changed/, table);
  }
}

async function startFilled(t: Parameters<typeof startSelling>[0]): Promise<TestService> {
  const service = await startSelling(t);
  const { id } = await createDraft(service, { status: 'open' });
  assert.equal((await credit(service, id, { amount: 100 })).status, 201);
  return service;
}

test('an archive brings issued invoices and credit notes into another site, whose numbers go on', async (t) => {
  const origin = await startFilled(t);
  const file = await fileWith(t, await archiveBytes(origin.context));
  for (const other of [await startTestService(t, { databaseUrl: null }), await startTestService(t)]) {
    await importArchive(other.context, file);
    assert.deepEqual(await rowsOf(other), await rowsOf(origin));
    await assertFrozen(other);
    const next = await createDraft(other, { status: 'open' });
    assert.match(next.number, /-0002$/);
    assert.match((await credit(other, next.id)).body.number, /-0002$/);
  }
});

test('a restored backup has issued invoices and credit notes as they were, which cannot be changed', async (t) => {
  const origin = await startFilled(t);
  const file = path.join(await emptyFolder(t), 'site.tar');
  const sealed = { FRONTDESK_BACKUP_PASSPHRASE: 'one of which only this test knows' };
  const made = await runCommand(origin.config, ['backup', file], sealed);
  assert.equal(made.code, 0, made.stderr);
  const place = await emptyPlace(t);
  const restored = await runCommand(place, ['restore', file, '--yes'], sealed);
  assert.equal(restored.code, 0, restored.stderr);
  const other = await createService({ ...origin.config, ...place });
  t.after(() => other.stop());
  assert.deepEqual(await rowsOf(other), await rowsOf(origin));
  await assertFrozen(other);
});
