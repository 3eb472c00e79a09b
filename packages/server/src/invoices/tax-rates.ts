// Tax rates: what lines of invoices are taxed with. Percentage, country and category never change, so that a draft stays what it was.

import { type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { listRecords, type RecordPage } from '../database/record-list.ts';
import { updateRow } from '../database/update-row.ts';
import { type Fault, fail, failBody } from '../lib/errors.ts';
import { idFrom } from '../lib/ids.ts';
import { readInvoicing, type TaxRule } from '../settings/invoicing.ts';
import type { NewTaxRate, TaxRate, TaxRateChange, TaxRateQuery } from './invoices.schemas.ts';
import { taxRateList } from './invoices.schemas.ts';
import { taxCategories } from './tax-categories.ts';
import { isWider } from './tax-rules.ts';

export type TaxRateRow = Row<'taxRates'>;
type Check = (rate: TaxRate) => void;

export function listTaxRates(ctx: ReadContext, query: TaxRateQuery): Promise<RecordPage<TaxRate>> {
  return listRecords(ctx.db.selectFrom('taxRates').selectAll(), taxRateList, query, taxRateJson);
}

/** Throws tax_rate_not_found. */
export async function getTaxRate(ctx: ReadContext, id: string): Promise<TaxRate> {
  const row = (await readTaxRates(ctx, [id])).get(id);
  if (!row) throw fail('tax_rate_not_found');
  return taxRateJson(row);
}

/** By their IDs; null is that of none. */
export async function readTaxRates(ctx: ReadContext, ids: Iterable<string | null>): Promise<Map<string, TaxRateRow>> {
  const named = new Set(ids);
  named.delete(null);
  if (named.size === 0) return new Map();
  const rows = ctx.db
    .selectFrom('taxRates')
    .selectAll()
    .where('id', 'in', [...named] as string[]);
  return new Map((await rows.execute()).map((row) => [row.id, row]));
}

/** With the same `operation` again, it returns the first one. */
export async function createTaxRate(ctx: WriteContext, input: NewTaxRate, operation: string): Promise<TaxRate> {
  const now = timeOf(ctx);
  const { name, percent, country, category, reason = null, validFrom = null, validUntil = null } = input;
  const row: TaxRateRow = {
    ...{ id: idFrom('tax', operation), name, percent, country, category, reason, validFrom, validUntil },
    ...{ version: 1, createdAt: now, updatedAt: now },
  };
  checkTaxRate(row);
  const insert = ctx.db.insertInto('taxRates').values(row);
  await insert.onConflict((conflict) => conflict.column('id').doNothing()).execute();
  return getTaxRate(ctx, row.id);
}

/** `check` gets the record first and may throw. Throws tax_rate_not_found. */
export async function updateTaxRate(
  ctx: WriteContext,
  id: string,
  change: TaxRateChange,
  check: Check,
): Promise<TaxRate> {
  const row = await lockTaxRate(ctx, id);
  check(taxRateJson(row));
  checkTaxRate({ ...row, ...change });
  const stamp = { version: row.version + 1, updatedAt: timeOf(ctx) };
  return taxRateJson(await updateRow(ctx, 'taxRates', row, change, stamp));
}

/** Invoices keep what it was. Throws tax_rate_not_found, and conflict for one that a tax rule names. */
export async function deleteTaxRate(ctx: WriteContext, id: string, check: Check): Promise<string> {
  check(taxRateJson(await lockTaxRate(ctx, id)));
  const { taxRules } = await readInvoicing(ctx);
  const at = taxRules.findIndex(({ taxRateId, instead }) => taxRateId === id || instead === id);
  if (at !== -1)
    throw fail('conflict', `Tax rule ${at + 1} in the settings of invoices uses it. Change the rule first`);
  await ctx.db.deleteFrom('taxRates').where('id', '=', id).execute();
  return id;
}

/** Rates that rules name are locked, so that none is deleted meanwhile. Throws invalid_body. */
export async function checkTaxRules(ctx: WriteContext, rules: readonly TaxRule[]): Promise<void> {
  const ids = rules.flatMap(({ taxRateId, instead }) => (taxRateId === undefined ? [instead] : [taxRateId, instead]));
  const rates = ctx.db
    .selectFrom('taxRates')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id');
  const known = ids.length === 0 ? [] : await ctx.dialect.lockRows(rates).execute();
  const isKnown = (id: string): boolean => known.some((rate) => rate.id === id);
  const faults = rules.flatMap((rule, at): Fault[] => {
    const pointer = `/invoicing/taxRules/${at}`;
    const missing = (['taxRateId', 'instead'] as const).filter((name) => {
      const id = rule[name];
      return id !== undefined && !isKnown(id);
    });
    if (missing.length > 0)
      return missing.map((name) => ({
        ...{ pointer: `${pointer}/${name}`, code: 'not_found', detail: 'is not a known tax rate' },
      }));
    const wider = rules.slice(0, at).findIndex((earlier) => isWider(earlier, rule));
    if (wider === -1) return [];
    return [
      { pointer, code: 'not_allowed', detail: `never applies: rule ${wider + 1} comes first, and fits the same` },
    ];
  });
  if (faults.length > 0) throw failBody(faults);
}

async function lockTaxRate(ctx: WriteContext, id: string): Promise<TaxRateRow> {
  const rates = ctx.db.selectFrom('taxRates').selectAll().where('id', '=', id);
  const row = await ctx.dialect.lockRows(rates).executeTakeFirst();
  if (!row) throw fail('tax_rate_not_found');
  return row;
}

function checkTaxRate({ category, percent, reason, validFrom, validUntil }: TaxRateRow): void {
  const faults: Fault[] = [];
  const isTaxed = Number(percent) > 0;
  if (category === 'S' && !isTaxed)
    faults.push({ pointer: '/percent', code: 'minimum', detail: 'must be more than 0 in the category `S`' });
  if (category !== 'S' && isTaxed)
    faults.push({ pointer: '/percent', code: 'maximum', detail: `must be 0 in the category \`${category}\`` });
  if (taxCategories[category].needsReason && !reason?.trim())
    faults.push({ pointer: '/reason', code: 'required', detail: `is required in the category \`${category}\`` });
  if (validFrom !== null && validUntil !== null && validUntil < validFrom)
    faults.push({ pointer: '/validUntil', code: 'before_start', detail: 'is before `validFrom`' });
  if (faults.length > 0) throw failBody(faults);
}

function taxRateJson(row: TaxRateRow): TaxRate {
  const { id, name, percent, country, category, reason, validFrom, validUntil, createdAt, updatedAt, version } = row;
  const members = { id, name, percent, country, category, reason, validFrom, validUntil };
  return { ...members, createdAt, updatedAt, version };
}
