// The style that the looks of a page add to that of all pages (form-page-style.ts).

import type { ReadContext } from '../../context/context.ts';
import { contrastOf, mix, withContrast } from '../../lib/colors.ts';
import { type Html, html } from '../../lib/html.ts';
import { type FormLooks, fontStacks, looksIn, type Theme } from '../../settings/looks.ts';
import { findPublicPictures } from '../../settings/public-pictures.ts';
import { brandColorsOn, type Site } from '../../settings/site.ts';

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

// What a page of a form looks like: what its address says, else the form, else the site.

type PageLooks = Pick<FormLooks, 'theme' | 'font' | 'corners' | 'backgroundColor'> & {
  /** On our own origin. */
  coverUrl: string | null;
  backgroundUrl: string | null;
};

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
  const { logo, brandColor = site.brandColor, cover, backgroundPicture, ...rest } = looks;
  const logoUrl = logo === undefined ? site.logoUrl : await pictureUrl(ctx, logo, { name: 'logo', width: 320 });
  const coverUrl = await pictureUrl(ctx, cover, { name: 'cover', width: 1280 });
  const backgroundUrl = await pictureUrl(ctx, backgroundPicture, { name: 'background', width: 1920 });
  return { ...site, logoUrl, brandColor, looks: { ...rest, coverUrl, backgroundUrl } };
}

/** Null if it was deleted. */
async function pictureUrl(
  ctx: ReadContext,
  id: string | null | undefined,
  size: { name: string; width: number },
): Promise<string | null> {
  if (!id) return null;
  const picture = (await findPublicPictures(ctx, [id], size)).get(id);
  return picture && 'url' in picture ? picture.url : null;
}

// The colors of the pages of forms, from those that were chosen: contrast is as WCAG 2.2 wants it, in light and dark.

const schemes = ['light', 'dark'] as const;
export type Scheme = (typeof schemes)[number];

const standard = {
  light: {
    text: '#1d2433',
    soft: '#565f73',
    line: '#8a93a6',
    page: '#f6f7f9',
    card: '#ffffff',
    error: '#b3261e',
    link: '#1f4fd8',
    accent: '#1f4fd8',
    onAccent: '#ffffff',
  },
  dark: {
    text: '#e8eaf0',
    soft: '#aab2c3',
    line: '#7d8699',
    page: '#12151c',
    card: '#1b202b',
    error: '#ff9b92',
    link: '#8fb0ff',
    accent: '#8fb0ff',
    onAccent: '#0d1530',
  },
};
type PageColors = (typeof standard)['light'];

type Chosen = { brandColor?: string | null; backgroundColor?: string | null };

/** Of texts (1.4.3), and of what shows a control (1.4.11). */
const [ofText, ofControls] = [4.5, 3];

/** White text can be read on the darkest cards; the page around them is as dark. */
const ofDarkPages = 14;

export function pageColors(scheme: Scheme, { brandColor, backgroundColor }: Chosen): PageColors {
  const own = standard[scheme];
  const isDark = scheme === 'dark';
  const page = !backgroundColor
    ? own.page
    : isDark
      ? withContrast(backgroundColor, '#ffffff', ofDarkPages)
      : backgroundColor;
  const card = backgroundColor && isDark ? mix(page, '#ffffff', 0.07) : own.card;
  return {
    page,
    card,
    text: withContrast(own.text, card, ofText),
    soft: withContrast(own.soft, card, ofText),
    line: withContrast(own.line, card, ofControls),
    error: withContrast(own.error, card, ofText),
    link: withContrast(brandColor ?? own.link, card, ofText),
    ...(brandColor
      ? brandColorsOn(card, brandColor)
      : { accent: withContrast(own.accent, card, ofControls), onAccent: own.onAccent }),
  };
}

/** The color that is shown instead of one that was chosen. */
type Adjustment = { color: 'brandColor' | 'backgroundColor'; scheme: Scheme; chosen: string; shown: string };

/** Where the chosen colors could not be seen, or would dazzle. */
export function findAdjustments(chosen: Chosen): Adjustment[] {
  const { brandColor, backgroundColor } = chosen;
  return schemes.flatMap((scheme) => {
    const { accent, page } = pageColors(scheme, chosen);
    const pairs = [
      { color: 'brandColor' as const, chosen: brandColor, shown: accent },
      { color: 'backgroundColor' as const, chosen: backgroundColor, shown: page },
    ];
    return pairs.flatMap(({ color, chosen, shown }) =>
      chosen && chosen !== shown ? [{ color, scheme, chosen, shown }] : [],
    );
  });
}

/** The minimum contrast of what is read and of what is seen on a page with these colors. */
export function minContrasts({ card, text, soft, error, link, accent, onAccent, line }: PageColors) {
  const lowest = (colors: string[]): number => Math.min(...colors.map((color) => contrastOf(color, card)));
  return {
    text: Math.min(lowest([text, soft, error, link]), contrastOf(onAccent, accent)),
    controls: lowest([accent, line]),
  };
}
