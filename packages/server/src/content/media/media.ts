// Media records: what a picture or another file shows, and where it is.

import { sql } from 'kysely';
import { type ReadContext, timeOf, type WriteContext } from '../../context/context.ts';
import { containsText } from '../../database/expressions.ts';
import { findByExternalId, taken, unlessTaken } from '../../database/external-ids.ts';
import { listRecords, type RecordPage } from '../../database/record-list.ts';
import { asBoolean, asNumber } from '../../fields/from-text.ts';
import { numbersIn } from '../../fields/readings.ts';
import { type Fault, fail, failBody } from '../../lib/errors.ts';
import { fold } from '../../lib/text.ts';
import { bodyValidator, faultsOf } from '../../lib/validation.ts';
import { type Media, type MediaQuery, MediaTexts, mediaList } from './media.schemas.ts';
import { mediaUrl } from './media-address.ts';
import { attachMediaFile, type MediaFile, releaseMediaFile } from './media-file.ts';
import { srcsetOf } from './media-sizes.ts';

/** Newest first, unless another order is asked for. */
export async function listMedia(ctx: ReadContext, query: MediaQuery): Promise<RecordPage<Media>> {
  const { search = '', type, tag } = query;
  let rows = selectMedia(ctx);
  for (const word of fold(search).split(/\s+/).filter(Boolean))
    rows = rows.where((eb) => containsText(eb.ref('media.searchKey'), word));
  if (type !== undefined) rows = rows.where(ofType(type));
  if (tag !== undefined) {
    rows = rows.where('media.id', 'in', (eb) => eb.selectFrom('mediaTags').select('mediaId').where('tag', '=', tag));
  }
  const page = await listRecords(rows, mediaList, query);
  return { ...page, items: await describe(ctx, page.items) };
}

/** Files without a known type are documents. */
function ofType(type: NonNullable<MediaQuery['type']>) {
  const starts = (name: string) =>
    sql<boolean>`("media"."mimeType" >= ${`${name}/`} and "media"."mimeType" < ${`${name}0`})`;
  if (type !== 'document') return starts(type);
  const isOther = sql.join([starts('image'), starts('video'), starts('audio')], sql` or `);
  return sql<boolean>`("media"."mimeType" is null or not (${isOther}))`;
}

/** Throws 404. */
export async function getMedia(ctx: ReadContext, id: string): Promise<Media> {
  const row = await selectMedia(ctx)
    .where('media.id', '=', id)
    .executeTakeFirstOrThrow(() => fail('media_not_found'));
  return (await describe(ctx, [row]))[0] as Media;
}

/** The record that another system calls this. Throws media_not_found. */
export async function getMediaByExternalId(ctx: ReadContext, externalId: string): Promise<Media> {
  return getMedia(ctx, (await findByExternalId(ctx, 'media', externalId))?.id ?? '');
}

function selectMedia(ctx: ReadContext) {
  return ctx.db
    .selectFrom('media')
    .leftJoin('mediaFiles', 'mediaFiles.id', 'media.fileId')
    .select([
      'media.id',
      'externalId',
      'title',
      'alt',
      'caption',
      'description',
      'media.mimeType',
      'sourceUrl',
      'fileId',
      'itemId',
    ])
    .select(['media.createdAt', 'updatedAt', 'fileName', 'folder', 'private', 'focalX', 'focalY'])
    .select(['mediaFiles.size', 'width', 'height', 'placeholder', 'sha256']);
}

type MediaRow = Awaited<ReturnType<ReturnType<typeof selectMedia>['execute']>>[number];

async function describe(ctx: ReadContext, rows: readonly MediaRow[]): Promise<Media[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const tags = await ctx.db
    .selectFrom('mediaTags')
    .selectAll()
    .where('mediaId', 'in', ids)
    .orderBy('mediaId')
    .orderBy('tag')
    .execute();
  const tagsOf = Map.groupBy(tags, ({ mediaId }) => mediaId);
  return rows.map((row) => ({
    ...row,
    url: urlOfMedia(ctx, row),
    srcset: srcsetOf(urlOfMedia(ctx, row), row),
    tags: (tagsOf.get(row.id) ?? []).map(({ tag }) => tag),
    private: row.private === 1,
  }));
}

/** Where the file is, or where it was imported from if it is not here. */
export function urlOfMedia(
  ctx: ReadContext,
  {
    id,
    fileName,
    sha256,
    mimeType,
    sourceUrl,
  }: Pick<MediaRow, 'id' | 'fileName' | 'sha256' | 'mimeType' | 'sourceUrl'>,
): string | null {
  if (sha256 === null || mimeType === null) return sourceUrl;
  return mediaUrl(ctx, { mediaId: id, fileName, sha256, mimeType });
}

