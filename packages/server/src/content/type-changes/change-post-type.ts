// Changes a content type together with the values that its items have.

import { type Context, inTransaction, type WriteContext } from '../../context/context.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { checkInnerForm } from '../../fields/structured-schemas.ts';
import { type Fault, fail, failBody } from '../../lib/errors.ts';
import { followType } from '../search/field-indexes.ts';
import { getPostType, lockPostType, type PostType, type PostTypeChange, updatePostType } from '../types/post-types.ts';
import { hasRepeatedValues } from '../types/unique-fields.ts';
import { changedFieldsOf } from './converted-fields.ts';
import { mayLeaveOut } from './left-out-fields.ts';
import { countConversions, countLeftOut, planTypeChange, repeated } from './plan-type-change.ts';
import { beginChange, continueChange } from './run-type-change.ts';
import type { ChangedPostType, ChangeQuery, FieldConversion } from './type-changes.schemas.ts';
import { getChange, recordChange, requireSettled } from './type-changes.ts';

/** Takes back what a dry run has tried. */
class DryRun extends Error {
  readonly before: PostType;
  readonly after: PostType;
  constructor(before: PostType, after: PostType) {
    super('dry run');
    this.before = before;
    this.after = after;
  }
}

/** Changes a type that passes the check. Throws 404, 409, 422. */
export async function changePostType(
  ctx: Context,
  name: string,
  change: PostTypeChange,
  { convert = false, allowDestructive = false, dryRun = false }: ChangeQuery,
  check: (type: PostType) => void,
): Promise<ChangedPostType> {
  let conversions: FieldConversion[] = [];
  if (dryRun) {
    const { before, after } = await tryChange(ctx, name, change, check);
    return { ...after, ...(await planTypeChange(ctx, before, after)) };
  }
  if (
    change.fields &&
    mayConcernValues(await getPostType(ctx, name), change.fields) &&
    !(convert && allowDestructive)
  ) {
    // What is wrong with the change comes first.
    const { before, after } = await tryChange(ctx, name, change, check);
    if (!allowDestructive) {
      await requireSettled(ctx, before.name);
      const used = await countLeftOut(ctx, before, after);
      if (used.length > 0) throw inUse(used);
    }
    if (!convert) {
      const reshaped = changedFieldsOf(before.fields, after.fields).filter((field) => field.isReshaped);
      conversions = await countConversions(ctx, before.name, reshaped);
      const faults = conversions.flatMap((conversion) => faultsOf(after.fields, conversion));
      if (faults.length > 0) throw failBody(faults);
    }
  }
  const { type, changeId } = await inTransaction(ctx, async (ctx) => {
    const before = await lockPostType(ctx, name);
    check(before);
    if (change.fields) await requireSettled(ctx, before.name);
    const type = await updatePostType(ctx, before.name, change);
    const changeId = await recordAndBegin(ctx, before, type, convert);
    await followType(ctx, before, type);
    return { type, changeId };
  });
  if (changeId === null) return { ...type, ...(convert || conversions.length > 0 ? { conversions } : {}) };
  await continueChange(ctx, changeId);
  const kept = await getChange(ctx, type.name, changeId);
  if (convert) return { ...type, conversions: kept.conversions, change: kept };
  return conversions.length > 0 ? { ...type, conversions } : type;
}

/** Whether items may have values that are left out or get another form. What is malformed is found when the change is tried. */
function mayConcernValues({ fields: before }: PostType, after: readonly FieldDeclaration[]): boolean {
  return (
    checkInnerForm(after).length > 0 ||
    mayLeaveOut(before, after) ||
    changedFieldsOf(before, after).some((field) => field.isReshaped)
  );
}

function inUse(used: { field: string; items: number }[]): Error {
  const named = used.map(({ field, items }) => `${field} (${items} ${items === 1 ? 'item' : 'items'})`);
  const detail = `Items have values of fields that are left out: ${named.join(', ')}. Send these fields, too, or confirm with allowDestructive=true`;
  return fail('fields_in_use', { detail, extra: { fields: used } });
}

/** What the type is and would be; throws what the change would throw. */
async function tryChange(
  ctx: Context,
  name: string,
  change: PostTypeChange,
  check: (type: PostType) => void,
): Promise<{ before: PostType; after: PostType }> {
  try {
    return await inTransaction(ctx, async (ctx) => {
      const before = await lockPostType(ctx, name);
      check(before);
      throw new DryRun(before, await updatePostType(ctx, before.name, change));
    });
  } catch (error) {
    if (error instanceof DryRun) return error;
    throw error;
  }
}

/** Returns the ID of the change; null if there was nothing to change. */
async function recordAndBegin(
  ctx: WriteContext,
  before: PostType,
  after: PostType,
  converts: boolean,
): Promise<string | null> {
  const recorded = await recordChange(ctx, { before, after, converts });
  if (recorded === null) return null;
  const { id, status } = recorded;
  const unique = changedFieldsOf(before.fields, after.fields).filter(
    ({ field, isReshaped }) => field.unique && isReshaped,
  );
  // Whether values are unique is known when all of them are converted.
  if (status === 'converting') await beginChange(ctx, id, { atOnce: unique.length > 0 });
  for (const { field } of unique) {
    // Different texts may be the same number.
    if (await hasRepeatedValues(ctx, after.name, field)) throw repeated(indexOf(after.fields, field.name));
  }
  return id;
}

/** Values that cannot be converted are not in the way: they are the same to filters as before. */
function faultsOf(
  fields: readonly FieldDeclaration[],
  { field, convertible, misfits, examples }: FieldConversion,
): Fault[] {
  if (convertible === 0) return [];
  const some = examples.slice(0, 3).map(({ itemId, value }) => `${JSON.stringify(value)} (${itemId})`);
  const rest = misfits > 0 ? `; not convertible: ${misfits}, such as ${some.join(', ')}` : '';
  const detail = `does not fit the values of items (convertible with convert=true: ${convertible}${rest})`;
  return [{ pointer: `/fields/${indexOf(fields, field)}/type`, code: 'values_do_not_fit', detail }];
}

function indexOf(fields: readonly FieldDeclaration[], name: string): number {
  return fields.findIndex((field) => field.name === name);
}
