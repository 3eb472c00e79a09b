// Links to private files, which anyone can use until they expire. What they say is encrypted with the key of the service.

import { type ReadContext, timeOf } from '../../context/context.ts';

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
