// Backups that the service makes: on request and by the plan, in a process of their own, and what the API says about them.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { emptyFolder, runCommand } from '../../test/support/backups.ts';
import { upload } from '../../test/support/media.ts';
import { startTestService, type TestService } from '../../test/support/test-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { inTransaction } from '../context/context.ts';
import { checkBackups } from '../doctor/check-backups.ts';
import { lastDue, nextDue } from './backup-plan.ts';
import { checkBackup } from './read-backup.ts';
import { planBackup } from './run-backup.ts';

const passphrase = 'one of which only this test knows';
const hourMs = 3_600_000;

async function startSite(t: TestContext): Promise<TestService & { folder: string }> {
  const folder = await emptyFolder(t);
  const service = await startTestService(t, { backupFolder: folder, backupPassphrase: passphrase });
  return { ...service, folder };
}

async function waitForEnd(service: TestService, id: string) {
  return waitFor('the end of the backup', async () => {
    const { body } = await service.request('GET', `/backups/${id}`);
    return body.endedAt === null ? null : body;
  });
}

test('a backup on request is made, listed, downloaded and deleted', async (t) => {
  const service = await startSite(t);
  assert.equal((await upload(service, Buffer.from('a,b\r\n'), 'list.csv')).status, 201);
  const started = await service.request('POST', '/backups');
  assert.deepEqual(
    [started.status, started.body.status, started.body.cause],
    [202, 'pending', 'request'],
    started.text,
  );
  const { id } = started.body;
  const again = await service.request('POST', '/backups');
  const early = await service.request('DELETE', `/backups/${id}`);
  assert.deepEqual([again.status, early.status], [409, 409], 'one at a time, and it is deleted only when it has ended');
  await service.work();
  const made = await waitForEnd(service, id);
  assert.deepEqual(
    [made.status, made.error, made.files, made.missingFiles, made.key],
    ['completed', null, 1, 0, 'sealed'],
  );
  const file = path.join(service.folder, made.fileName);
  const { head } = await checkBackup(file);
  assert.equal(head.key?.kdf, 'scrypt');
  const listed = await service.request('GET', '/backups');
  assert.ok(listed.body.items.some((one: { id: string }) => one.id === id));
  const origin = await service.listen();
  const headers = { authorization: `Bearer ${service.token}` };
  const download = await fetch(`${origin}/api/v1/backups/${id}/file`, { headers });
  assert.equal(download.headers.get('content-disposition'), `attachment; filename="${made.fileName}"`);
  assert.deepEqual(Buffer.from(await download.arrayBuffer()), await readFile(file));

  const editor = await service.tokenWith('content:write', 'forms:write', 'payments:write', 'crm:write');
  for (const [method, url] of [
    ['GET', '/backups'],
    ['POST', '/backups'],
    ['GET', `/backups/${id}/file`],
    ['GET', '/backup-plan'],
  ] as const)
    assert.equal((await service.request(method, url, { token: editor })).status, 403);
  assert.equal((await service.request('DELETE', `/backups/${id}`)).body.deleted, true);
  assert.ok(!(await readdir(service.folder)).includes(made.fileName));
  assert.equal((await service.request('GET', `/backups/${id}/file`)).body.code, 'backup_not_found');
});

test('a clock that was years ahead puts no backup off', async (t) => {
  const service = await startSite(t);
  const { context, request } = service;
  const yearsMs = 9 * 365 * 24 * hourMs;
  service.advance(yearsMs);
  assert.equal((await request('PATCH', '/backup-plan', { body: { enabled: true } })).status, 200);
  await planBackup(context);
  await service.work();
  const [first] = (await request('GET', '/backups')).body.items;
  assert.equal((await waitForEnd(service, first.id)).status, 'completed');
  service.advance(-yearsMs);
  assert.equal((await request('GET', '/backup-plan')).body.warning, 'late');
  await planBackup(context);
  assert.equal((await request('GET', '/backups')).body.items.length, 2);
});

