// Whether there is room for an archive: nothing may be where its rows belong.

import type { ReadContext } from '../context/context.ts';
import { ExpectedError } from '../lib/expected-error.ts';
import { type Part, tablesOf } from './archived-tables.ts';

export class NotEmptyError extends ExpectedError {
  override name = 'NotEmptyError';
}

/** Throws NotEmptyError. What every new site has does not count. */
export async function requireEmpty(ctx: ReadContext, parts: readonly Part[]): Promise<void> {
  const filled = new Set<Part>();
  const found: string[] = [];
  for (const [name, { part, initial }] of tablesOf(parts)) {
    if (initial === 'all') continue;
    let query = ctx.db.selectFrom(name as 'items').select((eb) => eb.fn.countAll<number | string>().as('count'));
    if (initial) query = query.where(initial.column as 'id', '!=', initial.value as string);
    const { count } = await query.executeTakeFirstOrThrow();
    if (Number(count) === 0) continue;
    found.push(`${count} in ${name}`);
    filled.add(part);
  }
  if (found.length === 0) return;
  const free = parts.filter((part) => !filled.has(part));
  const others = free.length === 0 ? '' : `, or import only what is empty here: --only ${free.join(',')}`;
  throw new NotEmptyError(
    `The site is not empty: it has rows (${found.join(', ')}). Import into a new data folder or database${others}. Nothing was imported.`,
  );
}
