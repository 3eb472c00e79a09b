// CSV (RFC 4180) that spreadsheets open without harm: UTF-8 with a byte order mark, no cell that begins a formula.

/** Tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\uFEFF';

export type Cell = string | number | boolean | null | undefined;

/** One line with its CRLF. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** Spreadsheets run a text that begins like this, also after blanks or in full-width letters (CSV injection, OWASP). */
const beginsFormula = /^[\s\0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20|]|^[\t\r\n]/;

function csvCell(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = beginsFormula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
