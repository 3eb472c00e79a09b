// The conditions that style cannot decide, as a script of the form page: it reads the answers as the service does, and hides
// the fields that do not apply. Where scripts do not run, the page says when they do (condition-text.ts).

import { inScript, typedNumber } from '../../fields/calculation-control.ts';
import { type FieldDeclaration, fieldsByName } from '../../fields/field.ts';
import { isFileField, jsonTypeOf, kindOf, rowFieldsOf } from '../../fields/field-kinds.ts';
import { asInstant } from '../../fields/from-text.ts';
import { normalForms } from '../../fields/normal-forms.ts';
import { type ConditionalField, visibleNames } from '../../fields/visible-names.ts';
import { foldTyped } from '../../lib/typed-text.ts';
import { conditionalFields } from '../form/visible-fields.ts';
import { dependsOnTyped } from './condition-style.ts';

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
