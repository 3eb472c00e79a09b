// The style that the looks of a page add to that of all pages (form-page-style.ts).

import { type Html, html } from '../../lib/html.ts';
import { fontStacks, type Theme } from '../../settings/looks.ts';
import { type PageColors, pageColors, type Scheme } from './page-colors.ts';
import type { Brand, PageLooks } from './page-looks.ts';

const cornerSizes = {
  square: { control: '0rem', card: '0rem' },
  soft: { control: '.4rem', card: '.75rem' },
  round: { control: '.9rem', card: '1.5rem' },
};

/** The variables of the page, and rules for the pictures of its background. */
export function looksStyle(theme: Theme, brand: Pick<Brand, 'brandColor' | 'looks'> | undefined): string {
  const {
    font = 'sans',
    corners = 'soft',
    backgroundColor,
    backgroundUrl = null,
  }: Partial<PageLooks> = brand?.looks ?? {};
  const { control, card } = cornerSizes[corners];
  const chosen = { brandColor: brand?.brandColor ?? null, backgroundColor: backgroundColor ?? null };
  const variables = (scheme: Scheme): string => colorVariables(pageColors(scheme, chosen));
  return `:root { --font: ${fontStacks[font]}; --corner: ${control}; --card-corner: ${card} }
${
  theme === 'auto'
    ? `:root { color-scheme: light dark; ${variables('light')} }
@media (prefers-color-scheme: dark) { :root { ${variables('dark')} } }
`
    : `:root { color-scheme: ${theme}; ${variables(theme)} }
`
}${backgroundColor || backgroundUrl !== null ? framedOnPhones : ''}${backgroundUrl === null ? '' : backgroundRule(backgroundUrl)}`;
}

/** Above everything else in the card; what it shows is nothing that has to be known. */
export function renderCover(looks: PageLooks | undefined): Html {
  if (!looks?.coverUrl) return html``;
  return html`<img class="cover" src="${looks.coverUrl}" alt="">
`;
}

/** Elsewhere the card fills the screen of a phone, and nothing of the background can be seen. */
const framedOnPhones = `@media (max-width: 44rem) { body { padding: .75rem } main { --edge: var(--card-corner); min-height: calc(100vh - 1.5rem) } }
`;

function backgroundRule(url: string): string {
  // Addresses of our own pictures have none of the characters that would end it.
  if (!/^\/media\/[\w-]+\/\w+(\?[\w=&]+)?$/.test(url)) throw new Error('Not an address of a picture of ours');
  return `body { background: var(--page) url("${url}") center / cover no-repeat fixed }
`;
}

function colorVariables({ text, soft, line, page, card, error, link, accent, onAccent }: PageColors): string {
  return `--text: ${text}; --soft: ${soft}; --line: ${line}; --page: ${page}; --card: ${card}; --error: ${error}; --link: ${link}; --accent: ${accent}; --on-accent: ${onAccent}`;
}
