// Tables for people, in the width of their terminal.

/** Columns are as wide as their widest cell. Where they do not fit, the widest that may be cut are cut. */
export function formatTable(
  columns: readonly { title: string; isWhole?: boolean }[],
  rows: readonly (readonly string[])[],
  width: number,
): string[] {
  const titles = columns.map(({ title }) => title);
  const widths = titles.map((title, at) => Math.max(...[title, ...rows.map((row) => row[at] ?? '')].map(widthOf)));
  let excess = widths.reduce((sum, each) => sum + each + gap.length, -gap.length) - width;
  while (excess > 0) {
    const max = Math.max(...widths.filter((_, at) => !columns[at]?.isWhole));
    if (max <= minWidth) break;
    widths[widths.findIndex((each, at) => each === max && !columns[at]?.isWhole)] = max - 1;
    excess -= 1;
  }
  const last = titles.length - 1;
  const format = (cells: readonly string[]): string =>
    widths.map((each, at) => fit(cells[at] ?? '', each, at < last)).join(gap);
  return [titles, ...rows].map(format);
}

/** Texts of others must not move the cursor, color the terminal or break a line. */
export function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ');
}

const gap = '  ';
const minWidth = 8;

const segmenter = new Intl.Segmenter();
const wide = /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/u;

function widthOf(text: string): number {
  return graphemesOf(text).reduce((sum, grapheme) => sum + columnsOf(grapheme), 0);
}

function graphemesOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function columnsOf(grapheme: string): number {
  return wide.test(grapheme) ? 2 : 1;
}

/** Fills the cell with spaces, or cuts its text. */
function fit(text: string, width: number, isFilled: boolean): string {
  const rest = width - widthOf(text);
  if (rest >= 0) return isFilled ? text + ' '.repeat(rest) : text;
  let [cut, used] = ['', 0];
  for (const grapheme of graphemesOf(text)) {
    if (used + columnsOf(grapheme) > width - 1) break;
    cut += grapheme;
    used += columnsOf(grapheme);
  }
  return `${cut}…${isFilled ? ' '.repeat(width - used - 1) : ''}`;
}
