// The logo of the site as mails show it: inside the mail, as PNG, which every mail program shows.

import type { Context } from '../context/context.ts';
import { readSetting } from '../settings/settings.ts';

/** Twice of what is shown, for fine screens. */
const maxSize = { width: 400, height: 80 };
const maxBytes = 200 * 1024;

/** Null if there is none that mail programs can show: then they show the name of the site in its place. */
export async function readLogo(ctx: Context): Promise<{ bytes: Buffer; type: string } | null> {
  const id = await readSetting<string | null>(ctx, 'logo');
  if (id === null) return null;
  const file = await ctx.db
    .selectFrom('media')
    .innerJoin('mediaFiles', 'mediaFiles.id', 'media.fileId')
    .select(['mediaFiles.id', 'mediaFiles.size', 'mediaFiles.width', 'mediaFiles.height', 'mediaFiles.mimeType'])
    .where('media.id', '=', id)
    .where('media.private', '=', 0)
    .executeTakeFirst();
  if (!file || file.width === null || file.height === null || file.mimeType === 'image/svg+xml') return null;
  const scale = Math.min(1, maxSize.width / file.width, maxSize.height / file.height);
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
    const { bytes } = await ctx.sizes.get(file.id, 'mail-logo', make, () => {});
    return bytes.length > maxBytes ? null : { bytes, type: 'image/png' };
  } catch (err) {
    ctx.log.warn({ err, file: file.id }, 'the logo could not be added to a mail');
    return null;
  }
}
