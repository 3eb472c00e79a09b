// The items that refer to an item, as far as the caller may see them.

import { type Expression, type SqlBool, sql } from 'kysely';
import { type ReadContext, timeOf } from '../../context/context.ts';
import { failQuery } from '../../lib/errors.ts';
import { type ItemsBuilder, mayReadType, type ShownStatus, shownStatus, visibleOfAll } from '../model/visibility.ts';
import { hiddenIn, isNamedBy, typeFor } from '../types/hidden-fields.ts';
import { listPostTypes, type PostType } from '../types/post-types.ts';
import { referenceAt } from './field-references.ts';
import { idsWithVisibleTexts } from './links-in-texts.ts';

export type ItemReference = {
  id: string;
  type: string;
  slug: string;
  title: string;
  status: Exclude<ShownStatus, 'trash'>;
  fields: string[];
};
export type ReferencePage = { items: ItemReference[]; nextCursor: string | null };

const itemId = /^item_[0-9a-z]{26}$/;

/**
 * A page of them in the order of their IDs, without those in the trash. An ID in a field of another kind is only a text.
 * Throws invalid_query for a wrong cursor.
 */
export async function listReferences(
  ctx: ReadContext,
  targetId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<ReferencePage> {
  const types = await listPostTypes(ctx);
  const readable = types.filter((type) => mayReadType(ctx, type)).map((type) => typeFor(ctx, type));
  const partly = readable.filter((type) => hiddenIn(type).length > 0);
  const readRows = (after: string) =>
    ctx.db
      .selectFrom('items')
      .select(['id', 'type', 'slug', 'title', 'status', 'sortDate'])
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('itemReferences')
          .select('itemId')
          .where('targetId', '=', targetId)
          .union(eb.selectFrom('linksInTexts').select('itemId').where('targetId', '=', targetId)),
      )
      .where('id', '!=', targetId)
      .where('id', '>', after)
      .where('type', 'in', ['', ...readable.map(({ name }) => name)])
      .where('status', '!=', sql.lit('trash'))
      .where(visibleOfAll(ctx))
      .where((eb) => eb.and(partly.map((type) => refersVisibly(eb, type, targetId))))
      .orderBy('id')
      .limit(limit + 1)
      .execute();
  const now = timeOf(ctx);
  const found: ItemReference[] = [];
  for (let after: string | undefined = cursor ? readCursor(cursor) : ''; after !== undefined; ) {
    const rows: Awaited<ReturnType<typeof readRows>> = await readRows(after);
    const fields = await readFields(ctx, targetId, rows, readable);
    for (const { id, type, slug, title, status, sortDate } of rows) {
      const names = fields.get(id) ?? [];
      const shown = shownStatus({ status, sortDate }, now) as ItemReference['status'];
      if (names.length > 0) found.push({ id, type, slug, title, status: shown, fields: names });
    }
    // What was left out must not be missing on a page: nothing is to be seen of it.
    after = rows.length > limit && found.length <= limit ? rows.at(-1)?.id : undefined;
  }
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  return { items, nextCursor: last ? Buffer.from(last.id).toString('base64url') : null };
}

/** Whether an item is of another type, or refers to the target by something that is not hidden in this one. */
function refersVisibly(eb: ItemsBuilder, type: PostType, targetId: string): Expression<SqlBool> {
  const isHidden = hiddenIn(type).map(
    (name) => sql<SqlBool>`("field" = ${name} or substr("field", 1, ${sql.lit(name.length + 1)}) = ${`${name}.`})`,
  );
  const visibly = eb
    .selectFrom('itemReferences')
    .select('itemId')
    .where('targetId', '=', targetId)
    .where(sql<SqlBool>`not (${sql.join(isHidden, sql` or `)})`)
    .union(eb.selectFrom('linksInTexts').select('itemId').where('targetId', '=', targetId));
  return eb.or([eb('items.type', '!=', type.name), eb('items.id', 'in', visibly)]);
}

/** How a text is named among fields. */
const inText = 'content';

/** The names of the fields that refer to it, by the ID of the item, as far as the caller may read them. */
async function readFields(
  ctx: ReadContext,
  targetId: string,
  items: readonly { id: string; type: string }[],
  types: readonly PostType[],
): Promise<Map<string, string[]>> {
  if (items.length === 0) return new Map();
  const ids = items.map(({ id }) => id);
  const rows = await ctx.db
    .selectFrom('itemReferences')
    .select(['itemId', 'field'])
    .where('targetId', '=', targetId)
    .where('itemId', 'in', ids)
    .unionAll(
      ctx.db
        .selectFrom('linksInTexts')
        .select(['itemId', sql.lit(inText).as('field')])
        .where('targetId', '=', targetId)
        .where('itemId', 'in', ids),
    )
    .execute();
  const typeOf = new Map(items.map(({ id, type }) => [id, types.find(({ name }) => name === type)]));
  const hiddenOf = (id: string): readonly string[] => hiddenIn(typeOf.get(id) ?? noType);
  const linking = rows.flatMap(({ itemId: id, field }) => (field === inText ? [{ id, hidden: hiddenOf(id) }] : []));
  const inTexts = await idsWithVisibleTexts(ctx, targetId, linking);
  const isShown = ({ itemId, field }: (typeof rows)[number]): boolean => {
    if (field === inText) return inTexts.has(itemId);
    return !isNamedBy(hiddenOf(itemId), field) && referenceAt(typeOf.get(itemId)?.fields ?? [], field) !== null;
  };
  const byItem = Map.groupBy(rows.filter(isShown), ({ itemId }) => itemId);
  return new Map([...byItem].map(([id, rows]) => [id, rows.map(({ field }) => field).sort()]));
}

const noType = { name: '', fields: [] };

function readCursor(cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString();
  if (itemId.test(id)) return id;
  throw failQuery([{ pointer: 'cursor', code: 'invalid', detail: 'is not a cursor of this list' }]);
}
