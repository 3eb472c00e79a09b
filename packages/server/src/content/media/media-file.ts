// The files of media records: what arrived becomes a row of `mediaFiles`, once for the same bytes. Until its transaction
// is committed, its bytes are only staged (files/files.ts).

import { type Context, type ReadContext, RunAgain, timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { removeBytes } from '../../files/files.ts';
import { type FaultCode, failBody, Problem } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { UnusablePicture } from '../../storage/pictures.ts';
import { isDecoded } from './media-types.ts';

// The size of an SVG picture, from its first element. SVG is never drawn here: it may name other files.
const maxBytes = 64 * 1024;

type Size = { width: number | null; height: number | null };

/** In pixels, rounded; null where the picture does not say. */
async function svgSize(source: AsyncIterable<Uint8Array>): Promise<Size> {
  let text = '';
  for await (const chunk of source) {
    text += Buffer.from(chunk).toString('latin1');
    if (text.length >= maxBytes) break;
  }
  const root = /<(?:[a-z]+:)?svg\s[^>]*/i.exec(text)?.[0] ?? '';
  const attribute = (name: string): string => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(root)?.[1] ?? '';
  const [, , boxWidth, boxHeight] = attribute('viewBox')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return {
    width: toPixels(attribute('width')) ?? rounded(boxWidth),
    height: toPixels(attribute('height')) ?? rounded(boxHeight),
  };
}

/** CSS pixels of a length without a unit or in pixels. */
function toPixels(length: string): number | null {
  const number = /^\s*([0-9.]+)(?:px)?\s*$/.exec(length)?.[1];
  return number === undefined ? null : rounded(Number(number));
}

function rounded(value: number | undefined): number | null {
  return value !== undefined && value >= 0.5 && value < 1e6 ? Math.round(value) : null;
}

/** Bytes in the storage that are not attached to anything yet, under the name that was sent. */
export type ReceivedFile = { id: string; name: string; type: string; size: number; sha256: string };

/** `isKnown`: it has a row already, and its bytes are not among those that arrived. */
export type MediaFile = Omit<Row<'mediaFiles'>, 'createdAt'> & { isKnown: boolean };

class FileGone extends Error {}

/** Pictures are in memory as a whole while they are checked, one at a time. */
const maxPictureBytes = 64 * 1024 * 1024;

/**
 * Checks what arrived, and runs `store`, which attaches the file to a record in a transaction of its own. Whatever was
 * stored and is not attached then is removed. Throws invalid_body for a picture that cannot be read.
 */
export async function withMediaFile<Result>(
  ctx: Context,
  received: ReceivedFile,
  store: (file: MediaFile) => Promise<Result>,
): Promise<Result> {
  const staged = [received.id];
  let isStoring = false;
  try {
    const known = await findSame(ctx, received.sha256);
    const file = known ?? (await prepare(ctx, received, staged));
    isStoring = true;
    // Text and containers are what they were declared as, which may differ although their bytes are the same.
    const storeAs = (file: MediaFile) => store({ ...file, mimeType: received.type });
    const result = await storeAs(file).catch(async (error) => {
      // The record that had the same file was deleted meanwhile.
      if (!(error instanceof FileGone)) throw error;
      return storeAs(await prepare(ctx, received, staged));
    });
    await removeUnattached(ctx, staged);
    return result;
  } catch (error) {
    // After any other error the commit may have happened, so the files are left to the sweep.
    if (!isStoring || error instanceof Problem) await removeBytes(ctx, staged);
    throw error;
  }
}

async function removeUnattached(ctx: Context, staged: readonly string[]): Promise<void> {
  const rows = await ctx.db
    .selectFrom('mediaFiles')
    .select('id')
    .where('id', 'in', staged)
    .execute()
    // The sweep comes back to them.
    .catch(() => staged.map((id) => ({ id })));
  const attached = new Set(rows.map(({ id }) => id));
  await removeBytes(
    ctx,
    staged.filter((id) => !attached.has(id)),
  );
}

async function findSame(ctx: ReadContext, sha256: string): Promise<MediaFile | undefined> {
  const row = await ctx.db.selectFrom('mediaFiles').selectAll().where('sha256', '=', sha256).executeTakeFirst();
  return row && { ...row, isKnown: true };
}

async function prepare(ctx: Context, received: ReceivedFile, staged: string[]): Promise<MediaFile> {
  const { id, type: mimeType, size, sha256 } = received;
  const file = { id, mimeType, size, sha256, width: null, height: null, placeholder: null, isKnown: false };
  if (mimeType === 'image/svg+xml') return { ...file, ...(await svgSize(await ctx.files.read(id))) };
  if (!isDecoded(mimeType)) return file;
  if (size > maxPictureBytes)
    throw badPicture('too_large', `must be at most ${maxPictureBytes} bytes, because it is a picture`);
  const picture = { size, read: () => ctx.files.read(id) };
  const inspected = await ctx.pictures.run('upload', 'inspect', { mimeType }, picture).catch((error) => {
    if (!(error instanceof UnusablePicture)) throw error;
    ctx.log.info({ err: error, fileId: id }, 'a picture was rejected');
    throw badPicture(error.fault, pictureFaults[error.fault]);
  });
  const { result, bytes } = inspected;
  if (bytes === null) return { ...file, ...result };
  const cleanId = newId('file');
  staged.push(cleanId);
  await ctx.files.put(cleanId, toSource(bytes));
  return { ...file, ...result, id: cleanId, size: bytes.length };
}

async function* toSource(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const pictureFaults: Record<UnusablePicture['fault'], string> = {
  broken: 'must be a complete picture: this one is broken or cut off',
  too_many_pixels: 'must have at most 100 million pixels',
  too_slow: 'must be a picture that can be read within a minute',
};

function badPicture(code: FaultCode, detail: string): Error {
  return failBody([{ pointer: '/file', code, detail }]);
}

/**
 * Stores the row of a file unless the same bytes have one, and returns the ID of the row, which cannot be deleted until the
 * transaction ends.
 */
export async function attachMediaFile(ctx: WriteContext, { isKnown, ...file }: MediaFile): Promise<string> {
  const { id, sha256, mimeType, size, width, height, placeholder } = file;
  if (!isKnown) {
    await ctx.db
      .insertInto('mediaFiles')
      .values({ id, sha256, mimeType, size, width, height, placeholder, createdAt: timeOf(ctx) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const row = ctx.db.selectFrom('mediaFiles').select('id').where('sha256', '=', sha256);
  const attached = await ctx.dialect.lockKeyShare(row).executeTakeFirst();
  if (attached) return attached.id;
  // Between the two statements, the last record of the other row was deleted; or before them.
  throw isKnown ? new FileGone() : new RunAgain();
}

/** Deletes the row of a file that no record has any more. Returns its ID: call `removeBytes` after the commit. */
export async function releaseMediaFile(ctx: WriteContext, fileId: string | null): Promise<string[]> {
  if (fileId === null) return [];
  await ctx.dialect.lockRows(ctx.db.selectFrom('mediaFiles').select('id').where('id', '=', fileId)).execute();
  const other = await ctx.db.selectFrom('media').select('id').where('fileId', '=', fileId).limit(1).executeTakeFirst();
  if (other) return [];
  await ctx.db.deleteFrom('mediaFiles').where('id', '=', fileId).execute();
  return [fileId];
}
