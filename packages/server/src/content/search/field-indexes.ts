// Indexes of custom fields that are declared `indexed`. A job creates and drops them beside other requests;
// until it has, lists do without them. The index of the search follows, too: it has no words of fields with a scope.

import { type RawBuilder, sql } from 'kysely';
import type { Context, WriteContext } from '../../context/context.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { enqueue } from '../../jobs/queue.ts';
import type { Task } from '../../jobs/run-job.ts';
import { internalSchedule } from '../../jobs/schedules.ts';
import { equalityKeyOf, isIndexed, sortKeyOf } from '../types/field-values.ts';
import { isScoped } from '../types/hidden-fields.ts';
import { listPostTypes, type PostType } from '../types/post-types.ts';
import { renewItemsOfType } from './index-items.ts';

const task = 'content.indexFields';
export const indexTasks: Record<string, Task> = { [task]: { run: indexFields, retryAfterMs: internalSchedule } };

type Fields = { name: string; fields: readonly FieldDeclaration[] };

/** Lets the indexes follow a type that is created, changed or deleted. */
export async function followType(ctx: WriteContext, before: Fields | null, after: Fields | null): Promise<void> {
  if (indexedOf(before) !== indexedOf(after)) await enqueue(ctx, task, {});
  if (before && after && scopedIn(before) !== scopedIn(after)) await renewItemsOfType(ctx, after.name);
}

function scopedIn({ fields }: Fields): string {
  const scoped = fields.filter(isScoped).map(({ name }) => name);
  return scoped.sort().join();
}

function indexedOf(type: Fields | null): string {
  const indexed = (type?.fields ?? []).filter(isIndexed).map(({ name, type }) => `${name} ${type}`);
  return indexed.sort().join();
}

async function indexFields(ctx: Context): Promise<void> {
  const types = await listPostTypes(ctx);
  await ctx.followIndexes(
    'itemsField_',
    types.flatMap((type) => indexesOf(ctx, type)),
  );
}

function indexesOf(ctx: Context, type: PostType): RawBuilder<unknown>[] {
  const from = { fields: sql.ref('fields'), foldedFields: sql.ref('foldedFields') };
  return type.fields.filter(isIndexed).flatMap((field) => {
    const keys = [sortKeyOf(ctx, field, from), equalityKeyOf(ctx, field, from)];
    return keys.map(
      (key) => sql`"items" ("type", "status", (${key}), "id", "sortDate") where "type" = ${sql.lit(type.name)}`,
    );
  });
}
