// One running service: database, context, worker and app, put together and taken apart in order.

import path from 'node:path';
import { system } from './accounts/access.ts';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import type { Context, Log } from './context.ts';
import { type Database, openDatabase } from './database/database.ts';
import { isMigrated, migrate } from './database/migrate.ts';
import { localStorage } from './files/local-storage.ts';
import type { NodeHandler } from './http/mount.routes.ts';
import type { App } from './http/typed-app.ts';
import { scheduleRecurring, startWorker, type Worker } from './jobs/worker.ts';
import { createPublicFetch } from './lib/public-fetch.ts';
import { useEnteredKeys } from './payments/processor-keys.ts';
import { react } from './reactions.ts';
import { tasks } from './tasks.ts';

export type Service = {
  app: App;
  context: Context;
  database: Database;
  /** Starts the worker. */
  work(): Promise<void>;
  /** Stops taking, finishes what runs, closes everything. */
  stop(): Promise<void>;
};

export type ServiceOptions = { now?: () => Date; log?: Log; sandboxPages?: NodeHandler };

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** Opens the database, migrates it and makes the app. Nothing listens and no job runs yet. */
export async function createService(config: Config, options: ServiceOptions = {}): Promise<Service> {
  const database = await openDatabase(config);
  await migrate(database);
  let worker: Worker | null = null;
  let stopping = false;
  const context = createContext(config, database, { ...options, wakeWorker: () => worker?.wake() });
  const app = await createApp(context, {
    isReady: async () => !stopping && isMigrated(database),
    ...(options.sandboxPages ? { sandboxPages: options.sandboxPages } : {}),
    describe: async () => (await import('./document.ts')).describeApi(context),
  });
  context.log = options.log ?? app.log;
  await useEnteredKeys(context);
  return {
    app,
    context,
    database,
    async work() {
      await scheduleRecurring(context, tasks);
      worker = startWorker(context, tasks);
    },
    async stop() {
      stopping = true;
      await app.close();
      await worker?.stop();
      await context.fetch.close();
      await database.close();
    },
  };
}

/** A context that acts as the system itself. */
export function createContext(
  config: Config,
  database: Database,
  options: ServiceOptions & { wakeWorker?: () => void } = {},
): Context {
  return {
    db: database.reader as unknown as Context['db'],
    writer: database.writer,
    dialect: database.dialect,
    config,
    log: options.log ?? silent,
    actor: system,
    now: options.now ?? (() => new Date()),
    react,
    files: localStorage(path.join(config.dataFolder, 'files')),
    fetch: createPublicFetch({ allowPrivate: config.allowPrivateWebhooks }),
    stamp: database.stamp,
    noteCommit: database.noteCommit,
    wakeWorker: options.wakeWorker ?? (() => {}),
  };
}
