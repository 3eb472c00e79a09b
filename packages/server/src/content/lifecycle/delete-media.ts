// Deleting a media record: what shows it changes with it.

import type { ReadContext, WriteContext } from '../../context/context.ts';
import { fail } from '../../lib/errors.ts';
import { findShowing } from '../media/media-elsewhere.ts';
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
 * have it as their picture or forms show it, unless `clearReferences`. `clear` removes it where content does not store it.
 */
export async function deleteMedia(
  ctx: WriteContext,
  id: string,
  { clearReferences = false, clear = [] }: { clearReferences?: boolean; clear?: readonly ClearElsewhere[] } = {},
): Promise<string[]> {
  await lockReferrers(ctx, id, clearReferences);
  const row = ctx.db
    .selectFrom('media')
    .select(['id', 'fileId'])
    .where((eb) => ctx.dialect.inTurn(eb('id', '=', id), eb.ref('id'), 'alone'));
  const { fileId } = await ctx.dialect.lockRows(row).executeTakeFirstOrThrow(() => fail('media_not_found'));
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
