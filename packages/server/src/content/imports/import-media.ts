// Stores media records from another system.

import { timeOf, type WriteContext } from '../../context.ts';
import type { Row } from '../../database/dialect.ts';
import { newId } from '../../lib/ids.ts';
import { addLinks, type NewLink } from './import-links.ts';
import { addSources } from './import-sources.ts';

export type ImportedMedia = Pick<
  Row<'media'>,
  'title' | 'alt' | 'caption' | 'description' | 'mimeType' | 'sourceUrl'
> & {
  /** Names the record in the other system, so that the import can run again. */
  sourceKey: string;
  createdAt: string | null;
  /** Of what the other system has. */
  digest: string;
  links: readonly NewLink[];
};

/** Stores a record of a source. A record of an earlier import stays unchanged. */
export async function importMedia(
  ctx: WriteContext,
  source: string,
  { digest, links, ...media }: ImportedMedia,
): Promise<{ id: string; isNew: boolean }> {
  const now = timeOf(ctx);
  const row = { ...media, id: newId('med'), createdAt: media.createdAt ?? now, updatedAt: now };
  await ctx.db
    .insertInto('media')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { sourceKey } = media;
  const { id } = await ctx.db
    .selectFrom('media')
    .select('id')
    .where('sourceKey', '=', sourceKey)
    .executeTakeFirstOrThrow();
  if (id !== row.id) return { id, isNew: false };
  await addSources(ctx, [{ sourceKey, recordId: id, digest, stamp: now }]);
  await addLinks(
    ctx,
    source,
    links.map((link) => ({ ...link, fromId: id })),
  );
  return { id, isNew: true };
}
