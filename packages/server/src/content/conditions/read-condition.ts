// One condition by the name of its subject: `fields.price`, `author`, `tag` …

import { nearestHint } from '../nearest-name.ts';
import type { PostType } from '../types/post-types.ts';
import { type Condition, isOperator, type MakeCondition, type Operator, operators, type Read } from './condition.ts';
import { operatorsOf, readFieldCondition, shapeOfField, undeclaredOperators } from './field-conditions.ts';
import { itemSubjects } from './item-conditions.ts';
import { readTermCondition, termOperators } from './term-conditions.ts';

const prefix = 'fields.';
/** Of `where`. */
const groups = ['and', 'or', 'not'];
export const maxValues = 200;

export const subjectNames: readonly string[] = [...itemSubjects.keys(), ...Object.keys(termOperators)];

/** The condition, or what is wrong with it. */
export function readCondition(
  make: MakeCondition,
  type: PostType,
  { subject, operator, texts }: { subject: string; operator: string; texts: string[] },
): Condition | string {
  const unknown = faultOfSubject(type, subject, operator);
  if (unknown !== null) return unknown;
  const known = operatorsFor(type, subject) ?? [];
  if (!isOperator(operator)) return `the operator must be one of ${known.join(', ')}${nearestHint(operator, known)}`;
  if (texts.length > maxValues) return `must have at most ${maxValues} values`;
  const key = fieldIn(subject);
  const field = type.fields.find(({ name }) => name === key);
  const isFound = key !== null && field !== undefined && !field.indexed;
  const isOwn = key === null || field !== undefined;
  return make(
    `${isOwn ? subject : 'undeclared'} ${operator} ${key === null ? '' : shapeOfField(field)}`,
    isFound ? key : null,
    (reading): Read => {
      if (key !== null) return readFieldCondition(reading, key, operator, texts);
      if (!known.includes(operator)) return `supports only ${known.join(', ')}`;
      if (subject === 'tag' || subject === 'category') return readTermCondition(reading, subject, operator, texts);
      return itemSubjects.get(subject)?.read(reading, operator, texts) ?? describeUnknown(type, subject);
    },
  );
}

/** Whether a field exists can be asked of any. */
export function faultOfSubject(type: PostType, subject: string, operator: string): string | null {
  if (operatorsFor(type, subject) === null) return describeUnknown(type, subject);
  const isField = fieldIn(subject) !== null && operator !== 'exists';
  const isDeclared = !type.strict || type.fields.some(({ name }) => prefix + name === subject);
  return isField && !isDeclared ? describeUnknown(type, subject) : null;
}

/** The name of the field; null for other subjects. */
export function fieldIn(subject: string): string | null {
  const name = subject.startsWith(prefix) ? subject.slice(prefix.length) : '';
  return /^[^[\]"\\]{1,64}$/.test(name) ? name : null;
}

function operatorsFor(type: PostType, subject: string): readonly Operator[] | null {
  const key = fieldIn(subject);
  if (key === null) {
    if (subject === 'tag' || subject === 'category') return termOperators[subject];
    return itemSubjects.get(subject)?.operators ?? null;
  }
  const field = type.fields.find(({ name }) => name === key);
  if (field) return operatorsOf(field);
  return type.strict ? operators : undeclaredOperators;
}

function describeUnknown(type: PostType, subject: string): string {
  if (type.fields.some(({ name }) => name === subject)) return `is not known (did you mean \`${prefix}${subject}\`?)`;
  const fields = type.fields.map(({ name }) => prefix + name);
  const key = fieldIn(subject);
  if (key !== null) return `the type ${type.name} has no field ${key}${nearestHint(subject, fields)}`;
  return `is not known${nearestHint(subject, [...subjectNames, ...groups, ...fields]) || `; ${subjectNames.join(', ')} and fields.NAME are`}`;
}
