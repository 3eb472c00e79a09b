// URLs of files: /media/<id>/<name>-<version>.<ending>. The version comes from the content, so a response under the current
// name never changes. Any other name leads to the current file.

import type { ReadContext } from '../../context/context.ts';
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
