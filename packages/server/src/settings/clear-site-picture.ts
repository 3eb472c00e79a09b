// The site without a picture that is deleted.

import type { WriteContext } from '../context/context.ts';
import { withoutPicture } from './looks.ts';
import { readSetting, writeSetting } from './settings.ts';

/** Removes it from the looks of the site, and as its logo. */
export async function clearPictureOfSite(ctx: WriteContext, mediaId: string): Promise<void> {
  if ((await readSetting(ctx, 'logo')) === mediaId) await writeSetting(ctx, 'logo', null);
  const looks = await readSetting<Record<string, unknown>>(ctx, 'looks');
  if (looks && JSON.stringify(looks).includes(mediaId))
    await writeSetting(ctx, 'looks', withoutPicture(looks, mediaId, { isForm: false }));
}
