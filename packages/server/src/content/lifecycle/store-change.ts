// Stores the next version of an item.

import { timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { taken, unlessTaken } from '../../database/external-ids.ts';
import { differenceOf } from '../../database/update-row.ts';
import { actionOf, type ChangeKind } from '../model/changes.ts';
import type { ItemTerms } from '../model/terms-of-items.ts';
import { slugTaken } from './create-item.ts';
import { type ChangedItem, followChanges } from './effects.ts';
import { keepRevision, readTermsOf } from './keep-revision.ts';

type StoredChange = ChangedItem & {
  /** The item as it was, locked. */
  before: Row<'items'>;
  after: Row<'items'>;
  /** Now, if it is not given. */
  updatedAt?: string | undefined;
  /** The terms that it had, read if they are not given. */
  terms?: ItemTerms | undefined;
  /** What the revision says about the change. */
  kind?: ChangeKind | undefined;
};

/** Stores what an item becomes, a revision of what it was, and what follows. Throws 409 slug_taken or external_id_taken. */
export async function storeChange(
  ctx: WriteContext,
  { updatedAt, terms, kind, ...change }: StoredChange,
): Promise<Row<'items'>> {
  const { before, after, changed } = change;
  const had = terms ?? (await readTermsOf(ctx, before.id));
  const revision = await keepRevision(ctx, before, had, { action: actionOf(before, after), changed, ...kind });
  const next = { version: before.version + 1, updatedAt: updatedAt ?? timeOf(ctx) };
  const stored: Row<'items'> = { ...after, ...revision, ...next };
  const update = ctx.db.updateTable('items').set(differenceOf(before, stored)).where('id', '=', before.id).execute();
  const hasNewId = after.externalId !== before.externalId && after.slug === before.slug;
  await unlessTaken(ctx, update, () => (hasNewId ? taken('external_id_taken', 'item') : slugTaken(after.slug)));
  await followChanges(ctx, [{ ...change, after: stored }]);
  return stored;
}
