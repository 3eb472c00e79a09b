// What commands print: tables on a terminal, the same with tabs (TSV) for programs, or the JSON of the API.

import { formatTable, withoutControls } from './format-table.ts';

type Cell = string | number | boolean | null | undefined;

export type Column<T> = {
  title: string;
  of(row: T): Cell;
  /** It is copied from a terminal, and so is never cut. */
  isWhole?: boolean;
};

/** A column with a member of the rows, also of an object in them: `payment.status`. */
export function columnOf(name: string): Column<object> {
  const isWhole = ['id', 'slug'].includes(name) || name.endsWith('At');
  return { title: name, of: (row) => cellOf(valueAt(row, name.split('.'))), isWhole };
}

function valueAt(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return value;
  return typeof value === 'object' && value !== null ? valueAt((value as Record<string, unknown>)[step], rest) : null;
}

function cellOf(value: unknown): Cell {
  if (typeof value !== 'object' || value === null) return value as Cell;
  const isFlat = Array.isArray(value) && value.every((one) => typeof one !== 'object');
  return isFlat ? value.join(',') : JSON.stringify(value);
}

/** A line for each member of a record; those of an object in it have its name before theirs. */
export function linesOf(record: object, before = ''): [label: string, value: Cell][] {
  return Object.entries(record).flatMap(([name, value]): [string, Cell][] => {
    const isInside = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isInside ? linesOf(value, `${before}${name}.`) : [[`${before}${name}`, cellOf(value)]];
  });
}

export type Output = {
  isJson: boolean;
  isTerminal: boolean;
  /** A list with headings: one table or, for programs, a line for each row as it is read. */
  rows<T extends object>(
    rows: AsyncIterable<T> | Iterable<T>,
    columns: readonly Column<T>[],
    none: string,
  ): Promise<void>;
  /** One record: a line for each member. */
  record(value: object, lines: readonly (readonly [label: string, value: Cell])[]): void;
  /** A result in words for people and programs alike; with `--json` the value. */
  result(value: object, text: string): void;
  /** What happened besides the output, on the error stream. */
  note(text: string): void;
};

export type Screen = { isTerminal: boolean; width: number; hasColors: boolean };

export function outputTo(screen: Screen, isJson: boolean): Output {
  const { isTerminal } = screen;
  const emphasize = (text: string): string => (screen.hasColors ? `\x1b[1m${text}\x1b[22m` : text);
  return {
    isJson,
    isTerminal,
    async rows(rows, columns, none) {
      const table: string[][] = [];
      // With the first row, as nothing is printed if the service rejects the request.
      let hasHeading = isTerminal || isJson;
      const printHeading = (): void => {
        if (!hasHeading) console.log(columns.map(({ title }) => title).join('\t'));
        hasHeading = true;
      };
      for await (const row of rows) {
        printHeading();
        if (isJson) console.log(JSON.stringify(row));
        else if (!isTerminal) console.log(columns.map(({ of }) => textOf(of(row))).join('\t'));
        else table.push(columns.map(({ of }) => shownOf(of(row))));
      }
      printHeading();
      if (!isTerminal || isJson) return;
      if (table.length === 0) return console.error(none);
      const [head = '', ...lines] = formatTable(columns, table, screen.width);
      console.log([emphasize(head), ...lines].join('\n'));
    },
    record(value, lines) {
      if (isJson) return console.log(JSON.stringify(value, null, 2));
      const width = Math.max(...lines.map(([label]) => label.length)) + 2;
      for (const [label, cell] of lines) {
        console.log(isTerminal ? `${emphasize(label.padEnd(width))}${shownOf(cell)}` : `${label}\t${textOf(cell)}`);
      }
    },
    result: (value, text) => console.log(isJson ? JSON.stringify(value, null, 2) : text),
    note: (text) => console.error(text),
  };
}

function textOf(cell: Cell): string {
  return withoutControls(String(cell ?? ''));
}

/** For people, times are those of their computer. */
function shownOf(cell: Cell): string {
  return typeof cell === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(cell) ? showTime(cell) : textOf(cell);
}

/** `2027-03-01 14:05`, in the time zone of the computer. */
export function showTime(time: string): string {
  const date = new Date(time);
  const parts = [date.getMonth() + 1, date.getDate(), date.getHours(), date.getMinutes()];
  const [month, day, hour, minute] = parts.map((part) => String(part).padStart(2, '0'));
  return `${date.getFullYear()}-${month}-${day} ${hour}:${minute}`;
}
