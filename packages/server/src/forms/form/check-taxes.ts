// Checks that a form which issues invoices can: there is a seller, and its lines have tax rates that go together and stay.

import { sql } from 'kysely';
import type { ReadContext, WriteContext } from '../../context/context.ts';
import { containsText } from '../../database/expressions.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { linesOf, type PriceLine, taxRatesOf } from '../../fields/price-lines.ts';
import { isOutOfScope, type LineTax } from '../../invoices/tax-prices.ts';
import { readTaxRates } from '../../invoices/tax-rates.ts';
import { type Fault, fail } from '../../lib/errors.ts';
import { missingOf, readInvoicing } from '../../settings/invoicing.ts';

/** Whether a line is outside the scope of tax. Items have rates of their own, if it has none for them. */
export function isLineOutside({ optionsFrom }: PriceLine, rate: Pick<LineTax, 'category'> | null | undefined): boolean {
  return isOutOfScope(rate) && !(optionsFrom?.taxRate && !rate);
}

/** What of a form names the seller and tax rates. */
export function taxedParts(fields: readonly FieldDeclaration[]): unknown {
  return fields.flatMap(({ invoice, ...field }) =>
    invoice ? [[invoice, [...taxRatesOf({ ...field, invoice })]]] : [],
  );
}

export async function findTaxFaults(ctx: ReadContext, fields: readonly FieldDeclaration[]): Promise<Fault[]> {
  const index = fields.findIndex(({ invoice }) => invoice !== undefined);
  const field = fields[index];
  if (!field) return [];
  const faults: Fault[] = [];
  const missing = missingOf((await readInvoicing(ctx)).seller);
  if (missing.length > 0)
    faults.push({
      pointer: `/fields/${index}/invoice`,
      code: 'not_allowed',
      detail: `needs a seller: enter ${missing.join(', ')} in the settings of invoices first`,
    });
  const ids = taxRatesOf(field);
  const rates = await readTaxRates(ctx, ids.values());
  const taxed = linesOf(field).map((line, at) => {
    const { name, taxRateId } = line;
    const id = ids.get(name) ?? null;
    const own = taxRateId !== undefined;
    const pointer = `/fields/${index}/${own || field.lines ? `lines/${at}` : 'invoice'}/taxRateId`;
    const rate = id === null ? null : rates.get(id);
    if (rate === undefined)
      faults.push({
        pointer: own ? pointer : `/fields/${index}/invoice/taxRateId`,
        code: 'not_found',
        detail: 'is not a known tax rate',
      });
    return { pointer, isOutside: isLineOutside(line, rate) };
  });
  if (faults.length > 0 || taxed.every(({ isOutside }) => isOutside)) return faults;
  return taxed.flatMap(({ pointer, isOutside }): Fault[] => {
    const detail = 'is required, since other lines are taxed: choose a rate, if only one of 0 %';
    return isOutside ? [{ pointer, code: 'required', detail }] : [];
  });
}

/** Throws conflict with the names of the forms that use a tax rate. */
export async function keepRateOfForms(ctx: WriteContext, rateId: string): Promise<void> {
  const named = containsText(sql`cast(${sql.ref('fields')} as text)`, `"${rateId}"`);
  const using = await ctx.db.selectFrom('forms').select('name').where(named).orderBy('name').limit(maxNamed).execute();
  const names = using.map(({ name }) => `“${name}”`).join(', ');
  if (using.length > 0) throw fail('conflict', `Forms use this tax rate: ${names}. Choose another one there first`);
}

const maxNamed = 10;
