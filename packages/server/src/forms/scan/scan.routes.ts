// The file scan over HTTP: its state, another scan of a file, and the release of a false alarm.

import Type, { type Static } from 'typebox';
import { type Context, inTransaction } from '../../context/context.ts';
import { scanLater, setQuarantine } from '../../files/quarantine.ts';
import { routesOf } from '../../http/describe-route.ts';
import { IdParams, nullable, Time } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { fail } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { ClamdError } from '../../storage/clamd.ts';
import { reportScanned } from './scan-task.ts';

const FileScan = Type.Object(
  {
    scanner: nullable(
      Type.String({ description: 'The clamd that scans files, as `FRONTDESK_CLAMD` names it; null: none' }),
    ),
    reachable: Type.Boolean({ description: 'Whether it responded just now' }),
    version: nullable(Type.String({ description: 'What it says of itself; null if it did not respond' })),
    signaturesAt: nullable({ ...Time, description: 'From when its signatures are; null if that is not known' }),
    fault: nullable(Type.String({ description: 'Why it cannot be reached; null if it can' })),
    waitingFiles: Type.Integer({ description: 'Number of files that wait for their verdict' }),
    waitingSince: nullable({ ...Time, description: 'When the first of them arrived; null if none waits' }),
    infectedFiles: Type.Integer({ description: 'Number of files in which something was found' }),
    unscannableFiles: Type.Integer({ description: 'Number of files that the scanner cannot scan' }),
  },
  { title: 'FileScan', description: 'What scans the files of submissions, and the files in quarantine' },
);

const ScannedFile = Type.Object(
  {
    id: Type.String({ description: 'ID of the file' }),
    quarantined: Type.Boolean({ description: 'Whether it is in quarantine now' }),
  },
  { title: 'ScannedFile', description: 'A file and whether it is in quarantine' },
);

const describe = routesOf('Submissions');
const describeSettings = routesOf('Settings');

export function scanRoutes(app: App): void {
  app.get(
    '/settings/file-scan',
    describeSettings('admin', 'getFileScan', 'See whether files are scanned, and which are in quarantine', {
      200: FileScan,
    }),
    (request) => describeScan(request.ctx),
  );

  app.post(
    '/files/:id/scan',
    describe('admin', 'applyFileScan', 'Scan a file again', {
      description:
        'It is in quarantine until the verdict. Files from before a scanner was set can be scanned this way, too.',
      params: IdParams,
      202: ScannedFile,
      problems: [409],
    }),
    async ({ ctx, params: { id } }, reply) => {
      if (ctx.scanner === null) throw fail('conflict', 'No scanner is set: see FRONTDESK_CLAMD.');
      await inTransaction(ctx, async (ctx) => {
        const waiting = { quarantine: 'waiting', quarantineNote: null } as const;
        if (!(await setQuarantine(ctx, id, waiting))) throw fail('file_not_found');
        await scanLater(ctx, [{ id, ...waiting }]);
      });
      return reply.status(202).send({ id, quarantined: true });
    },
  );

  app.post(
    '/files/:id/release',
    describe('admin', 'applyFileRelease', 'Release a file from quarantine without a scan', {
      description: 'For false alarms, and for files that cannot be scanned. The log says who released it.',
      params: IdParams,
      200: ScannedFile,
    }),
    async ({ ctx, params: { id } }) => {
      await inTransaction(ctx, async (ctx) => {
        const released = await setQuarantine(ctx, id, { quarantine: null, quarantineNote: null });
        if (!released) throw fail('file_not_found');
        if (released.before !== null) await reportScanned(ctx, released, newId('job'));
      });
      ctx.log.warn({ fileId: id, actor: ctx.actor.id }, 'a file was released from quarantine');
      return { id, quarantined: false };
    },
  );
}

async function describeScan(ctx: Context): Promise<Static<typeof FileScan>> {
  const rows = await ctx.db
    .selectFrom('files')
    .select((eb) => ['quarantine', eb.fn.countAll<number>().as('count'), eb.fn.min('createdAt').as('first')])
    .where('quarantine', 'is not', null)
    .groupBy('quarantine')
    .execute();
  const of = (reason: string) => rows.find(({ quarantine }) => quarantine === reason);
  return {
    scanner: ctx.scanner?.place ?? null,
    ...(await askScanner(ctx)),
    waitingFiles: Number(of('waiting')?.count ?? 0),
    waitingSince: of('waiting')?.first ?? null,
    infectedFiles: Number(of('infected')?.count ?? 0),
    unscannableFiles: Number(of('unscannable')?.count ?? 0),
  };
}

const unknown = { reachable: false, version: null, signaturesAt: null, fault: null };

async function askScanner({ scanner }: Context) {
  if (scanner === null) return unknown;
  try {
    const { version, signaturesAt } = await scanner.describe();
    return { reachable: true, version, signaturesAt: signaturesAt?.toISOString() ?? null, fault: null };
  } catch (error) {
    if (error instanceof ClamdError) return { ...unknown, fault: error.message };
    throw error;
  }
}
