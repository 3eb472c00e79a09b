// The state of each record as it was imported last.

import type { WriteContext } from '../../context.ts';
import type { Row } from '../../database/dialect.ts';

export type ImportSource = Row<'importSources'>;

/** Remembers imported records. */
export async function addSources(ctx: WriteContext, sources: readonly Partial<ImportSource>[]): Promise<void> {
  if (sources.length === 0) return;
  await ctx.db
    .insertInto('importSources')
    .values(sources as ImportSource[])
    .onConflict((conflict) =>
      conflict.column('sourceKey').doUpdateSet((eb) => ({
        recordId: eb.ref('excluded.recordId'),
        digest: eb.ref('excluded.digest'),
        stamp: eb.ref('excluded.stamp'),
      })),
    )
    .execute();
}

/** Forgets what an import remembers about a record that is being deleted. */
export async function forgetImported(ctx: WriteContext, id: string): Promise<void> {
  await ctx.db.deleteFrom('importSources').where('recordId', '=', id).execute();
  await ctx.db.deleteFrom('importLinks').where('fromId', '=', id).execute();
}
