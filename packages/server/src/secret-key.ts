// The key that encrypts stored secrets: from the environment, or from a file in the data folder. All processes on one
// database need the same key. So that one with another key stops at its start instead of signing with anything else, the
// database holds a text that only the right key opens. While the key is changed, former keys open what they have sealed
// (decision 0011).

import { resealSecondFactors } from './accounts/second-factor.ts';
import { setupLinkSetting } from './accounts/setup.ts';
import type { Config } from './config/config.ts';
import { type Context, inTransaction, type ReadContext, type WriteContext } from './context/context.ts';
import type { Database } from './database/database.ts';
import { ExpectedError } from './lib/expected-error.ts';
import { ensureKeyFile, readKeyFile, type Sealer, sealerOf } from './lib/sealed-box.ts';
import { mailServerSetting } from './mail/mail-server-settings.ts';
import { resealLinks } from './mail/outbox.ts';
import { keysSetting } from './payments/processor-keys.ts';
import { ensureSetting, readSetting, writeSetting } from './settings/settings.ts';
import { dataPath, prepareDataFolder } from './storage/data-folder.ts';
import { resealSubscribers } from './webhooks/subscriber-secrets.ts';
import { pauseUnreadable } from './webhooks/subscribers.ts';

type KeyConfig = Pick<Config, 'encryptionKey' | 'formerKeys' | 'dataFolder'>;

/** The name of the setting, what the text is sealed for, and the text. */
const check = 'secretKeyCheck';

/**
 * A key file that is missing is made, unless the secrets in this database were encrypted with another one: then throws
 * ExpectedError.
 */
export async function openSealer(
  { encryptionKey, formerKeys, dataFolder }: KeyConfig,
  database: Pick<Database, 'reader'> | null = null,
): Promise<Sealer> {
  if (encryptionKey !== null) return sealerOf(encryptionKey, formerKeys);
  prepareDataFolder(dataFolder);
  const file = dataPath(dataFolder, 'secretKey');
  // First: a process that starts at the same time makes the file before it stores the text.
  const hasSecrets = database !== null && (await isCheckStored(database));
  const key = await readKeyFile(file);
  if (key === null && hasSecrets) throw keyIsMissing(file);
  return sealerOf(key ?? (await ensureKeyFile(file)));
}

async function isCheckStored({ reader }: Pick<Database, 'reader'>): Promise<boolean> {
  const known = await reader.selectFrom('settings').select('name').where('name', '=', check).executeTakeFirst();
  return known !== undefined;
}

function keyIsMissing(file: string): ExpectedError {
  const fault = `The secrets in the database were encrypted with a key that is not here: there is no ${file}, and FRONTDESK_SECRET_KEY is not set.`;
  return new ExpectedError([fault, ...keyAdvice(file)].join('\n'));
}

/** At start: checks the key, and seals with it what former keys have sealed. Throws ExpectedError for another key. */
export async function protectStoredSecrets(ctx: Context, config: KeyConfig): Promise<void> {
  if ((await readSetting<string>(ctx, check)) === null)
    await inTransaction(ctx, (ctx) => ensureSetting(ctx, check, ctx.sealer.seal(check, check)));
  await requireRightKey(ctx, config);
  // Each time: processes that still seal with the former key may have done so since the last start.
  if (config.formerKeys.length > 0) await resealAll(ctx);
}

/** Seals with the current key what former keys have sealed. */
async function resealAll(ctx: Context): Promise<void> {
  const resealed = await inTransaction(ctx, async (ctx) => {
    const counts = [
      await resealSetting(ctx, check),
      await resealSetting(ctx, keysSetting),
      await resealSetting(ctx, mailServerSetting),
      await resealSetting(ctx, setupLinkSetting),
      await resealSubscribers(ctx),
      await resealSecondFactors(ctx),
      await resealLinks(ctx),
    ];
    return counts.reduce((sum, count) => sum + count);
  });
  if (resealed > 0) ctx.log.info({ resealed }, 'stored secrets were encrypted with the new key');
}

/** A setting is sealed for its own name. */
async function resealSetting(ctx: WriteContext, name: string): Promise<number> {
  const box = await readSetting<string>(ctx, name);
  const resealed = box && ctx.sealer.reseal(box, name);
  if (resealed) await writeSetting(ctx, name, resealed);
  return resealed ? 1 : 0;
}

/** Throws ExpectedError if the stored secrets were encrypted with another key. */
export async function requireRightKey(ctx: ReadContext, config: KeyConfig): Promise<void> {
  const known = await readSetting<string>(ctx, check);
  if (known !== null && ctx.sealer.unseal(known, check) !== check) throw new ExpectedError(describeMismatch(config));
}

/** For a key that is lost: accepts the current one. Returns how many webhooks were paused, as nothing opens their secrets. */
export async function acceptSecretKey(ctx: Context): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    await writeSetting(ctx, check, ctx.sealer.seal(check, check));
    return pauseUnreadable(ctx);
  });
}

function describeMismatch({ encryptionKey, dataFolder }: KeyConfig): string {
  const file = dataPath(dataFolder, 'secretKey');
  const used = encryptionKey === null ? `the key in ${file}` : 'FRONTDESK_SECRET_KEY';
  return [`The secrets in the database were encrypted with another key than ${used}.`, ...keyAdvice(file)].join('\n');
}

function keyAdvice(file: string): string[] {
  return [
    `Set FRONTDESK_SECRET_KEY to the right key (for a key file: base64 < secret.key), or restore ${file}.`,
    'If that key is lost, run `frontdesk secrets reset`, then rotate the secrets of your webhooks and enter the keys of the payment processor again.',
  ];
}
