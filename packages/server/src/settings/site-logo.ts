// The logo of the site as mails and documents show it: as PNG, which every program shows.

import type { Context } from '../context/context.ts';

/** In pixels, for what is shown in half of it or less. A name is that of the size as it is kept. */
const uses = {
  mail: { name: 'mail-logo', width: 400, height: 80 },
  document: { name: 'document-logo', width: 900, height: 200 },
};
const maxBytes = 200 * 1024;

/** Null if it is gone, or a picture that not every program can show: then the name of the site takes its place. */
export async function drawLogo(ctx: Context, mediaId: string, use: keyof typeof uses): Promise<Buffer | null> {
  const file = await ctx.db
    .selectFrom('media')
    .innerJoin('mediaFiles', 'mediaFiles.id', 'media.fileId')
    .select(['mediaFiles.id', 'mediaFiles.size', 'mediaFiles.width', 'mediaFiles.height', 'mediaFiles.mimeType'])
    .where('media.id', '=', mediaId)
    .where('media.private', '=', 0)
    .executeTakeFirst();
  if (!file || file.width === null || file.height === null || file.mimeType === 'image/svg+xml') return null;
  const { name, ...max } = uses[use];
  const scale = Math.min(1, max.width / file.width, max.height / file.height);
  const pixels = (length: number): number => Math.max(1, Math.round(length * scale));
  const size = {
    width: pixels(file.width),
    height: pixels(file.height),
    area: null,
    format: 'png',
    quality: 90,
  } as const;
  const source = { size: file.size, read: () => ctx.files.read(file.id) };
  const make = async () => (await ctx.pictures.run('sizes', 'resize', size, source)).bytes as Buffer;
  try {
    const { bytes } = await ctx.sizes.get(file.id, name, make, () => {});
    return bytes.length > maxBytes ? null : bytes;
  } catch (err) {
    ctx.log.warn({ err, file: file.id }, 'the logo could not be drawn');
    return null;
  }
}
