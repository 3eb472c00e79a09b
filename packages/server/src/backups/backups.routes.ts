// Backups over HTTP (scope admin).

import Type, { type Static } from 'typebox';
import type { Config } from '../config/config.ts';
import { inBackground, inTransaction, type ReadContext } from '../context/context.ts';
import { matchCheck, NotModified, sendTagged, shownTag, tagged } from '../http/conditional.ts';
import { routesOf } from '../http/describe-route.ts';
import { Deleted, IdParams } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { fail } from '../lib/errors.ts';
import { changePlan, planTag } from './backup-plan.ts';
import {
  BackupPlanChange,
  BackupPlanSchema,
  BackupSchema,
  backupList,
  createBackup,
  deleteBackup,
  getBackup,
  listBackups,
  readBackupState,
} from './backups.ts';
import { openBackups } from './open-backups.ts';
import { planBackup } from './run-backup.ts';

const describe = routesOf('Backups');

export function backupsRoutes(
  app: App,
  config: Pick<Config, 'backupFolder' | 'backupStore' | 'backupPassphrase'>,
): void {
  const store = openBackups(config);
  const place = { folder: store.place, keySealed: config.backupPassphrase !== null };
  const readShown = async (ctx: ReadContext) => ({ ...(await readBackupState(ctx)), ...place });
  const tagOf = (shown: Static<typeof BackupPlanSchema>): string => shownTag(planTag(shown), JSON.stringify(shown));

  app.get(
    '/backups',
    describe('admin', 'listBackups', 'List backups, newest first', {
      description: 'Those that the service made. Records of backups whose files were removed are kept for 90 days.',
      querystring: backupList.query,
      200: backupList.page,
    }),
    async ({ ctx, query }) => listBackups(inBackground(ctx), query),
  );

  app.post(
    '/backups',
    describe('admin', 'createBackup', 'Back up now', {
      description:
        'A process of its own makes the backup, while the service is running: `GET /backups/{id}` says when it is complete. Afterwards backups that the plan does not keep are removed.',
      202: BackupSchema,
      problems: [409],
    }),
    async ({ ctx }, reply) => {
      reply.status(202);
      return inTransaction(ctx, (ctx) => createBackup(ctx, 'request'));
    },
  );

  app.get(
    '/backups/:id',
    describe('admin', 'getBackup', 'Read a backup', { params: IdParams, 200: BackupSchema }),
    async ({ ctx, params }) => getBackup(ctx, params.id),
  );

  app.get(
    '/backups/:id/file',
    describe('admin', 'getBackupFile', 'Download a backup', {
      description:
        'The file that `frontdesk restore` reads. It contains everything, also who can sign in: keep it as safe as the service itself.',
      // It has all that lets someone sign in as an owner.
      config: { audit: 'always', owners: 'only' },
      params: IdParams,
      200: {
        description: 'The backup',
        content: { 'application/x-tar': { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) } },
      },
      headers: ['Content-Disposition', 'Cache-Control'],
    }),
    async ({ ctx, params }, reply) => {
      const { fileName } = await getBackup(ctx, params.id);
      const found = fileName === null ? null : await store.read(fileName);
      if (found === null) throw fail('backup_not_found', `The file of this backup is not in ${store.place}`);
      return reply
        .header('content-type', 'application/x-tar')
        .header('content-length', found.bytes)
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .header('cache-control', 'private, no-store')
        .send(found.stream) as never;
    },
  );

  app.delete(
    '/backups/:id',
    describe('admin', 'deleteBackup', 'Delete a backup and its file', {
      params: IdParams,
      200: Deleted,
      problems: [409],
    }),
    async ({ ctx, params }) => {
      const fileName = await inTransaction(ctx, (ctx) => deleteBackup(ctx, params.id));
      if (fileName !== null) await store.remove(fileName);
      return { id: params.id, deleted: true as const };
    },
  );

  app.get(
    '/backup-plan',
    describe('admin', 'getBackupPlan', 'Read when backups are made', { 200: BackupPlanSchema, 304: NotModified }),
    async (request, reply) => {
      const plan = await readShown(request.ctx);
      return sendTagged(request, reply, JSON.stringify(plan), tagOf(plan));
    },
  );

  app.patch(
    '/backup-plan',
    describe('admin', 'updateBackupPlan', 'Plan backups', {
      body: BackupPlanChange,
      200: BackupPlanSchema,
      problems: [409, 412],
    }),
    async (request, reply) => {
      const { ctx, body } = request;
      const plan = await inTransaction(ctx, async (ctx) => {
        await changePlan(ctx, body, matchCheck(request, planTag));
        return readShown(ctx);
      });
      // The first one is due at once.
      await planBackup(ctx);
      return tagged(reply, plan, tagOf);
    },
  );
}
