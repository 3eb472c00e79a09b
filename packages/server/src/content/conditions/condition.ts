// What lists of items are filtered by: a subject (a field, a column, a taxonomy), an operator, and what it compares with.

import type { RawBuilder, SqlBool } from 'kysely';
import type { ReadContext } from '../../context/context.ts';
import { slot } from '../../database/kept-queries.ts';
import type { StatusFilter } from '../model/visibility.ts';
import type { PostType } from '../types/post-types.ts';

export type Condition = {
  /** The index that can find its items: that of a field, such as `fields.price`; of a column; `term` or `reference`; null if there is none. */
  index: string | null;
  /** The field that an index would make quicker. */
  field: string | null;
  /** Published items that meet it were published no later. */
  before: string | null;
  /** Those of the items that meet it, null for that of the site; null if it may be any. */
  languages: readonly (string | null)[] | null;
  /** Equal for conditions with the same text; null if there are too many values to keep it. */
  shape: string | null;
  /** As a request has it, such as `fields.price[gte]`, or the word of a group, such as `or`. */
  about: string;
  /** Of a group. */
  parts: readonly Condition[];
  /** What its slots hold. */
  values: Record<string, unknown>;
  /** What exactly those items meet that do not meet it, if that has an index: it makes totals quicker. */
  opposite: Opposite | null;
  /** The statement of the IDs that its links lead to, with those of items that no list shows and with doubles; null without links. */
  links: (() => RawBuilder<unknown>) | null;
  /** The same in `linkedItems`; null if its items are not there. */
  reached: Reached | null;
  /** `through` says whether the query goes through this index, or only checks the items it finds in another way. */
  where(through: boolean): RawBuilder<SqlBool>;
};

/** Its slots are among those of the condition. */
export type Opposite = { index: string; reached?: Reached; where(through: boolean): RawBuilder<SqlBool> };

/** What leads to items. */
export type Reached = {
  /** The statement of the IDs of these terms or items. */
  to(): RawBuilder<unknown>;
  /** Whether it is one at most. */
  isOne: boolean;
  /** The field that refers to them; null for terms. */
  field: string | null;
  /** What the items must meet as well; null if that is all. */
  rest: (() => RawBuilder<SqlBool>) | null;
};

/** Puts a value into a slot. */
export type Hold = (value: unknown) => never;

/** What conditions are read for. */
export type Subject = { ctx: ReadContext; type: PostType; status: StatusFilter; typeNamed: TypeNamed };

/** The type with this name if the caller may read it. */
export type TypeNamed = (name: string) => PostType | null;

export type Reading = Subject & { hold: Hold };

/** The condition, or what is wrong. `variant` is what its text depends on besides its name and the number of values. */
export type Read =
  | (Pick<Condition, 'where'> &
      Partial<Pick<Condition, 'index' | 'before' | 'opposite' | 'languages' | 'links' | 'reached'>> & {
        variant?: string;
      })
  | string;

const maxKeptValues = 20;

/** Makes conditions of one list, whose slots have different names. */
export function conditionMaker(subject: Subject) {
  let slots = 0;
  const make = (
    about: string,
    name: string,
    field: string | null,
    read: (reading: Reading) => Read,
  ): Condition | string => {
    const values: Record<string, unknown> = {};
    const hold: Hold = (value) => {
      const held = `filter ${slots++}`;
      values[held] = value;
      return slot(held);
    };
    const result = read({ ...subject, hold });
    if (typeof result === 'string') return result;
    const {
      variant = '',
      index = null,
      before = null,
      opposite = null,
      languages = null,
      links = null,
      reached = null,
      where,
    } = result;
    const count = Object.keys(values).length;
    const shape = count > maxKeptValues ? null : JSON.stringify([name, variant, count]);
    return { about, parts: [], index, field, before, opposite, languages, links, reached, where, values, shape };
  };
  return Object.assign(make, { subject, typeNamed: subject.typeNamed });
}

export type MakeCondition = ReturnType<typeof conditionMaker>;
