// Stores media records from another system.

import { timeOf, type WriteContext } from '../../context.ts';
import type { Row } from '../../database/dialect.ts';
import { newId } from '../../lib/ids.ts';
import { addLinks, type NewLink } from './import-links.ts';
import { addSources, compareSource, type ImportOptions, type ImportState, unknownStamp } from './import-sources.ts';

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

/** Stores a record of a source. A record that was edited here stays unchanged. */
export async function importMedia(
  ctx: WriteContext,
  source: string,
  media: ImportedMedia,
  options: ImportOptions,
): Promise<ImportState> {
  const { digest, links, ...columns } = media;
  const now = timeOf(ctx);
  const row = { ...columns, id: newId('med'), createdAt: media.createdAt ?? now, updatedAt: now };
  const inserted = await ctx.db
    .insertInto('media')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return importAgain(ctx, media, options);
  await addSources(ctx, [{ sourceKey: media.sourceKey, recordId: row.id, digest, stamp: now }]);
  await addLinks(
    ctx,
    source,
    links.map((link) => ({ ...link, fromId: row.id })),
  );
  return 'added';
}

async function importAgain(ctx: WriteContext, media: ImportedMedia, options: ImportOptions): Promise<ImportState> {
  const { digest, links: _links, sourceKey, createdAt: _createdAt, ...texts } = media;
  const before = await ctx.dialect
    .lockRows(ctx.db.selectFrom('media').select(['id', 'updatedAt']).where('sourceKey', '=', sourceKey))
    .executeTakeFirstOrThrow();
  const known = await ctx.db
    .selectFrom('importSources')
    .select(['digest', 'stamp'])
    .where('sourceKey', '=', sourceKey)
    .executeTakeFirst();
  if (!known) {
    await addSources(ctx, [{ sourceKey, recordId: before.id, digest, stamp: unknownStamp }]);
    return 'unchanged';
  }
  const next = compareSource(known, { digest, stamp: before.updatedAt }, options);
  if (next !== 'update') return next;
  const updatedAt = timeOf(ctx);
  await ctx.db
    .updateTable('media')
    .set({ ...texts, updatedAt })
    .where('id', '=', before.id)
    .execute();
  await addSources(ctx, [{ sourceKey, recordId: before.id, digest, stamp: updatedAt }]);
  return 'updated';
}
