// Conditions on the answers of a form: `answers[name]=Ada`, `answers[guests][gte]=2`.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadContext } from '../../context/context.ts';
import {
  type Comparison,
  compare,
  isDay,
  isTextOperator,
  notADay,
  notATime,
  readTime,
  textPlaces,
} from '../../database/compare.ts';
import { operandOf } from '../../database/dialect.ts';
import { isLike, patternFor } from '../../database/expressions.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { comparisonOf, isAnswered, isFileField, isTextField, kindOf } from '../../fields/field-kinds.ts';
import { asBoolean } from '../../fields/from-text.ts';
import { type Fault, failQuery } from '../../lib/errors.ts';
import { nearestHint } from '../../lib/names.ts';

const operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'contains', 'startsWith', 'endsWith', 'exists'] as const;
type Operator = (typeof operators)[number];

/** The names of the parameters. */
export const answerParameter = `^answers\\[[^[\\]"\\\\]{1,200}\\](\\[(${operators.join('|')})\\])?$`;

/** The parameters in the document. */
export const answersParameter = {
  name: 'answers',
  in: 'query',
  required: false,
  style: 'form',
  explode: true,
  description:
    'Conditions on the answers of the form in `formId`: `answers[name][operator]=value`, or `answers[name]=value` for `eq`. They must all be met. ' +
    '`in` accepts values separated by commas; `exists` is `true` or `false`',
  schema: {
    title: 'AnswerConditions',
    description: 'Conditions on answers, by field and operator',
    type: 'object',
    patternProperties: { [answerParameter]: { type: 'string' } },
    additionalProperties: false,
  },
  example: { 'answers[guests][gte]': '2' },
};

const maxConditions = 20;

/** The conditions of a query. Throws invalid_query. */
export function readAnswerConditions(
  ctx: ReadContext,
  query: object,
  fields: readonly FieldDeclaration[] | null,
): RawBuilder<SqlBool>[] {
  const parameters = Object.entries(query).filter(([name]) => name.startsWith('answers['));
  if (parameters.length === 0) return [];
  const faults: Fault[] = [];
  const report = (pointer: string, detail: string): [] => {
    faults.push({ pointer, code: 'invalid', detail });
    return [];
  };
  if (fields === null) report('formId', 'is required with conditions on answers');
  if (parameters.length > maxConditions) report('answers', `has more than ${maxConditions} conditions`);
  const known = (fields ?? []).filter((field) => isAnswered(field) && !isFileField(field));
  const conditions = parameters.flatMap(([pointer, value]): RawBuilder<SqlBool>[] => {
    if (fields === null) return [];
    const [name = '', operator = 'eq'] = pointer.slice('answers['.length, -1).split('][');
    const field = known.find((one) => one.name === name);
    const names = known.map((one) => one.name);
    if (!field) return report(pointer, `names no field of the form${nearestHint(name, names)}`);
    if (Array.isArray(value)) return report(pointer, 'may be given once');
    const condition = readCondition(ctx, field, operator as Operator, String(value));
    return typeof condition === 'string' ? report(pointer, condition) : [condition];
  });
  if (faults.length > 0) throw failQuery(faults);
  return conditions;
}

const data = sql.ref('submissions.data');

/** The condition, or what is wrong. */
function readCondition(
  { dialect }: ReadContext,
  field: FieldDeclaration,
  operator: Operator,
  text: string,
): RawBuilder<SqlBool> | string {
  const path = [field.name];
  const supported = operatorsOf(field);
  if (!supported.includes(operator)) return `supports only ${supported.join(', ')}`;
  if (operator === 'exists') {
    const flag = asBoolean(text);
    if (typeof flag !== 'boolean') return 'must be true or false';
    const exists = dialect.jsonExists(data, path);
    return flag ? exists : sql<SqlBool>`not (${exists})`;
  }
  const comparesAs = comparisonOf(field);
  if (comparesAs === 'list') {
    const has = (value: string) => dialect.jsonArrayHas(data, path, value);
    if (operator === 'in') return sql<SqlBool>`(${sql.join(split(text).map(has), sql` or `)})`;
    return operator === 'ne' ? sql<SqlBool>`(${has(text)} is not true)` : has(text);
  }
  const scalar = comparesAs ?? 'text';
  const value = dialect.jsonValue(data, path, scalar);
  if (isTextOperator(operator)) {
    const pattern = patternFor(text.toLowerCase(), textPlaces[operator]);
    return isLike(sql`lower(${dialect.jsonValue(data, path, 'text')})`, pattern);
  }
  const operands: unknown[] = [];
  for (const part of operator === 'in' ? split(text) : [text]) {
    const parsed = scalar === 'text' ? part : scalar === 'instant' ? readTime(part) : kindOf(field).fromText(part);
    if (scalar === 'instant' ? parsed === null : typeof parsed !== (scalar === 'text' ? 'string' : scalar)) {
      return (
        { text: 'must be a text', number: 'must be a number', boolean: 'must be true or false' }[scalar as 'text'] ??
        notATime
      );
    }
    if (kindOf(field).writtenAs === 'day' && !isDay(part)) return notADay;
    operands.push(operandOf(parsed, scalar));
  }
  return compare(value, operator as Comparison, operands);
}

function operatorsOf(field: FieldDeclaration): readonly Operator[] {
  const comparesAs = comparisonOf(field);
  if (comparesAs === 'list') return ['eq', 'ne', 'in', 'contains', 'exists'];
  if (comparesAs === null) return isTextField(field) ? ['contains', 'startsWith', 'endsWith', 'exists'] : ['exists'];
  if (comparesAs === 'boolean') return ['eq', 'ne', 'exists'];
  const ordered: Operator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'exists'];
  return comparesAs === 'text' ? [...ordered, 'contains', 'startsWith', 'endsWith'] : ordered;
}

/** Values separated by commas; `\,` is a comma and `\\` a backslash within one. */
function split(text: string): string[] {
  return (text.match(/(?:\\.|[^,\\])+/gs) ?? ['']).map((part) => part.replace(/\\(.)/gs, '$1'));
}
