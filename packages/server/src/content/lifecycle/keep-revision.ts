// Stores what an item was before a change, in the transaction of the change. An item that is created needs no row: what
// made it is stored with it, and its state moves here when it changes.
//
// What was autosaved is not stored when the same person or program goes on within some minutes: a revision would be a
// sentence that was cut off. Autosaves and the save after them are one change of the state before them (decision 0045).

import { type ReadContext, timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { keptQueries, slot, slotsFor } from '../../database/kept-queries.ts';
import { convertValue } from '../../fields/convert-value.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { type Change, type ChangeKind, changeText, lastChangeOf, makerOf } from '../model/changes.ts';
import type { FieldValues } from '../model/item-fields.ts';
import { type ItemTerms, termsIn } from '../model/terms-of-items.ts';
import type { PostType } from '../types/post-types.ts';
import type { ItemInput } from './create-item.ts';
import { type ItemState, packState, stateOf } from './states.ts';

const queries = keptQueries();

const autosavesMs = 10 * 60_000;

export type NewRevision = ChangeKind & { action: Change['action']; changed: readonly string[] };

/**
 * Call it with the item locked, before it is changed; `terms` are those that it has. Returns what the update of the item
 * must store with the next version.
 */
export async function keepRevision(
  ctx: WriteContext,
  before: Row<'items'>,
  terms: ItemTerms,
  { action, changed, isAutosave = false, ...kind }: NewRevision,
): Promise<Pick<Row<'items'>, 'lastChange'>> {
  const last = lastChangeOf(before);
  if (action === 'update' && goesOn(ctx, last)) {
    const all = [...new Set([...last.changed, ...changed])];
    const autosavedFrom = isAutosave ? last.autosavedFrom : undefined;
    return { lastChange: changeText(ctx, last.action, all, { ...kind, autosavedFrom }) };
  }
  const autosavedFrom = isAutosave ? timeOf(ctx) : undefined;
  const { name = null, autosavedFrom: _, ...change } = last;
  const row: Row<'revisions'> = {
    itemId: before.id,
    number: before.version,
    change: JSON.stringify(change),
    name,
    createdAt: change.at,
    replacedAt: timeOf(ctx),
    stage: name === null ? 'new' : 'named',
    state: packState(stateOf(before, terms)),
  };
  await queries.send(ctx, 'insert', row, () => ctx.db.insertInto('revisions').values(slotsFor(row)));
  return { lastChange: changeText(ctx, action, changed, { ...kind, autosavedFrom }) };
}

/** Whether a change that is made now belongs to the autosaves that were the last one. */
function goesOn(ctx: WriteContext, { autosavedFrom, name, by }: Change): boolean {
  if (autosavedFrom === undefined || name !== undefined || by?.id !== makerOf(ctx)?.id) return false;
  return autosavedFrom > timeOf(ctx, -autosavesMs);
}

/** Keeps what an item was autosaved as, because it is saved on purpose now. */
export async function endAutosaves(ctx: WriteContext, item: Row<'items'>): Promise<void> {
  const { autosavedFrom, ...change } = lastChangeOf(item);
  if (autosavedFrom === undefined || change.by?.id !== makerOf(ctx)?.id) return;
  const lastChange = JSON.stringify(change);
  await ctx.db.updateTable('items').set({ lastChange }).where('id', '=', item.id).execute();
}

/** The slugs of the terms that an item has, in order. */
export async function readTermsOf(ctx: ReadContext, itemId: string): Promise<ItemTerms> {
  const rows = await queries.run(ctx, 'terms', { itemId }, () =>
    ctx.db
      .selectFrom('itemTerms')
      .innerJoin('terms', 'terms.id', 'itemTerms.termId')
      .select(['taxonomy', 'slug'])
      .where('itemId', '=', slot('itemId')),
  );
  const names = new Set(rows.map(({ taxonomy }) => taxonomy));
  const inOrder = rows.sort((a, b) => (a.slug < b.slug ? -1 : 1));
  return termsIn(
    inOrder,
    [...names].filter((name) => name !== 'tag' && name !== 'category'),
  );
}

// What restoring a revision changes: the texts and their language, the custom fields and the terms. Where the item is stays:
// its slug, status, time, parent, place and author.

/**
 * The change that makes an item with these fields what it was. Values of fields that have another kind now are converted;
 * those that cannot be are a fault of the change.
 */
export function restoringChange(
  state: ItemState,
  fields: FieldValues,
  { fields: declared, taxonomies }: Pick<PostType, 'fields' | 'taxonomies'>,
): ItemInput {
  const removed = Object.keys(fields).filter((name) => !Object.hasOwn(state.fields, name));
  return {
    title: state.title,
    content: state.content,
    excerpt: state.excerptIsMade ? null : state.excerpt,
    language: state.language ?? null,
    fields: { ...asDeclared(state.fields, declared), ...Object.fromEntries(removed.map((name) => [name, null])) },
    tags: state.tags,
    categories: state.categories,
    ...(taxonomies ? { terms: Object.fromEntries(taxonomies.map((name) => [name, state.terms?.[name] ?? []])) } : {}),
  };
}

function asDeclared(values: FieldValues, declared: readonly FieldDeclaration[]): FieldValues {
  const converted = declared.flatMap((field): [string, unknown][] => {
    if (!Object.hasOwn(values, field.name)) return [];
    const conversion = convertValue(field, values[field.name]);
    return conversion.is === 'converted' ? [[field.name, conversion.value]] : [];
  });
  return { ...values, ...Object.fromEntries(converted) };
}
