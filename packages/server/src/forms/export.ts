// Exports submissions as CSV, streamed page by page.

import type { ReadContext } from '../context.ts';
import type { FieldDeclaration } from '../fields/field.ts';
import { isAnswered, isFileField, kindOf } from '../fields/field-kinds.ts';
import { byteOrderMark, type Cell, csvLine } from '../lib/csv.ts';
import type { SubmissionFilters, SubmissionItem } from './forms.schemas.ts';
import type { Form } from './forms.ts';
import { pageSubmissions } from './submission-list.ts';

const columnsBefore = ['id', 'createdAt', 'status', 'contactId'];
const columnsAfter = ['paymentStatus', 'amount', 'currency', 'amountRefunded', 'paymentIntentId'];

/** One line per submission, one column per field, or per part of its answer. Values that the form does not declare are in the last column, as JSON. */
export async function* exportSubmissions(
  ctx: ReadContext,
  form: Form,
  filters: SubmissionFilters,
): AsyncGenerator<string> {
  const fields = form.fields.filter((field) => isAnswered(field));
  const names = new Set(fields.map((field) => field.name));
  const columns = fields.flatMap((field) => partsOf(field)?.map((part) => `${field.name}.${part.name}`) ?? field.name);
  yield byteOrderMark + csvLine([...columnsBefore, ...columns, ...columnsAfter, 'other']);
  for await (const items of pageSubmissions(ctx, form.id, filters)) {
    yield items.map((item) => csvLine(cellsOf(item, fields, names))).join('');
  }
}

function cellsOf(item: SubmissionItem, fields: readonly FieldDeclaration[], names: ReadonlySet<string>): Cell[] {
  const { id, createdAt, status, contactId, payment } = item;
  const undeclared = Object.entries(item.data).filter(([name]) => !names.has(name));
  const other = [...undeclared, ...Object.entries(item.extra)];
  return [
    id,
    createdAt,
    status,
    contactId,
    ...fields.flatMap((field) => answerCells(item, field)),
    ...(payment
      ? [payment.status, payment.amount, payment.currency, payment.amountRefunded, payment.paymentIntentId]
      : columnsAfter.map(() => null)),
    other.length === 0 ? null : JSON.stringify(Object.fromEntries(other)),
  ];
}

function partsOf(field: FieldDeclaration): readonly FieldDeclaration[] | undefined {
  return kindOf(field).members?.(field);
}

function answerCells(item: SubmissionItem, field: FieldDeclaration): Cell[] {
  const parts = partsOf(field);
  if (!parts) return [answerCell(item, field)];
  const answer = item.data[field.name];
  const isObject = typeof answer === 'object' && answer !== null;
  return parts.map(({ name }) => {
    const part = isObject && Object.hasOwn(answer, name) ? (answer as Record<string, unknown>)[name] : null;
    return Array.isArray(part) ? part.join('; ') : (part as Cell);
  });
}

function answerCell(item: SubmissionItem, field: FieldDeclaration): Cell {
  if (isFileField(field)) {
    return item.files.flatMap((file) => (file.field === field.name ? [file.name] : [])).join('; ');
  }
  const answer = item.data[field.name];
  if (Array.isArray(answer)) return answer.join('; ');
  return typeof answer === 'object' && answer !== null ? JSON.stringify(answer) : (answer as Cell);
}
