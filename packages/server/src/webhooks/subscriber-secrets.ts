// The secrets of a subscriber, encrypted with the key of the service: the current one, and the one it replaced.

import type { ReadContext, WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { type LruCache, lruCache } from '../lib/lru-cache.ts';
import type { Sealer } from '../lib/sealed-box.ts';

export type Secrets = { secret: string; previousSecret: string | null };

type SecretColumns = Pick<Row<'subscribers'>, 'id' | 'sealedSecrets'>;

/** A subscriber's last decrypted secrets. New ones are in a new box, and take its place. */
type Opened = { box: string; secrets: Secrets };

const maxOpened = 1000;

const openedBy = new WeakMap<Sealer, LruCache<string, Opened>>();

/** What a subscriber's row holds of its secrets. */
export function sealSecrets(ctx: WriteContext, id: string, { secret, previousSecret }: Secrets): string {
  return ctx.sealer.seal(JSON.stringify({ secret, previousSecret }), purposeOf(id));
}

/** Null if they were encrypted with another key. */
export function unsealSecrets(ctx: ReadContext, row: SecretColumns): Secrets | null {
  const opened = openedBy.get(ctx.sealer) ?? lruCache<string, Opened>(maxOpened);
  openedBy.set(ctx.sealer, opened);
  const known = opened.get(row.id);
  if (known?.box === row.sealedSecrets) return known.secrets;
  const text = ctx.sealer.unseal(row.sealedSecrets, purposeOf(row.id));
  if (text === null) return null;
  const secrets = JSON.parse(text) as Secrets;
  opened.set(row.id, { box: row.sealedSecrets, secrets });
  return secrets;
}

/** Throws if they were encrypted with another key: nothing may be signed with anything else. */
export function requireSecrets(ctx: ReadContext, row: SecretColumns): Secrets {
  const secrets = unsealSecrets(ctx, row);
  if (secrets === null) throw new Error(`The secrets of ${row.id} were encrypted with another key: rotate its secret`);
  return secrets;
}

/** Encrypts with the current key what former keys have encrypted, and returns how many that were. */
export async function resealSubscribers(ctx: WriteContext): Promise<number> {
  const sealed = ctx.db.selectFrom('subscribers').select(['id', 'sealedSecrets']).orderBy('id');
  let count = 0;
  for (const { id, sealedSecrets: box } of await ctx.dialect.lockRows(sealed).execute()) {
    const sealedSecrets = ctx.sealer.reseal(box, purposeOf(id));
    if (!sealedSecrets) continue;
    await ctx.db.updateTable('subscribers').set({ sealedSecrets }).where('id', '=', id).execute();
    count++;
  }
  return count;
}

function purposeOf(id: string): string {
  return `webhookSecrets:${id}`;
}
