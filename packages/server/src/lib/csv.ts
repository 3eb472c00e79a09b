// CSV (RFC 4180) that is safe to open in a spreadsheet: UTF-8 with a byte order mark, no cell that starts a formula.

/** Makes spreadsheets see that the file is UTF-8. */
export const byteOrderMark = '\uFEFF';

export type Cell = string | number | boolean | null | undefined;

/** One line with its CRLF. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** Spreadsheets run a text that starts like this, even after spaces or in full-width characters (OWASP, CSV injection). */
const startsFormula = /^[\s\0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20|]|^[\t\r\n]/;

/** Runs nothing, also below zero. */
const number = /^-?\d+(\.\d+)?$/;

/**
 * What may separate cells, before such a start: a spreadsheet that splits at semicolons or tabs does not see our quotes, so
 * that the rest of a text becomes a cell or a line of its own.
 */
const gapBeforeFormula = /(?<![;\s\0])[;\s\0]+(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20|])/g;

function csvCell(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'string') return String(cell);
  const escaped = startsFormula.test(cell) && !number.test(cell) ? `'${cell}` : cell;
  const text = escaped.replace(gapBeforeFormula, (gap) => (/[;\t\r\n]/.test(gap) ? `${gap}'` : gap));
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
