// The colors of the pages of forms, from those that were chosen: contrast is as WCAG 2.2 wants it, in light and dark.

import { contrastOf, mix, withContrast } from '../../lib/colors.ts';
import { brandColorsOn } from '../../settings/site.ts';

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
export type PageColors = (typeof standard)['light'];

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
export type Adjustment = { color: 'brandColor' | 'backgroundColor'; scheme: Scheme; chosen: string; shown: string };

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