test('a plan makes a backup when it is due, once for all processes, and keeps what its rule says', async (t) => {
  const service = await startSite(t);
  const { context, request, folder } = service;
  const before = await request('GET', '/backup-plan');
  assert.deepEqual([before.body.enabled, before.body.warning, before.body.nextAt], [false, null, null]);
  await planBackup(context);
  assert.equal((await request('GET', '/backups')).body.total, 0, 'not without being asked');
  const wrong = await request('PATCH', '/backup-plan', { body: { keep: 'all' } });
  assert.deepEqual([wrong.status, wrong.body.errors[0].pointer], [422, '/keep']);
  const plan = await request('PATCH', '/backup-plan', { body: { enabled: true, everyHours: 6, keep: '2' } });
  assert.deepEqual(
    [plan.status, plan.body.warning, plan.body.keySealed, plan.body.folder],
    [200, 'late', true, folder],
  );
  assert.ok(Date.parse(plan.body.nextAt) - Date.now() <= 6 * hourMs);

  await service.work();
  const names: string[] = [];
  for (let n = 1; n <= 4; n++) {
    // Two processes look at the same time.
    await Promise.all([planBackup(context), planBackup(context)]);
    const [newest] = await waitFor('a backup', async () => {
      const { items, total } = (await request('GET', '/backups')).body;
      return total === n && items[0].endedAt !== null ? items : null;
    });
    assert.deepEqual([newest.status, newest.cause], ['completed', 'schedule'], newest.error);
    names.push(newest.fileName);
    await planBackup(context);
    assert.equal((await request('GET', '/backups')).body.total, n, 'once for each time');
    // After the last one, the plan may be due in the worker.
    if (n < 4) service.advance(6 * hourMs);
  }
  assert.deepEqual((await readdir(folder)).sort(), names.slice(-2));
  const listed = (await request('GET', '/backups')).body.items;
  assert.deepEqual(
    listed.map((one: { fileName: string | null }) => one.fileName),
    [names[3], names[2], null, null],
  );
  assert.equal((await request('GET', '/summary')).body.backups, null);
  service.advance(46 * hourMs);
  const { backups } = (await request('GET', '/summary')).body;
  assert.deepEqual([backups.warning, backups.lastCompletedAt], ['late', listed[0].endedAt]);
});

test('a backup that fails says why, warns, and is tried again after an hour', async (t) => {
  const service = await startSite(t);
  const { context, request, folder } = service;
  await request('PATCH', '/backup-plan', { body: { enabled: true } });
  await rm(folder, { recursive: true });
  await service.work();
  await planBackup(context);
  const failed = await waitFor('its end', async () => {
    const { items } = (await request('GET', '/backups')).body;
    return items[0]?.endedAt ? items[0] : null;
  });
  assert.equal(failed.status, 'failed');
  assert.match(failed.error, /cannot be written: its folder does not exist/);
  assert.deepEqual((await request('GET', '/summary')).body.backups, { warning: 'failed', lastCompletedAt: null });
  const finding = await checkBackups(context);
  assert.deepEqual([finding.status, finding.detail], ['fault', 'The last backup failed, there is none yet']);
  await planBackup(context);
  assert.equal((await request('GET', '/backups')).body.total, 1);
  service.advance(61 * 60_000);
  await planBackup(context);
  assert.equal((await request('GET', '/backups')).body.total, 2);
});

test('a backup of which the process died with the service is made when it starts again', async (t) => {
  const service = await startSite(t);
  const { body } = await service.request('POST', '/backups');
  // As a service leaves it that was killed.
  await inTransaction(service.context, (ctx) =>
    ctx.db.updateTable('backups').set({ status: 'running', runs: 1, startedAt: body.createdAt }).execute(),
  );
  await service.work();
  assert.equal((await waitForEnd(service, body.id)).status, 'completed');
});

test('a backup by the plan comes back by the command', async (t) => {
  const service = await startSite(t);
  await service.work();
  const { body } = await service.request('POST', '/backups');
  const { fileName } = await waitForEnd(service, body.id);
  await writeFile(path.join(service.folder, 'other'), randomBytes(10));
  const dataFolder = path.join(service.folder, 'restored');
  const place = { dataFolder, databaseUrl: service.config.databaseUrl };
  const args = ['restore', path.join(service.folder, fileName), '--yes'];
  const { code, stderr } = await runCommand(place, args, { FRONTDESK_BACKUP_PASSPHRASE: passphrase });
  // PostgreSQL is not empty: it is the one that was backed up.
  if (place.databaseUrl === null) assert.equal(code, 0, stderr);
  else assert.match(stderr, /The PostgreSQL database is not empty/);
});

test('a plan counts its hours from the time of day in UTC', () => {
  const at = (time: string, everyHours: 6 | 24, now: string) => {
    const plan = { time, everyHours } as const;
    const date = new Date(`2027-02-19T${now}:00Z`);
    return [lastDue(date, plan), nextDue(date, plan)].map((one) => one.toISOString().slice(8, 16));
  };
  assert.deepEqual(at('03:00', 24, '02:59'), ['18T03:00', '19T03:00']);
  assert.deepEqual(at('03:00', 24, '03:00'), ['19T03:00', '20T03:00']);
  assert.deepEqual(at('22:30', 6, '10:00'), ['19T04:30', '19T10:30']);
});
