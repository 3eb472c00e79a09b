// Stock that payments hold, sell and give back. A payment keeps what it has taken and what became of it:
//
//   held         the checkout is open; others cannot have it
//   sold         paid
//   released     given back: the checkout ended unpaid, or a person returned it to the stock
//   unavailable  paid after it was released and sold to others: a person must decide
//
// Each stock is one row. What is held and sold changes in one guarded statement, so that both together never exceed the
// total, whatever runs at the same time. Several are locked in the order of their keys, always after the payment's own row.

import { sql } from 'kysely';
import { type ItemUnits, returnItems, takeItems } from '../content/lifecycle/item-stock.ts';
import type { ReadContext, WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';

export type Units = Record<string, number>;
/** What a payment has taken. */
export type Reservation = { formId: string; holdMinutes: number; units: Units; items?: ItemUnits };
export type ReservationStatus = NonNullable<Row<'payments'>['reservationStatus']>;

export type Shortage = { key: string; left: number };

type Column = 'held' | 'sold';

/** Takes all that a payment needs, or nothing: returns what there is too little of. Items come first, here and when they are returned. */
export async function reserve(
  ctx: WriteContext,
  { formId, units, items = {} }: Omit<Reservation, 'holdMinutes'>,
  as: Column = 'held',
): Promise<Shortage[]> {
  const shortItems = await takeItems(ctx, items);
  if (shortItems.length > 0) return shortItems;
  const short = await takeStock(ctx, formId, units, as);
  if (short.length > 0) await returnItems(ctx, items);
  return short;
}

/** Takes all of it as held or sold, or nothing: returns what there is too little of. */
export async function takeStock(
  ctx: WriteContext,
  formId: string,
  units: Units,
  as: Column = 'held',
): Promise<Shortage[]> {
  const keys = Object.keys(units).sort();
  if (keys.length === 0) return [];
  // One is guarded by the statement itself. Of several, either all or none are taken.
  if (keys.length > 1) {
    const short = await shortagesIn(ctx, formId, units, (rows) => ctx.dialect.lockRows(rows));
    if (short.length > 0) return short;
  }
  const taken = await stockRows(ctx, formId, keys)
    .set({ [as]: sql`${sql.ref(as)} + ${countOf(units)}` })
    .where(sql<boolean>`("total" is null or "held" + "sold" + ${countOf(units)} <= "total")`)
    .returning('key')
    .execute();
  if (taken.length === keys.length) return [];
  return findShortages(ctx, formId, units);
}

function stockRows(ctx: WriteContext, formId: string, keys: readonly string[]) {
  return ctx.db.updateTable('stock').where('formId', '=', formId).where('key', 'in', keys);
}

/** What there is too little of now, without taking any. */
export async function findShortages(ctx: ReadContext, formId: string, units: Units): Promise<Shortage[]> {
  return Object.keys(units).length === 0 ? [] : shortagesIn(ctx, formId, units, (rows) => rows);
}

async function shortagesIn(
  ctx: ReadContext,
  formId: string,
  units: Units,
  prepare: (rows: ReturnType<typeof selectStock>) => ReturnType<typeof selectStock>,
): Promise<Shortage[]> {
  const keys = Object.keys(units).sort();
  const rows = await prepare(selectStock(ctx, formId, keys)).execute();
  const left = new Map(
    rows.map(({ key, total, held, sold }) => [key, total === null ? Infinity : total - held - sold]),
  );
  return keys
    .map((key) => ({ key, left: Math.max(0, left.get(key) ?? 0) }))
    .filter(({ key, left }) => left < (units[key] as number));
}

function selectStock(ctx: ReadContext, formId: string, keys: readonly string[]) {
  return ctx.db
    .selectFrom('stock')
    .select(['key', 'total', 'held', 'sold'])
    .where('formId', '=', formId)
    .where('key', 'in', keys)
    .orderBy('key');
}

/** How many of the row's key. */
function countOf(units: Units) {
  const cases = Object.entries(units).map(([key, count]) => sql`when ${key} then cast(${count} as integer)`);
  return sql<number>`case "key" ${sql.join(cases, sql` `)} end`;
}

/** Moves what was taken from one column to the other, or back to the stock. */
async function moveStock(ctx: WriteContext, { formId, units }: Reservation, from: Column, to: Column | null) {
  const keys = Object.keys(units).sort();
  if (keys.length === 0) return;
  if (keys.length > 1) {
    const rows = ctx.db.selectFrom('stock').select('key').where('formId', '=', formId).where('key', 'in', keys);
    await ctx.dialect.lockRows(rows.orderBy('key')).execute();
  }
  await stockRows(ctx, formId, keys)
    .set({
      [from]: sql`${sql.ref(from)} - ${countOf(units)}`,
      ...(to && { [to]: sql`${sql.ref(to)} + ${countOf(units)}` }),
    })
    .execute();
}

type Reserving = Pick<Row<'payments'>, 'reservation' | 'reservationStatus'>;

/**
 * Brings the reservation of a locked payment to another status. Returns the status that it has then: `unavailable` or
 * `released` if there is too little left.
 */
export async function moveReservation(
  ctx: WriteContext,
  row: Reserving,
  to: 'held' | 'sold' | 'released',
): Promise<ReservationStatus> {
  const reservation = JSON.parse(row.reservation ?? 'null') as Reservation | null;
  const from = row.reservationStatus;
  if (reservation === null || from === null || from === to) return from ?? to;
  const isTaken = from === 'held' || from === 'sold';
  if (isTaken) {
    if (to === 'released') await returnItems(ctx, reservation.items ?? {});
    await moveStock(ctx, reservation, from, to === 'released' ? null : to);
    return to;
  }
  if (to === 'released') return to;
  const short = await reserve(ctx, reservation, to);
  if (short.length === 0) return to;
  return to === 'sold' ? 'unavailable' : from;
}

/** How many are for sale by stock: null for any number. Counts what was held and sold before, too. */
export async function setTotals(
  ctx: WriteContext,
  formId: string,
  totals: ReadonlyMap<string, number | null>,
  isOurs: (key: string) => boolean,
): Promise<void> {
  const query = ctx.db.selectFrom('stock').selectAll().where('formId', '=', formId).orderBy('key');
  const stored = new Map((await ctx.dialect.lockRows(query).execute()).map((row) => [row.key, row]));
  for (const { key, total } of stored.values()) {
    if (!isOurs(key)) continue;
    // What is no longer offered cannot be sold, even by a request that read the form before.
    const next = totals.has(key) ? (totals.get(key) ?? null) : 0;
    if (next !== total) await stockRows(ctx, formId, [key]).set({ total: next }).execute();
  }
  const added = [...totals].filter(([key, total]) => total !== null && !stored.has(key));
  if (added.length === 0) return;
  await ctx.db
    .insertInto('stock')
    .values(added.map(([key, total]) => ({ formId, key, total, held: 0, sold: 0 })))
    .execute();
}

/** Every stock of a form. */
export async function readStock(ctx: ReadContext, formId: string): Promise<Row<'stock'>[]> {
  return ctx.db.selectFrom('stock').selectAll().where('formId', '=', formId).orderBy('key').execute();
}

/** With its form. Payments that hold some of it give it back to nowhere. */
export async function deleteStock(ctx: WriteContext, formId: string, key?: string): Promise<void> {
  const query = ctx.db.deleteFrom('stock').where('formId', '=', formId);
  await (key === undefined ? query : query.where('key', '=', key)).execute();
}

/** Sets the total of one stock. */
export async function setTotal(ctx: WriteContext, formId: string, key: string, total: number | null): Promise<void> {
  await ctx.db
    .insertInto('stock')
    .values({ formId, key, total, held: 0, sold: 0 })
    .onConflict((conflict) => conflict.columns(['formId', 'key']).doUpdateSet({ total }))
    .execute();
}

/** Corrects how many are sold. */
export async function setSold(ctx: WriteContext, formId: string, key: string, sold: number): Promise<void> {
  await stockRows(ctx, formId, [key]).set({ sold }).execute();
}
