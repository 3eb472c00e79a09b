// The fields of a form: checked and normalized before they are stored; what file fields accept, and what payment fields
// charge. A price comes from the stored form, never from the client.

import { minimumCharge } from '@frontdesk/payment-sandbox/currencies';
import type { ReadContext } from '../../context/context.ts';
import { fileLimits } from '../../fields/bounds.ts';
import { checkFields } from '../../fields/compile.ts';
import { convertValue } from '../../fields/convert-value.ts';
import { checkDeclarations } from '../../fields/declarations.ts';
import { type FieldDeclaration, fieldsByName, optionValues } from '../../fields/field.ts';
import {
  canBeInRows,
  controlOf,
  fieldKinds,
  findKind,
  isAnswered,
  isCalculated,
  isFileField,
  isPriceField,
  jsonTypeOf,
  kindOf,
  rowFieldsOf,
} from '../../fields/field-kinds.ts';
import { normalForms } from '../../fields/normal-forms.ts';
import { maxAmount } from '../../fields/price-lines.ts';
import { isAcceptable } from '../../files/sniff.ts';
import type { FileRule } from '../../http/form-bodies.ts';
import { type Fault, failBody } from '../../lib/errors.ts';
import { derive } from '../../lib/lru-cache.ts';
import { isCurrency, isPayableAmount } from '../../lib/money.ts';
import { nearestHint } from '../../lib/names.ts';
import { checkFormulas } from './calculations.ts';
import { checkLines } from './check-lines.ts';
import { findPictureFaults } from './choice-pictures.ts';
import { findItemOptionFaults } from './item-options.ts';
import { tokenName } from './page-token.ts';

/** What browsers fill in with the encoding of a form, which is UTF-8. */
export const encodingName = '_charset_';
const reservedNames = [tokenName, encodingName];
const maxFileBytes = 2 ** 31;

/** Writes currencies and media types in lower case, and sets `multiple` if several files are accepted. */
export function normalizeFields(fields: readonly FieldDeclaration[]): FieldDeclaration[] {
  return fields.map((field) => ({
    ...field,
    ...(field.currency === undefined ? {} : { currency: field.currency.toLowerCase() }),
    ...(field.accept === undefined ? {} : { accept: field.accept.map((type) => type.trim().toLowerCase()) }),
    ...(field.multiple === undefined && (field.maxFiles ?? 1) > 1 ? { multiple: true } : {}),
  }));
}

/** Fields as they are stored. Throws invalid_body. */
export async function acceptFields(
  ctx: ReadContext,
  declared: readonly FieldDeclaration[],
): Promise<FieldDeclaration[]> {
  const fields = normalizeFields(declared);
  const faults = await checkFormFields(ctx.actor.id, fields);
  if (faults.length === 0) faults.push(...(await findPictureFaults(ctx, fields)));
  if (faults.length === 0) faults.push(...(await findItemOptionFaults(ctx, fields)));
  if (faults.length > 0) throw failBody(faults);
  return fields;
}

/** Every fault in the normalized fields of a form that the subject declares; pointers start with `/fields`. */
export async function checkFormFields(subject: string, fields: readonly FieldDeclaration[]): Promise<Fault[]> {
  const faults = await checkDeclarations(subject, fields, 'form');
  for (const [index, field] of fields.entries()) {
    const fault = (member: string, code: Fault['code'], detail: string): void =>
      void faults.push({ pointer: `/fields/${index}/${member}`, code, detail });
    if (reservedNames.includes(field.name)) fault('name', 'not_allowed', 'is reserved: pages send it with each form');
    if (dependsOnItself(field, fields)) fault('visibleWhen/field', 'circular', 'must not depend on this field itself');
    for (const { member, detail } of conditionFaults(field, fields)) fault(member, 'not_allowed', detail);
    for (const [place, type] of (field.accept ?? []).entries()) {
      if (!isAcceptable(type))
        fault(
          `accept/${place}`,
          'invalid',
          'must be a media type or a file extension, such as image/png, image/* or .csv',
        );
    }
    if ((field.maxSize ?? 0) > maxFileBytes) fault('maxSize', 'maximum', `must be at most ${maxFileBytes}`);
  }
  return [
    ...faults,
    ...(faults.length > 0 ? [] : [...checkRows(fields), ...(await checkExpected(subject, fields))]),
    ...checkPaymentFields(fields),
    ...checkFormulas(fields),
  ];
}

