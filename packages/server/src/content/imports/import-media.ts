// Media records from another system.

import { timeOf, type WriteContext } from '../../context.ts';
import type { Row } from '../../database/dialect.ts';
import { newId } from '../../lib/ids.ts';

export type ImportedMedia = {
  /** Names the record in the other system, so that the import can run again. */
  sourceKey: string;
  title: string;
  alt: string;
  caption: string;
  description: string;
  mimeType: string | null;
  sourceUrl: string | null;
  createdAt: string | null;
};

/** Stores a record. A record of an earlier import stays unchanged. */
export async function importMedia(ctx: WriteContext, media: ImportedMedia): Promise<{ id: string; isNew: boolean }> {
  const now = timeOf(ctx);
  const row: Row<'media'> = {
    ...media,
    id: newId('med'),
    fileId: null,
    itemId: null,
    createdAt: media.createdAt ?? now,
    updatedAt: now,
  };
  await ctx.db
    .insertInto('media')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id } = await ctx.db
    .selectFrom('media')
    .select('id')
    .where('sourceKey', '=', media.sourceKey)
    .executeTakeFirstOrThrow();
  return { id, isNew: id === row.id };
}
