// The values of an item in the editor, and the changes to send.

import type { Fault, ItemChange, PostType } from '@frontdesk/client';
import { firstInputValue, fromInputValue, toInputValue } from '../../fields/field-input-value.ts';
import type { InputValue } from '../../fields/input-props.ts';
import { inputError, readOrFault } from '../../ui/input-error.ts';
import { parseNumber, writeNumber } from '../../ui/number-text.ts';
import type { AnyItem } from '../items/item-query.ts';

export type ItemValues = {
  title: string;
  content: string;
  slug: string;
  excerpt: string;
  /** Slugs, or the names of new tags. */
  tags: string[];
  categories: string[];
  /** By the taxonomies of the type. */
  terms: Record<string, string[]>;
  menuOrder: string;
  parentId: string | null;
  /** The slug. Null in a new item: the user who creates it. */
  authorId: string | null;
  publishedAt: string | null;
  /** Null: that of the site. */
  language: string | null;
  /** Values of the declared fields. */
  fields: Record<string, InputValue>;
};

type AnyChange = ItemChange<Record<string, unknown>>;

export function newValues(type: PostType): ItemValues {
  const fields = type.fields.map((field) => [field.name, firstInputValue(field)]);
  return {
    title: '',
    content: '',
    slug: '',
    excerpt: '',
    tags: [],
    categories: [],
    terms: {},
    menuOrder: '0',
    parentId: null,
    authorId: null,
    publishedAt: null,
    language: null,
    fields: Object.fromEntries(fields),
  };
}

export function valuesOf(type: PostType, item: AnyItem): ItemValues {
  const {
    title,
    content,
    slug,
    excerpt,
    tags,
    categories,
    terms = {},
    menuOrder,
    parentId,
    publishedAt,
    language = null,
  } = item;
  const fields = type.fields.map((field) => [field.name, toInputValue(field, item.fields[field.name])]);
  return {
    ...{ title, content, slug, excerpt, tags, categories, terms, parentId, publishedAt, language },
    authorId: item.author?.slug ?? null,
    menuOrder: writeNumber(menuOrder),
    fields: Object.fromEntries(fields),
  };
}

/**
 * The values that differ from `base`, for the API. Without a base, the values of a new item. Throws a FrontdeskError with
 * the faults of values that cannot be sent.
 */
export function changeOf(type: PostType, base: ItemValues | null, values: ItemValues): AnyChange {
  const change: Record<string, unknown> = {};
  const faults: Fault[] = [];
  const blank = newValues(type);
  for (const name of names) {
    if (isEqual(values[name], (base ?? blank)[name])) continue;
    change[name] = isEmptied(name, values[name]) ? null : values[name];
  }
  // Of a new item it is made from the title anyway.
  if (change.slug === null && base === null) delete change.slug;
  if (change.menuOrder !== undefined) {
    change.menuOrder = readOrFault('/menuOrder', faults, () =>
      values.menuOrder.trim() === '' ? 0 : parseNumber(values.menuOrder, { isWhole: true }),
    );
  }
  if (base === null) change.title = values.title;
  const fields = fieldsChange(type, base, values, faults);
  if (Object.keys(fields).length > 0) change.fields = fields;
  if (faults.length > 0) throw inputError(faults);
  return change as AnyChange;
}

const names = [
  'title',
  'content',
  'slug',
  'excerpt',
  'tags',
  'categories',
  'terms',
  'menuOrder',
  'parentId',
  'authorId',
  'publishedAt',
  'language',
] as const;

/** An empty excerpt is sent as null, so that the server generates it from the content. */
function isEmptied(name: string, value: unknown): boolean {
  return value === '' && name !== 'title' && name !== 'content';
}

function fieldsChange(
  type: PostType,
  base: ItemValues | null,
  values: ItemValues,
  faults: Fault[],
): Record<string, unknown> {
  const change: Record<string, unknown> = {};
  for (const field of type.fields) {
    const input = values.fields[field.name] ?? null;
    if (base && isEqual(input, base.fields[field.name] ?? null)) continue;
    const value = fromInputValue(field, input, `/fields/${field.name}`, faults);
    if (base || value !== null) change[field.name] = value;
  }
  return change;
}

/** The saved values, except for those that were changed while saving. */
export function mergeTyped(saved: ItemValues, sent: ItemValues, typed: ItemValues): ItemValues {
  const { fields: savedFields, ...savedRest } = saved;
  const { fields: sentFields, ...sentRest } = sent;
  const { fields: typedFields, ...typedRest } = typed;
  return {
    ...mergeRecord(savedRest, sentRest, typedRest),
    fields: mergeRecord(savedFields, sentFields, typedFields),
  } as ItemValues;
}

function mergeRecord<T extends Record<string, unknown>>(saved: T, sent: T, typed: T): T {
  const entries = Object.keys(saved).map((name) => [
    name,
    isEqual(sent[name], typed[name]) ? saved[name] : typed[name],
  ]);
  return Object.fromEntries(entries) as T;
}

/** `base` with these values in place of its own. */
export function withValues(base: ItemValues, values: Partial<ItemValues>): ItemValues {
  return { ...base, ...values, fields: { ...base.fields, ...values.fields } };
}

/** Whether the item already has what was changed in `typed`, compared with `opened`. */
export function containsChanges(type: PostType, item: AnyItem, opened: ItemValues, typed: ItemValues): boolean {
  const values = valuesOf(type, item);
  return isEqual(mergeTyped(values, opened, typed), values);
}

export function isEqual(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
