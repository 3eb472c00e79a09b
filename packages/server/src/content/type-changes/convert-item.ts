// Gives one item the values that a change of its type makes of them, or those from before it.

import type { WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { noteOf, writeNote } from '../lifecycle/drafts.ts';
import { followChanges } from '../lifecycle/effects.ts';
import { storeChange } from '../lifecycle/store-change.ts';
import { changedMembers } from '../model/changes.ts';
import { type FieldValues, fieldColumns } from '../model/item-fields.ts';
import { keepStamp } from '../sources/import-sources.ts';
import type { PostType } from '../types/post-types.ts';

/** A type with what its items follow. */
type Declared = Pick<PostType, 'name' | 'plural' | 'url' | 'fields'>;

export type NewValues = {
  /** Custom fields as JSON. */
  fields: string;
  /** What the draft changes; absent if that stays. */
  draft?: string;
  /** What an import keeps apart; absent if that stays. */
  hidden?: string | null;
};

/**
 * Stores the values of a locked item. They are the same in another form, so an imported item that was not edited here still
 * counts as unedited.
 */
export async function storeValues(
  ctx: WriteContext,
  type: Declared,
  item: Row<'items'>,
  { fields, draft, hidden }: NewValues,
): Promise<void> {
  if (draft !== undefined) await storeDraft(ctx, item, draft);
  if (hidden !== undefined)
    await ctx.db.updateTable('importSources').set({ hiddenFields: hidden }).where('recordId', '=', item.id).execute();
  if (fields === item.fields) return;
  const values: FieldValues = JSON.parse(fields);
  const changed = changedMembers(item, { ...item, fields });
  await storeChange(ctx, {
    type,
    before: item,
    after: { ...item, ...(await fieldColumns(type, values)), fields },
    changed,
    isRedeclared: true,
  });
  await keepStamp(ctx, item.id, item.version);
}

/** Derives again what follows from values that stay. */
export async function deriveAgain(ctx: WriteContext, type: Declared, item: Row<'items'>): Promise<void> {
  const values: FieldValues = JSON.parse(item.fields);
  const { foldedFields } = await fieldColumns(type, values);
  if (foldedFields !== item.foldedFields)
    await ctx.db.updateTable('items').set({ foldedFields }).where('id', '=', item.id).execute();
  const after = { ...item, foldedFields };
  await followChanges(ctx, [{ type, before: item, after, changed: [], isRedeclared: true }]);
}

async function storeDraft(ctx: WriteContext, item: Row<'items'>, change: string): Promise<void> {
  const note = noteOf(item);
  if (note === null) return;
  await ctx.db.updateTable('drafts').set({ change }).where('itemId', '=', item.id).execute();
  await writeNote(ctx, item.id, { ...note, version: note.version + 1 });
}
