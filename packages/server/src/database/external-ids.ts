// What is unique in records that other systems have too, and how two requests at once keep it so.

import { fail, Problem } from '../lib/errors.ts';
import type { Reader } from './database.ts';

/** Records whose external IDs are unique among all of them. */
type ExternalTable = 'contacts' | 'invoices' | 'media';

/** The record that another system calls this. */
export async function findByExternalId(
  ctx: Reader,
  table: ExternalTable,
  externalId: string,
): Promise<{ id: string } | undefined> {
  return ctx.db.selectFrom(table).select('id').where('externalId', '=', externalId).executeTakeFirst();
}

/**
 * Changes the record that `find` finds, or creates it: of several requests at once, one creates it and the others change that. `create`
 * returns null if another record has a unique value of it. `check` gets null before that and may throw. Throws what `taken`
 * returns if that one is not the one to change.
 */
export async function changeOrCreate<Item>({
  find,
  check,
  create,
  change,
  taken,
}: {
  find(): Promise<{ id: string } | undefined>;
  check(missing: null): void;
  create(): Promise<Item | null>;
  change(id: string): Promise<Item>;
  taken(): Promise<Problem>;
}): Promise<{ record: Item; isNew: boolean }> {
  const known = await find();
  if (!known) {
    check(null);
    const record = await create();
    if (record) return { record, isNew: true };
  }
  // Another request may have created it since we looked.
  const { id } = known ?? (await find()) ?? {};
  if (id === undefined) throw await taken();
  try {
    return { record: await change(id), isNew: false };
  } catch (error) {
    // Or deleted it, while the change waited for its lock.
    const isGone = error instanceof Problem && error.status === 404 && (await find())?.id !== id;
    if (isGone) return changeOrCreate({ find, check, create, change, taken });
    throw error;
  }
}

/** What an update returns; throws what `taken` returns if another request took a unique value since the caller looked. */
export async function unlessTaken<Item>(ctx: Reader, update: Promise<Item>, taken: () => Problem): Promise<Item> {
  try {
    return await update;
  } catch (error) {
    throw ctx.dialect.isUniqueViolation(error) ? taken() : error;
  }
}

const unique = { email_taken: 'address', external_id_taken: 'external ID' };

/** A 409 that names the record which has the value, if that is known. */
export function taken(code: keyof typeof unique, one: 'contact' | 'invoice' | 'item' | 'media', id?: string): Problem {
  if (id === undefined) return fail(code);
  const name = one[0]?.toUpperCase() + one.slice(1);
  return fail(code, { detail: `${name} ${id} has this ${unique[code]}`, extra: { [`${one}Id`]: id } });
}
