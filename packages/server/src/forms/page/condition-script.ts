// The conditions that style cannot decide, as a script of the form page: it reads the answers as the service does, and hides
// the fields that do not apply. Where scripts do not run, the page says when they do.

import { inScript, typedNumber } from '../../fields/calculation-control.ts';
import { type FieldDeclaration, fieldsByName, optionLabel } from '../../fields/field.ts';
import { controlOf, isFileField, jsonTypeOf, kindOf, rowFieldsOf } from '../../fields/field-kinds.ts';
import { labelOf } from '../../fields/form-controls.ts';
import { asInstant } from '../../fields/from-text.ts';
import { normalForms } from '../../fields/normal-forms.ts';
import { type ConditionalField, visibleNames } from '../../fields/visible-names.ts';
import type { Language } from '../../languages/language.ts';
import { fillIn } from '../../languages/language-texts.ts';
import { foldTyped } from '../../lib/typed-text.ts';
import { conditionalFields } from '../form/form.ts';

/** How the script reads the answer to a field from its inputs. */
type Reading = 'text' | 'folded' | 'number' | 'boolean' | 'list' | 'time' | 'parts' | 'files';
type ReadField = ConditionalField & { reads: Reading };

/** The fields whose conditions the script decides, and those that they depend on; null if the page does not need it. */
export function scriptedFields(shown: readonly FieldDeclaration[]): ReadField[] | null {
  const byName = fieldsByName(shown);
  const otherOf = ({ visibleWhen }: FieldDeclaration) => visibleWhen && byName.get(visibleWhen.field);
  const isScripted = shown.some((field) => {
    const other = otherOf(field);
    return other !== undefined && dependsOnTyped(field, other);
  });
  if (!isScripted) return null;
  const others = new Set(shown.map(otherOf));
  const conditional = new Map(conditionalFields(shown).map((field) => [field.name, field]));
  return shown
    .filter((field) => otherOf(field) !== undefined || others.has(field))
    .map((field) => ({
      ...(conditional.get(field.name) as ConditionalField),
      // Earlier parts of the form have decided the others.
      ...(otherOf(field) === undefined && { visibleWhen: undefined }),
      reads: readingOf(field),
    }));
}

function readingOf(field: FieldDeclaration): Reading {
  const { members, fold, fromText } = kindOf(field);
  if (isFileField(field)) return 'files';
  if (members !== undefined || rowFieldsOf(field) !== null) return 'parts';
  if (fromText === asInstant) return 'time';
  const jsonType = jsonTypeOf(field);
  if (jsonType === 'number' || jsonType === 'integer') return 'number';
  if (jsonType === 'boolean') return 'boolean';
  if (jsonType === 'array') return 'list';
  return fold === foldTyped ? 'folded' : 'text';
}

/** The browser may put back what was entered after the script has run: `pageshow`. */
export const conditionScript = `${typedNumber}
const visibleNames = ${inScript(visibleNames)}
const normalForms = { ${Object.entries(normalForms).map(([name, form]) => `${name}: ${inScript(form)}`)} }
const readTime = ${inScript(asInstant)}
const form = document.querySelector('[data-conditions]')
const { fields, marks } = JSON.parse(form.dataset.conditions)
const conditional = fields.flatMap(({ name, visibleWhen }) => (visibleWhen ? [[name, form.querySelector('[data-field="' + name + '"]')]] : []))
const read = (data, name, kind) => {
  if (kind === 'parts') {
    const parts = [...data].filter(([key, text]) => key.startsWith(name + '.') && text !== '')
    return parts.length > 0 ? {} : undefined
  }
  const sent = data.getAll(name).filter((one) => one !== '' && one.name !== '')
  if (kind === 'files') {
    const kept = form.querySelectorAll('[data-field="' + name + '"] .kept input:not(:checked)')
    return sent.length + kept.length > 0 ? [...sent, ...kept] : undefined
  }
  if (sent.length === 0) return undefined
  const last = sent.at(-1)
  switch (kind) {
    case 'list':
      return sent
    case 'boolean':
      return last === 'true'
    case 'number':
      return typedNumber(last, marks)
    case 'time':
      return readTime(last, marks)
    default:
      return kind === 'folded' ? foldTyped(last) : last
  }
}
const update = () => {
  const data = new FormData(form)
  const answers = Object.create(null)
  for (const { name, reads } of fields) answers[name] = read(data, name, reads)
  const visible = visibleNames(fields, answers, normalForms)
  for (const [name, element] of conditional) if (element) element.hidden = !visible.has(name)
}
for (const note of form.querySelectorAll('[data-condition]')) {
  const line = note.parentElement
  note.remove()
  if (!line.textContent.trim()) line.remove()
}
form.addEventListener('input', update)
addEventListener('pageshow', update)
update()
`;

// The conditions of a form as style, which needs no JavaScript: it hides a field while the chosen answers say that it does not
// apply. Style cannot see typed answers; these are left to the script above, or else the page says when the
// field applies.

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

// The condition of a field in words, for where nothing can hide the field: pages without JavaScript, and those of other sites.

/** `other` is the field that it depends on. */
export function conditionText({ visibleWhen }: FieldDeclaration, other: FieldDeclaration, { texts }: Language): string {
  const { equals, notEquals } = visibleWhen ?? {};
  const { onlyIfAnswered, onlyIfIs, onlyIfIsNot, onlyIfChecked, onlyIfNotChecked } = texts.page;
  const field = labelOf(other);
  const value = equals ?? notEquals;
  if (value === undefined) return fillIn(onlyIfAnswered, { field });
  const is = equals !== undefined;
  if (typeof value === 'boolean') return fillIn(value === is ? onlyIfChecked : onlyIfNotChecked, { field });
  return fillIn(is ? onlyIfIs : onlyIfIsNot, { field, value: optionLabel(other, value) });
}
