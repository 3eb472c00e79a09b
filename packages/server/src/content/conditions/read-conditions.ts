// The conditions of a query: `fields[price][gte]=10`, `author=ann`, `tag[in]=a,b`,
// `terms[brands]=nike`, and those of `where`. All must be met.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadContext } from '../../context/context.ts';
import { acceptsList, splitList } from '../../database/compare.ts';
import type { Fault } from '../../lib/errors.ts';
import { isStorable, notStorable } from '../../lib/text.ts';
import { type StatusFilter, storedStatuses } from '../model/visibility.ts';
import type { PostType } from '../types/post-types.ts';
import { type Condition, conditionMaker, type MakeCondition, type Subject, type TypeNamed } from './condition.ts';
import { isTypedIndex } from './item-indexes.ts';
import { faultOfSubject, readCondition, subjectNames } from './read-condition.ts';

export const maxConditions = 40;

const ofGroup = /^(fields|terms)\[([^[\]"\\]{1,200})\](?:\[([^[\]]*)\])?$/;
const ofItem = /^(\w+)(?:\[([^[\]]*)\])?$/;
/** These alone are parameters of their own. */
const shortTerms = ['tag', 'category'];

/** Pattern of the parameters that are conditions, valid or not. */
export const conditionPattern = `^((?:fields|terms)\\[|(${subjectNames.filter((name) => !shortTerms.includes(name)).join('|')})(\\[|$)|(${shortTerms.join('|')})\\[)`;
const isCondition = new RegExp(conditionPattern);

export type Conditions = { conditions: Condition[]; faults: Fault[] };

/** The conditions of a query (its parameters by name), and what is wrong with them. */
export function readConditions(
  ctx: ReadContext,
  type: PostType,
  query: Record<string, unknown>,
  { status, typeNamed }: { status: StatusFilter; typeNamed: TypeNamed },
): Conditions {
  const make = conditionMaker({ ctx, type, status, typeNamed });
  const conditions: Condition[] = [];
  const faults: Fault[] = [];
  for (const [name, value] of Object.entries(query)) {
    if (!isCondition.test(name)) continue;
    for (const text of [value].flat()) {
      const condition = readParameter(name, String(text));
      if (typeof condition === 'string') faults.push({ pointer: name, code: 'invalid', detail: condition });
      else conditions.push(condition);
    }
  }
  let count = conditions.length;
  if (typeof query.where === 'string') {
    const where = readWhere(make, type, query.where);
    conditions.push(...where.conditions);
    count += where.count;
    if (where.fault !== null) faults.push({ pointer: 'where', code: 'invalid', detail: where.fault });
  }
  if (count > maxConditions) {
    const pointer = query.where === undefined ? 'fields' : 'where';
    faults.push({
      pointer,
      code: 'too_many',
      detail: `at most ${maxConditions} conditions are allowed, and this has ${count}`,
    });
  }
  return { conditions, faults };

  function readParameter(name: string, text: string): Condition | string {
    const [, group, member, ofMember = 'eq'] = ofGroup.exec(name) ?? [];
    const [, own, ofOwn = 'eq'] = ofItem.exec(name) ?? [];
    const subject = group === undefined ? own : `${group}.${member}`;
    const operator = group === undefined ? ofOwn : ofMember;
    if (subject === undefined)
      return `must have the form ${name.split('[')[0]}[${/^(fields|terms)/.test(name) ? 'name][' : ''}operator]`;
    const texts = acceptsList(operator) ? splitList(text) : [text];
    return readCondition(make, type, { subject, operator, texts });
  }
}

// Conditions as JSON, which can be grouped:
//
//   {"or": [{"fields.price": {"gte": 10}}, {"tag": {"in": ["a", "b"]}}], "not": {"author": "ann"}}
//
// All members of an object must be met.

const maxDepth = 5;
const maxFaults = 5;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Where = {
  /** All of which must be met: those in groups are one for each group. */
  conditions: Condition[];
  /** How many there are in all groups. */
  count: number;
  fault: string | null;
};

function readWhere(make: MakeCondition, type: PostType, text: string): Where {
  const { all, anyOf, not } = groupMaker(make.subject);
  const faults: string[] = [];
  let count = 0;
  const fail = (place: string, detail: string): [] => {
    faults.push(place === '' ? detail : `\`${place.slice(0, 200)}\` ${detail}`);
    return [];
  };

  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { conditions: [], count, fault: `must be JSON, such as ${example}` };
  }
  const conditions = readObject(value, '', 1);
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
  if (values.every((value) => ['string', 'number', 'boolean'].includes(typeof value))) {
    const texts = values.map(String);
    return texts.every(isStorable) ? texts : notStorable;
  }
  if (operand === null) return 'must not be null: `{"exists": false}` finds items without a value';
  return isList
    ? 'must be a list of texts, numbers or booleans'
    : 'must be a text, a number or a boolean; `in` accepts a list';
}

// Groups of conditions: all of them, any of them, or none.

type GroupMaker = {
  all(parts: Condition[]): Condition;
  anyOf(parts: Condition[]): Condition;
  not(part: Condition): Condition;
};

function groupMaker(subject: Subject): GroupMaker {
  return {
    all(parts) {
      const [only] = parts;
      if (only && parts.length === 1) return only;
      // One of them finds the items, and the others are checked.
      const finding = parts.find(({ index }) => index !== null);
      const where = (through: boolean) =>
        sql<SqlBool>`(${sql.join([sql`(1 = 1)`, ...parts.map((part) => part.where(through && part === finding))], sql` and `)})`;
      return { ...grouped('and', parts, where), index: finding?.index ?? null };
    },

    anyOf(parts) {
      const [only] = parts;
      if (only && parts.length === 1) return only;
      const isMet = () =>
        sql<SqlBool>`(${sql.join(
          parts.map((part) => part.where(false)),
          sql` or `,
        )})`;
      if (parts.some(({ index }) => index === null)) return grouped('or', parts, isMet);
      // Each part finds its items through its own index.
      const links = () =>
        sql`${sql.join(
          parts.map((part) => itemsOf(subject, part)),
          sql` union all `,
        )}`;
      const where = (through: boolean) =>
        through ? sql<SqlBool>`(${sql.ref('items.id')} ${subject.ctx.dialect.isOneOf(links())})` : isMet();
      return { ...grouped('or', parts, where), index: 'or', links };
    },

    // A comparison with what has no value is neither true nor false.
    not(part) {
      const { index } = part;
      const opposite = index === null ? null : { index, where: part.where };
      const where = () => sql<SqlBool>`(not coalesce(${part.where(false)}, ${sql.lit(false)}))`;
      return { ...grouped('not', [part], where), opposite };
    },
  };
}

/** The IDs of the items that a condition with an index finds, with those of items that the list does not have. */
function itemsOf({ ctx, type, status }: Subject, { index, where }: Condition): RawBuilder<unknown> {
  const [ofType, ofStatus] = [sql.ref('items.type'), sql.ref('items.status')];
  const isTyped = index !== null && isTypedIndex(index);
  const { unindexed } = ctx.dialect;
  const statuses = sql.join(storedStatuses(status).map((stored) => sql.lit(stored)));
  return sql`select "items"."id" as "itemId" from "items"
    where ${isTyped || index === 'slug' ? ofType : unindexed(ofType)} = ${sql.lit(type.name)}
    and ${isTyped ? ofStatus : unindexed(ofStatus)} in (${statuses}) and ${where(true)}`;
}

function grouped(name: string, parts: Condition[], where: Condition['where']): Condition {
  const shapes = parts.map(({ shape }) => shape);
  const shape = shapes.includes(null) ? null : `${name}(${shapes.join()})`;
  const values = Object.assign({}, ...parts.map(({ values }) => values));
  return {
    about: name,
    parts,
    index: null,
    field: null,
    before: null,
    opposite: null,
    languages: null,
    links: null,
    reached: null,
    shape,
    values,
    where,
  };
}
