// The first steps of a new site, for its home screen: which of them were taken, by this person or any other way.

import { may } from '../context/access.ts';
import type { ReadContext } from '../context/context.ts';

/** Null for callers who cannot take all of them. */
export async function readFirstSteps(ctx: ReadContext, isConnected: boolean) {
  if (!may(ctx.actor, 'admin')) return null;
  const found = await ctx.db
    .selectNoFrom((eb) => [
      eb.exists(eb.selectFrom('postTypes').select('name').where('builtIn', '=', 0)).as('contentType'),
      eb.exists(eb.selectFrom('importSources').select('sourceKey')).as('import'),
      eb.exists(eb.selectFrom('forms').select('id')).as('form'),
      eb.exists(eb.selectFrom('users').select('id').limit(1).offset(1)).as('user'),
    ])
    .executeTakeFirstOrThrow();
  const { contentType, import: imported, form, user } = found;
  return {
    contentType: Boolean(contentType),
    import: Boolean(imported),
    form: Boolean(form),
    processor: isConnected,
    user: Boolean(user),
  };
}
