// Conditional fields of the rendered form without JavaScript: rules of style that hide a field while what has been
// chosen says that it is not asked for. What style cannot see (typed text) leaves the field shown; the server decides.

import type { FieldDeclaration } from '../fields/field.ts';

/** Style for a form's conditions; a field carries its name as `data-field`. */
export function conditionStyle(fields: readonly FieldDeclaration[]): string {
  const byName = new Map(fields.map((field) => [field.name, field]));
  return fields
    .flatMap((field) => whenHidden(field, byName).map((state) => `${state} [data-field="${field.name}"]`))
    .map((selector) => `${selector} { display: none }\n`)
    .join('');
}

/** States of the form in which a field is hidden: by its own condition, or because the field it asks about is. */
function whenHidden(field: FieldDeclaration, byName: ReadonlyMap<string, FieldDeclaration>, depth = 0): string[] {
  const condition = field.visibleWhen;
  const other = condition && byName.get(condition.field);
  // Stored forms have no circles; the depth keeps an old one from being the end of us.
  if (!condition || !other || depth > byName.size) return [];
  const own: (string | null)[] = [];
  if (condition.equals !== undefined) own.push(unless(other, condition.equals));
  if (condition.notEquals !== undefined) own.push(whenever(other, condition.notEquals));
  if (own.length === 0) own.push(wrap(anyChoice(other), true));
  return [...own.filter((state) => state !== null), ...whenHidden(other, byName, depth + 1)];
}

function unless(field: FieldDeclaration, value: unknown): string | null {
  return value === false ? wrap(choice(field, true), false) : wrap(choice(field, value), true);
}

function whenever(field: FieldDeclaration, value: unknown): string | null {
  return value === false ? wrap(choice(field, true), true) : wrap(choice(field, value), false);
}

function wrap(selector: string | null, negated: boolean): string | null {
  if (selector === null) return null;
  return negated ? `form:not(:has(${selector}))` : `form:has(${selector})`;
}

/** The chosen answer; null where it is typed. */
function choice(field: FieldDeclaration, value: unknown): string | null {
  if (value === true && isBox(field)) return `[name="${field.name}"]:checked`;
  if (typeof value !== 'string' || !field.options) return null;
  return field.type === 'select'
    ? `[name="${field.name}"] option[value="${escapeCss(value)}"]:checked`
    : `[name="${field.name}"][value="${escapeCss(value)}"]:checked`;
}

function anyChoice(field: FieldDeclaration): string | null {
  if (field.type === 'select') return `[name="${field.name}"] option:not([value=""]):checked`;
  return isBox(field) || field.options ? `[name="${field.name}"]:checked` : null;
}

function isBox({ type, options }: FieldDeclaration): boolean {
  return ['consent', 'boolean', 'checkbox'].includes(type) && !options;
}

/** Everything but letters and digits by its number (CSS Syntax, 4.3.7): nothing ends the text, or the style. */
function escapeCss(text: string): string {
  return text.replace(/[^A-Za-z0-9]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `);
}
