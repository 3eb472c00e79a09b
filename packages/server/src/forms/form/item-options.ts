// Lines of a price whose options are items: read when the form is used, so that the price, the name and the stock of a thing are
// in one place.

import { findWhereFaults, readPublishedItems } from '../../content/lists/published-items.ts';
import { findPostType } from '../../content/types/post-types.ts';
import type { ReadContext } from '../../context/context.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { isPriceField, kindOf } from '../../fields/field-kinds.ts';
import { linesOf, maxAmount, type PriceLine, type PriceOption, taxRatesOf } from '../../fields/price-lines.ts';
import { isOutOfScope } from '../../invoices/tax-prices.ts';
import { readTaxRates } from '../../invoices/tax-rates.ts';
import type { Fault, FaultCode } from '../../lib/errors.ts';
import { parseKept } from '../../lib/lru-cache.ts';
import { isPayableAmount } from '../../lib/money.ts';
import { isLineOutside } from './check-taxes.ts';

type Fields = readonly FieldDeclaration[];
type Source = NonNullable<PriceLine['optionsFrom']>;

const maxOptions = 100;

/** The form with the items that its lines sell as their options. */
export async function withItemOptions<Form extends { fields: FieldDeclaration[] }>(
  ctx: ReadContext,
  form: Form,
): Promise<Form> {
  const field = form.fields.find(isPriceField);
  if (!field?.lines?.some(({ optionsFrom }) => optionsFrom)) return form;
  const lines = await Promise.all(
    field.lines.map(async (line) =>
      line.optionsFrom ? { ...line, options: await readOptions(ctx, line.optionsFrom, field.currency ?? '') } : line,
    ),
  );
  const offered = await withoutUntaxable(ctx, { ...field, lines });
  const fields = form.fields.map((one) => (one === field ? offered : one));
  // The same object until an item changes, since much is derived from it.
  return { ...form, fields: parseKept(JSON.stringify(fields)) as FieldDeclaration[] };
}

/** The field without items whose tax rate is unknown, or cannot be on an invoice with those of the other lines. */
async function withoutUntaxable(ctx: ReadContext, field: FieldDeclaration): Promise<FieldDeclaration> {
  if (!field.invoice || !field.lines?.some(({ optionsFrom }) => optionsFrom?.taxRate)) return field;
  const ids = taxRatesOf(field);
  const rates = await readTaxRates(ctx, ids.values());
  const rateOf = (id: string | null) => (id === null ? null : rates.get(id));
  const isFormOutside = linesOf(field).every((line) => isLineOutside(line, rateOf(ids.get(line.name) ?? null)));
  const lines = linesOf(field).map((line) => {
    if (!line.optionsFrom?.taxRate) return line;
    const options = line.options?.filter(({ item }) => {
      const rate = rateOf(item?.taxRateId ?? ids.get(line.name) ?? null);
      return rate !== undefined && isOutOfScope(rate) === isFormOutside;
    });
    return { ...line, ...(options && { options }) };
  });
  return { ...field, lines };
}

async function readOptions(
  ctx: ReadContext,
  { type, price, stock, taxRate, picture, where }: Source,
  currency: string,
): Promise<PriceOption[]> {
  const shown = [price, stock, taxRate, picture].filter((name) => name !== undefined);
  const items = await readPublishedItems(ctx, type, { fields: shown, where, limit: maxOptions });
  return items.flatMap(({ id: value, title: label, fields }): PriceOption[] => {
    const values = JSON.parse(fields);
    const amount = values[price]?.amount;
    const isForSale = values[price]?.currency === currency && amount >= 0 && amount <= maxAmount;
    if (!isForSale || (amount > 0 && !isPayableAmount(amount, currency))) return [];
    const count = stock === undefined ? null : values[stock];
    const left = Number.isSafeInteger(count) ? Math.max(0, count) : null;
    const taxRateId = taxRate === undefined ? undefined : values[taxRate];
    const [image] = picture === undefined ? [] : [values[picture] ?? []].flat();
    return [
      {
        ...{ value, label, amount, ...(image && { image }) },
        item: { type, stock: stock ?? null, left, ...(taxRateId && { taxRateId }) },
      },
    ];
  });
}

/** The faults in lines whose options are items: types and fields that do not exist, or are of another kind. */
export async function findItemOptionFaults(ctx: ReadContext, fields: Fields): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const [at, field] of fields.entries()) {
    for (const [place, { optionsFrom }] of (field.lines ?? []).entries()) {
      if (!optionsFrom) continue;
      const report = (member: keyof Source, detail: string, code: FaultCode = 'not_found'): void =>
        void faults.push({ pointer: `/fields/${at}/lines/${place}/optionsFrom/${member}`, code, detail });
      const type = await findPostType(ctx, optionsFrom.type);
      if (type?.name !== optionsFrom.type) {
        report('type', `No content type is named "${optionsFrom.type}"`);
        continue;
      }
      const isOf = (name: string, ...kinds: string[]): boolean =>
        type.fields.some((one) => one.name === name && kinds.includes(one.type) && !one.multiple);
      if (!isOf(optionsFrom.price, 'money')) report('price', `is not a money field of the type ${type.name}`);
      if (optionsFrom.stock !== undefined && !isOf(optionsFrom.stock, 'integer'))
        report('stock', `is not an integer field of the type ${type.name}`);
      if (optionsFrom.taxRate !== undefined && !isOf(optionsFrom.taxRate, 'text', 'select', 'radio'))
        report('taxRate', `is not a text or choice field of the type ${type.name}`);
      const { picture } = optionsFrom;
      if (picture !== undefined && !type.fields.some((one) => one.name === picture && kindOf(one).refersTo === 'media'))
        report('picture', `is not a media field of the type ${type.name}`);
      const { where } = optionsFrom;
      if (where === undefined) continue;
      for (const detail of await findWhereFaults(ctx, type, where)) report('where', detail, 'invalid');
    }
  }
  return faults;
}
