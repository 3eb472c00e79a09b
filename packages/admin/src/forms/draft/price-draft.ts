// What a payment field sells besides a fixed price, in the form builder: values as typed.

import type { Fault, FieldDeclaration, PriceLine } from '@frontdesk/client';
import type { PricedOption } from '../../fields/preview-props.ts';
import { amountHint, readOrFault } from '../../ui/input-error.ts';
import { editableMoney, parseMoney } from '../../ui/money-text.ts';
import { parseNumber } from '../../ui/number-text.ts';
import { nameFor, newKey } from './field-keys.ts';

export type PricedOptionDraft = PricedOption;

export type LineDraft = {
  key: string;
  /** Null until it is stored; then it stays, because open checkouts and exports name it. */
  name: string | null;
  type: PriceLine['type'];
  label: string;
  help: string;
  isRequired: boolean;
  isMultiple: boolean;
  takesPlaces: boolean;
  /** Null for that of the form. */
  taxRateId: string | null;
  amount: string;
  stock: string;
  minQuantity: string;
  maxQuantity: string;
  minimum: string;
  maximum: string;
  preset: string;
  options: PricedOptionDraft[];
  /** The items of a type as the options; null for those of the line. */
  optionsFrom: ItemOptionsDraft | null;
};

/** The names of a type, and of its fields, and a filter of its items as JSON; empty for none. */
export type ItemOptionsDraft = Record<keyof NonNullable<PriceLine['optionsFrom']>, string>;

export const filterExample = '{"category":"workshops"}';

export const blankSource: ItemOptionsDraft = { type: '', price: '', stock: '', taxRate: '', picture: '', where: '' };

export type PriceDraft = {
  /** Null for a fixed price. */
  lines: LineDraft[] | null;
  places: string;
  showAvailable: boolean;
  holdMinutes: string;
  discountCodes: boolean;
  issuesInvoice: boolean;
  /** Of lines without one of their own; null if no tax is due. */
  taxRateId: string | null;
  pricesIncludeTax: boolean;
};

export const fixedPrice: PriceDraft = {
  lines: null,
  places: '',
  showAvailable: false,
  holdMinutes: '',
  discountCodes: false,
  issuesInvoice: false,
  taxRateId: null,
  pricesIncludeTax: true,
};

const blankLine: Omit<LineDraft, 'key' | 'type'> = {
  name: null,
  label: '',
  help: '',
  isRequired: false,
  isMultiple: false,
  takesPlaces: false,
  taxRateId: null,
  amount: '',
  stock: '',
  minQuantity: '',
  maxQuantity: '',
  minimum: '',
  maximum: '',
  preset: '',
  options: [],
  optionsFrom: null,
};

export function newPricedOption(): PricedOptionDraft {
  return { key: newKey(), value: null, label: '', amount: '', stock: '', taxRateId: null, image: null };
}

export function newLine(type: LineDraft['type']): LineDraft {
  return {
    ...blankLine,
    key: newKey(),
    type,
    options: type === 'choice' ? [newPricedOption(), newPricedOption()] : [],
  };
}

export function priceDraftOf(field: FieldDeclaration): PriceDraft {
  const { lines, places, showAvailable, holdMinutes, discountCodes, invoice, currency = 'eur' } = field;
  const money = (amount: number | undefined): string => (amount === undefined ? '' : editableMoney(amount, currency));
  const text = (value: number | undefined): string => (value === undefined ? '' : String(value));
  return {
    lines:
      lines?.map((line) => ({
        ...{ key: newKey(), name: line.name, type: line.type, label: line.label ?? line.name, help: line.help ?? '' },
        isRequired: line.required ?? false,
        isMultiple: line.multiple ?? false,
        ...{ takesPlaces: line.takesPlaces ?? false, taxRateId: line.taxRateId ?? null },
        ...{ amount: money(line.amount), stock: text(line.stock) },
        ...{ minQuantity: text(line.minQuantity), maxQuantity: text(line.maxQuantity) },
        ...{ minimum: money(line.minimum), maximum: money(line.maximum), preset: money(line.preset) },
        options: (line.options ?? []).map(({ value, label, amount, stock, image = null }) => ({
          ...{ key: newKey(), value, label, amount: money(amount), stock: text(stock), taxRateId: null, image },
        })),
        optionsFrom: line.optionsFrom ? sourceDraftOf(line.optionsFrom) : null,
      })) ?? null,
    places: text(places),
    showAvailable: showAvailable ?? false,
    holdMinutes: text(holdMinutes),
    discountCodes: discountCodes ?? false,
    issuesInvoice: invoice !== undefined,
    taxRateId: invoice?.taxRateId ?? null,
    pricesIncludeTax: invoice?.pricesIncludeTax ?? true,
  };
}

