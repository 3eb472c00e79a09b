// What a page of a form looks like: what its address says, else the form, else the site.

import type { ReadContext } from '../../context/context.ts';
import { type Html, html } from '../../lib/html.ts';
import { type FormLooks, looksIn, unlessNone } from '../../settings/looks.ts';
import type { PageLooks } from '../../settings/page-looks.ts';
import { findPublicPictures } from '../../settings/public-pictures.ts';
import type { Site } from '../../settings/site.ts';

/** The name, logo, color and formats of the site, with the looks of the form. */
export type Brand = Pick<Site, 'name' | 'logoUrl' | 'brandColor' | 'locale' | 'timeZone'> & { looks: PageLooks };

/** `replaces`: whether nothing of the form's own looks counts. */
export type UrlLooks = { looks: FormLooks; replaces: boolean };

/**
 * `?looks=` is JSON with what is different from the form: for previews, which replace its looks, and for what other
 * sites say in their styles.
 */
export function looksInUrl(parameter: unknown): UrlLooks {
  try {
    const read: unknown = typeof parameter === 'string' && parameter.length <= 2000 ? JSON.parse(parameter) : {};
    return { looks: looksIn(read), replaces: Object(read).replaces === true };
  } catch {
    return { looks: {}, replaces: false };
  }
}

export async function brandOf(
  ctx: ReadContext,
  site: Site,
  own: FormLooks,
  { looks: inUrl, replaces }: UrlLooks,
): Promise<Brand> {
  const looks: FormLooks = { ...looksIn(site.looks), ...(replaces ? {} : own), ...inUrl };
  const { logo, brandColor, cover, backgroundPicture, backgroundColor, ...rest } = looks;
  const logoUrl = logo === undefined ? site.logoUrl : await pictureUrl(ctx, logo, { name: 'logo', width: 320 });
  const coverUrl = await pictureUrl(ctx, cover, { name: 'cover', width: 1280 });
  const backgroundUrl = await pictureUrl(ctx, backgroundPicture, { name: 'background', width: 1920 });
  return {
    ...{ ...site, logoUrl, brandColor: brandColor === undefined ? site.brandColor : (unlessNone(brandColor) ?? null) },
    looks: { ...rest, backgroundColor: unlessNone(backgroundColor), coverUrl, backgroundUrl },
  };
}

/** Null if there is none, or if it was deleted. */
async function pictureUrl(
  ctx: ReadContext,
  value: string | undefined,
  size: { name: string; width: number },
): Promise<string | null> {
  const id = unlessNone(value);
  if (!id) return null;
  const picture = (await findPublicPictures(ctx, [id], size)).get(id);
  return picture && 'url' in picture ? picture.url : null;
}

/** Above everything else in the card; what it shows is nothing that has to be known. */
export function renderCover(looks: PageLooks | undefined): Html {
  if (!looks?.coverUrl) return html``;
  return html`<img class="cover" src="${looks.coverUrl}" alt="">
`;
}
