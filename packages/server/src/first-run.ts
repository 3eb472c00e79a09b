// Fills a new database: the built-in post types, an API key, and a small example site.

import { allScopes } from './accounts/access.ts';
import { createToken, ensureToken } from './accounts/tokens.ts';
import type { Config } from './config.ts';
import { ensureBuiltInTypes } from './content/types/post-types.ts';
import { type Context, inTransaction, timeOf } from './context.ts';
import { createExampleSite } from './example-site.ts';
import { readSetting, writeSetting } from './settings/settings.ts';

export type FirstRun = {
  /** The new key, to be shown once; null if there already was one, or the environment has its own. */
  token: string | null;
};

const marker = 'firstRunAt';

/** Adds what is missing. If nothing is, it costs one read. */
export async function prepareFirstRun(
  ctx: Context,
  { token: given, example }: Pick<Config, 'token' | 'example'>,
): Promise<FirstRun> {
  const isFirst = (await readSetting<string>(ctx, marker)) === null;
  return inTransaction(ctx, async (ctx) => {
    await ensureBuiltInTypes(ctx);
    if (given !== null) await ensureToken(ctx, given);
    if (!isFirst) return { token: null };
    await writeSetting(ctx, marker, timeOf(ctx));
    if (example) await createExampleSite(ctx);
    if (given !== null) return { token: null };
    const { token } = await createToken(ctx, { name: 'First key', scopes: allScopes });
    return { token };
  });
}