/** What the rows of repeated groups ask: their declarations have been checked. */
function checkRows(fields: readonly FieldDeclaration[]): Fault[] {
  const kinds = Object.keys(fieldKinds).filter((type) => canBeInRows({ type }));
  const detail = `must be one of ${kinds.join(', ')}: a repeated group cannot have other fields in it`;
  return fields.flatMap((field, index) =>
    (rowFieldsOf(field) ?? []).flatMap((inner, place) =>
      canBeInRows(inner) ? [] : [{ pointer: `/fields/${index}/fields/${place}/type`, code: 'not_allowed', detail }],
    ),
  );
}

/** Checks the payment fields of a form. */
function checkPaymentFields(fields: readonly FieldDeclaration[]): Fault[] {
  const faults: Fault[] = [];
  let isFirst = true;
  for (const [index, field] of fields.entries()) {
    if (!isPriceField(field)) continue;
    const fault = (member: string, code: Fault['code'], detail: string): void =>
      void faults.push({ pointer: `/fields/${index}/${member}`, code, detail });
    if (!isFirst) fault('type', 'not_unique', 'a form can have only one payment field');
    isFirst = false;
    if (field.currency === undefined) fault('currency', 'required', 'is required');
    else if (!isCurrency(field.currency))
      fault('currency', 'not_allowed', 'must be an ISO 4217 currency code such as usd');
    if (field.lines !== undefined) {
      if (field.amount !== undefined) fault('amount', 'not_allowed', 'must be absent: the lines have the prices');
      for (const { pointer, code, detail } of checkLines(field)) fault(pointer.slice(1), code, detail);
    } else if (field.amount === undefined) fault('amount', 'required', 'is required');
    else if (field.amount > maxAmount) fault('amount', 'maximum', `must be at most ${maxAmount}`);
    else if (field.currency && isCurrency(field.currency) && !isPayableAmount(field.amount, field.currency))
      fault('amount', 'not_allowed', `is not a payable amount in ${field.currency}, whose smallest coin is larger`);
    else if (field.currency && field.amount < minimumCharge(field.currency))
      fault('amount', 'minimum', `must be at least ${minimumCharge(field.currency)}`);
  }
  return faults;
}

/** What each file field accepts. */
export function fileRulesOf(fields: readonly FieldDeclaration[]): Map<string, FileRule> {
  return new Map(
    fields.filter(isFileField).map((field) => {
      const declared = field.accept && field.accept.length > 0 ? field.accept : null;
      const accept = kindOf(field).accepts ?? declared;
      return [field.name, { accept: accept && [...accept], ...fileLimits(field) }];
    }),
  );
}

/** What is wrong with the condition of a field if the one that it names exists. */
function conditionFaults({ visibleWhen = { field: '' } }: FieldDeclaration, fields: readonly FieldDeclaration[]) {
  const other = fields.find(({ name }) => name === visibleWhen.field);
  if (!other || !findKind(other.type)) return [];
  if (isCalculated(other) || !isAnswered(other)) {
    const what = isCalculated(other) ? 'a calculation' : 'a field without an answer';
    return [{ member: 'visibleWhen/field', detail: `must not be ${what}: name a field that visitors answer` }];
  }
  if (!isFileField(other) && !kindOf(other).members && !rowFieldsOf(other)) return [];
  const detail = `must be absent: of ${other.name} a condition can only test whether it is answered`;
  const tests = (['equals', 'notEquals'] as const).filter((member) => visibleWhen[member] !== undefined);
  return tests.map((member) => ({ member: `visibleWhen/${member}`, detail }));
}

/** What the conditions expect, of declarations without faults: an answer that the other field can have. */
async function checkExpected(subject: string, fields: readonly FieldDeclaration[]): Promise<Fault[]> {
  const byName = fieldsByName(fields);
  const expected = fields.flatMap(({ visibleWhen }, index) =>
    (['equals', 'notEquals'] as const).flatMap((member) => {
      const [other, value] = [visibleWhen && byName.get(visibleWhen.field), visibleWhen?.[member]];
      return other && value !== undefined ? [{ other, value, at: `/fields/${index}/visibleWhen/${member}` }] : [];
    }),
  );
  const tested = expected.map(({ other: { default: _, pattern: _pattern, ...other }, value }, index) => ({
    ...other,
    name: `${index}`,
    required: typeof value !== 'boolean',
  }));
  const data = Object.fromEntries(expected.map(({ other, value }, index) => [index, asAnswer(other, value)]));
  const found = await checkFields(subject, tested, data, { strict: false });
  const firsts = new Map(found.toReversed().map((fault) => [fault.pointer.split('/')[1], fault]));
  return expected.flatMap(({ other, value, at }, index) => {
    const fault = firsts.get(`${index}`);
    if (value === null) {
      const detail = 'must not be null: without it, the condition tests whether there is an answer';
      return [{ pointer: at, code: 'wrong_type', detail }];
    }
    return fault ? [{ pointer: at, code: fault.code, detail: `${fault.detail}${hintFor(other, value)}` }] : [];
  });
}

