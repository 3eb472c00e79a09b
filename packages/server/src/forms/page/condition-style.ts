// The conditions of a form as style, which needs no JavaScript: it hides a field while the chosen answers say that it does not
// apply. Style cannot see typed answers; these are left to the script (condition-script.ts), or else the page says when the
// field applies.

import type { FieldDeclaration } from '../../fields/field.ts';
import { controlOf } from '../../fields/field-kinds.ts';

/** The style for a form's conditions. A field has its name in `data-field`. */
export function conditionStyle(fields: readonly FieldDeclaration[]): string {
  const byName = new Map(fields.map((field) => [field.name, field]));
  return fields
    .flatMap((field) => whenHidden(field, byName).map((state) => `${state} [data-field="${field.name}"]`))
    .map((selector) => `${selector} { display: none }\n`)
    .join('');
}

/** The states of the form in which a field is hidden: by its own condition, or because the field it depends on is. */
function whenHidden(field: FieldDeclaration, byName: ReadonlyMap<string, FieldDeclaration>, depth = 0): string[] {
  const condition = field.visibleWhen;
  const other = condition && byName.get(condition.field);
  // Stored forms have no circular conditions; the depth stops at an old one that has.
  if (!condition || !other || depth > byName.size) return [];
  const { equals, notEquals } = condition;
  const own: (string | null)[] = [];
  if (equals !== undefined) own.push(stateOf(other, equals, false));
  if (notEquals !== undefined) own.push(stateOf(other, notEquals, true));
  if (own.length === 0) own.push(stateOf(other, undefined, false));
  return [...own.filter((state) => state !== null), ...whenHidden(other, byName, depth + 1)];
}

/** Selects the form while the answer is `value` (any if undefined), or while it is not; null if the answer is typed. */
function stateOf(field: FieldDeclaration, value: unknown, is: boolean): string | null {
  const { chosen } = controlOf(field);
  // An unchecked box is one that is not checked.
  const [selector, isMet] = value === false ? [chosen(field, true), !is] : [chosen(field, value), is];
  if (selector === null) return null;
  return isMet ? `form:has(${selector})` : `form:not(:has(${selector}))`;
}

/** Whether style cannot decide if the field applies, because the answer that it depends on is typed. */
export function dependsOnTyped({ visibleWhen }: FieldDeclaration, other: FieldDeclaration): boolean {
  const { equals, notEquals } = visibleWhen ?? {};
  const tested = [equals, notEquals].filter((value) => value !== undefined);
  return (tested.length === 0 ? [undefined] : tested).some((value) => stateOf(other, value, true) === null);
}
