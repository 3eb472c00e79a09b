// What commands print: tables on a terminal, lines with tabs for programs, or the JSON of the API.

import { formatTable, withoutControls } from './format-table.ts';

type Cell = string | number | boolean | null | undefined;

export type Column<T> = {
  title: string;
  of(row: T): Cell;
  /** How a terminal shows it. */
  show?(row: T): string;
  /** It is copied from a terminal, and so is never cut. */
  isWhole?: boolean;
  /** A terminal has no room for it. */
  isForPrograms?: boolean;
};

export type Output = {
  isJson: boolean;
  isTerminal: boolean;
  /** A list: one table or, for programs, a line for each row as it is read. */
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
      const shown = columns.filter(({ isForPrograms }) => !isForPrograms);
      for await (const row of rows) {
        if (isJson) console.log(JSON.stringify(row));
        else if (!isTerminal) console.log(columns.map(({ of }) => textOf(of(row))).join('\t'));
        else table.push(shown.map(({ of, show }) => (show ? withoutControls(show(row)) : textOf(of(row)))));
      }
      if (!isTerminal || isJson) return;
      if (table.length === 0) return console.error(none);
      const [head = '', ...lines] = formatTable(shown, table, screen.width);
      console.log([emphasize(head), ...lines].join('\n'));
    },
    record(value, lines) {
      if (isJson) return console.log(JSON.stringify(value, null, 2));
      const width = Math.max(...lines.map(([label]) => label.length)) + 2;
      for (const [label, cell] of lines) {
        console.log(isTerminal ? `${emphasize(label.padEnd(width))}${textOf(cell)}` : `${label}\t${textOf(cell)}`);
      }
    },
    result: (value, text) => console.log(isJson ? JSON.stringify(value, null, 2) : text),
    note: (text) => console.error(text),
  };
}

function textOf(cell: Cell): string {
  return withoutControls(String(cell ?? ''));
}

/** `2027-03-01 14:05`, in the time zone of the computer. */
export function showTime(time: string | null): string {
  if (time === null) return '';
  const date = new Date(time);
  const parts = [date.getMonth() + 1, date.getDate(), date.getHours(), date.getMinutes()];
  const [month, day, hour, minute] = parts.map((part) => String(part).padStart(2, '0'));
  return `${date.getFullYear()}-${month}-${day} ${hour}:${minute}`;
}

/** `1.4 MB`. */
export function showSize(bytes: number | null): string {
  if (bytes === null) return '';
  const power = Math.min(3, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const digits = power === 0 ? 0 : 1;
  return `${(bytes / 1000 ** power).toFixed(digits)} ${['B', 'kB', 'MB', 'GB'][power]}`;
}
