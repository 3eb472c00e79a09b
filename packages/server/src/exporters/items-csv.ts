// The items of a content type as CSV, streamed: one line for each item outside the trash, one column for each field.

import type { Context } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import type { FieldDeclaration } from '../fields/field.ts';
import { byteOrderMark, type Cell, csvLine } from '../lib/csv.ts';
import { fail } from '../lib/errors.ts';
import { type ItemTerm, inBatches, readTermsOf } from './read-terms.ts';

const own = ['id', 'slug', 'title', 'status', 'publishedAt', 'createdAt', 'updatedAt'] as const;
const others = [
  'author',
  'parentId',
  'menuOrder',
  'language',
  'tags',
  'categories',
  'terms',
  'excerpt',
  'content',
] as const;

type Item = Row<'items'> & { author: string | null };

/** By singular or plural name. Throws type_not_found before the first line. */
export async function* exportItems(ctx: Context, typeName: string): AsyncGenerator<string> {
  const type = await ctx.db
    .selectFrom('postTypes')
    .select(['name', 'fields'])
    .where((eb) => eb.or([eb('name', '=', typeName), eb('plural', '=', typeName)]))
    .executeTakeFirstOrThrow(() => fail('type_not_found', { detail: `No content type is named "${typeName}"` }));
  const fields: FieldDeclaration[] = JSON.parse(type.fields);
  const names = fields.map(({ name }) => name);
  const snapshot = await ctx.openSnapshot();
  try {
    yield byteOrderMark + csvLine([...own, ...others, ...names.map((name) => `fields.${name}`), 'other']);
    const items = ctx.db
      .selectFrom('items')
      .leftJoin('authors', 'authors.id', 'items.authorId')
      .selectAll('items')
      .select('authors.slug as author')
      .where('items.type', '=', type.name)
      .where('items.status', '!=', 'trash')
      .orderBy('items.id');
    for await (const batch of inBatches<Item>(snapshot.rows(items))) {
      const ids = batch.map(({ id }) => id);
      const terms = await readTermsOf(ctx, snapshot, ids);
      const now = ctx.now().toISOString();
      yield batch.map((item) => csvLine(cellsOf(item, terms.get(item.id) ?? [], names, now))).join('');
    }
  } finally {
    await snapshot.close();
  }
}

function cellsOf(item: Item, terms: readonly ItemTerm[], names: readonly string[], now: string): Cell[] {
  const {
    id,
    slug,
    title,
    publishedAt,
    createdAt,
    updatedAt,
    author,
    parentId,
    menuOrder,
    language,
    excerpt,
    content,
  } = item;
  const status = item.status === 'publish' && item.sortDate > now ? 'scheduled' : item.status;
  const values: Record<string, unknown> = JSON.parse(item.fields);
  const undeclared = Object.entries(values).filter(([name]) => !names.includes(name));
  const slugsOf = (taxonomy: string) => terms.flatMap((term) => (term.taxonomy === taxonomy ? [term.slug] : []));
  const further = terms.filter(({ taxonomy }) => taxonomy !== 'tag' && taxonomy !== 'category');
  return [
    ...[id, slug, title, status, publishedAt, createdAt, updatedAt, author, parentId, menuOrder, language],
    slugsOf('tag').join('; '),
    slugsOf('category').join('; '),
    further.map(({ taxonomy, slug }) => `${taxonomy}: ${slug}`).join('; '),
    ...[excerpt, content],
    ...names.map((name) => cellOf(Object.hasOwn(values, name) ? values[name] : null)),
    undeclared.length === 0 ? null : JSON.stringify(Object.fromEntries(undeclared)),
  ];
}

function cellOf(value: unknown): Cell {
  if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object')) return value.join('; ');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Cell);
}
