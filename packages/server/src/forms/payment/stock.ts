// What is left of what a form sells: for its owner, and for visitors.

import type { ReadContext, WriteContext } from '../../context/context.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { isPriceField } from '../../fields/field-kinds.ts';
import { hasOrder, linesOf, stockOf } from '../../fields/price-lines.ts';
import { placesKey, stockKey } from '../../fields/stock-keys.ts';
import { fail } from '../../lib/errors.ts';
import { readStock, setSold } from '../../payments/reservations.ts';
import type { Form } from '../form/form.ts';
import type { AvailabilityItem, StockCorrection, StockItem } from './discounts.schemas.ts';
import { labelOfStock } from './orders.ts';

/** What a form sells in limited numbers, places first, in the order of the form. */
export async function listStock(ctx: ReadContext, { id, fields }: Pick<Form, 'id' | 'fields'>): Promise<StockItem[]> {
  const field = limitedField(fields);
  if (!field) return [];
  const rows = new Map((await readStock(ctx, id)).map((row) => [row.key, row]));
  const own = [...stockOf(field)].flatMap(([key, total]) => {
    if (total === null) return [];
    const { held = 0, sold = 0 } = rows.get(key) ?? {};
    const [line, ...option] = key.split('/');
    const isPlaces = key === placesKey;
    return {
      line: isPlaces ? null : (line as string),
      option: option.length === 0 ? null : option.join('/'),
      label: isPlaces ? (field.label ?? field.name) : labelOfStock(field, key),
      ...{ total, held, sold, available: Math.max(0, total - held - sold) },
    };
  });
  return [...own, ...itemStock(field)];
}

/** What items say is left of them. */
function itemStock(field: FieldDeclaration): StockItem[] {
  return linesOf(field).flatMap(({ name: line, options = [] }) =>
    options.flatMap(({ value: option, label, item }) => {
      const left = item?.left ?? null;
      return left === null ? [] : [{ line, option, label, total: left, held: 0, sold: 0, available: left }];
    }),
  );
}

/** What visitors may know of it. */
export async function listAvailability(
  ctx: ReadContext,
  form: Pick<Form, 'id' | 'fields'>,
): Promise<AvailabilityItem[]> {
  const showsCount = limitedField(form.fields)?.showAvailable === true;
  return (await listStock(ctx, form)).map(({ line, option, label, available }) => ({
    ...{ line, option, label },
    soldOut: available === 0,
    available: showsCount ? available : null,
  }));
}

/** The payment field, if it sells something in a limited number. */
function limitedField(fields: readonly FieldDeclaration[]): FieldDeclaration | null {
  const field = fields.find(isPriceField);
  if (!field || !hasOrder(field)) return null;
  return [...stockOf(field).values()].some((total) => total !== null) || itemStock(field).length > 0 ? field : null;
}

/** Corrects how many are sold. What open checkouts hold is not changed. Throws stock_not_found. */
export async function correctStock(ctx: WriteContext, form: Form, { line, option = null, sold }: StockCorrection) {
  const key = line === null ? placesKey : stockKey(line, option);
  const field = limitedField(form.fields);
  if (!field || (stockOf(field).get(key) ?? null) === null) throw fail('stock_not_found');
  await setSold(ctx, form.id, key, sold);
  return listStock(ctx, form);
}

/** The fields as visitors may see them: how much there is in all is not for them. */
export function withoutStock(fields: readonly FieldDeclaration[]): FieldDeclaration[] {
  return fields.map((field) => {
    if (!isPriceField(field) || !hasOrder(field)) return field;
    const { places: _places, lines, ...rest } = field;
    return {
      ...rest,
      ...(lines && {
        lines: linesOf(field).map(({ stock: _stock, options, ...line }) => ({
          ...line,
          ...(options && { options: options.map(({ stock: _stock, item: _item, ...option }) => option) }),
        })),
      }),
    };
  });
}

/** How many are left by stock, for the page; null if the form sells nothing in a limited number. */
export async function stockLeft(
  ctx: ReadContext,
  form: Pick<Form, 'id' | 'fields'>,
): Promise<Map<string, number> | null> {
  const items = await listStock(ctx, form);
  if (items.length === 0) return null;
  return new Map(
    items.map(({ line, option, available }) => [line === null ? placesKey : stockKey(line, option), available ?? 0]),
  );
}
