// The members of items that `select` can name: what they are made of, and how they are shown.

import { type SelectExpression, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { authorColumn, drafted, readTerms, taxonomiesOfItem, termsOfItem } from '../model/borrowed-columns.ts';
import type { WholeItem } from '../model/item-json.ts';
import { shownStatus } from '../model/visibility.ts';

type Column = SelectExpression<Tables, 'items'>;
/** An item as a list reads it for `select`: only what is shown. */
export type SelectedRow = Partial<WholeItem> &
  Pick<WholeItem, 'id'> & { termSlugs?: string | null; taxonomies?: string | null };

type Shown = {
  /** What lists read; other members have a column of their name. */
  columns?: readonly Column[];
  /** Undefined if the item does not have the member. */
  show?: (item: SelectedRow, now: string) => unknown;
};

const termSlugs = termsOfItem.as('termSlugs');

function termsOf({ termSlugs = null, taxonomies = null }: SelectedRow) {
  return readTerms(termSlugs, taxonomies);
}

/** In the order of responses. */
const shown = {
  slug: {},
  title: {},
  excerpt: {},
  fields: {},
  type: {},
  status: {
    columns: ['items.status', 'items.sortDate'],
    show: (item, now) => shownStatus(item as WholeItem, now),
  },
  publishedAt: {},
  updatedAt: {},
  language: { columns: ['items.language'], show: ({ language }) => language ?? undefined },
  externalId: { columns: ['items.externalId'], show: ({ externalId }) => externalId ?? undefined },
  trashedAt: { columns: ['items.trashedAt'], show: ({ trashedAt }) => trashedAt ?? undefined },
  unpublishAt: { columns: ['items.unpublishAt'], show: ({ unpublishAt }) => unpublishAt ?? undefined },
  drafted: { columns: [drafted.as('drafted')], show: ({ drafted }) => (drafted ? true : undefined) },
  content: {},
  menuOrder: {},
  tags: { columns: [termSlugs], show: (item) => item.tags ?? termsOf(item).tags },
  categories: { columns: [termSlugs], show: (item) => item.categories ?? termsOf(item).categories },
  terms: {
    columns: [termSlugs, taxonomiesOfItem.as('taxonomies')],
    show: (item) => item.terms ?? termsOf(item).terms,
  },
  parentId: {},
  author: {
    columns: [(eb) => authorColumn(eb, 'slug').as('authorSlug'), (eb) => authorColumn(eb, 'name').as('authorName')],
    show: ({ author, authorSlug, authorName }) =>
      author ?? (authorSlug == null ? null : { slug: authorSlug, name: authorName ?? '' }),
  },
  createdAt: {},
  version: {},
  draft: { columns: [], show: ({ draft }) => (draft == null ? undefined : JSON.parse(draft)) },
  redirect: { columns: [] },
} satisfies Record<string, Shown>;

export type Member = keyof typeof shown;
export const memberNames = Object.keys(shown) as Member[];

/** What a list reads for these members; each column once. */
export function columnsOf(members: ReadonlySet<Member>): Column[] {
  const columns = [...members].flatMap((name): readonly Column[] => {
    const { columns }: Shown = shown[name];
    return columns ?? [sql.ref(`items.${name}`).as(name)];
  });
  return [...new Set(columns)];
}

/** The JSON of the members, with the ID. The fields are JSON already. */
export function selectedJson(item: SelectedRow, members: ReadonlySet<Member>, now: string): string {
  const parts = memberNames.flatMap((name) => {
    if (!members.has(name)) return [];
    if (name === 'fields') return [`"fields":${item.fields}`];
    const { show }: Shown = shown[name];
    const value = show ? show(item, now) : item[name as keyof SelectedRow];
    return value === undefined ? [] : [`"${name}":${JSON.stringify(value)}`];
  });
  if (item.termNames !== undefined) parts.push(`"termNames":${JSON.stringify(item.termNames)}`);
  return `{${[`"id":${JSON.stringify(item.id)}`, ...parts].join()}}`;
}

/** The item with these fields only. */
export function withFields<Item extends { fields?: string }>(item: Item, names: ReadonlySet<string> | null): Item {
  if (names === null || item.fields === undefined) return item;
  const fields = JSON.parse(item.fields) as Record<string, unknown>;
  const entries = [...names].flatMap((name) => (Object.hasOwn(fields, name) ? [[name, fields[name]]] : []));
  return { ...item, fields: JSON.stringify(Object.fromEntries(entries)) };
}
