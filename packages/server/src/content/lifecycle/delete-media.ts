// Deleting a media record: what shows it changes with it.

import { type SqlBool, sql } from 'kysely';
import { namesFor } from '../../context/access.ts';
import type { ReadContext, WriteContext } from '../../context/context.ts';
import { containsText } from '../../database/expressions.ts';
import { fail } from '../../lib/errors.ts';
import type { Media } from '../media/media.schemas.ts';
import { getMedia } from '../media/media.ts';
import { releaseMediaFile } from '../media/media-file.ts';
import { forgetImported } from '../sources/import-sources.ts';
import { lockReferrers, releaseReferences } from './release-references.ts';

/** The names of some authors whose picture it is. */
async function namesOfPictured(ctx: ReadContext, id: string): Promise<string[]> {
  const rows = await ctx.db.selectFrom('authors').select('name').where('pictureId', '=', id).orderBy('slug').execute();
  return rows.map(({ name }) => name);
}

/** Removes a record from what another part of the service stores. */
export type ClearElsewhere = (ctx: WriteContext, mediaId: string) => Promise<void>;

/**
 * Returns the IDs of bytes to remove after the commit. Throws 404, and 409 still_referenced if items refer to it, authors
 * have it as their picture or forms show it, unless `clearReferences`. `clear` removes it where content does not store it; `check` gets
 * the record first and may throw.
 */
export async function deleteMedia(
  ctx: WriteContext,
  id: string,
  {
    clearReferences = false,
    clear = [],
    check,
  }: { clearReferences?: boolean; clear?: readonly ClearElsewhere[]; check?: (media: Media) => void } = {},
): Promise<string[]> {
  await lockReferrers(ctx, id, clearReferences);
  const row = ctx.db
    .selectFrom('media')
    .select(['id', 'fileId'])
    .where((eb) => ctx.dialect.inTurn(eb('id', '=', id), eb.ref('id'), 'alone'));
  const { fileId } = await ctx.dialect.lockRows(row).executeTakeFirstOrThrow(() => fail('media_not_found'));
  check?.(await getMedia(ctx, id));
  const { forms, site } = await findShowing(ctx, id);
  await releaseReferences(ctx, id, {
    clear: clearReferences,
    authors: await namesOfPictured(ctx, id),
    forms: forms.map(({ name }) => name),
    isOfSite: site.length > 0,
  });
  if (forms.length + site.length > 0) for (const release of clear) await release(ctx, id);
  await forgetImported(ctx, id);
  await ctx.db.updateTable('authors').set({ pictureId: null }).where('pictureId', '=', id).execute();
  await ctx.db.deleteFrom('mediaTags').where('mediaId', '=', id).execute();
  await ctx.db.deleteFrom('mediaInTexts').where('mediaId', '=', id).execute();
  await ctx.db.deleteFrom('media').where('id', '=', id).execute();
  return releaseMediaFile(ctx, fileId);
}

// Where media records are shown besides items: in forms, and by the site on its pages.

type Shown = { forms: { id: string; slug: string; name: string }[]; site: ('logo' | 'looks')[] };

/** All forms that show it, by name, and the settings of the site that have it. */
async function findShowing(ctx: ReadContext, mediaId: string): Promise<Shown> {
  const holds = (column: string) => containsText(sql`cast(${sql.ref(column)} as text)`, `"${mediaId}"`);
  const rows = await ctx.db
    .selectFrom('forms')
    .select(['id', 'slug', 'name'])
    .where(sql<SqlBool>`(${holds('fields')} or ${holds('settings')})`)
    .unionAll(
      ctx.db
        .selectFrom('settings')
        .select([sql<string>`''`.as('id'), sql<string>`''`.as('slug'), 'name'])
        .where('name', 'in', ['looks', 'logo'])
        .where(holds('value')),
    )
    .orderBy('name')
    .execute();
  return {
    forms: rows.filter(({ id }) => id !== ''),
    site: rows.filter(({ id }) => id === '').map(({ name }) => name as 'logo' | 'looks'),
  };
}

/** Without the forms that the caller may not read. */
export async function findShowingSeen(ctx: ReadContext, mediaId: string): Promise<Shown> {
  const { forms, site } = await findShowing(ctx, mediaId);
  const readable = namesFor(ctx.actor, 'forms:read');
  return { forms: forms.filter(({ id }) => readable === null || readable.includes(id)), site };
}
