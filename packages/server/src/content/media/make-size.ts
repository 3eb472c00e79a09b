// Makes the sizes of pictures, in the process for pictures, and keeps them.

import type { Context } from '../../context/context.ts';
import { fail } from '../../lib/errors.ts';
import { UnusablePicture } from '../../storage/pictures.ts';
import type { AskedSize } from './media-sizes.ts';

const reasons: Record<UnusablePicture['fault'], string> = {
  broken: 'The picture is broken',
  too_many_pixels: 'The picture has more than 100 million pixels',
  too_slow: 'The picture could not be read',
};

/** The bytes of a size. Throws picture_unusable, ENOENT without the file, and overloaded if too many wait. */
export async function getSize(
  ctx: Context,
  { fileId, size: bytes }: { fileId: string; size: number },
  { name, size }: AskedSize,
): Promise<Buffer> {
  const picture = { size: bytes, read: () => ctx.files.read(fileId) };
  const make = async (): Promise<Buffer> => {
    try {
      return (await ctx.pictures.run('sizes', 'resize', size, picture)).bytes as Buffer;
    } catch (error) {
      if (error instanceof UnusablePicture)
        ctx.log.warn({ err: error, fileId }, 'a size of a picture could not be made');
      throw error;
    }
  };
  const onUnkept = (error: unknown) => ctx.log.warn({ err: error, fileId }, 'a size of a picture could not be stored');
  const found = await ctx.sizes.get(fileId, name, make, onUnkept).catch((error) => {
    if (error instanceof UnusablePicture) throw fail('picture_unusable', { detail: reasons[error.fault] }, error);
    throw error;
  });
  if (found.isNew) await removeIfGone(ctx, fileId);
  return found.bytes;
}

/** Who deleted the file meanwhile could not know this size. */
async function removeIfGone(ctx: Context, fileId: string): Promise<void> {
  const row = await ctx.db.selectFrom('mediaFiles').select('id').where('id', '=', fileId).executeTakeFirst();
  if (!row) await ctx.sizes.removeOf(fileId);
}
