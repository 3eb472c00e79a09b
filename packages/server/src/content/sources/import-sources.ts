// The state of each record as it was imported last.

import type { ReadContext, WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { keptQueries } from '../../database/kept-queries.ts';

const queries = keptQueries();

export type ImportSource = Row<'importSources'>;

/**
 * What an import did with a record. `changed`: it differs in the other system, and was left as it is here. `edited`: the
 * same, because it was edited here.
 */
export type ImportState = 'added' | 'unchanged' | 'changed' | 'updated' | 'edited';

/**
 * If `update`, records that changed in the other system and were not edited here are updated. If `events`, what changes is
 * published to subscribers and the feed.
 */
export type ImportOptions = { update: boolean; events: boolean };

/** The stamp of a record that may have been edited here before imports remembered records. */
export const unknownStamp = '';

/** What to do with a record that exists. `stamp` is what it has now. */
export function compareSource(
  source: Pick<ImportSource, 'digest' | 'stamp'>,
  now: { digest: string; stamp: string },
  { update }: Pick<ImportOptions, 'update'>,
): 'unchanged' | 'changed' | 'update' | 'edited' {
  if (source.digest === now.digest) return 'unchanged';
  if (source.stamp !== now.stamp) return 'edited';
  return update ? 'update' : 'changed';
}

/** Remembers imported records, each under a source key of its own. */
export async function addSources(ctx: WriteContext, sources: readonly ImportSource[]): Promise<void> {
  await queries.insert(ctx, 'add', sources, (slots) =>
    ctx.db
      .insertInto('importSources')
      .values(slots)
      .onConflict((conflict) =>
        conflict.column('sourceKey').doUpdateSet((eb) => ({
          recordId: eb.ref('excluded.recordId'),
          digest: eb.ref('excluded.digest'),
          stamp: eb.ref('excluded.stamp'),
          hiddenFields: eb.ref('excluded.hiddenFields'),
        })),
      ),
  );
}

/** Remembers which author or term a name of the other system means here. */
export async function rememberName(ctx: WriteContext, sourceKey: string, recordId: string): Promise<void> {
  await addSources(ctx, [{ sourceKey, recordId, digest: '', stamp: unknownStamp, hiddenFields: null }]);
}

/** What names of the other system mean here, as far as they are remembered. */
export async function readRemembered(ctx: ReadContext, sourceKeys: readonly string[]): Promise<Map<string, string>> {
  const rows = await ctx.db
    .selectFrom('importSources')
    .select(['sourceKey', 'recordId'])
    .where('sourceKey', 'in', sourceKeys)
    .execute();
  return new Map(rows.map(({ sourceKey, recordId }) => [sourceKey, recordId]));
}

/** What meant a record that is being merged means the other one from now on. */
export async function moveImported(ctx: WriteContext, from: string, into: string): Promise<void> {
  await ctx.db.updateTable('importSources').set({ recordId: into }).where('recordId', '=', from).execute();
}

/** Call it when an item gets the version after `version` without being edited: it still counts as unedited. */
export async function keepStamp(ctx: WriteContext, id: string, version: number): Promise<void> {
  await ctx.db
    .updateTable('importSources')
    .set({ stamp: String(version + 1) })
    .where('recordId', '=', id)
    .where('stamp', '=', String(version))
    .execute();
}

/** Forgets what an import remembers about a record that is being deleted. */
export async function forgetImported(ctx: WriteContext, id: string): Promise<void> {
  await ctx.db.deleteFrom('importSources').where('recordId', '=', id).execute();
  await ctx.db.deleteFrom('importLinks').where('fromId', '=', id).execute();
}
