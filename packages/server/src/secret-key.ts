// The key that encrypts stored secrets: from the environment, or from a file in the data folder. All processes on one
// database need the same key. So that one with another key stops at its start instead of signing with anything else, the
// database holds a text that only the right key opens.

import type { Config } from './config.ts';
import { type Context, inTransaction, type ReadContext } from './context.ts';
import { dataPath, prepareDataFolder } from './files/data-folder.ts';
import { ExpectedError } from './lib/expected-error.ts';
import { ensureKeyFile, type Sealer, sealerOf } from './lib/sealed-box.ts';
import { ensureSetting, readSetting, writeSetting } from './settings/settings.ts';
import { pauseUnreadable, sealStoredSecrets } from './webhooks/subscriber-secrets.ts';

type KeyConfig = Pick<Config, 'encryptionKey' | 'dataFolder'>;

/** The name of the setting, what the text is sealed for, and the text. */
const check = 'secretKeyCheck';

export async function openSealer({ encryptionKey, dataFolder }: KeyConfig): Promise<Sealer> {
  if (encryptionKey !== null) return sealerOf(encryptionKey);
  prepareDataFolder(dataFolder);
  return sealerOf(await ensureKeyFile(dataPath(dataFolder, 'secretKey')));
}

/** At start: checks the key, then encrypts what an earlier version stored. Throws ExpectedError for another key. */
export async function protectStoredSecrets(ctx: Context, config: KeyConfig): Promise<void> {
  if ((await readSetting<string>(ctx, check)) === null)
    await inTransaction(ctx, (ctx) => ensureSetting(ctx, check, ctx.sealer.seal(check, check)));
  await requireRightKey(ctx, config);
  await sealStoredSecrets(ctx);
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
  return [
    `The secrets in the database were encrypted with another key than ${used}.`,
    `Set FRONTDESK_SECRET_KEY to the right key (for a key file: base64 < secret.key), or restore ${file}.`,
    'If that key is lost, run `frontdesk secrets reset`, then rotate the secrets of your webhooks and enter the keys of the payment processor again.',
  ].join('\n');
}