/** Creates the record of a file that began to arrive at `now`. With the same `id` again, it returns the first one. Throws external_id_taken. */
export async function createMedia(
  ctx: WriteContext,
  id: string,
  { file, fileName, texts, now = timeOf(ctx) }: { file: MediaFile; fileName: string; texts: MediaTexts; now?: string },
): Promise<Media> {
  const { tags = [], ...columns } = texts;
  const words = { title: titleOf(fileName), alt: '', caption: '', description: '', folder: '', ...columns };
  const fileId = await attachMediaFile(ctx, file);
  const inserted = await ctx.db
    .insertInto('media')
    .values({
      ...words,
      id,
      private: columns.private ? 1 : 0,
      fileId,
      fileName,
      mimeType: file.mimeType,
      searchKey: mediaSearchKey({ ...words, fileName }),
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) await storeTags(ctx, id, tags);
  const known = selectMedia(ctx).where('media.id', '=', id);
  const [media] = await describe(ctx, await known.execute());
  if (!media)
    throw taken('external_id_taken', 'media', (await findByExternalId(ctx, 'media', texts.externalId ?? ''))?.id);
  return media;
}

/** `harbour_at-night.jpg` becomes `harbour at night`. */
function titleOf(fileName: string): string {
  return fileName
    .replace(/\.[^.]*$/, '')
    .replace(/[_-]+/g, ' ')
    .trim();
}

/** `check` gets the record first and may throw. Throws media_not_found, external_id_taken. */
export async function updateMedia(
  ctx: WriteContext,
  id: string,
  { tags, ...texts }: MediaTexts,
  check: (media: Media) => void,
): Promise<Media> {
  const row = await lockMedia(ctx, id);
  check(await getMedia(ctx, id));
  if (tags !== undefined || Object.keys(texts).length > 0) {
    const { private: isPrivate, ...columns } = texts;
    const { externalId } = columns;
    const other = typeof externalId === 'string' ? await findByExternalId(ctx, 'media', externalId) : undefined;
    if (other && other.id !== id) throw taken('external_id_taken', 'media', other.id);
    const update = ctx.db
      .updateTable('media')
      .set({ ...columns, searchKey: mediaSearchKey({ ...row, ...columns }), updatedAt: timeOf(ctx) })
      .$if(isPrivate !== undefined, (update) => update.set({ private: isPrivate ? 1 : 0 }))
      .where('id', '=', id)
      .execute();
    await unlessTaken(ctx, update, () => taken('external_id_taken', 'media'));
  }
  if (tags !== undefined) {
    await ctx.db.deleteFrom('mediaTags').where('mediaId', '=', id).execute();
    await storeTags(ctx, id, tags);
  }
  return getMedia(ctx, id);
}

/**
 * Puts another file behind a record; its texts stay. Returns the IDs of bytes to remove after the commit. Throws 404.
 */
export async function replaceMediaFile(
  ctx: WriteContext,
  id: string,
  { file, fileName }: { file: MediaFile; fileName: string },
): Promise<{ media: Media; released: string[] }> {
  const row = await lockMedia(ctx, id);
  const fileId = await attachMediaFile(ctx, file);
  await ctx.db
    .updateTable('media')
    .set({
      fileId,
      fileName,
      mimeType: file.mimeType,
      searchKey: mediaSearchKey({ ...row, fileName }),
      updatedAt: timeOf(ctx),
    })
    .where('id', '=', id)
    .execute();
  const released = row.fileId === fileId ? [] : await releaseMediaFile(ctx, row.fileId);
  return { media: await getMedia(ctx, id), released };
}

function lockMedia(ctx: WriteContext, id: string) {
  const row = ctx.db
    .selectFrom('media')
    .select(['id', 'title', 'alt', 'caption', 'description', 'fileName', 'fileId'])
    .where('id', '=', id);
  return ctx.dialect.lockRowsForChange(row).executeTakeFirstOrThrow(() => fail('media_not_found'));
}

async function storeTags(ctx: WriteContext, mediaId: string, tags: readonly string[]): Promise<void> {
  const rows = [...new Set(tags.map((tag) => tag.trim()))].map((tag) => ({ mediaId, tag }));
  if (rows.length > 0) await ctx.db.insertInto('mediaTags').values(rows).execute();
}

/** The names of folders or tags that records have, in the order of their names. */
export async function listMediaLabels(ctx: ReadContext, kind: 'folders' | 'tags') {
  const [table, column] = kind === 'folders' ? (['media', 'folder'] as const) : (['mediaTags', 'tag'] as const);
  const rows = await ctx.db
    .selectFrom(table)
    .select([sql.ref<string>(column).as('name'), sql<number>`count(*)`.as('count')])
    .where(sql.ref(column), '!=', '')
    .groupBy(sql.ref(column))
    .orderBy(sql.ref(column))
    .execute();
  return rows.map(({ name, count }) => ({ name, count: Number(count) }));
}

// The texts of media records: as parts of a form, and for searching.

const maxSearchLength = 50_000;

/** What the search looks in, starting with what the list is sorted by. */
export function mediaSearchKey(record: {
  title: string;
  alt: string;
  caption: string;
  description: string;
  fileName: string | null;
}): string {
  const { title, fileName, alt, caption, description } = record;
  return fold([title || fileName, fileName, alt, caption, description].join('\n')).slice(0, maxSearchLength);
}

let validate: ReturnType<ReturnType<typeof bodyValidator>['compile']> | null = null;

/** The texts that were sent with a file, as text, with every fault of the parts. Throws invalid_body. */
export function readMediaTexts(values: Record<string, unknown>, faults: readonly Fault[]): MediaTexts {
  const texts = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, fromText[name]?.(value) ?? value]),
  );
  validate ??= bodyValidator().compile(MediaTexts);
  // It composes the accents of external IDs.
  const found = validate(texts) ? [] : faultsOf(validate.errors ?? []);
  if (faults.length + found.length > 0) throw failBody([...faults, ...found]);
  return texts as MediaTexts;
}

const toNumber = (value: unknown): unknown =>
  typeof value === 'string'
    ? [asNumber(value), numbersIn(value)[0]].find((read) => typeof read === 'number')
    : undefined;

/** Undefined leaves the value as it is, and the schema says what is wrong. */
const fromText: Record<string, (value: unknown) => unknown> = {
  tags: (value) =>
    [value]
      .flat()
      .flatMap((text) => (typeof text === 'string' ? text.split(',') : [text]))
      .map((text) => (typeof text === 'string' ? text.trim() : text))
      .filter((text) => text !== ''),
  focalX: toNumber,
  focalY: toNumber,
  private: (value) => (typeof value === 'string' ? asBoolean(value) : undefined),
};
