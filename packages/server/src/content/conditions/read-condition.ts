// One condition by the name of its subject: `fields.price`, `author`, `tag` …

import { isOperator, type Operator, operators } from '../../database/compare.ts';
import { hasInner } from '../../fields/field.ts';
import { nearestHint } from '../../lib/names.ts';
import type { PostType } from '../types/post-types.ts';
import type { Condition, MakeCondition, Read } from './condition.ts';
import { operatorsOf, readFieldCondition, shapeOfField, undeclaredOperators } from './field-conditions.ts';
import { comparableNames, fieldAt, stepOf } from './inner-names.ts';
import { itemSubjects } from './item-conditions.ts';
import { ownTermOperators, readTermCondition, taxonomyIn, termOperators } from './term-conditions.ts';
import { faultOfStep, readThrough, shapeOfStep } from './through-references.ts';

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
  const unknown = faultOfSubject(make, type, subject, operator);
  if (unknown !== null) return unknown;
  const key = fieldIn(subject);
  const step = key === null ? null : stepOf(type.fields, key);
  const known = operatorsFor(type, subject) ?? [];
  if (!isOperator(operator)) return `the operator must be one of ${known.join(', ')}${nearestHint(operator, known)}`;
  if (texts.length > maxValues) return `must have at most ${maxValues} values`;
  const field = key === null ? undefined : fieldAt(type.fields, key);
  const about = `${subject}[${operator}]`;
  if (step !== null) {
    const name = `${subject} ${operator} ${shapeOfStep(step, make.typeNamed)}`;
    return make(about, name, null, (reading) => readThrough(reading, step, operator, texts));
  }
  const isFound = key !== null && field !== undefined && !field.indexed;
  const isOwn = key === null || field !== undefined;
  const taxonomy = taxonomyIn(subject);
  return make(
    about,
    `${isOwn ? subject : 'undeclared'} ${operator} ${key === null ? '' : shapeOfField(field)}`,
    isFound ? key : null,
    (reading): Read => {
      if (key !== null) return readFieldCondition(reading, key, operator, texts);
      if (!known.includes(operator)) return `supports only ${known.join(', ')}`;
      if (taxonomy !== null) return readTermCondition(reading, taxonomy, operator, texts);
      return itemSubjects.get(subject)?.read(reading, operator, texts) ?? describeUnknown(type, subject);
    },
  );
}

/** Whether a field exists can be asked of any. */
export function faultOfSubject(
  { typeNamed }: Pick<MakeCondition, 'typeNamed'>,
  type: PostType,
  subject: string,
  operator: string,
): string | null {
  const name = fieldIn(subject);
  const step = name === null ? null : stepOf(type.fields, name);
  if (step !== null) return faultOfStep(step, typeNamed);
  if (operatorsFor(type, subject) === null) return describeUnknown(type, subject);
  const isField = fieldIn(subject) !== null && operator !== 'exists';
  const isDeclared = name !== null && (fieldAt(type.fields, name) !== undefined || mayBeUndeclared(type, name));
  return isField && !isDeclared ? describeUnknown(type, subject) : null;
}

/** Open types have other fields, but nothing else in those that they declare. */
function mayBeUndeclared({ strict, fields }: PostType, name: string): boolean {
  return !strict && !fields.some((field) => hasInner(field) && name.startsWith(`${field.name}.`));
}

/** The name of the field; null for other subjects. */
export function fieldIn(subject: string): string | null {
  const name = subject.startsWith(prefix) ? subject.slice(prefix.length) : '';
  return /^[^[\]"\\]{1,200}$/.test(name) ? name : null;
}

function operatorsFor(type: PostType, subject: string): readonly Operator[] | null {
  const key = fieldIn(subject);
  if (key === null) {
    if (subject === 'tag' || subject === 'category') return termOperators[subject];
    const taxonomy = taxonomyIn(subject);
    if (taxonomy !== null) return type.taxonomies?.includes(taxonomy) ? ownTermOperators : null;
    return itemSubjects.get(subject)?.operators ?? null;
  }
  if (stepOf(type.fields, key) !== null) return operators;
  const field = fieldAt(type.fields, key);
  if (field) return operatorsOf(field);
  return type.strict ? operators : undeclaredOperators;
}

function describeUnknown(type: PostType, subject: string): string {
  if (type.fields.some(({ name }) => name === subject)) return `is not known (did you mean \`${prefix}${subject}\`?)`;
  const fields = comparableNames(type.fields).map((name) => prefix + name);
  const key = fieldIn(subject);
  const ownTerms = (type.taxonomies ?? []).map((name) => `terms.${name}`);
  if (subject.startsWith('terms.'))
    return `the type ${type.name} has no taxonomy ${subject.slice('terms.'.length)}${nearestHint(subject, ownTerms)}`;
  if (key !== null) return `the type ${type.name} has no field ${key}${nearestHint(subject, fields)}`;
  return `is not known${nearestHint(subject, [...subjectNames, ...groups, ...fields, ...ownTerms]) || `; ${subjectNames.join(', ')} and fields.NAME are`}`;
}
