// Notes about submissions, for those who work on them.

import { may } from '../../context/access.ts';
import { type ReadContext, timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { fail } from '../../lib/errors.ts';

const maxNotes = 500;

/** The submission must be there. A second run with the same ID stores nothing. Throws conflict. */
export async function addNote(ctx: WriteContext, submissionId: string, id: string, text: string) {
  const { count } = await ctx.db
    .selectFrom('submissionNotes')
    .where('submissionId', '=', submissionId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxNotes) throw fail('conflict', `A submission can have ${maxNotes} notes`);
  const note: Row<'submissionNotes'> = {
    ...{ id, submissionId, text },
    authorId: ctx.actor.id,
    authorName: ctx.actor.name ?? null,
    createdAt: timeOf(ctx),
  };
  await ctx.db
    .insertInto('submissionNotes')
    .values(note)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return noteJson(note);
}

export async function listNotes(ctx: ReadContext, submissionId: string) {
  const rows = await ctx.db
    .selectFrom('submissionNotes')
    .selectAll()
    .where('submissionId', '=', submissionId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(noteJson);
}

function noteJson({ id, text, authorId, authorName, createdAt }: Row<'submissionNotes'>) {
  const by = authorId === null ? null : { id: authorId, name: authorName };
  return { id, text, by, createdAt };
}

/** One's own; owners delete those of others as well. Throws not_found, insufficient_scope. */
export async function deleteNote(ctx: WriteContext, submissionId: string, id: string): Promise<void> {
  const note = await ctx.db
    .selectFrom('submissionNotes')
    .select('authorId')
    .where('id', '=', id)
    .where('submissionId', '=', submissionId)
    .executeTakeFirstOrThrow(() => fail('not_found', 'The submission has no note with this ID'));
  if (note.authorId !== ctx.actor.id && !may(ctx.actor, 'admin'))
    throw fail('insufficient_scope', {
      detail: 'Only its author and owners can delete a note',
      extra: { requiredScope: 'admin' },
    });
  await ctx.db.deleteFrom('submissionNotes').where('id', '=', id).execute();
}
