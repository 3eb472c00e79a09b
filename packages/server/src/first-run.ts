// What a new database gets: the built-in post types, an API key, and a small example site.

import { allScopes } from './accounts/access.ts';
import { createToken, ensureToken } from './accounts/tokens.ts';
import type { Config } from './config.ts';
import { ensureBuiltInTypes } from './content/types/post-types.ts';
import { type Context, inTransaction, timeOf } from './context.ts';
import { makeExampleSite } from './example-site.ts';
import { readSetting, writeSetting } from './settings/settings.ts';

export type FirstRun = {
  /** The key made now, to be shown once; null when there was one, or the environment brings its own. */
  token: string | null;
};

const marker = 'firstRunAt';

/** Does what is missing; costs one read where nothing is. */
export async function prepareFirstRun(
  ctx: Context,
  { token: wanted, example }: Pick<Config, 'token' | 'example'>,
): Promise<FirstRun> {
  const isFirst = (await readSetting<string>(ctx, marker)) === null;
  return inTransaction(ctx, async (ctx) => {
    await ensureBuiltInTypes(ctx);
    if (wanted !== null) await ensureToken(ctx, wanted);
    if (!isFirst) return { token: null };
    await writeSetting(ctx, marker, timeOf(ctx));
    if (example) await makeExampleSite(ctx);
    if (wanted !== null) return { token: null };
    const { token } = await createToken(ctx, { name: 'First key', scopes: allScopes });
    return { token };
  });
}
