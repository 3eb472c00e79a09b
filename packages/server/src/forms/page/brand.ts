// The name, logo, color and formats of the site on the pages of its forms.

import { type Html, html } from '../../lib/html.ts';
import { defaultSiteName } from '../../settings/settings.ts';
import { brandColorsOn, type Site } from '../../settings/site.ts';

export type Brand = Pick<Site, 'name' | 'logoUrl' | 'brandColor' | 'locale' | 'timeZone'>;

/** The cards of form-page-style.ts. */
const cards = { light: '#ffffff', dark: '#1b202b' };

/** Nothing for a site that has neither a name nor a logo. */
export function renderBrand({ name, logoUrl }: Brand): Html {
  if (logoUrl !== null) {
    return html`<p class="brand"><img src="${logoUrl}" alt="${name}"></p>
`;
  }
  return name === defaultSiteName
    ? html``
    : html`<p class="brand">${name}</p>
`;
}

export function brandColors({ brandColor }: Pick<Brand, 'brandColor'>): { light: string; dark: string } {
  if (brandColor === null) return { light: '', dark: '' };
  const [light, dark] = [cards.light, cards.dark].map((card) => {
    const { accent, onAccent } = brandColorsOn(card, brandColor);
    return `--accent: ${accent}; --on-accent: ${onAccent}`;
  }) as [string, string];
  return { light, dark };
}
