// Stores media records from another system.

import { timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { filledUp, keptQueries, slotsIn } from '../../database/kept-queries.ts';
import { newId } from '../../lib/ids.ts';
import { mediaSearchKey } from '../media/media.ts';
import {
  addSources,
  compareSource,
  type ImportOptions,
  type ImportState,
  unknownStamp,
} from '../sources/import-sources.ts';
import { addLinks, type NewLink } from './import-links.ts';

const queries = keptQueries();

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

export type StoredMedia = { id: string; state: ImportState };

/** Stores records of a source. Those that were edited here stay unchanged. */
export async function importMedia(
  ctx: WriteContext,
  source: string,
  all: readonly ImportedMedia[],
  options: ImportOptions,
): Promise<StoredMedia[]> {
  const now = timeOf(ctx);
  const records = all.map((media) => ({ media, id: newId('med') }));
  const inserted = await insertMissing(ctx, records, now);
  const added = records.filter(({ id }) => inserted.has(id));
  const sources = added.map(({ id, media: { sourceKey, digest } }) => {
    return { sourceKey, recordId: id, digest, stamp: now, hiddenFields: null };
  });
  await addSources(ctx, sources);
  await addLinks(
    ctx,
    source,
    added.flatMap(({ id, media }) => media.links.map((link) => ({ ...link, fromId: id }))),
  );
  const existing = await lockExisting(
    ctx,
    records.filter(({ id }) => !inserted.has(id)).map(({ media }) => media.sourceKey),
  );
  const stored: StoredMedia[] = [];
  for (const { media, id } of records)
    stored.push(inserted.has(id) ? { id, state: 'added' } : await importAgain(ctx, existing, media, options));
  return stored;
}

/** Returns the IDs of the records that were not there. */
async function insertMissing(
  ctx: WriteContext,
  records: readonly { media: ImportedMedia; id: string }[],
  now: string,
): Promise<Set<string>> {
  const rows = records.map(({ media: { digest: _digest, links: _links, ...columns }, id }) => {
    const searchKey = mediaSearchKey({ ...columns, fileName: null });
    const place = { folder: '', private: 0 as const };
    return { ...columns, ...place, id, searchKey, createdAt: columns.createdAt ?? now, updatedAt: now };
  });
  const ids = await queries.insert(ctx, 'insert', rows, (slots) =>
    ctx.db
      .insertInto('media')
      .values(slots)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  );
  return new Set(ids.map(({ id }) => id));
}

/** Records that are there, with what was stored last; null if an earlier version imported them. */
type Existing = Map<string, { id: string; updatedAt: string; source: { digest: string; stamp: string } | null }>;

async function lockExisting(ctx: WriteContext, sourceKeys: readonly string[]): Promise<Existing> {
  if (sourceKeys.length === 0) return new Map();
  const keys = filledUp(sourceKeys);
  const rows = await queries.run(ctx, `lock ${keys.length}`, { ...keys }, () =>
    ctx.dialect.lockRows(
      ctx.db
        .selectFrom('media')
        .select(['id', 'updatedAt', 'sourceKey'])
        .where('sourceKey', 'in', slotsIn(keys))
        .orderBy('id'),
    ),
  );
  const sources = await queries.run(ctx, `sources ${keys.length}`, { ...keys }, () =>
    ctx.db.selectFrom('importSources').select(['sourceKey', 'digest', 'stamp']).where('sourceKey', 'in', slotsIn(keys)),
  );
  const known = new Map(sources.map((source) => [source.sourceKey, source]));
  return new Map(
    rows.map(({ id, updatedAt, sourceKey }) => [
      sourceKey as string,
      { id, updatedAt, source: known.get(sourceKey as string) ?? null },
    ]),
  );
}

async function importAgain(
  ctx: WriteContext,
  existing: Existing,
  media: ImportedMedia,
  options: ImportOptions,
): Promise<StoredMedia> {
  const { digest, links: _links, sourceKey, createdAt: _createdAt, ...texts } = media;
  const before = existing.get(sourceKey);
  if (!before) throw new Error(`No media record has the source key ${sourceKey}`);
  const { id, source, updatedAt: stamp } = before;
  if (source === null) {
    await addSources(ctx, [{ sourceKey, recordId: id, digest, stamp: unknownStamp, hiddenFields: null }]);
    return { id, state: 'unchanged' };
  }
  const next = compareSource(source, { digest, stamp }, options);
  if (next !== 'update') return { id, state: next };
  const updatedAt = timeOf(ctx);
  await ctx.db
    .updateTable('media')
    .set({ ...texts, searchKey: mediaSearchKey({ ...texts, fileName: null }), updatedAt })
    .where('id', '=', id)
    .execute();
  await addSources(ctx, [{ sourceKey, recordId: id, digest, stamp: updatedAt, hiddenFields: null }]);
  existing.set(sourceKey, { id, updatedAt, source: { digest, stamp: updatedAt } });
  return { id, state: 'updated' };
}
