// The size of an SVG picture, from its first element. SVG is never drawn here: it may name other files.

const maxBytes = 64 * 1024;

type Size = { width: number | null; height: number | null };

/** In pixels, rounded; null where the picture does not say. */
export async function svgSize(source: AsyncIterable<Uint8Array>): Promise<Size> {
  let text = '';
  for await (const chunk of source) {
    text += Buffer.from(chunk).toString('latin1');
    if (text.length >= maxBytes) break;
  }
  const root = /<(?:[a-z]+:)?svg\s[^>]*/i.exec(text)?.[0] ?? '';
  const attribute = (name: string): string => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(root)?.[1] ?? '';
  const [, , boxWidth, boxHeight] = attribute('viewBox')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return {
    width: toPixels(attribute('width')) ?? rounded(boxWidth),
    height: toPixels(attribute('height')) ?? rounded(boxHeight),
  };
}

/** CSS pixels of a length without a unit or in pixels. */
function toPixels(length: string): number | null {
  const number = /^\s*([0-9.]+)(?:px)?\s*$/.exec(length)?.[1];
  return number === undefined ? null : rounded(Number(number));
}

function rounded(value: number | undefined): number | null {
  return value !== undefined && value >= 0.5 && value < 1e6 ? Math.round(value) : null;
}
