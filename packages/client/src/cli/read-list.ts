// `--limit` and `--all` of commands that list.

import { UsageError } from './command-error.ts';
import type { Option } from './define-command.ts';
import type { Column, Output } from './output.ts';

export const listOptions = {
  limit: { value: 'number', help: 'list up to so many (default: 20)' },
  all: { help: 'list all' },
} as const satisfies Record<string, Option>;

const defaultLimit = 20;
const maxPage = 100;

/** Prints the rows up to the limit, read page by page, and says if there are more. */
export async function printList<T extends object>(
  output: Output,
  { limit, all }: { limit?: string; all?: true },
  read: (page: { limit: number }) => AsyncIterable<T>,
  columns: readonly Column<T>[],
  none: string,
): Promise<void> {
  if (all && limit !== undefined) throw new UsageError('--limit and --all cannot be combined');
  const max = all ? Number.POSITIVE_INFINITY : limit === undefined ? defaultLimit : readNumber('--limit', limit);
  let hasMore = false;
  async function* readRows(): AsyncGenerator<T, void, undefined> {
    let count = 0;
    // One more than are listed, to know whether there are more.
    for await (const row of read({ limit: Math.min(max + 1, maxPage) })) {
      hasMore = count === max;
      if (hasMore) return;
      count += 1;
      yield row;
    }
  }
  await output.rows(readRows(), columns, none);
  if (hasMore) output.note('There are more: use --limit or --all.');
}

/** A whole number from 1. */
export function readNumber(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`${name} must be a whole number from 1, not "${text}"`);
  return Number(text);
}
