// Discount codes of a form. How often each was used is a stock of the form (payments/reservations.ts), so that a limit is
// exact, and a use comes back if the checkout ends unpaid. Only those who may read the form's submissions can list them.

import { chargeStep } from '@frontdesk/payment-sandbox/currencies';
import { type Context, inTransaction, type ReadContext, timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { updateRow } from '../../database/update-row.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { isPriceField } from '../../fields/field-kinds.ts';
import { linesOf } from '../../fields/price-lines.ts';
import { stockKey } from '../../fields/stock-keys.ts';
import { type Fault, type FaultCode, fail, failBody } from '../../lib/errors.ts';
import { networkOf } from '../../lib/public-address.ts';
import { fold } from '../../lib/text.ts';
import { foldMarks, foldTyped } from '../../lib/typed-text.ts';
import type { Attempts, Counted } from '../../limits/attempts.ts';
import { atMost } from '../../limits/rules.ts';
import { deleteStock, readStock, setTotal } from '../../payments/reservations.ts';
import type { DiscountChange, DiscountItem, NewDiscount } from './discounts.schemas.ts';
import type { OrderText } from './order-texts.ts';
import { type Discount, discountKey, isDiscounted } from './price-order.ts';
import type { Chosen } from './read-order.ts';

type FormOf = { id: string; fields: readonly FieldDeclaration[] };

/** A code as it is shown: in capital letters. */
function normalizeCode(code: string): string {
  return foldMarks(code).normalize('NFKC').toUpperCase();
}

/** As it is compared: without case, accents and spaces, whatever keyboard it was typed on. */
function codeKeyOf(code: string): string {
  return fold(foldTyped(code)).replace(/\s/g, '');
}

/** The discount of a code that a visitor has entered, or why it has none. */
export async function findDiscount(
  ctx: ReadContext,
  formId: string,
  code: string,
  { field, chosen }: { field: FieldDeclaration; chosen: readonly Chosen[] },
): Promise<Discount | OrderText> {
  const row = await ctx.db
    .selectFrom('discounts')
    .selectAll()
    .where('formId', '=', formId)
    .where('codeKey', '=', codeKeyOf(code))
    .executeTakeFirst();
  if (!row || (row.currency !== null && row.currency !== field.currency)) return { name: 'unknownCode' };
  const now = timeOf(ctx);
  if (row.validFrom !== null && now < row.validFrom) return { name: 'codeNotYet' };
  if (row.validUntil !== null && now >= row.validUntil) return { name: 'codeExpired' };
  const { id, percentOff, amountOff } = row;
  const discount = { id, code: row.code, percentOff, amountOff, appliesTo: appliesToOf(row) };
  return isDiscounted(chosen, discount) ? discount : { name: 'codeNotForThis' };
}

function appliesToOf({ appliesTo }: Row<'discounts'>): string[] | null {
  return appliesTo === null ? null : (JSON.parse(appliesTo) as string[]);
}

/** The discount codes of a form with how often each was used, by code. */
export async function listDiscounts(ctx: ReadContext, formId: string): Promise<DiscountItem[]> {
  const rows = await ctx.db
    .selectFrom('discounts')
    .selectAll()
    .where('formId', '=', formId)
    .orderBy('codeKey')
    .execute();
  if (rows.length === 0) return [];
  const uses = new Map((await readStock(ctx, formId)).map((row) => [row.key, row]));
  return rows.map((row) => discountJson(row, uses.get(discountKey(row.id))));
}

const maxDiscounts = 1000;

/** Creates a discount code. A second run with the same ID returns the first. Throws invalid_body, conflict. */
export async function createDiscount(ctx: WriteContext, form: FormOf, id: string, input: NewDiscount) {
  const now = timeOf(ctx);
  const values = { ...unlimited, ...input, code: normalizeCode(input.code) };
  const row = { id, formId: form.id, version: 1, createdAt: now, updatedAt: now, ...columnsOf(form, values) };
  const { count } = await ctx.db
    .selectFrom('discounts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('formId', '=', form.id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxDiscounts) throw fail('conflict', `A form can have ${maxDiscounts} discount codes`);
  const inserted = await ctx.db
    .insertInto('discounts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) await setTotal(ctx, form.id, discountKey(id), input.maxUses ?? null);
  const stored = await ctx.db.selectFrom('discounts').selectAll().where('id', '=', id).executeTakeFirst();
  if (!stored) throw codeTaken(row.code);
  return describe(ctx, stored);
}

/** Replaces the given members. `check` gets the row first and may throw. Throws discount_not_found, invalid_body. */
export async function updateDiscount(
  ctx: Context,
  form: FormOf,
  id: string,
  { change, check }: { change: DiscountChange; check: (row: Row<'discounts'>) => void },
) {
  try {
    return await inTransaction(ctx, async (ctx) => {
      const row = await ctx.dialect.lockRows(matching(ctx, form.id, id)).executeTakeFirst();
      if (!row) throw fail('discount_not_found');
      check(row);
      const { maxUses, ...rest } = change;
      const known = { ...row, appliesTo: appliesToOf(row) };
      const values = { ...known, ...rest, code: normalizeCode(rest.code ?? row.code) };
      // Of the two, the one that is given replaces the other.
      if (rest.percentOff !== undefined && rest.percentOff !== null && rest.amountOff === undefined)
        Object.assign(values, { amountOff: null });
      if (rest.amountOff !== undefined && rest.amountOff !== null && rest.percentOff === undefined)
        Object.assign(values, { percentOff: null });
      const stamp = { version: row.version + 1, updatedAt: timeOf(ctx) };
      const uses = await describe(ctx, row);
      const isNewLimit = maxUses !== undefined && maxUses !== uses.maxUses;
      const changes = isNewLimit ? { ...columnsOf(form, values), ...stamp } : columnsOf(form, values);
      const updated = await updateRow(ctx, 'discounts', row, changes, stamp);
      if (maxUses !== undefined) await setTotal(ctx, form.id, discountKey(id), maxUses);
      return describe(ctx, updated);
    });
  } catch (error) {
    if (ctx.dialect.isUniqueViolation(error)) throw codeTaken(change.code ?? '');
    throw error;
  }
}

/** Deletes a discount code. Open checkouts keep their price. `check` gets the row first and may throw. Throws discount_not_found. */
export async function deleteDiscount(
  ctx: WriteContext,
  formId: string,
  id: string,
  check: (row: Row<'discounts'>) => void,
): Promise<void> {
  const query = ctx.dialect.lockRows(matching(ctx, formId, id));
  check(await query.executeTakeFirstOrThrow(() => fail('discount_not_found')));
  await ctx.db.deleteFrom('discounts').where('id', '=', id).execute();
  await deleteStock(ctx, formId, discountKey(id));
}

/** Throws discount_not_found. */
export async function readDiscount(ctx: ReadContext, formId: string, id: string): Promise<DiscountItem> {
  const row = await matching(ctx, formId, id).executeTakeFirst();
  if (!row) throw fail('discount_not_found');
  return describe(ctx, row);
}

function matching(ctx: Pick<ReadContext, 'db'>, formId: string, id: string) {
  return ctx.db.selectFrom('discounts').selectAll().where('id', '=', id).where('formId', '=', formId);
}

async function describe(ctx: ReadContext, row: Row<'discounts'>): Promise<DiscountItem> {
  const uses = await ctx.db
    .selectFrom('stock')
    .selectAll()
    .where('formId', '=', row.formId)
    .where('key', '=', discountKey(row.id))
    .executeTakeFirst();
  return discountJson(row, uses);
}

function discountJson(row: Row<'discounts'>, uses: Row<'stock'> | undefined): DiscountItem {
  const { id, formId, code, percentOff, amountOff, currency, validFrom, validUntil } = row;
  const { createdAt, updatedAt, version } = row;
  return {
    ...{ id, formId, code, percentOff, amountOff, currency, appliesTo: appliesToOf(row), validFrom, validUntil },
    ...{ maxUses: uses?.total ?? null, held: uses?.held ?? 0, used: uses?.sold ?? 0, createdAt, updatedAt, version },
  };
}

const unlimited = { percentOff: null, amountOff: null, appliesTo: null, validFrom: null, validUntil: null };

type Values = Pick<Row<'discounts'>, 'code' | 'percentOff' | 'amountOff' | 'validFrom' | 'validUntil'> & {
  appliesTo: string[] | null;
};

/** Throws invalid_body. */
function columnsOf(form: FormOf, values: Values) {
  const { code, percentOff, amountOff, appliesTo } = values;
  const faults: Fault[] = [];
  const fault = (pointer: string, code: FaultCode, detail: string): void => void faults.push({ pointer, code, detail });
  const field = form.fields.find(isPriceField);
  if (!field) throw fail('conflict', 'The form has no payment field');
  const currency = field.currency as string;
  const codeKey = codeKeyOf(code);
  if (codeKey === '') fault('/code', 'required', 'must not be blank');
  if ((percentOff === null) === (amountOff === null))
    fault('/percentOff', 'required', 'either `percentOff` or `amountOff` is required');
  if (amountOff !== null && amountOff % chargeStep(currency) !== 0)
    fault('/amountOff', 'not_allowed', `must be a multiple of ${chargeStep(currency)} in ${currency}`);
  const lines = linesOf(field);
  const names = new Set(
    lines.flatMap(({ name, options = [] }) => [name, ...options.map(({ value }) => stockKey(name, value))]),
  );
  const mayBeItem = (name: string): boolean =>
    lines.some((line) => line.optionsFrom && name.startsWith(stockKey(line.name, '')));
  for (const [index, name] of (appliesTo ?? []).entries())
    if (!names.has(name) && !mayBeItem(name))
      fault(`/appliesTo/${index}`, 'unknown', 'is neither a line nor an option as `line/option`');
  const [validFrom, validUntil] = [values.validFrom, values.validUntil].map((time) =>
    time === null ? null : new Date(time).toISOString(),
  ) as [string | null, string | null];
  if (validFrom !== null && validUntil !== null && validFrom >= validUntil)
    fault('/validUntil', 'minimum', 'must be later than `validFrom`');
  if (faults.length > 0) throw failBody(faults);
  return {
    ...{ code, codeKey, percentOff, amountOff, validFrom, validUntil },
    currency: amountOff === null ? null : currency,
    appliesTo: appliesTo === null ? null : JSON.stringify(appliesTo),
  };
}

function codeTaken(code: string): Error {
  return failBody([{ pointer: '/code', code: 'not_unique', detail: `is already a code of this form: ${code}` }]);
}

// Limits guessing of discount codes, for each form and address. Counted exactly, by all processes together (decision 0101).

const perAddress = atMost('discountCode', { tries: 10, withinMs: 10 * 60_000 });
const maxRight = 1000;

type EnteredCode = { formId: string; address: string; code: string };

export type WrongCodes = {
  /** Counts a code that someone enters. False if too many were wrong before: then it must not be looked up. */
  take(entered: EnteredCode): Promise<boolean>;
  /** It is a code of the form, and does not count. */
  forgive(entered: EnteredCode): Promise<void>;
};

/** `attempts` is null if nothing is limited. */
export function createWrongCodes(attempts: Attempts | null): WrongCodes {
  /** Right codes by who entered them: with each change of an order, the page sends them again. */
  const right = new Set<string>();
  const nameOf = ({ formId, address, code }: EnteredCode): string => `${formId} ${networkOf(address)} ${code}`;
  const countedOf = ({ formId, address }: EnteredCode): Counted => ({
    rule: perAddress,
    key: `${formId} ${networkOf(address)}`,
  });
  return {
    async take(entered) {
      if (attempts === null || right.has(nameOf(entered))) return true;
      // Before the code is looked up, so that many at once cannot all pass.
      return (await attempts.take(countedOf(entered))) === 0;
    },
    async forgive(entered) {
      if (attempts === null || right.has(nameOf(entered))) return;
      await attempts.forgive(countedOf(entered));
      right.add(nameOf(entered));
      if (right.size > maxRight) right.delete(right.keys().next().value as string);
    },
  };
}
