// The style that looks add to a page for visitors: its colors, in light and dark, its font and its corners.

import { contrastOf, mix, withContrast } from '../lib/colors.ts';
import { type FormLooks, fontStacks, type Theme } from './looks.ts';
import { brandColorsOn } from './site.ts';

/** How a page looks. */
export type PageLooks = Pick<FormLooks, 'theme' | 'font' | 'corners' | 'backgroundColor'> & {
  /** On our own origin. */
  coverUrl: string | null;
  backgroundUrl: string | null;
};

const cornerSizes = {
  square: { control: '0rem', card: '0rem' },
  soft: { control: '.4rem', card: '.75rem' },
  round: { control: '.9rem', card: '1.5rem' },
};

/** The variables of the page, and rules for the pictures of its background. */
export function looksStyle(
  theme: Theme,
  brand: { brandColor: string | null; looks: Partial<PageLooks> } | undefined,
): string {
  const { font = 'sans', corners = 'soft', backgroundColor, backgroundUrl = null } = brand?.looks ?? {};
  const { control, card } = cornerSizes[corners];
  const colors = { brandColor: brand?.brandColor ?? null, backgroundColor: backgroundColor ?? null };
  const variables = (scheme: Scheme): string => colorVariables(pageColors(scheme, colors));
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

// The colors from those that were chosen: contrast is as WCAG 2.2 wants it, in light and dark.

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
