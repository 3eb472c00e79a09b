// Pictures of the media library that visitors see on pages of the service: the logo of the site, and those of choices in forms.

import type { ReadContext } from '../context/context.ts';

/** A picture that can be shown has a URL on our own origin; another file has what is wrong with it. */
export type PublicPicture = { url: string } | { fault: string };

/**
 * By ID. `name` is what its URL ends with, which is not the file's own name, so that browsers ask whether it has changed.
 */
export async function findPublicPictures(
  ctx: ReadContext,
  ids: readonly string[],
  { name, width }: { name: string; width: number },
): Promise<Map<string, PublicPicture>> {
  // PostgreSQL knows no empty `in`.
  if (ids.length === 0) return new Map();
  const files = await ctx.db
    .selectFrom('media')
    .innerJoin('mediaFiles', 'mediaFiles.id', 'media.fileId')
    .select(['media.id', 'mediaFiles.mimeType', 'mediaFiles.width', 'media.private'])
    .where('media.id', 'in', [...ids])
    .execute();
  const pictures = new Map<string, PublicPicture>(
    ids.map((id) => [id, { fault: 'is not a file of the media library' }]),
  );
  for (const { id, mimeType, width: ownWidth, private: isPrivate } of files) {
    const size = ownWidth === null || mimeType === 'image/svg+xml' ? '' : `?width=${width}&format=webp`;
    if (!mimeType.startsWith('image/')) pictures.set(id, { fault: 'must be a picture' });
    else if (isPrivate) pictures.set(id, { fault: 'must be a picture that is not private, because visitors see it' });
    else pictures.set(id, { url: `/media/${id}/${name}${size}` });
  }
  return pictures;
}
