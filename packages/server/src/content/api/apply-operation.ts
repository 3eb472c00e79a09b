// One of many changes: does what the route for a single item does.

import { timeOf, type WriteContext } from '../../context/context.ts';
import { type Fault, failBody } from '../../lib/errors.ts';
import { deleteItem, trashItem, updateItem } from '../lifecycle/change-item.ts';
import { createItem } from '../lifecycle/create-item.ts';
import { publishNow } from '../lifecycle/publish-item.ts';
import { itemNotFound, readItem } from '../model/find-item.ts';
import { itemMembers, type WholeItem } from '../model/item-json.ts';
import type { ReadContent } from '../model/item-texts.ts';
import { checkSlug } from '../model/slugs.ts';
import { shownStatus } from '../model/visibility.ts';
import { findReferrerIds } from '../references/referrers.ts';
import type { PostType } from '../types/post-types.ts';
import { type BulkResult, type Operation, UpdateOperation } from './bulk.schemas.ts';
import { termsAfter } from './changed-terms.ts';
import { requireUnchanged } from './item-requests.ts';
import { ItemChangeBody, readOnly } from './items.schemas.ts';
import { changeOf } from './sent-back.ts';

/** What the operations of a request share. */
export type Batch = {
  type: PostType;
  /** The author of new items that name none. */
  authorId: string | null;
  /** The IDs of the locked items by what operations call them. */
  ids: ReadonlyMap<string, string>;
  /** The IDs of the items that the request deletes. */
  deleted: ReadonlySet<string>;
};

type OperationOf<Action extends Operation['action']> = Extract<Operation, { action: Action }>;

/**
 * Applies an operation with the faults that its schema has. `read` is the result of readContent for its content. Throws
 * what the route for a single item throws.
 */
export async function applyOperation(
  ctx: WriteContext,
  batch: Batch,
  operation: Operation,
  { faults, read }: { faults: readonly Fault[]; read: ReadContent | undefined },
): Promise<BulkResult> {
  const bound = operation.action === 'update' ? faults.filter(isOfOperation) : faults;
  if (bound.length > 0) throw failBody([...faults]);
  if (operation.action === 'create') return create(ctx, batch, operation, read);
  const { type } = batch;
  const id = batch.ids.get(operation.id);
  if (id === undefined) throw itemNotFound(type.name, operation.id);
  const before = await readItem(ctx, type.name, id);
  // Only publishing depends on the draft.
  requireUnchanged(ctx, before, operation.ifMatch, { hasDraft: operation.action === 'publish' });
  if (operation.action === 'update') await update(ctx, batch, operation, { before, faults, read });
  else if (operation.action === 'publish') await publishNow(ctx, type, id, { read: undefined });
  else if (operation.action === 'trash') await trashItem(ctx, type.name, id);
  else if (operation.action === 'delete') await remove(ctx, batch, operation, id);
  else if (before.status === 'trash') await updateItem(ctx, id, { status: operation.status ?? 'draft', type });
  const now = timeOf(ctx);
  const isDeleted = operation.action === 'delete';
  const after = isDeleted ? before : await readItem(ctx, type.name, id);
  return {
    action: operation.action,
    id,
    slug: after.slug,
    status: isDeleted ? null : shownStatus(after, now),
    version: isDeleted ? null : after.version,
    changed: isDeleted || after.version !== before.version,
    previous: {
      status: shownStatus(before, now),
      publishedAt: before.publishedAt,
      tags: before.tags,
      categories: before.categories,
      ...(before.terms ? { terms: before.terms } : {}),
    },
  };
}

const ofItem = new Set(Object.keys(ItemChangeBody.properties));

/** Whether the fault is in what an update has beside the members of the item. */
function isOfOperation({ pointer }: Fault): boolean {
  const member = pointer.split('/')[1] as string;
  return member === 'id' || (member in UpdateOperation.properties && !ofItem.has(member));
}

async function create(
  ctx: WriteContext,
  { type, authorId }: Batch,
  { action, ...input }: OperationOf<'create'>,
  read: ReadContent | undefined,
): Promise<BulkResult> {
  checkSlug(input.slug, 'item');
  const item = await createItem(
    ctx,
    { ...input, authorId: input.authorId === undefined ? authorId : input.authorId, type },
    read,
  );
  const { id, slug, version } = item;
  return { action, id, slug, version, status: shownStatus(item, timeOf(ctx)), changed: true, previous: null };
}

/** What names the item is not a member of it here. */
const readOnlyMembers = Object.keys(readOnly).filter((name) => name !== 'id');

async function update(
  ctx: WriteContext,
  { type }: Batch,
  { action: _action, id: _id, ifMatch: _ifMatch, ...operation }: OperationOf<'update'>,
  { before, faults, read }: { before: WholeItem; faults: readonly Fault[]; read: ReadContent | undefined },
): Promise<void> {
  const { addTags, removeTags, addCategories, removeCategories, addTerms, removeTerms, ...body } = operation;
  const change = changeOf(body, faults, itemMembers(before, timeOf(ctx)), readOnlyMembers);
  const terms = await termsAfter(ctx, type, before, operation);
  await updateItem(ctx, before.id, { ...change, ...terms, type }, { read, terms: before });
}

/** References of items that are deleted with it are no obstacle. */
async function remove(ctx: WriteContext, { type, deleted }: Batch, { references }: OperationOf<'delete'>, id: string) {
  const areDeleted = async () => (await findReferrerIds(ctx, id)).every((referrer) => deleted.has(referrer));
  await deleteItem(ctx, type.name, id, { clearReferences: references === 'clear' || (await areDeleted()) });
}
