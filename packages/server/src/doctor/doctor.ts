// Examines an installation from the outside inwards, whether its service runs or not. It changes nothing, except for a key that
// it creates to ask the service, and removes.

import { randomBytes } from 'node:crypto';
import { createToken, revokeToken } from '../accounts/tokens.ts';
import type { Config, Environment } from '../config/config.ts';
import { type Context, inTransaction, timeOf } from '../context/context.ts';
import type { Database } from '../database/database.ts';
import { isMigrated } from '../database/migrations/migrate.ts';
import { ExpectedError } from '../lib/expected-error.ts';
import { type Sealer, sealerOf } from '../lib/sealed-box.ts';
import { followMailSettings } from '../mail/mail-server-settings.ts';
import { followEnteredKeys } from '../payments/processor-keys.ts';
import { openSealer, requireRightKey } from '../secret-key.ts';
import { systemContext } from '../system-context.ts';
import { checkBackups } from './check-backups.ts';
import { checkClock, checkWrites, openToExamine } from './check-database.ts';
import { checkFileStore } from './check-file-store.ts';
import { checkFiles } from './check-files.ts';
import { checkDisk, checkFolder } from './check-folder.ts';
import { checkJobs } from './check-jobs.ts';
import { checkMail, checkProcessor, checkScanner } from './check-others.ts';
import { checkPasskeys } from './check-passkeys.ts';
import { checkPublicAddress, checkService } from './check-service.ts';
import { checkSettings } from './check-settings.ts';
import { type Finding, fault, ok } from './findings.ts';

export type DoctorOptions = {
  /** Sets up a missing endpoint at the processor. */
  createWebhook: boolean;
};

const keyMs = 5 * 60_000;

/** The findings one after the other, as they are made. */
export async function* examine(load: () => Environment, options: DoctorOptions): AsyncGenerator<Finding> {
  const { config, findings } = checkSettings(load);
  yield* findings;
  if (!config) return;
  const folder = checkFolder(config);
  yield folder;
  if (folder.status === 'fault') return;
  yield checkDisk(config);
  const { database, finding } = await openToExamine(config);
  yield finding;
  try {
    // What is asked next is only known to the tables of this version.
    if (database && (await isMigrated(database))) yield* examineInside(config, database, options);
    else yield (await checkService(config, null)).finding;
  } finally {
    await database?.close();
  }
}

async function* examineInside(config: Config, database: Database, options: DoctorOptions): AsyncGenerator<Finding> {
  const { sealer, missing } = await openKey(config, database);
  const context = systemContext(config, database, { sealer, publicUrl: () => config.publicUrl });
  const key = missing ? keyFault(missing) : await checkKey(context, config);
  yield key;
  const writes = await checkWrites(context);
  yield writes;
  yield await checkClock(context, database);
  yield* await examineFiles(context, config);
  yield await checkBackups(context);
  yield await checkPasskeys(context);
  const { isRunning, outside } =
    writes.status === 'ok' ? await examineService(context, config) : await examineUnasked(config);
  yield* outside;
  yield await checkJobs(context, isRunning);
  if (key.status === 'fault') return;
  await followEnteredKeys(context, config)();
  await followMailSettings(context)();
  yield await checkMail(context);
  yield* await checkProcessor(context, config, options.createWebhook);
  yield await checkScanner(context);
}

async function examineFiles(ctx: Context, { dataFolder, fileStore }: Config): Promise<Finding[]> {
  if (fileStore === null) return [await checkFiles(ctx)];
  const store = await checkFileStore(dataFolder, fileStore);
  return store.status === 'ok' ? [store, await checkFiles(ctx)] : [store];
}

async function checkKey(ctx: Context, config: Config): Promise<Finding> {
  try {
    await requireRightKey(ctx, config);
    return ok('secret key', 'It opens the stored secrets');
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error;
    return keyFault(error);
  }
}

function keyFault({ message }: ExpectedError): Finding {
  const [detail = '', ...advice] = message.split('\n');
  return fault('secret key', detail, advice.join(' '));
}

/** If the key is missing, one that opens nothing, and is stored nowhere. */
async function openKey(config: Config, database: Database): Promise<{ sealer: Sealer; missing: ExpectedError | null }> {
  try {
    return { sealer: await openSealer(config, database), missing: null };
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error;
    return { sealer: sealerOf(randomBytes(32)), missing: error };
  }
}

type Outside = { isRunning: boolean; outside: Finding[] };

/** What is seen of the service without a key. */
async function examineUnasked(config: Config): Promise<Outside> {
  const { isRunning, finding } = await checkService(config, null);
  return { isRunning, outside: [finding] };
}

/** Asks the service with a key of its database, which proves that it is the right one. */
async function examineService(ctx: Context, config: Config): Promise<Outside> {
  const expiresAt = timeOf(ctx, keyMs);
  const { id, token } = await inTransaction(ctx, (ctx) =>
    createToken(ctx, { name: 'frontdesk doctor', scopes: ['admin'], expiresAt }),
  );
  try {
    const { isRunning, finding } = await checkService(config, token);
    return { isRunning, outside: [finding, ...(isRunning ? await checkPublicAddress(config, token) : [])] };
  } finally {
    await inTransaction(ctx, (ctx) => revokeToken(ctx, id));
  }
}