/** An expected value as the field would have it: one option of several, and a text without white space that does not count. */
function asAnswer(field: FieldDeclaration, value: unknown): unknown {
  if (jsonTypeOf(field) === 'array') return [value].flat();
  const { normalForm } = kindOf(field);
  if (typeof value !== 'string' || !normalForm) return value;
  const toNormal = normalForms[normalForm];
  return toNormal(value) === toNormal(value.trim()) ? value.trim() : value;
}

/** The answer that was meant: it says the same, or is an option that is written much like it. */
function hintFor(field: FieldDeclaration, value: unknown): string {
  const converted = convertValue(field, value);
  if (converted.is === 'converted' && converted.value !== null)
    return ` (did you mean \`${JSON.stringify([converted.value].flat()[0])}\`?)`;
  return typeof value === 'string' ? nearestHint(value, optionValues(field)) : '';
}

function dependsOnItself(field: FieldDeclaration, fields: readonly FieldDeclaration[]): boolean {
  const byName = new Map(fields.map((other) => [other.name, other]));
  const seen = new Set<string>();
  for (let next = field.visibleWhen?.field; next !== undefined; next = byName.get(next)?.visibleWhen?.field) {
    if (next === field.name) return true;
    if (seen.has(next)) return false;
    seen.add(next);
  }
  return false;
}

/** The price of a payment field without lines. Stored fields have been checked, so it has one. */
export function priceOf(field: FieldDeclaration): { amount: number; currency: string } {
  return { amount: field.amount as number, currency: field.currency as string };
}

/** Clients may send back the price they show. Any other price must be rejected, not ignored. */
export function isSamePrice(field: FieldDeclaration, value: unknown): boolean {
  const { amount, currency } = priceOf(field);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const sent = value as Record<string, unknown>;
    return (
      Object.keys(sent).every((key) => key === 'amount' || key === 'currency') &&
      sent.amount === amount &&
      (sent.currency === undefined || String(sent.currency).toLowerCase() === currency)
    );
  }
  return value === amount || value === String(amount);
}

/** The fields as someone answers them who has seen the defaults; hidden ones keep theirs. */
export const withoutDefaults = derive((fields: readonly FieldDeclaration[]): FieldDeclaration[] =>
  withoutOwnDefaults(fields).map((field) =>
    field.fields ? { ...field, fields: [...withoutDefaults(field.fields)] } : field,
  ),
);

/** The same, but rows that are added still begin with the defaults of their fields. */
export const withoutOwnDefaults = derive((fields: readonly FieldDeclaration[]): FieldDeclaration[] =>
  fields.map((field) => (controlOf(field).isHidden ? field : withoutDefault(field))),
);

/**
 * The fields as a page of another site answers them, which may not know the defaults: they are only for what it does not
 * send. It sends no box that is not checked.
 */
export function withoutSentDefaults(
  fields: FieldDeclaration[],
  sent: Readonly<Record<string, unknown>>,
): FieldDeclaration[] {
  if (fields.every((field) => field.default === undefined && !field.fields)) return fields;
  const names = new Set(Object.keys(sent).map((name) => name.replace(/\[\]$|\..*$/, '')));
  const isAnswer = (field: FieldDeclaration): boolean =>
    names.has(field.name) || ['boolean', 'array'].includes(String(jsonTypeOf(field)));
  const emptied = new Map(withoutDefaults(fields).map((field) => [field.name, field]));
  return fields.map((field) => (isAnswer(field) ? (emptied.get(field.name) ?? field) : field));
}

function withoutDefault({ default: _default, ...rest }: FieldDeclaration): FieldDeclaration {
  return rest;
}
