// One running service: creates database, context, worker and app in order, and closes them in reverse.

import { fileURLToPath } from 'node:url';
import { createApp } from './app.ts';
import { backupTasks, createBackingUp } from './backups/run-backup.ts';
import type { Config } from './config/config.ts';
import type { Context } from './context/context.ts';
import { type Database, openDatabase } from './database/database.ts';
import { migrate, newerSchema } from './database/migrations/migrate.ts';
import { waitForDatabase, whenAvailable } from './database/wait-for-database.ts';
import { readApiDocument } from './document/site-document.ts';
import { sweepSizes } from './files/files.ts';
import { createSharedNotes } from './forms/spam/shared-notes.ts';
import type { NodeHandler } from './http/mount.routes.ts';
import type { App } from './http/typed-app.ts';
import { createImporting } from './importers/importing.ts';
import { importTasks } from './importers/run-import.ts';
import { scheduleRecurring, startWorker, type Worker } from './jobs/worker.ts';
import { readVersion } from './lib/read-version.ts';
import { followMailSettings } from './mail/mail-server-settings.ts';
import { releaseWaiting } from './mail/outbox.ts';
import { followEnteredKeys } from './payments/processor-keys.ts';
import { describeClockLead, readinessOf } from './readiness.ts';
import { openSealer, protectStoredSecrets } from './secret-key.ts';
import { prepareDataFolder } from './storage/data-folder.ts';
import { greetStore } from './storage/open-storage.ts';
import { systemContext } from './system-context.ts';
import { tasks } from './tasks.ts';
import type { Log } from './telemetry/observer.ts';
import { createTelemetry } from './telemetry.ts';

export type Service = {
  app: App;
  context: Context;
  database: Database;
  /** Takes a step of the start; if the database goes away meanwhile, again when it is back. */
  prepare<Result>(step: () => Promise<Result>): Promise<Result>;
  /** Listens, and returns the origin it listens at. */
  listen(): Promise<string>;
  /** Starts the worker. */
  work(): Promise<void>;
  /** Stops accepting requests, finishes running work and closes everything. */
  stop(): Promise<void>;
};

export type ServiceOptions = {
  now?: () => Date;
  log?: Log;
  sandboxPages?: NodeHandler;
  /** Called if the service has to wait for the database. */
  onWait?: (text: string) => void;
};

const importProcess = fileURLToPath(new URL('./processes/import-process.ts', import.meta.url));
const backupProcess = fileURLToPath(new URL('./processes/backup-process.ts', import.meta.url));
const followEveryMs = 1000;
/** Each process may have a data folder of its own, with sizes of pictures that another one deletes. */
const sweepSizesEveryMs = 3_600_000;

/** Opens the database, waits until it answers, migrates it, checks the key and creates the app. Nothing listens and no job runs yet. */
export async function createService(config: Config, options: ServiceOptions = {}): Promise<Service> {
  // Files and the sandbox use this folder on PostgreSQL too.
  prepareDataFolder(config.dataFolder);
  const telemetry = await createTelemetry(config, await readVersion());
  const { observer } = telemetry;
  const database = await openDatabase(config, { observer });
  const onWait = options.onWait ?? (() => {});
  await waitForDatabase(database, config.databaseWaitMs, onWait);
  const prepare: Service['prepare'] = (step) => whenAvailable(database, config.databaseWaitMs, onWait, step);
  const { isNewer } = await prepare(() => migrate(database));
  database.startDeadline();
  const refuse = async (error: unknown): Promise<never> => {
    await database.close();
    throw error;
  };
  let worker: Worker | null = null;
  let stopping = false;
  let { publicUrl } = config;
  const context = systemContext(config, database, {
    ...options,
    observer,
    sealer: await prepare(() => openSealer(config, database)).catch(refuse),
    publicUrl: () => publicUrl,
    wakeWorker: () => worker?.wake(),
  });
  const importing = createImporting(config, importProcess);
  const backingUp = createBackingUp(config, backupProcess);
  const allTasks = { ...tasks, ...importTasks(importing), ...backupTasks(backingUp) };
  const spamNotes = createSharedNotes(context);
  const isDatabaseReady = readinessOf(context, database);
  const app = await createApp(context, config, {
    isReady: async () => !stopping && isDatabaseReady(),
    spamNotes,
    metrics: telemetry.page,
    ...(options.sandboxPages ? { sandboxPages: options.sandboxPages } : {}),
    describe: () => readApiDocument(context.publicUrl() ?? ''),
  });
  context.log = options.log ?? app.log;
  telemetry.logTo(context.log);
  if (isNewer) context.log.warn({}, newerSchema);
  await prepare(() => protectStoredSecrets(context, config)).catch(refuse);
  if (config.fileStore !== null) {
    const outOfReach = await greetStore(config.fileStore).catch(refuse);
    if (outOfReach !== null) context.log.warn({}, outOfReach);
  }
  const clockLead = await prepare(() => describeClockLead(context, database));
  if (clockLead !== null)
    context.log.warn({}, `${clockLead}: jobs and requests may run twice. Set it, and keep it right with NTP`);
  const followKeys = followEnteredKeys(context, config);
  const followMail = followMailSettings(context);
  await prepare(followKeys);
  await prepare(followMail);
  let followed: string | number = '';
  const following = setInterval(() => {
    // Nothing is read unless something was committed, on PostgreSQL perhaps by another process.
    if (context.stamp() === followed) return;
    followed = context.stamp();
    followKeys().catch((err) => context.log.warn({ err }, "the processor's keys could not be read"));
    followMail()
      .then((isNew) => (isNew ? releaseWaiting(context) : undefined))
      .catch((err) => context.log.warn({ err }, 'the mail settings could not be read'));
  }, followEveryMs);
  following.unref();
  const sweeping = setInterval(() => {
    sweepSizes(context).catch((err) => context.log.warn({ err }, 'the sizes of deleted pictures could not be removed'));
  }, sweepSizesEveryMs);
  sweeping.unref();
  return {
    app,
    context,
    database,
    prepare,
    async listen() {
      const { dataFolder } = config;
      await telemetry.listen({ context, database, dataFolder, keptResponses: () => app.keptResponses() });
      await app.listen({ port: config.port, host: config.host });
      const origin = originOf(app, config.host);
      publicUrl ??= origin;
      return origin;
    },
    async work() {
      await prepare(() => scheduleRecurring(context, allTasks));
      worker = startWorker(context, allTasks);
      await prepare(spamNotes.start);
    },
    async stop() {
      stopping = true;
      clearInterval(following);
      clearInterval(sweeping);
      await app.close();
      importing.close();
      backingUp.close();
      await spamNotes.stop();
      await worker?.stop();
      await telemetry.close();
      await context.fetch.close();
      context.pictures.close();
      await database.close();
    },
  };
}

function originOf(app: App, host: string): string {
  const { port } = app.addresses()[0] as { port: number };
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
