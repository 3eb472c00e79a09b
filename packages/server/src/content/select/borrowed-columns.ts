// What items show of other tables, in the statement that reads them: subqueries cost SQLite less than joins here.

import { type ExpressionBuilder, sql } from 'kysely';
import { joinedTexts } from '../../database/joined-texts.ts';
import type { Tables } from '../../database/tables.ts';

export function authorColumn<Column extends 'slug' | 'name'>(eb: ExpressionBuilder<Tables, 'items'>, column: Column) {
  return eb.selectFrom('authors').select(`authors.${column}`).whereRef('authors.id', '=', 'items.authorId');
}

/** `category:news,tag:red`, or null. Slugs contain neither character. */
export const termsOfItem = sql<string | null>`(
  select ${joinedTexts(sql`"terms"."taxonomy" || ':' || "terms"."slug"`)}
  from "itemTerms" join "terms" on "terms"."id" = "itemTerms"."termId" where "itemTerms"."itemId" = "items"."id")`;

/** Those of one taxonomy in `termsOfItem`. */
export function slugsOf(taxonomy: 'tag' | 'category', terms: string | null): string[] {
  const prefix = `${taxonomy}:`;
  const names = terms === null ? [] : terms.split(',');
  return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
}

export const hasDraft = sql<number>`case when "items"."draft" is null then 0 else 1 end`;
