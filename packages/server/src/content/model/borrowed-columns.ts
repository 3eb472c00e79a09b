// What items show of other tables, in the statement that reads them: subqueries cost SQLite less than joins here.

import { type ExpressionBuilder, sql } from 'kysely';
import { joinedTexts } from '../../database/expressions.ts';
import type { Tables } from '../../database/tables.ts';
import { termsIn } from './terms-of-items.ts';

export function authorColumn<Column extends 'slug' | 'name'>(eb: ExpressionBuilder<Tables, 'items'>, column: Column) {
  return eb.selectFrom('authors').select(`authors.${column}`).whereRef('authors.id', '=', 'items.authorId');
}

/** `tag:red,category:news` or null. Sorting them here would cost SQLite a fifth of reading an item. Slugs contain neither character. */
export const termsOfItem = sql<string | null>`(
  select ${joinedTexts(sql`"terms"."taxonomy" || ':' || "terms"."slug"`)}
  from "itemTerms" join "terms" on "terms"."id" = "itemTerms"."termId" where "itemTerms"."itemId" = "items"."id")`;

/** The names of the taxonomies of its type as JSON, or null. */
export const taxonomiesOfItem = sql<string | null>`(
  select "postTypes"."taxonomies" from "postTypes" where "postTypes"."name" = "items"."type")`;

/** Of `termsOfItem` and `taxonomiesOfItem`: lists in the order of their slugs. */
export function readTerms(terms: string | null, taxonomies: string | null) {
  const rows = (terms === null ? [] : terms.split(',').sort()).map((text) => {
    const colon = text.indexOf(':');
    return { taxonomy: text.slice(0, colon), slug: text.slice(colon + 1) };
  });
  return termsIn(rows, taxonomies === null ? undefined : JSON.parse(taxonomies));
}

export const drafted = sql<number>`case when "items"."draft" is null then 0 else 1 end`;
