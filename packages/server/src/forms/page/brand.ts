// The name or logo of the site, or the logo of the form, on the pages of a form.

import { type Html, html } from '../../lib/html.ts';
import { defaultSiteName } from '../../settings/settings.ts';
import type { Brand } from '../looks/page-looks.ts';

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
