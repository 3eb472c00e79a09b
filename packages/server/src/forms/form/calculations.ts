// The calculations of a form: checked when it is stored, worked out when it is submitted, and shown on its page.

import { chargeStep } from '@frontdesk/payment-sandbox/currencies';
import { type Calculation, type CalculationAnswers, evaluate } from '../../fields/evaluate.ts';
import { asSeen, type FieldDeclaration } from '../../fields/field.ts';
import { isAnswered, isCalculated, isFileField, jsonTypeOf, kindOf, rowFieldsOf } from '../../fields/field-kinds.ts';
import type { ShownCalculation } from '../../fields/form-controls.ts';
import { fieldsIn, readFormula } from '../../fields/formula.ts';
import { normalForms } from '../../fields/normal-forms.ts';
import { maxAmount, maxQuantity, type PriceLine } from '../../fields/price-lines.ts';
import type { Fault } from '../../lib/errors.ts';
import { isCurrency } from '../../lib/money.ts';
import { nearestHint } from '../../lib/names.ts';

// Checks what a payment field declares besides a fixed price: lines, options and their limits.

type Report = (member: string, code: string, detail: string) => void;

/** Which settings a line of each type can have besides those of all. */
const ownSettings = {
  item: ['amount', 'stock', 'minQuantity', 'maxQuantity', 'takesPlaces'],
  choice: ['options', 'required', 'multiple', 'minQuantity', 'maxQuantity', 'takesPlaces'],
  custom: ['minimum', 'maximum', 'preset', 'required'],
} as const satisfies Record<PriceLine['type'], readonly (keyof PriceLine)[]>;
const typed = [...new Set(Object.values(ownSettings).flat())];

/** A part of a form's answer that is not the name of a line. */
export const codePart = 'discountCode';

/** Every fault in the lines of a payment field; pointers are relative to the field. */
export function checkLines(field: FieldDeclaration): Fault[] {
  const faults: Fault[] = [];
  const seen = new Set<string>();
  for (const [index, line] of (field.lines ?? []).entries()) {
    const report: Report = (member, code, detail) =>
      void faults.push({ pointer: `/lines/${index}/${member}`, code, detail });
    if (seen.has(line.name)) report('name', 'not_unique', `is already the name of another line: ${line.name}`);
    seen.add(line.name);
    if (line.name === codePart) report('name', 'not_allowed', 'is reserved: it is the discount code of an answer');
    checkLine(line, field.currency?.toLowerCase(), report);
  }
  return faults;
}

function checkLine(line: PriceLine, currency: string | undefined, report: Report): void {
  const own: readonly (keyof PriceLine)[] = ownSettings[line.type];
  for (const member of typed) {
    if (line[member] !== undefined && !own.includes(member))
      report(member, 'not_allowed', `is not for lines of the type ${line.type}`);
  }
  const step = currency !== undefined && isCurrency(currency) ? chargeStep(currency) : 1;
  const checkAmount = (member: string, amount: number | undefined): void => {
    if (amount === undefined) return;
    if (amount > maxAmount) report(member, 'maximum', `must be at most ${maxAmount}`);
    else if (amount % step !== 0)
      report(member, 'not_allowed', `is not a payable amount in ${currency}: it must be a multiple of ${step}`);
  };
  if (line.type === 'item' && line.amount === undefined) report('amount', 'required', 'is required');
  checkAmount('amount', line.amount);
  if (line.type === 'custom') {
    const { minimum = 1, maximum = maxAmount, preset } = line;
    for (const member of ['minimum', 'maximum', 'preset'] as const) checkAmount(member, line[member]);
    if (minimum > maximum) report('minimum', 'maximum', 'must be at most `maximum`');
    if (preset !== undefined && (preset < minimum || preset > maximum))
      report('preset', 'not_allowed', 'must be between `minimum` and `maximum`');
  }
  if ((line.minQuantity ?? 0) > (line.maxQuantity ?? maxQuantity))
    report('minQuantity', 'maximum', 'must be at most `maxQuantity`');
  if (line.type === 'choice') checkOptions(line, checkAmount, report);
}

function checkOptions(
  { options, minQuantity }: PriceLine,
  checkAmount: (member: string, amount: number) => void,
  report: Report,
): void {
  if (!options) {
    report('options', 'required', 'is required');
    return;
  }
  if (minQuantity === 0) report('minQuantity', 'minimum', 'must be at least 1: what is not chosen has no quantity');
  const values = new Set<string>();
  for (const [index, { value, amount }] of options.entries()) {
    if (values.has(asSeen(value)))
      report(`options/${index}/value`, 'not_unique', `is already another option: ${value}`);
    values.add(asSeen(value));
    checkAmount(`options/${index}/amount`, amount);
  }
}

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
  given: Readonly<Record<string, unknown>>,
  visible: ReadonlySet<string>,
): Map<string, number | null> {
  const results = new Map<string, number | null>();
  const answers: Record<string, unknown> = Object.create(null);
  for (const field of fields) {
    if (isCalculated(field) || !visible.has(field.name)) continue;
    const value = given[field.name] ?? field.default;
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
  given: Readonly<Record<string, unknown>>,
  visible: ReadonlySet<string>,
): Map<string, ShownCalculation> {
  if (!shown.some(isCalculated)) return new Map();
  const byName = new Map(fields.map((field) => [field.name, field]));
  const onPage = new Set(shown.map(({ name }) => name));
  const results = calculate(fields, given, visible);
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
