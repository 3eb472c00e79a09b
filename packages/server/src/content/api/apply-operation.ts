// One of many changes: does what the route for a single item does.

import { timeOf, type WriteContext } from '../../context/context.ts';
import { type Fault, type FaultCode, failBody } from '../../lib/errors.ts';
import { deleteItem, trashItem, updateItem } from '../lifecycle/change-item.ts';
import { createItem } from '../lifecycle/create-item.ts';
import { publishNow } from '../lifecycle/publish-item.ts';
import { itemNotFound, readItem } from '../model/find-item.ts';
import { itemMembers, type WholeItem } from '../model/item-json.ts';
import type { ReadContent } from '../model/item-texts.ts';
import { checkSlug } from '../model/slugs.ts';
import { checkTaxonomies, type ItemTerms, listsOf } from '../model/terms-of-items.ts';
import { shownStatus } from '../model/visibility.ts';
import { findReferrerIds } from '../references/referrers.ts';
import { findTermsNamed } from '../terms/named-terms.ts';
import type { PostType } from '../types/post-types.ts';
import { type BulkResult, type Operation, UpdateOperation } from './bulk.schemas.ts';
import { changeOf, requireUnchanged } from './item-requests.ts';
import { ItemChangeBody, readOnly } from './items.schemas.ts';

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
  requireUnchanged(ctx, before, { 'if-match': operation.ifMatch }, { hasDraft: operation.action === 'publish' });
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

// The terms of an item after some were added and others removed.

const maxTerms = 100;

type Change = Omit<Extract<Operation, { action: 'update' }>, 'action' | 'id'>;
type After = Partial<Pick<Change, 'tags' | 'categories' | 'terms'>>;

/** How the members of an operation are called that change a list of terms. */
const additions: Record<string, string> = { tags: 'addTags', categories: 'addCategories' };
const removals: Record<string, string> = { tags: 'removeTags', categories: 'removeCategories' };
const nameIn = (names: Record<string, string>, own: string, member: string): string =>
  names[member] ?? member.replace('terms.', `${own}.`);

/** The complete lists for those that change. Throws 422. */
async function termsAfter(ctx: WriteContext, type: PostType, before: ItemTerms, change: Change): Promise<After> {
  const { addTags, addCategories, addTerms, removeTags, removeCategories, removeTerms } = change;
  const unknown = [
    ...checkTaxonomies(type, addTerms).map((fault) => within('addTerms', fault)),
    ...checkTaxonomies(type, removeTerms).map((fault) => within('removeTerms', fault)),
  ];
  if (unknown.length > 0) throw failBody(unknown);
  const changedTerms = byMember(listsOf(change));
  const had = byMember(listsOf(before));
  const added = byMember(listsOf({ tags: addTags, categories: addCategories, terms: addTerms }));
  const removed = byMember(listsOf({ tags: removeTags, categories: removeCategories, terms: removeTerms }));
  const after: After = {};
  const faults: Fault[] = [];
  for (const member of new Set([...added.keys(), ...removed.keys()])) {
    const [add, remove] = [nameIn(additions, 'addTerms', member), nameIn(removals, 'removeTerms', member)];
    const fail = (name: string, code: FaultCode, detail: string) =>
      faults.push({ pointer: `/${name.replace('.', '/')}`, code, detail });
    if (changedTerms.has(member)) {
      fail(added.has(member) ? add : remove, 'not_allowed', `cannot be combined with \`${member}\``);
      continue;
    }
    const { key } = (added.get(member) ?? removed.get(member)) as { key: string };
    const addedTexts = added.get(member)?.texts;
    const removedTexts = removed.get(member)?.texts;
    const terms = await findTermsNamed(ctx, { [key]: removedTexts ?? [] });
    const slugs = new Set(terms.map(({ slug }) => slug));
    // `News` and `news` are one term.
    const both =
      removedTexts && addedTexts
        ? (await findTermsNamed(ctx, { [key]: addedTexts })).find(({ slug }) => slugs.has(slug))
        : null;
    if (both) {
      fail(add, 'not_allowed', `has "${both.name}", which is in \`${remove}\` too`);
      continue;
    }
    const kept = (had.get(member)?.texts ?? []).filter((slug) => !slugs.has(slug));
    const texts = [...kept, ...(addedTexts ?? [])];
    if (texts.length > maxTerms) fail(add, 'max_items', `would give the item more than ${maxTerms} ${member}`);
    if (member === 'tags' || member === 'categories') after[member] = texts;
    else after.terms = { ...after.terms, [key]: texts };
  }
  if (faults.length > 0) throw failBody(faults);
  return after.terms && change.terms ? { ...after, terms: { ...change.terms, ...after.terms } } : after;
}

function within(member: string, fault: Fault): Fault {
  return { ...fault, pointer: fault.pointer.replace('/terms', `/${member}`) };
}

function byMember(lists: ReturnType<typeof listsOf>) {
  return new Map(lists.map((list) => [list.member, list]));
}
