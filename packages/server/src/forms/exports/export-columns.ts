// The columns of exports: what a submission has, the answers, what was bought.

import type { FieldDeclaration } from '../../fields/field.ts';
import { isAnswered, isFileField, isPriceField, kindOf, rowFieldsOf } from '../../fields/field-kinds.ts';
import { labelOf } from '../../fields/form-controls.ts';
import { linesOf, type PriceLine } from '../../fields/price-lines.ts';
import type { Cell } from '../../lib/csv.ts';
import type { Column, Table } from '../../lib/table-files.ts';
import { isObject } from '../../lib/validation.ts';
import { type PaymentLine, summarizeLines } from '../../payments/payment-lines.ts';
import type { Form } from '../form/form.ts';
import type { InboxSubmission } from '../inbox/inbox.schemas.ts';
import type { SubmissionItem } from '../results/submissions.schemas.ts';

type Submitted = Column<SubmissionItem>;

const id: Submitted = { name: 'id', label: 'ID', of: ({ id }) => id };
const createdAt: Submitted = {
  ...{ name: 'createdAt', label: 'Submitted (UTC)', kind: 'time' },
  of: ({ createdAt }) => createdAt,
};
const status: Submitted = { name: 'status', label: 'Status', of: ({ status }) => status };
const contactId: Submitted = { name: 'contactId', label: 'Contact', of: ({ contactId }) => contactId };

const payment: Submitted[] = [
  { name: 'paymentStatus', label: 'Payment', of: ({ payment }) => payment?.status },
  { name: 'amount', label: 'Amount', kind: 'minorUnits', of: ({ payment }) => payment?.amount },
  { name: 'currency', label: 'Currency', of: ({ payment }) => payment?.currency },
  { name: 'amountRefunded', label: 'Refunded', kind: 'minorUnits', of: ({ payment }) => payment?.amountRefunded },
  { name: 'paymentIntentId', label: 'Payment intent', of: ({ payment }) => payment?.paymentIntentId },
];

/** One column per field, and two per line that can be bought. Values that the form does not declare are in the last, as JSON. */
export function submissionTable(form: Form): Table<SubmissionItem> {
  const fields = form.fields.filter(isAnswered);
  const bought = boughtColumns(form.fields);
  return tableOf([
    id,
    createdAt,
    status,
    contactId,
    ...answerColumns(fields),
    ...payment,
    ...bought,
    otherColumn(fields),
  ]);
}

function tableOf<Item extends SubmissionItem>(columns: Column<Item>[]): Table<Item> {
  return { title: 'Submissions', columns, currencyOf: ({ payment }) => payment?.currency };
}

/** More than people read. The answers of further fields are in the last column. */
const maxFields = 300;

/** Fields of several forms with the same name share a column. */
export function inboxTable(forms: readonly Pick<Form, 'fields'>[]): Table<InboxSubmission> {
  const byName = new Map(forms.flatMap((form) => form.fields.filter(isAnswered)).map((field) => [field.name, field]));
  const fields = [...byName.values()].slice(0, maxFields);
  const [only] = forms.length === 1 ? forms : [];
  return tableOf<InboxSubmission>([
    id,
    { name: 'form', label: 'Form', of: ({ form }) => form.slug },
    createdAt,
    status,
    { name: 'progress', label: 'Progress', of: ({ progress }) => progress },
    { name: 'unread', label: 'Unread', of: ({ unread }) => unread },
    { name: 'starred', label: 'Starred', of: ({ starred }) => starred },
    { name: 'assignee', label: 'Assignee', of: ({ assignee }) => assignee?.name ?? assignee?.id },
    contactId,
    ...answerColumns(fields),
    ...payment,
    ...(only ? boughtColumns(only.fields) : [boughtColumn]),
    otherColumn(fields),
  ]);
}

/** One per field, or per part of its answer. */
function answerColumns(fields: readonly FieldDeclaration[]): Submitted[] {
  return fields.flatMap((field): Submitted[] => {
    const rows = rowFieldsOf(field);
    if (rows) return rows.map((inner, index) => rowColumn(field, inner, index === 0));
    const parts = kindOf(field).members?.(field);
    if (!parts) return [{ ...namesOf(field), of: (item) => removedCell(item, field) ?? answerCell(item, field) }];
    return parts.map((part, index) => ({
      ...namesOf(part),
      name: `${field.name}.${part.name}`,
      label: `${labelOf(field)}: ${labelOf(part)}`,
      of: (item) => removedCell(item, field) ?? partCell(item.data[field.name], part.name, index === 0),
    }));
  });
}

/** A field of all rows of a repeated group: a value for each row, of which some may be empty. */
function rowColumn(field: FieldDeclaration, inner: FieldDeclaration, isFirst: boolean): Submitted {
  return {
    name: `${field.name}.${inner.name}`,
    label: `${labelOf(field)}: ${labelOf(inner)}`,
    of: (item) => {
      const answer = item.data[field.name];
      if (!Array.isArray(answer)) return removedCell(item, field) ?? (isFirst ? cellOf(answer) : null);
      const answerIn = (row: unknown): unknown =>
        isObject(row) && Object.hasOwn(row, inner.name) ? row[inner.name] : '';
      const cells = answer.map((row) => [answerIn(row) ?? ''].flat().join(', '));
      return cells.some((cell) => cell !== '') ? cells.join('; ') : null;
    },
  };
}

