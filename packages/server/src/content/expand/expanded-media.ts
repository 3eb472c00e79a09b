// The media records that items name, as `expand` shows them.

import { may } from '../../context/access.ts';
import type { ReadContext } from '../../context/context.ts';
import { readInParts } from '../../database/expressions.ts';
import { urlOfMedia } from '../media/media.ts';
import { srcsetOf } from '../media/media-sizes.ts';
import type { ExpandedMedia } from '../model/expand.schemas.ts';

/**
 * The records with these IDs, in one statement. Of a private one, callers who may not read the file get the ID only.
 */
export async function readExpandedMedia(
  ctx: ReadContext,
  ids: ReadonlySet<string>,
): Promise<Map<string, ExpandedMedia>> {
  const rows = await readInParts([...ids], (part) =>
    ctx.db
      .selectFrom('media')
      .leftJoin('mediaFiles', 'mediaFiles.id', 'media.fileId')
      .select(['media.id', 'alt', 'fileName', 'media.mimeType', 'sourceUrl', 'fileId', 'private'])
      .select(['width', 'height', 'sha256'])
      .where('media.id', 'in', part)
      .execute(),
  );
  const mayReadPrivate = may(ctx.actor, 'content:read');
  return new Map(
    rows.map((row) => {
      const { id, width, height, alt } = row;
      if (row.private === 1 && !mayReadPrivate)
        return [id, { id, url: null, width: null, height: null, alt: '', srcset: null }];
      const url = urlOfMedia(ctx, row);
      return [id, { id, url, width, height, alt, srcset: srcsetOf(url, row) }];
    }),
  );
}