/** The settings of a draft; values that cannot be read are added to `faults`. */
export function priceSettingsOf(
  { lines, places, showAvailable, holdMinutes, discountCodes, issuesInvoice, taxRateId, pricesIncludeTax }: PriceDraft,
  currency: string,
  { at, faults }: { at: string; faults: Fault[] },
): Partial<FieldDeclaration> {
  const whole = (pointer: string, text: string): number | undefined =>
    text.trim() === ''
      ? undefined
      : readOrFault(`${at}/${pointer}`, faults, () => parseNumber(text, { isWhole: true }));
  const money = (pointer: string, text: string, isNeeded = false): number | undefined => {
    if (text.trim() === '' && !isNeeded) return undefined;
    const minor = parseMoney(text, currency);
    if (minor === null) faults.push({ pointer: `${at}/${pointer}`, code: 'invalid', detail: amountHint(currency) });
    return minor ?? undefined;
  };
  const filter = (pointer: string, text: string): Record<string, unknown> | undefined =>
    text.trim() === '' ? undefined : readOrFault(`${at}/${pointer}`, faults, () => readFilter(text));
  const declared = {
    lines:
      lines === null
        ? undefined
        : declaredNames(lines).map(({ line, name, values }, index) =>
            lineOf(issuesInvoice ? line : withoutTax(line), name, values, {
              ...{ pointer: `lines/${index}`, whole, money, filter },
            }),
          ),
    places: whole('places', places),
    showAvailable: showAvailable || undefined,
    holdMinutes: whole('holdMinutes', holdMinutes),
    discountCodes: discountCodes || undefined,
    invoice: issuesInvoice
      ? { ...(taxRateId !== null && { taxRateId }), ...(!pricesIncludeTax && { pricesIncludeTax }) }
      : undefined,
  };
  return withoutUndefined(declared);
}

/** The lines with the names under which they are stored, and the values of their options. */
export function declaredNames(
  lines: readonly LineDraft[],
): { line: LineDraft; name: string; values: readonly string[] }[] {
  const names: string[] = lines.flatMap(({ name }) => name ?? []);
  return lines.map((line) => {
    const name = line.name ?? nameFor(line.label, [...names, 'discountCode']);
    names.push(name);
    const known: string[] = line.options.flatMap(({ value }) => value ?? []);
    const values = line.options.map(({ value, label }) => {
      const declared = value ?? nameFor(label, known);
      known.push(declared);
      return declared;
    });
    return { line, name, values };
  });
}

type Readers = {
  pointer: string;
  whole(pointer: string, text: string): number | undefined;
  money(pointer: string, text: string, isNeeded?: boolean): number | undefined;
  filter(pointer: string, text: string): Record<string, unknown> | undefined;
};

function withoutTax(line: LineDraft): LineDraft {
  const { optionsFrom } = line;
  return { ...line, taxRateId: null, optionsFrom: optionsFrom && { ...optionsFrom, taxRate: '' } };
}

function lineOf(
  line: LineDraft,
  name: string,
  values: readonly string[],
  { pointer, whole, money, filter }: Readers,
): PriceLine {
  const { type } = line;
  const quantities = type !== 'custom' && {
    minQuantity: whole(`${pointer}/minQuantity`, line.minQuantity),
    maxQuantity: whole(`${pointer}/maxQuantity`, line.maxQuantity),
    takesPlaces: line.takesPlaces || undefined,
  };
  return withoutUndefined({
    ...{ name, type, label: line.label.trim() || undefined, help: line.help.trim() || undefined },
    required: (type !== 'item' && line.isRequired) || undefined,
    taxRateId: line.taxRateId ?? undefined,
    ...quantities,
    ...(type === 'item' && {
      amount: money(`${pointer}/amount`, line.amount, true),
      stock: whole(`${pointer}/stock`, line.stock),
    }),
    ...(type === 'choice' && {
      multiple: line.isMultiple || undefined,
      ...(line.optionsFrom && {
        optionsFrom: sourceOf(line.optionsFrom, filter(`${pointer}/optionsFrom/where`, line.optionsFrom.where)),
      }),
      options: line.optionsFrom
        ? undefined
        : line.options.map(({ label, amount, stock, image }, index) =>
            withoutUndefined({
              ...{ value: values[index], label: label.trim() },
              amount: money(`${pointer}/options/${index}/amount`, amount, true),
              stock: whole(`${pointer}/options/${index}/stock`, stock),
              image: image ?? undefined,
            }),
          ),
    }),
    ...(type === 'custom' && {
      minimum: money(`${pointer}/minimum`, line.minimum),
      maximum: money(`${pointer}/maximum`, line.maximum),
      preset: money(`${pointer}/preset`, line.preset),
    }),
  }) as PriceLine;
}

type Source = NonNullable<PriceLine['optionsFrom']>;

function sourceDraftOf({ where, ...names }: Source): ItemOptionsDraft {
  return { ...blankSource, ...names, where: where === undefined ? '' : JSON.stringify(where) };
}

function sourceOf({ type, price, stock, taxRate, picture }: ItemOptionsDraft, where: Source['where']): Source {
  const named = { stock: stock || undefined, taxRate: taxRate || undefined, picture: picture || undefined };
  return { type, price, ...withoutUndefined({ ...named, where }) } as Source;
}

/** Throws SyntaxError. */
function readFilter(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    throw new SyntaxError(`Enter conditions as JSON, such as ${filterExample}`);
  }
}

function withoutUndefined<Values extends object>(
  values: Values,
): { [Name in keyof Values]: Exclude<Values[Name], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}
