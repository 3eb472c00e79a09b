// The values of custom fields in SQL, and the keys by which indexes hold them. Queries and indexes must say the same.

import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../../database/dialect.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { isFolded, scalarOf } from '../../fields/field-kinds.ts';

type Reader = { dialect: Pick<Dialect, 'jsonValue'> };

/** Characters that count for sorting, as in titles; a cursor contains them, and indexes accept no long texts. */
const maxKeyLength = 200;

/** A field, and where its value is if it is inside others. */
export type ComparedField = FieldDeclaration & { path?: readonly string[] };

/** Where the value of a field is among those of an item. */
export function pathOf({ name, path }: ComparedField): string[] {
  return path ? [...path] : [name];
}

export type Columns = { fields: Expression<unknown>; foldedFields: Expression<unknown> };
const columns: Columns = { fields: sql.ref('items.fields'), foldedFields: sql.ref('items.foldedFields') };

/** Whether lists find and sort items by an index of the field. */
export function isIndexed(field: FieldDeclaration): boolean {
  return field.indexed === true && scalarOf(field) !== null;
}

/** The value as it compares; null for a field whose values cannot be compared. */
export function comparedValueOf(ctx: Reader, field: ComparedField, from = columns): RawBuilder<unknown> | null {
  const scalar = scalarOf(field);
  return scalar && ctx.dialect.jsonValue(from.fields, pathOf(field), scalar);
}

/** The text as people read it: without regard to case and accents. */
export function foldedValueOf(ctx: Reader, field: ComparedField, from = columns): RawBuilder<unknown> {
  return ctx.dialect.jsonValue(from.foldedFields, pathOf(field), 'text');
}

/** What lists are sorted by; null for a field that cannot be sorted by. */
export function sortKeyOf(ctx: Reader, field: ComparedField, from = columns): RawBuilder<unknown> | null {
  const isText = scalarOf(field) !== null && isFolded(field);
  return isText ? beginningOf(foldedValueOf(ctx, field, from)) : equalityKeyOf(ctx, field, from);
}

/** Equal for equal values. */
export function equalityKeyOf(ctx: Reader, field: ComparedField, from = columns): RawBuilder<unknown> | null {
  const value = comparedValueOf(ctx, field, from);
  return value && (isWritten(field) ? beginningOf(value) : value);
}

/** Whether its values compare as texts. */
export function isWritten(field: FieldDeclaration): boolean {
  const scalar = scalarOf(field);
  return scalar === 'text' || scalar === 'instant';
}

function beginningOf(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`substr(${text}, 1, ${sql.lit(maxKeyLength)})`;
}

/** A text compares with the key of another as it compares with the other itself. */
export function isShorterThanKeys(text: string): boolean {
  return keyOfText(text) === text && text.length < maxKeyLength;
}

/** The key of a text that values are compared with. */
export function keyOfText(text: string): string {
  return Array.from(text).slice(0, maxKeyLength).join('');
}
