// Media records: what a picture shows and where it is.

import Type, { type Static } from 'typebox';
import { type ReadContext, timeOf, type WriteContext } from '../../context.ts';
import { listByTime, type Page, type PageQuery } from '../../database/list-page.ts';
import { fail } from '../../errors.ts';
import { bodyOf, Id, nullable, Time } from '../../http/schemas.ts';
import { forgetImported } from '../imports/import-sources.ts';
import { lockReferrers, releaseReferences } from '../items/referrers.ts';

export const MediaSchema = Type.Object(
  {
    id: Id,
    title: Type.String(),
    alt: Type.String({ description: 'Text that describes the picture to people who cannot see it' }),
    caption: Type.String(),
    description: Type.String(),
    mimeType: nullable(Type.String()),
    sourceUrl: nullable(Type.String({ description: 'Where it was imported from' })),
    fileId: nullable(Id),
    itemId: nullable(Type.String({ description: 'The item it was uploaded to' })),
    createdAt: Time,
    updatedAt: Time,
  },
  { title: 'Media', description: 'A picture or another file used in items' },
);
export type Media = Static<typeof MediaSchema>;

const Text = Type.Optional(Type.String({ maxLength: 10_000 }));
export const MediaTexts = bodyOf(
  { title: Text, alt: Text, caption: Text, description: Text },
  { title: 'MediaTexts', description: 'The texts to update' },
);
export type MediaTexts = Static<typeof MediaTexts>;

const columns = Object.keys(MediaSchema.properties) as (keyof Media)[];

/** Newest first. */
export async function listMedia(ctx: ReadContext, query: PageQuery): Promise<Page<Media>> {
  return listByTime(ctx.db.selectFrom('media').select(columns), query);
}

/** Throws 404. */
export async function getMedia(ctx: ReadContext, id: string): Promise<Media> {
  const query = ctx.db.selectFrom('media').select(columns).where('id', '=', id);
  return query.executeTakeFirstOrThrow(() => fail('media_not_found'));
}

export async function updateMedia(ctx: WriteContext, id: string, texts: MediaTexts): Promise<Media> {
  if (Object.keys(texts).length > 0) {
    await ctx.db
      .updateTable('media')
      .set({ ...texts, updatedAt: timeOf(ctx) })
      .where('id', '=', id)
      .execute();
  }
  return getMedia(ctx, id);
}

/** Throws 404, and 409 still_referenced if items refer to it, unless `clearReferences`. */
export async function deleteMedia(ctx: WriteContext, id: string, { clearReferences = false } = {}): Promise<void> {
  if (clearReferences) await lockReferrers(ctx, id);
  const row = ctx.db
    .selectFrom('media')
    .select('id')
    .where((eb) => ctx.dialect.inTurn(eb('id', '=', id), eb.ref('id'), 'alone'));
  await ctx.dialect.lockRows(row).executeTakeFirstOrThrow(() => fail('media_not_found'));
  await releaseReferences(ctx, id, clearReferences);
  await forgetImported(ctx, id);
  await ctx.db.deleteFrom('media').where('id', '=', id).execute();
}
