// Conditions as JSON, which can be grouped:
//
//   {"or": [{"fields.price": {"gte": 10}}, {"tag": {"in": ["a", "b"]}}], "not": {"author": "ann"}}
//
// All members of an object must be met.

import type { PostType } from '../types/post-types.ts';
import { acceptsList, type Condition, type MakeCondition } from './condition.ts';
import { groupMaker } from './groups.ts';
import { faultOfSubject, readCondition } from './read-condition.ts';

const maxDepth = 5;
const maxFaults = 5;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export type Where = {
  /** All of which must be met: those in groups are one for each group. */
  conditions: Condition[];
  /** How many there are in all groups. */
  count: number;
  fault: string | null;
};

export function readWhere(make: MakeCondition, type: PostType, text: string): Where {
  const { all, anyOf, not } = groupMaker(make.subject);
  const faults: string[] = [];
  let count = 0;
  const fail = (place: string, detail: string): [] => {
    faults.push(place === '' ? detail : `\`${place.slice(0, 200)}\` ${detail}`);
    return [];
  };

  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return { conditions: [], count, fault: `must be JSON, such as ${example}` };
  }
  const conditions = readObject(given, '', 1);
  return { conditions, count, fault: faults.length === 0 ? null : faults.slice(0, maxFaults).join('; ') };

  function readObject(object: unknown, place: string, depth: number): Condition[] {
    if (!isObject(object)) return fail(place, `must be an object, such as ${example}`);
    if (depth > maxDepth) return fail(place, `is nested too deep: at most ${maxDepth} levels are allowed`);
    return Object.entries(object).flatMap(([name, value]) =>
      readMember(name, value, place === '' ? name : `${place}.${name}`, depth),
    );
  }

  function readMember(name: string, value: unknown, place: string, depth: number): Condition[] {
    if (name === 'not') return [not(all(readObject(value, place, depth + 1)))];
    if (name === 'and' || name === 'or') {
      if (!Array.isArray(value) || value.length === 0) return fail(place, 'must be a list of at least one object');
      const parts = value.map((part, index) => readObject(part, `${place}[${index}]`, depth + 1));
      return name === 'and' ? parts.flat() : [anyOf(parts.map(all))];
    }
    if (isObject(value))
      return Object.entries(value).flatMap(([operator, operand]) => readOne(name, operator, operand, place));
    return readOne(name, 'eq', value, place);
  }

  function readOne(subject: string, operator: string, operand: unknown, place: string): Condition[] {
    count++;
    const unknown = faultOfSubject(make, type, subject, operator);
    if (unknown !== null) return fail(place, unknown);
    const texts = textsOf(operand, acceptsList(operator));
    const condition = typeof texts === 'string' ? texts : readCondition(make, type, { subject, operator, texts });
    return typeof condition === 'string'
      ? fail(operator === 'eq' ? place : `${place}.${operator}`, condition)
      : [condition];
  }
}

const example = '{"or":[{"fields.price":{"gte":10}},{"tag":"new"}]}';

/** Or what is wrong. */
function textsOf(operand: unknown, isList: boolean): string[] | string {
  const values = isList ? [operand].flat() : [operand];
  if (values.every((value) => ['string', 'number', 'boolean'].includes(typeof value))) return values.map(String);
  if (operand === null) return 'must not be null: `{"exists": false}` finds items without a value';
  return isList
    ? 'must be a list of texts, numbers or booleans'
    : 'must be a text, a number or a boolean; `in` accepts a list';
}
