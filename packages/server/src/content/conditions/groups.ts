// Groups of conditions: all of them, any of them, or none.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { storedStatuses } from '../model/visibility.ts';
import type { Condition, Subject } from './condition.ts';
import { isTypedIndex } from './item-indexes.ts';

export type GroupMaker = {
  all(parts: Condition[]): Condition;
  anyOf(parts: Condition[]): Condition;
  not(part: Condition): Condition;
};

export function groupMaker(subject: Subject): GroupMaker {
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
