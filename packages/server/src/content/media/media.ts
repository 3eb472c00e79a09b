// Records of media: what a picture shows and where it is. Uploads come later.

import { type ReadContext, timeOf, type WriteContext } from '../../context.ts';
import type { Row } from '../../database/dialect.ts';
import { listPage, type Page } from '../../database/list-page.ts';
import { fail } from '../../errors.ts';

export type Media = Omit<Row<'media'>, 'sourceKey'>;
export type MediaTexts = {
  title?: string | undefined;
  alt?: string | undefined;
  caption?: string | undefined;
  description?: string | undefined;
};

const columns = [
  'id',
  'title',
  'alt',
  'caption',
  'description',
  'mimeType',
  'sourceUrl',
  'fileId',
  'itemId',
  'createdAt',
  'updatedAt',
] as const;

/** The newest first. */
export async function listMedia(ctx: ReadContext, query: { limit: number; offset: number }): Promise<Page<Media>> {
  return listPage(ctx.db.selectFrom('media').select(columns).orderBy('createdAt', 'desc').orderBy('id', 'desc'), query);
}

/** Throws 404. */
export async function getMedia(ctx: ReadContext, id: string): Promise<Media> {
  const row = await ctx.db.selectFrom('media').select(columns).where('id', '=', id).executeTakeFirst();
  if (!row) throw fail('media_not_found');
  return row;
}

export async function updateMedia(ctx: WriteContext, id: string, { title, alt, caption, description }: MediaTexts) {
  const texts = Object.fromEntries(
    Object.entries({ title, alt, caption, description }).filter(([, text]) => text !== undefined),
  );
  if (Object.keys(texts).length > 0) {
    await ctx.db
      .updateTable('media')
      .set({ ...texts, updatedAt: timeOf(ctx) })
      .where('id', '=', id)
      .execute();
  }
  return getMedia(ctx, id);
}

export async function deleteMedia(ctx: WriteContext, id: string): Promise<void> {
  await getMedia(ctx, id);
  await ctx.db.deleteFrom('media').where('id', '=', id).execute();
}
