// Copies files of a submission to the media library, where items can show them. The file of the submission stays.

import { createMedia } from '../../content/media/media.ts';
import { withMediaFile } from '../../content/media/media-file.ts';
import { checkMediaFile } from '../../content/media/media-types.ts';
import { type Context, inTransaction } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { removeBytes } from '../../files/files.ts';
import { describeQuarantine } from '../../files/quarantine.ts';
import { limitBytes, readSample, storeBytes } from '../../files/receive.ts';
import { Problem } from '../../lib/errors.ts';
import { idFrom, newId } from '../../lib/ids.ts';

/** Of the copy of a file. */
export function libraryIdOf(fileId: string): string {
  return idFrom('med', fileId);
}

/** Returns the IDs of media records, the same for the same files. What the library does not accept is reported in `faults`. */
export async function copyToLibrary(ctx: Context, fileIds: readonly string[], faults: string[]): Promise<string[]> {
  const files = await ctx.db
    .selectFrom('files')
    .selectAll()
    .where('id', 'in', ['', ...fileIds])
    .orderBy('id')
    .execute();
  const ids: string[] = [];
  for (const file of files) {
    const id = libraryIdOf(file.id);
    const isCopied = await ctx.db.selectFrom('media').select('id').where('id', '=', id).executeTakeFirst();
    const locked = describeQuarantine(file);
    if (locked !== null) {
      faults.push(`The file ${file.name} was left out. ${locked}.`);
      continue;
    }
    const fault = isCopied ? null : await copy(ctx, id, file);
    if (fault === null) ids.push(id);
    else faults.push(`The file ${file.name} ${fault}.`);
  }
  return ids;
}

/** Returns why it cannot be there, or null. */
async function copy(ctx: Context, id: string, { id: fileId, name, type, size }: Row<'files'>): Promise<string | null> {
  const copyId = newId('file');
  try {
    const { sample, whole } = await readSample(limitBytes(await ctx.files.read(fileId), size, '/file'));
    const found = await checkMediaFile(sample, { name, type });
    if (typeof found !== 'string') return found.detail;
    const received = { id: copyId, name, type: found, ...(await storeBytes(ctx, copyId, whole)) };
    await withMediaFile(ctx, received, (file) =>
      inTransaction(ctx, (ctx) => createMedia(ctx, id, { file, fileName: name, texts: {} })),
    );
    return null;
  } catch (error) {
    await removeBytes(ctx, [copyId]);
    if (error instanceof Problem && error.status < 500) return error.details.errors?.[0]?.detail ?? error.message;
    throw error;
  }
}
