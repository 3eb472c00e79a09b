// URLs of files: /media/<id>/<name>-<version>.<ending>. The version comes from the content, so a response under the current
// name never changes. Any other name leads to the current file.

import { type ReadContext, timeOf } from '../../context/context.ts';
import { endingOf } from '../../files/file-endings.ts';
import { slugify } from '../../lib/slug.ts';

export type NamedFile = { mediaId: string; fileName: string | null; sha256: string; mimeType: string };

const maxStemLength = 80;
const versionDigits = 8;

/** The name of the current file in its URL. */
export function addressName({ fileName, sha256, mimeType }: Omit<NamedFile, 'mediaId'>): string {
  const stem = slugify((fileName ?? '').replace(/\.[^.]*$/, ''))
    .normalize('NFKD')
    .replace(/[^a-z0-9_-]+/g, '')
    .slice(0, maxStemLength)
    .replace(/^-+|-+$/g, '');
  return `${stem || 'file'}-${sha256.slice(0, versionDigits)}.${endingOf(mimeType)}`;
}

/** The public URL of a file. */
export function mediaUrl(ctx: Pick<ReadContext, 'publicUrl'>, file: NamedFile): string {
  return `${ctx.publicUrl() ?? ''}/media/${file.mediaId}/${addressName(file)}`;
}

// Links to private files, which anyone can use until they expire. What they say is encrypted with the key of the service.

/** The parameter of the link in a URL. */
export const linkParameter = 'link';

const purposeOf = (mediaId: string): string => `media:${mediaId}`;

/** The value of the parameter, and when it expires. */
export function makeLink(ctx: ReadContext, mediaId: string, seconds: number): { link: string; expiresAt: string } {
  const expiresAt = timeOf(ctx, seconds * 1000);
  return { link: ctx.sealer.seal(expiresAt, purposeOf(mediaId)), expiresAt };
}

/** Whether the link is for this record and has not expired. */
export function isLinkValid(ctx: ReadContext, mediaId: string, link: string): boolean {
  const expiresAt = ctx.sealer.unseal(link, purposeOf(mediaId));
  return expiresAt !== null && expiresAt > timeOf(ctx);
}
