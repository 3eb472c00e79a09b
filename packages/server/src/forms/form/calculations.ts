// The calculations of a form: checked when it is stored, worked out when it is submitted, and shown on its page.

import { type Calculation, type CalculationAnswers, evaluate } from '../../fields/evaluate.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { isAnswered, isCalculated, isFileField, jsonTypeOf, kindOf, rowFieldsOf } from '../../fields/field-kinds.ts';
import type { ShownCalculation } from '../../fields/form-controls.ts';
import { fieldsIn, readFormula } from '../../fields/formula.ts';
import { normalForms } from '../../fields/normal-forms.ts';
import type { Fault } from '../../lib/errors.ts';
import { nearestHint } from '../../lib/names.ts';

/** The faults in what formulas name; their form is checked. Pointers start with `/fields`. */
export function checkFormulas(fields: readonly FieldDeclaration[]): Fault[] {
  const faults: Fault[] = [];
  for (const [index, field] of fields.entries()) {
    const tree = treeOf(field);
    for (const name of tree ? fieldsIn(tree) : []) {
      const detail = faultOfName(name, fields, index);
      if (detail !== null) faults.push({ pointer: `/fields/${index}/formula`, code: 'unknown', detail });
    }
  }
  return faults;
}

function faultOfName(key: string, fields: readonly FieldDeclaration[], index: number): string | null {
  const { name, part } = splitKey(key);
  const place = fields.findIndex((field) => field.name === name);
  const field = fields[place];
  if (!field)
    return `names ${name}, which is no field of the form${nearestHint(
      name,
      fields.map(({ name }) => name),
    )}`;
  if (isCalculated(field) && place >= index) return `must not use ${name}, a calculation that is not above this one`;
  if (!isAnswered(field) || isFileField(field)) return `must not use ${name}, which is not answered with a value`;
  const parts = kindOf(field)
    .members?.(field)
    .map((member) => member.name);
  if (parts === undefined) return part === null ? null : `must not use ${key}: ${name} has no parts`;
  if (part !== null && parts.includes(part)) return null;
  return `must use a part of ${name}, such as {${name}.${parts[0]}}`;
}

function splitKey(key: string): { name: string; part: string | null } {
  const end = key.indexOf('.');
  return end < 0 ? { name: key, part: null } : { name: key.slice(0, end), part: key.slice(end + 1) };
}

/** Null for a field that is no calculation. Stored formulas have been checked. */
function treeOf(field: FieldDeclaration): Calculation | null {
  if (!isCalculated(field) || field.formula === undefined) return null;
  const read = readFormula(field.formula);
  return 'tree' in read ? read.tree : null;
}

/** The results by name, with the answers to the visible fields. A calculation that is not visible counts in others. */
export function calculate(
  fields: readonly FieldDeclaration[],
  input: Readonly<Record<string, unknown>>,
  visible: ReadonlySet<string>,
): Map<string, number | null> {
  const results = new Map<string, number | null>();
  const answers: Record<string, unknown> = Object.create(null);
  for (const field of fields) {
    if (isCalculated(field) || !visible.has(field.name)) continue;
    const value = input[field.name] ?? field.default;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) answers[field.name] = value;
    else for (const [part, inner] of Object.entries(value)) answers[`${field.name}.${part}`] = inner;
  }
  for (const field of fields) {
    const tree = treeOf(field);
    if (tree === null) continue;
    const result = evaluate(tree, answers as CalculationAnswers, normalForms, field.decimals);
    results.set(field.name, result);
    answers[field.name] = result;
  }
  return results;
}

/** What the page needs for the calculations that it shows. Of answers that it carries, only those to visible fields count. */
export function shownCalculations(
  fields: readonly FieldDeclaration[],
  shown: readonly FieldDeclaration[],
  input: Readonly<Record<string, unknown>>,
  visible: ReadonlySet<string>,
): Map<string, ShownCalculation> {
  if (!shown.some(isCalculated)) return new Map();
  const byName = new Map(fields.map((field) => [field.name, field]));
  const onPage = new Set(shown.map(({ name }) => name));
  const results = calculate(fields, input, visible);
  return new Map(
    shown.filter(isCalculated).map((field) => {
      const needed = neededFor(field, byName);
      const formulas = fields.flatMap((one) => {
        const tree = needed.has(one.name) ? treeOf(one) : null;
        return tree === null ? [] : [{ name: one.name, tree, decimals: one.decimals }];
      });
      const keys = [...needed].filter((key) => !formulas.some(({ name }) => name === key));
      const counting = keys.filter((key) => onPage.has(splitKey(key).name) || visible.has(splitKey(key).name));
      const reads = Object.fromEntries(counting.map((key) => [key, readsAs(key, byName)]));
      const isSettled = !keys.some((key) => onPage.has(splitKey(key).name));
      return [field.name, { formulas, reads, result: results.get(field.name) ?? null, isSettled }];
    }),
  );
}

/** The calculation itself, those that it uses, and the answers that they need. */
function neededFor(field: FieldDeclaration, byName: ReadonlyMap<string, FieldDeclaration>, found = new Set<string>()) {
  found.add(field.name);
  const tree = treeOf(field);
  for (const key of tree ? fieldsIn(tree) : []) {
    const other = byName.get(key);
    if (other && isCalculated(other) && !found.has(key)) neededFor(other, byName, found);
    found.add(key);
  }
  return found;
}

function readsAs(key: string, byName: ReadonlyMap<string, FieldDeclaration>): ShownCalculation['reads'][string] {
  const { name, part } = splitKey(key);
  const field = byName.get(name) as FieldDeclaration;
  const read =
    part === null
      ? field
      : kindOf(field)
          .members?.(field)
          .find((member) => member.name === part);
  if (rowFieldsOf(field)) return 'rows';
  const jsonType = jsonTypeOf(read ?? field);
  if (jsonType === 'number' || jsonType === 'integer') return 'number';
  return jsonType === 'boolean' ? 'boolean' : jsonType === 'array' ? 'list' : 'text';
}
