// How many items have a term, as one expression for each term that is read.

import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { type ReadContext, timeOf } from '../../context/context.ts';
import type { Tables } from '../../database/tables.ts';
import { hasStatus, type ItemsBuilder, ofReadableType } from '../model/visibility.ts';

/** In a transaction that changes links, `linkedItems` may not have them yet. */
export type LinkRows = 'termItems' | 'linkedItems';

/** Only items of types that the caller may read count. */
export function publishedCount(ctx: ReadContext, children: boolean, from: LinkRows): RawBuilder<number> {
  const items = from === 'linkedItems' ? linkedItems(ctx) : itemsWithTerms(ctx);
  const counted = items
    .where((eb) => hasStatus('publish', timeOf(ctx))(eb as unknown as ItemsBuilder))
    .where(ofReadableType(ctx));
  const termId = sql.ref(from === 'linkedItems' ? 'items.toId' : 'termItems.termId');
  if (!children) {
    const own = counted.where(sql<SqlBool>`${termId} = ${sql.ref('terms.id')}`);
    return sql<number>`(${own.select((eb) => eb.fn.countAll<number>().as('count'))})`;
  }
  const below = sql`(with recursive "below"("id") as (
    select "terms"."id" union select "child"."id" from "below" join "terms" as "child" on "child"."parentId" = "below"."id"
  ) select "id" from "below")`;
  const all = counted.where(sql<SqlBool>`${termId} in ${below}`);
  return sql<number>`(${all.select((eb) => eb.fn.count<number>(sql.ref('items.id')).distinct().as('count'))})`;
}

function itemsWithTerms({ db }: ReadContext) {
  return db.selectFrom('termItems').innerJoin('items', 'items.id', 'termItems.itemId') as unknown as Counted;
}

/** In the index, the type comes before the status. */
function linkedItems({ db, dialect }: ReadContext) {
  const isOfSome = sql<SqlBool>`${sql.ref('items.type')} ${dialect.isOneOf(sql`select "name" from "postTypes"`)}`;
  return db.selectFrom('linkedItems as items').where(isOfSome) as unknown as Counted;
}

type Counted = SelectQueryBuilder<Tables, 'items', object>;