function namesOf(field: FieldDeclaration): Pick<Submitted, 'name' | 'label' | 'kind'> {
  const { format } = kindOf(field).schema(field) ?? {};
  return { name: field.name, label: labelOf(field), ...(format === 'date' && { kind: 'date' }) };
}

/** What is no object, such as the answer to a field of another form, is in the column of the first part. */
function partCell(answer: unknown, name: string, isFirst: boolean): Cell {
  const isObject = typeof answer === 'object' && answer !== null && !Array.isArray(answer);
  if (!isObject) return isFirst ? cellOf(answer) : null;
  return Object.hasOwn(answer, name) ? cellOf((answer as Record<string, unknown>)[name]) : null;
}

function cellOf(value: unknown): Cell {
  if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object')) return value.join('; ');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Cell);
}

/** An answer that was removed does not look as if it had not been given. */
function removedCell({ removed }: SubmissionItem, field: FieldDeclaration): string | null {
  const at = removed?.find(({ field: name }) => name === field.name)?.at;
  return at === undefined ? null : `removed on ${at.slice(0, 10)}`;
}

function answerCell(item: SubmissionItem, field: FieldDeclaration): Cell {
  if (isFileField(field)) {
    return item.files.flatMap((file) => (file.field === field.name ? [file.name] : [])).join('; ');
  }
  return cellOf(item.data[field.name]);
}

function otherColumn(fields: readonly FieldDeclaration[]): Submitted {
  const names = new Set(fields.map(({ name }) => name));
  return {
    ...{ name: 'other', label: 'Other' },
    of: ({ data, extra }) => {
      const other = [...Object.entries(data).filter(([name]) => !names.has(name)), ...Object.entries(extra)];
      return other.length === 0 ? null : JSON.stringify(Object.fromEntries(other));
    },
  };
}

/** All that was bought, in one line of text. */
const boughtColumn: Submitted = {
  ...{ name: 'bought', label: 'Bought' },
  of: ({ payment }) => (payment?.lines?.length ? summarizeLines(payment.lines) : null),
};

/** Quantities and amounts of what the payment field of a form sells, and what a discount takes off. */
function boughtColumns(fields: readonly FieldDeclaration[]): Submitted[] {
  const field = fields.find((one) => isPriceField(one) && linesOf(one).length > 0);
  if (!field) return [];
  const places = linesOf(field).flatMap(placesOf);
  const isKnown = (line: PaymentLine): boolean => places.some((place) => isAt(line, place));
  const linesAt = ({ payment }: SubmissionItem, place: Place): PaymentLine[] =>
    (payment?.lines ?? []).filter((line) => isAt(line, place));
  return [
    boughtColumn,
    ...places.flatMap((place): Submitted[] => [
      {
        ...{ name: `${field.name}.${place.path}.quantity`, label: `${place.label}, quantity` },
        of: (item) => sumOf(linesAt(item, place).map(({ quantity }) => quantity)),
      },
      {
        ...{ name: `${field.name}.${place.path}.amount`, label: `${place.label}, amount`, kind: 'minorUnits' },
        of: (item) => sumOf(linesAt(item, place).map(({ amount }) => amount)),
      },
    ]),
    {
      // What the form sold when it was submitted, and does not any more.
      ...{ name: `${field.name}.otherAmount`, label: 'Other lines, amount', kind: 'minorUnits' },
      of: ({ payment }) => sumOf((payment?.lines ?? []).filter((line) => !isKnown(line)).map(({ amount }) => amount)),
    },
    { name: `${field.name}.discountCode`, label: 'Discount code', of: ({ payment }) => payment?.discount?.code },
    {
      ...{ name: `${field.name}.discount`, label: 'Discount', kind: 'minorUnits' },
      of: ({ payment }) => payment?.discount?.amount,
    },
  ];
}

/** A line, or one option of a line with a choice; `isWhole` if all of its options are counted together, since they are items. */
type Place = { line: string; option: string | null; path: string; label: string; isWhole?: boolean };

function placesOf({ name, label = name, options, optionsFrom, type }: PriceLine): Place[] {
  if (optionsFrom) return [{ line: name, option: null, path: name, label, isWhole: true }];
  if (type !== 'choice') return [{ line: name, option: null, path: name, label }];
  return (options ?? []).map((option) => ({
    ...{ line: name, option: option.value, path: `${name}.${option.value}` },
    label: `${label}: ${option.label}`,
  }));
}

function isAt({ name, option }: PaymentLine, place: Place): boolean {
  return name === place.line && (place.isWhole === true || option === place.option);
}

function sumOf(numbers: readonly number[]): number | null {
  return numbers.length === 0 ? null : numbers.reduce((sum, one) => sum + one, 0);
}
