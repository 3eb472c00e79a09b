// Stores the next version of an item.

import { timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
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

/** Stores what an item becomes, a revision of what it was, and what follows. Throws 409 slug_taken. */
export async function storeChange(
  ctx: WriteContext,
  { updatedAt, terms, kind, ...change }: StoredChange,
): Promise<Row<'items'>> {
  const { before, after, changed } = change;
  const had = terms ?? (await readTermsOf(ctx, before.id));
  const revision = await keepRevision(ctx, before, had, { action: actionOf(before, after), changed, ...kind });
  const next = { version: before.version + 1, updatedAt: updatedAt ?? timeOf(ctx) };
  const stored: Row<'items'> = { ...after, ...revision, ...next };
  await ctx.db
    .updateTable('items')
    .set(differenceOf(before, stored))
    .where('id', '=', before.id)
    .execute()
    .catch((error) => {
      // Another transaction stored the slug after the check.
      throw ctx.dialect.isUniqueViolation(error) ? slugTaken(after.slug) : error;
    });
  await followChanges(ctx, [{ ...change, after: stored }]);
  return stored;
}
