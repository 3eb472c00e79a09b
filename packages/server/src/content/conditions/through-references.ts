// Conditions on the items that a reference leads to: `fields[brand.slug]=delft`, `fields[brand.price][gte]=10`. Items that the
// caller may not see meet none.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { timeOf } from '../../context/context.ts';
import { isNegative, type Operator } from '../../database/compare.ts';
import { asBoolean } from '../../fields/from-text.ts';
import { nearestHint } from '../../lib/names.ts';
import { type ItemsBuilder, ofReadableType, visibleOfAll } from '../model/visibility.ts';
import type { PostType } from '../types/post-types.ts';
import type { Reached, Read, Reading, TypeNamed } from './condition.ts';
import { readFieldCondition, shapeOfField } from './field-conditions.ts';
import { comparableNames, fieldAt, type Step } from './inner-names.ts';
import { itemSubjects } from './item-conditions.ts';

/** Of what every item has; other names are those of fields, also with `fields.` before them. */
export const ownNames = ['id', 'slug', 'title'];
const prefix = 'fields.';

/** The types that the field leads to, as far as the caller may read them; null if it may lead to all. */
function targetsOf({ field }: Step, typeNamed: TypeNamed): PostType[] | null {
  return field.to ? field.to.flatMap((name) => typeNamed(name) ?? []) : null;
}

/** What is wrong with what a step leads to; null if nothing is. */
export function faultOfStep(step: Step, typeNamed: TypeNamed): string | null {
  const targets = targetsOf(step, typeNamed);
  if (targets?.length === 0) return `leads to items that you may not read`;
  if (ownNames.includes(step.rest)) return null;
  const name = nameOf(step);
  if (targets === null) return `can only name ${ownNames.join(', ')}: ${step.name} refers to items of any type`;
  if (targets.some((type) => fieldAt(type.fields, name) !== undefined)) return null;
  const names = targets.flatMap((type) => comparableNames(type.fields));
  const types = targets.map((type) => type.name).join(' or ');
  return `has no field ${name} in ${types}${nearestHint(name, [...ownNames, ...names])}`;
}

/** What the text of a condition behind the step depends on. */
export function shapeOfStep(step: Step, typeNamed: TypeNamed): string {
  const targets = targetsOf(step, typeNamed) ?? [];
  return JSON.stringify(targets.map((type) => [type.name, shapeOfField(fieldAt(type.fields, nameOf(step)))]));
}

export function readThrough(reading: Reading, step: Step, operator: Operator, texts: string[]): Read {
  const { ctx, hold, typeNamed } = reading;
  const targets = targetsOf(step, typeNamed);
  const isMissing = operator === 'exists' && asBoolean(texts[0] ?? '') === false;
  const isNot = isNegative(operator) || isMissing;
  const asked = isMissing ? 'exists' : operator === 'ne' ? 'eq' : operator === 'nin' ? 'in' : operator;
  const operands = isMissing ? ['true'] : texts;
  const reads = ownNames.includes(step.rest)
    ? [readOwn(reading, step.rest, targets, asked, operands)]
    : (targets ?? []).flatMap((type) => readField(reading, type, nameOf(step), asked, operands) ?? []);
  const wrong = reads.find((read) => typeof read === 'string');
  if (wrong !== undefined) return wrong;
  const conditions = reads.filter((read) => typeof read !== 'string');
  const now = hold(timeOf(ctx));
  const variant = JSON.stringify([isNot, ...conditions.map(({ variant = '' }) => variant)]);
  const meeting = () => {
    const met = conditions.map(({ where }) => where(true));
    return ctx.db
      .selectFrom('items')
      .select('items.id')
      .where('items.status', 'in', [sql.lit<'draft'>('draft'), sql.lit<'publish'>('publish')])
      .where((eb) => visibleOfAll(ctx, now)(eb as unknown as ItemsBuilder))
      .where(sql<SqlBool>`(${sql.join(met, sql` or `)})`);
  };
  const referring = (): RawBuilder<unknown> =>
    sql`"itemReferences"."field" = ${sql.lit(step.name)} and "targetId" in ${meeting()}`;
  const links = () => sql`select "itemId" from "itemReferences" where ${referring()}`;
  // With `exists`, PostgreSQL would join each item of an order with all that the links lead to.
  const finds = (through: boolean): RawBuilder<SqlBool> =>
    through
      ? sql`("items"."id" ${ctx.dialect.isOneOf(links())})`
      : sql`(coalesce((select 1 from "itemReferences" where "itemReferences"."itemId" = "items"."id" and ${referring()} limit 1), 0) = 1)`;
  const index = 'reference';
  const reached: Reached = { to: () => sql`${meeting()}`, isOne: false, field: step.name, rest: null };
  if (!isNot) return { variant, index, links, reached, where: finds };
  return { variant, opposite: { index, reached, where: finds }, where: () => sql<SqlBool>`(not ${finds(false)})` };
}

type Condition = Exclude<Read, string>;

/** A condition on what every item has, for items of these types. */
function readOwn(
  reading: Reading,
  name: string,
  targets: PostType[] | null,
  operator: Operator,
  texts: string[],
): Read {
  const subject = itemSubjects.get(name);
  if (!subject?.operators.includes(operator)) return `supports only ${subject?.operators.join(', ')}`;
  const read = subject.read({ ...reading, status: 'any' }, operator, texts);
  if (typeof read === 'string') return read;
  const isOfTypes = typesIn(reading, targets);
  return { ...read, where: (through) => sql<SqlBool>`(${isOfTypes} and ${read.where(through)})` };
}

function typesIn({ ctx }: Reading, targets: PostType[] | null): RawBuilder<SqlBool> {
  if (targets !== null) return sql<SqlBool>`"items"."type" in (${sql.join(targets.map(({ name }) => sql.lit(name)))})`;
  return ofReadableType(ctx);
}

/** A condition on a field of items of this type; null if the type has no such field. */
function readField(
  reading: Reading,
  type: PostType,
  name: string,
  operator: Operator,
  texts: string[],
): Condition | string | null {
  if (fieldAt(type.fields, name) === undefined) return null;
  const read = readFieldCondition({ ...reading, type, status: 'any' }, name, operator, texts);
  if (typeof read === 'string') return read;
  return {
    ...read,
    where: (through) => sql<SqlBool>`("items"."type" = ${sql.lit(type.name)} and ${read.where(through)})`,
  };
}

function nameOf({ rest }: Step): string {
  return rest.startsWith(prefix) ? rest.slice(prefix.length) : rest;
}
