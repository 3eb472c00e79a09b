// Creating an item, under a free slug and with its words in the search index.

import { sql } from 'kysely';
import { timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { taken } from '../../database/external-ids.ts';
import { keptQueries, slot, slotsFor } from '../../database/kept-queries.ts';
import { fail, failBody, type Problem } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { storedLanguage } from '../../lib/language-tag.ts';
import { authorIdOf } from '../authors/author-of-item.ts';
import { changeText } from '../model/changes.ts';
import { readItem } from '../model/find-item.ts';
import { changeFields, type FieldValues, fieldColumns } from '../model/item-fields.ts';
import type { WholeItem } from '../model/item-json.ts';
import { firstStatus, resolveStatus, type StatusChange, type StoredStatus } from '../model/item-status.ts';
import { type ReadContent, readContent, titleKeyOf } from '../model/item-texts.ts';
import { findFreeSlug, slugBase } from '../model/slugs.ts';
import { checkTaxonomies, type TermLists, termsIn } from '../model/terms-of-items.ts';
import { isOfType } from '../model/visibility.ts';
import { checkReferences } from '../references/check-references.ts';
import { addTermsTo } from '../terms/item-terms.ts';
import { findOrCreateTerms, type NamedTerm } from '../terms/named-terms.ts';
import { type PostType, shareType } from '../types/post-types.ts';
import { checkUniqueFields } from '../types/unique-fields.ts';
import { type ChangedItem, followChanges } from './effects.ts';

export type ItemInput = StatusChange & {
  title?: string | undefined;
  content?: string | undefined;
  slug?: string | undefined;
  /** Null: made from the content. */
  excerpt?: string | null | undefined;
  fields?: FieldValues | undefined;
  menuOrder?: number | undefined;
  /** Slugs or names. */
  tags?: readonly string[] | undefined;
  categories?: readonly string[] | undefined;
  /** By the taxonomies of the type. */
  terms?: TermLists | undefined;
  parentId?: string | null | undefined;
  /** BCP 47; null: that of the site. */
  language?: string | null | undefined;
  /** What another system calls it; unique in its type. */
  externalId?: string | null | undefined;
  /** ID or slug. */
  authorId?: string | null | undefined;
};

export type NewItem = ItemInput & {
  id?: string | undefined;
  /** A type, or its singular or plural name. */
  type: PostType | string;
  title: string;
};

/**
 * Creates an item, or finds the one with the same `id` (a repeated request). `read` is the result of readContent, if it
 * was called before the transaction. Throws 404 type_not_found, 409 slug_taken and external_id_taken, 422.
 */
export async function createItem(ctx: WriteContext, newItem: NewItem, read?: ReadContent): Promise<WholeItem> {
  const input = { ...newItem, authorId: await authorIdOf(ctx, newItem.authorId) };
  const name = typeof input.type === 'string' ? input.type : input.type.name;
  const id = input.id ?? newId('item');
  const now = timeOf(ctx);
  const type = await shareType(ctx, name);
  const { fields, terms } = await checkInput(ctx, type, { ...input, id });
  const author = await authorOf(ctx, input.authorId ?? null);
  const item: ItemToInsert = {
    id,
    type,
    title: input.title,
    slug: input.slug ?? slugBase(input.title, 'untitled'),
    mustKeepSlug: input.slug !== undefined,
    excerpt: input.excerpt ?? null,
    content: read ?? (await readContent(type.name, input.content ?? '')),
    fields,
    ...resolveStatus(firstStatus, input, now),
    menuOrder: input.menuOrder ?? 0,
    parentId: input.parentId ?? null,
    language: storedLanguage(input.language),
    externalId: input.externalId ?? null,
    authorId: input.authorId ?? null,
    sourceKey: null,
    createdAt: now,
    updatedAt: now,
    lastChange: changeText(ctx, 'create', []),
    names: [...terms.map(({ name }) => name), ...(author.authorName === null ? [] : [author.authorName])],
  };
  const stored = await insertItem(ctx, item);
  if (!stored.row && stored.id !== id) throw taken('external_id_taken', 'item', stored.id);
  if (!stored.row) return readItem(ctx, type.name, id);
  await addTermsTo(ctx, id, terms);
  await followChanges(ctx, [changeOfNew(item, stored.row)]);
  return { ...stored.row, ...author, ...termsIn(inOrder(terms), type.taxonomies) };
}

/** The values and terms of a new item. Throws 422. */
async function checkInput(ctx: WriteContext, type: PostType, input: NewItem & { id: string }) {
  const fields = await changeFields(type, {}, input.fields ?? {}, { isWhole: true });
  const taxonomyFaults = checkTaxonomies(type, input.terms);
  const named = { ...input.terms, tag: input.tags ?? [], category: input.categories ?? [] };
  const [uniqueFaults, referenceFaults, terms] = await Promise.all([
    checkUniqueFields(ctx, type, fields, input.id),
    checkReferences(ctx, type, input.id, { ...input, fields }),
    taxonomyFaults.length === 0 ? findOrCreateTerms(ctx, named) : [],
  ]);
  const faults = [...uniqueFaults, ...referenceFaults, ...taxonomyFaults];
  if (faults.length > 0) throw failBody(faults);
  return { fields, terms };
}

async function authorOf(ctx: WriteContext, authorId: string | null) {
  if (authorId === null) return { authorSlug: null, authorName: null };
  const author = ctx.db.selectFrom('authors').select(['slug as authorSlug', 'name as authorName']);
  return author.where('id', '=', authorId).executeTakeFirstOrThrow();
}

/** In the order of the database: by their bytes. */
function inOrder(terms: readonly NamedTerm[]): NamedTerm[] {
  const withBytes = terms.map((term) => ({ term, bytes: Buffer.from(term.slug) }));
  return withBytes.sort((a, b) => a.bytes.compare(b.bytes)).map(({ term }) => term);
}

/** `row` is null if it was stored before. */
export type StoredItem = { id: string; slug: string; row: Row<'items'> | null };

const queries = keptQueries();

export type ItemToInsert = StoredStatus & {
  id: string;
  type: PostType;
  title: string;
  slug: string;
  /** A slug in use is an error; otherwise it is numbered. */
  mustKeepSlug: boolean;
  /** Null: made from the content. */
  excerpt: string | null;
  content: ReadContent;
  fields: FieldValues;
  menuOrder: number;
  parentId: string | null;
  language: string | null;
  externalId: string | null;
  authorId: string | null;
  sourceKey: string | null;
  createdAt: string;
  updatedAt: string;
  lastChange: string;
  /** Of its terms and its author, for the search. */
  names: readonly string[];
};

/** What followChanges needs to know of an item that was stored. */
export function changeOfNew({ type, content, names }: ItemToInsert, row: Row<'items'>): ChangedItem {
  return { type, before: null, after: row, changed: [], content, names };
}

/**
 * Stores the row of the item, or finds the one with the same `id`, `sourceKey` or `externalId`. Call followChanges for a row that is new.
 * Throws 409 slug_taken.
 */
export async function insertItem(ctx: WriteContext, item: ItemToInsert): Promise<StoredItem> {
  return insertRow(ctx, item.mustKeepSlug, await rowOf(item));
}

export async function rowOf(item: ItemToInsert): Promise<Row<'items'>> {
  const { type, content, fields, mustKeepSlug: _mustKeepSlug, names: _names, ...columns } = item;
  return {
    ...columns,
    type: type.name,
    titleKey: titleKeyOf(item.title),
    excerpt: item.excerpt ?? content.excerpt,
    excerptIsMade: item.excerpt === null ? 1 : 0,
    content: content.html,
    ...(await fieldColumns(type, fields)),
    sortDate: item.publishedAt ?? item.createdAt,
    version: 1,
    draft: null,
  };
}

async function insertRow(ctx: WriteContext, mustKeepSlug: boolean, row: Row<'items'>): Promise<StoredItem> {
  for (;;) {
    const slug = mustKeepSlug ? row.slug : await freeItemSlug(ctx, row.type, row.slug);
    const named = { ...row, slug };
    const [inserted] = await queries.run(ctx, 'insert', named, () =>
      ctx.db
        .insertInto('items')
        .values(slotsFor(named))
        .onConflict((conflict) => conflict.doNothing())
        .returning('id'),
    );
    if (inserted) return { id: row.id, slug, row: named };
    const same = await ctx.db
      .selectFrom('items')
      .select(['id', 'slug'])
      .where((eb) => {
        const isNamed = eb('type', '=', row.type).and('externalId', '=', row.externalId);
        return eb.or([eb('id', '=', row.id), eb('sourceKey', '=', row.sourceKey), isNamed]);
      })
      .executeTakeFirst();
    if (same) return { ...same, row: null };
    if (mustKeepSlug) throw slugTaken(slug);
  }
}

export function slugTaken(slug: string): Problem {
  return fail('slug_taken', { detail: `Another item of this type has the slug "${slug}"` });
}

/** The base, or the base with the first number that no item of the type has. */
export function freeItemSlug(ctx: WriteContext, type: string, base: string): Promise<string> {
  return findFreeSlug(base, (slugs) => findUsedSlugs(ctx, type, slugs));
}

/** Those of the slugs that an item of the type has. Items in the trash do not hold theirs. */
export async function findUsedSlugs(ctx: WriteContext, type: string, slugs: string[]): Promise<Set<string>> {
  const rows = await queries.run(ctx, `slugs ${type} ${slugs.length}`, { ...slugs }, () =>
    ctx.db
      .selectFrom('items')
      .select('slug')
      .where(isOfType(type))
      .where(
        'slug',
        'in',
        slugs.map((_, index) => slot(`${index}`)),
      )
      .where('status', '!=', sql.lit('trash')),
  );
  return new Set(rows.map((row) => row.slug));
}
