// Deletes submissions of any forms, spam as well.

import type { ExpressionBuilder } from 'kysely';
import { namesFor } from '../../context/access.ts';
import { type Context, inTransaction } from '../../context/context.ts';
import type { Tables } from '../../database/tables.ts';
import { removeBytes } from '../../files/files.ts';
import { deleteParts } from '../retention/delete-parts.ts';
import { requireAll } from './change-submissions.ts';

/** All of them, or none: throws invalid_body if one is missing or of a form that the caller may not write. */
export async function deleteSubmissions(ctx: Context, ids: readonly string[]): Promise<number> {
  const fileIds = await inTransaction(ctx, async (ctx) => {
    const forms = namesFor(ctx.actor, 'forms:write');
    const isMeant = (eb: ExpressionBuilder<Tables, 'submissions' | 'spamSubmissions'>) =>
      eb.and([eb('id', 'in', [...ids]), ...(forms === null ? [] : [eb('formId', 'in', ['', ...forms])])]);
    const deleted = [
      ...(await ctx.db.deleteFrom('submissions').where(isMeant).returning('id').execute()),
      ...(await ctx.db.deleteFrom('spamSubmissions').where(isMeant).returning('id').execute()),
    ];
    requireAll(
      ids,
      deleted.map(({ id }) => id),
    );
    return deleteParts(ctx, ids);
  });
  await removeBytes(ctx, fileIds);
  return ids.length;
}
