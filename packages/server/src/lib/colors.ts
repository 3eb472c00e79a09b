// Contrast between colors, as WCAG 2.2 defines it. Colors are written as #rrggbb.

/** From 1, the same, to 21, black on white. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Black or white, whichever is easier to read on the color. */
export function textColorOn(color: string): '#000000' | '#ffffff' {
  return contrastOf(color, '#000000') > contrastOf(color, '#ffffff') ? '#000000' : '#ffffff';
}

/** The color, or the nearest one that has at least this contrast with the background: darker on a light one, else lighter. */
export function withContrast(color: string, background: string, min: number): string {
  const target = textColorOn(background);
  let mixed = color;
  for (let step = 1; step <= 50 && contrastOf(mixed, background) < min; step++) mixed = mix(color, target, step / 50);
  return mixed;
}

/** The first color with a share of the second one, from 0 to 1. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [channelsOf(from), channelsOf(to)];
  const mixed = a.map((value, n) => Math.round(value + ((b[n] as number) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
