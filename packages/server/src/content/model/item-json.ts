// Items as JSON text. The custom fields are stored as JSON and sent as they are, without parsing.

import { hash } from 'node:crypto';
import Type, { type Static } from 'typebox';
import type { Row } from '../../database/dialect.ts';
import { nullable, Time } from '../../http/schemas.ts';
import { ChangeMaker } from './changes.ts';
import type { ExpandedAuthor, TermNames } from './expand.schemas.ts';
import { type ShownStatus, shownStatus } from './visibility.ts';

/** The columns that a list shows. */
export const listColumns = [
  'items.id',
  'items.slug',
  'items.title',
  'items.excerpt',
  'items.fields',
  'items.type',
  'items.status',
  'items.sortDate',
  'items.publishedAt',
  'items.updatedAt',
  'items.trashedAt',
  'items.unpublishAt',
  'items.language',
  'items.externalId',
] as const;

type Column<Name extends string> = Name extends `items.${infer Column}` ? Column : never;
export type ListRow = Pick<Row<'items'>, Column<(typeof listColumns)[number]>> & {
  /** 1 if it has a draft; in lists only. */
  drafted?: number;
  /** Only if it is expanded. */
  author?: ExpandedAuthor | null;
  /** The same. */
  termNames?: TermNames;
};

export type WholeItem = ListRow & {
  content: string;
  menuOrder: number;
  parentId: string | null;
  createdAt: string;
  version: number;
  authorSlug: string | null;
  authorName: string | null;
  /** Slugs. */
  tags: string[];
  categories: string[];
  /** By the taxonomies of its type; absent if it has none. */
  terms?: Record<string, string[]>;
  /** JSON; null for callers who may not write. */
  draft: string | null;
  /** Its present URL, if it was read at a slug that it no longer has. */
  redirect?: string;
};

/**
 * The five members of the contract, and type, status, publishedAt, updatedAt; language and externalId where it has one; in the
 * trash trashedAt, and unpublishAt and drafted where they are set: give null and 0 for them to callers who may not write.
 */
export function listItemJson(row: ListRow, now: string): string {
  const author = row.author === undefined ? '' : `,"author":${JSON.stringify(row.author)}`;
  const termNames = row.termNames === undefined ? '' : `,"termNames":${JSON.stringify(row.termNames)}`;
  return `{${membersOf(row, now)}${author}${termNames}}`;
}

/** The members of a list item, and the rest. */
export function itemJson(item: WholeItem, now: string): string {
  return `{${membersOf(item, now)},${JSON.stringify(restOf(item)).slice(1)}`;
}

/** The members of itemJson and of listItemJson. */
export function itemMembers(item: WholeItem, now: string): Record<string, unknown> {
  const draft = item.draft === null ? {} : { drafted: true };
  return { ...JSON.parse(listItemJson(item, now)), ...draft, ...restOf(item) };
}

function restOf(item: WholeItem) {
  return {
    content: item.content,
    menuOrder: item.menuOrder,
    tags: item.tags,
    categories: item.categories,
    ...(item.terms === undefined ? {} : { terms: item.terms }),
    parentId: item.parentId,
    author: item.author === undefined ? authorOf(item) : item.author,
    ...(item.termNames === undefined ? {} : { termNames: item.termNames }),
    createdAt: item.createdAt,
    version: item.version,
    ...(item.draft === null ? {} : { draft: JSON.parse(item.draft) }),
    ...(item.redirect === undefined ? {} : { redirect: item.redirect }),
  };
}

function membersOf(row: ListRow, now: string): string {
  const text = JSON.stringify;
  const status: ShownStatus = shownStatus(row, now);
  return (
    `"id":${text(row.id)},"slug":${text(row.slug)},"title":${text(row.title)},"excerpt":${text(row.excerpt)}` +
    `,"fields":${row.fields},"type":${text(row.type)},"status":"${status}"` +
    `,"publishedAt":${text(row.publishedAt)},"updatedAt":${text(row.updatedAt)}` +
    (row.language === null ? '' : `,"language":${text(row.language)}`) +
    (row.externalId === null ? '' : `,"externalId":${text(row.externalId)}`) +
    (row.status === 'trash' ? `,"trashedAt":${text(row.trashedAt)}` : '') +
    (row.unpublishAt === null ? '' : `,"unpublishAt":${text(row.unpublishAt)}`) +
    (row.drafted ? ',"drafted":true' : '')
  );
}

/**
 * The strong ETag of an item: its version, and a digest of what it shows that is not stored with it (whether its time
 * has come, the slugs of its terms, its author), and of what it says about its draft.
 */
export function itemTag(item: WholeItem, now: string): string {
  const shown = [shownStatus(item, now), item.tags, item.categories, authorOf(item)];
  const borrowed = JSON.stringify(item.terms === undefined ? shown : [...shown, item.terms]);
  const digest = digestOf(borrowed);
  const draft = item.draft === null ? '' : `.${digestOf(item.draft)}`;
  return `"${item.id}.${item.version}.${digest}${draft}"`;
}

function digestOf(text: string): string {
  return hash('sha1', text, 'base64url').slice(0, 10);
}

/** The same tags without what they say about the draft: for changes of what is live, which leave the draft alone. */
export function withoutDraft(tags: string): string {
  return tags.replace(/("[^".]+\.\d+\.[^".]+)\.[^".]+"/g, '$1"');
}

function authorOf(item: WholeItem): { slug: string; name: string } | null {
  return item.authorSlug === null ? null : { slug: item.authorSlug, name: item.authorName ?? '' };
}

// What an item says about its draft: stored as JSON in the item's column `draft` and sent as it is, to callers who may write.

export const DraftNote = Type.Object(
  {
    version: Type.Integer({ description: 'Increases by 1 with every change of the draft' }),
    updatedAt: Time,
    by: nullable(ChangeMaker),
    changed: Type.Array(Type.String(), {
      description: 'The members that will change when it is published, custom fields as `fields.` and their name',
    }),
    publishAt: nullable({ ...Time, description: 'When it will be published' }),
    problem: nullable(Type.String({ description: 'Why it was not published at its time' })),
  },
  { title: 'DraftNote', description: 'What will change in an item when its draft is published' },
);
export type DraftNote = Static<typeof DraftNote>;
