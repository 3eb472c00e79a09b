// Tax rates in a file: forms and tax rules name them there, because their IDs differ from site to site.

import type { AdminClient } from '../admin.ts';
import type { TaxRate } from '../api-types.ts';
import { CommandError } from '../cli/command-error.ts';
import { findSimilar } from '../cli/find-similar.ts';
import { isObject } from '../cli/read-input.ts';
import type { SchemaFault } from './check-schema.ts';
import type { Entry, Shape } from './shape.ts';
import type { Place } from './yaml-file.ts';

/** What to write in place of an ID or a name. */
type Rename = (rate: string, place: Place) => string;

/** All of a site. Throws if two have the same name. */
export async function readTaxRates(client: AdminClient): Promise<TaxRate[]> {
  const rates: TaxRate[] = [];
  for await (const rate of client.taxRates.all()) rates.push(rate);
  for (const { id, name, country } of rates) {
    const other = rates.find((one) => one.name === name && one.id !== id);
    if (!other) continue;
    const own = country === other.country ? '' : `, such as "${name} (${country})"`;
    throw new CommandError(
      `two tax rates of the site are named "${name}" (${id}, ${other.id}): files know them by their names, so give each its own${own}`,
    );
  }
  return rates;
}

/** The form with other words for the tax rates of its price. */
export function renameRatesOfForm(form: Entry, rename: Rename): Entry {
  if (!Array.isArray(form.fields)) return form;
  const fields = form.fields.map((field: Entry, at) => {
    const { invoice, lines } = field;
    return {
      ...field,
      ...(isObject(invoice) && { invoice: renameIn(invoice, rename, ['fields', at, 'invoice']) }),
      ...(Array.isArray(lines) && {
        lines: lines.map((line: Entry, index) => renameIn(line, rename, ['fields', at, 'lines', index])),
      }),
    };
  });
  return { ...form, fields };
}

/** The settings with other words for the tax rates of the rules. */
export function renameRatesOfSettings(settings: Entry, rename: Rename): Entry {
  const { invoicing } = settings;
  if (!isObject(invoicing) || !Array.isArray(invoicing.taxRules)) return settings;
  const taxRules = invoicing.taxRules.map((rule: Entry, at) => renameIn(rule, rename, ['invoicing', 'taxRules', at]));
  return { ...settings, invoicing: { ...invoicing, taxRules } };
}

function renameIn(entry: Entry, rename: Rename, place: Place): Entry {
  const named = ['taxRateId', 'instead'].filter((member) => typeof entry[member] === 'string');
  return {
    ...entry,
    ...Object.fromEntries(named.map((member) => [member, rename(String(entry[member]), [...place, member])])),
  };
}

/** Which rates the settings and the forms of a file or a site name, and where. */
export function ratesIn({ settings = {}, forms = [] }: Pick<Shape, 'settings' | 'forms'>) {
  const found: { rate: string; place: Place }[] = [];
  const collect =
    (...above: Place): Rename =>
    (rate, place) => {
      found.push({ rate, place: [...above, ...place] });
      return rate;
    };
  renameRatesOfSettings(settings, collect('settings'));
  for (const [at, form] of forms.entries()) renameRatesOfForm(form, collect('forms', at));
  return found;
}

/** Those that a file names, and that will not be there. */
export function findUnknownRates(shape: Shape, known: readonly string[]): SchemaFault[] {
  return ratesIn(shape).flatMap(({ rate, place }): SchemaFault[] => {
    if (known.includes(rate)) return [];
    const similar = findSimilar(rate, known);
    const meant = similar === null ? '' : `. Did you mean "${similar}"?`;
    return [{ place, what: 'value', text: `there is no tax rate "${rate}"${meant}` }];
  });
}
