// What happened with a submission: events of it and its payment, mails, replies, notes. The newest is last.

import { may } from '../../context/access.ts';
import { type ReadContext, timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { fail } from '../../lib/errors.ts';
import { requireSubmission } from './change-submissions.ts';
import type { StoryEntry } from './inbox.schemas.ts';
import { listReplies } from './replies.ts';

const maxEntries = 500;

/** Throws submission_not_found. */
export async function readStory(ctx: ReadContext, id: string): Promise<StoryEntry[]> {
  const { paymentId } = await requireSubmission(ctx, id, 'forms:read');
  const subjects = paymentId === null ? [id] : [id, paymentId];
  const [notes, replies, drafts, mails, events] = await Promise.all([
    listNotes(ctx, id),
    listReplies(ctx, id),
    listDrafts(ctx, id),
    listMailsAbout(ctx, subjects),
    listEventsOf(ctx, subjects),
  ]);
  const noted = notes.map((note): StoryEntry => ({ kind: 'note', at: note.createdAt, note }));
  return [events, drafts, mails, replies, noted].flatMap((some) => some.toSorted(byId)).sort(byTime);
}

/** What happened at the same moment stays as it was sorted before: by kind, then by ID. */
function byTime(a: StoryEntry, b: StoryEntry): number {
  return compare(a.at, b.at);
}

function byId(a: StoryEntry, b: StoryEntry): number {
  return compare(idOf(a), idOf(b));
}

/** The same on all databases. */
function compare(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}

function idOf({ note, mail, event, item }: StoryEntry): string {
  return (note ?? mail ?? event)?.id ?? item?.itemId ?? '';
}

async function listDrafts(ctx: ReadContext, submissionId: string): Promise<StoryEntry[]> {
  const rows = await ctx.db
    .selectFrom('submissionDrafts')
    .select(['type', 'itemId', 'fault', 'createdAt'])
    .where('submissionId', '=', submissionId)
    .execute();
  return rows.map(({ createdAt, ...item }) => ({ kind: 'item', at: createdAt, item }));
}

async function listMailsAbout(ctx: ReadContext, subjects: string[]): Promise<StoryEntry[]> {
  const rows = await ctx.db
    .selectFrom('mails')
    .select(['id', 'kind', 'status', 'recipient', 'subject', 'error', 'createdAt', 'sentAt'])
    .where('about', 'in', subjects)
    .where('kind', '<>', 'message')
    .limit(maxEntries)
    .execute();
  return rows.map(({ createdAt, sentAt, ...mail }) => ({
    kind: 'mail',
    at: sentAt ?? createdAt,
    mail: { ...mail, text: null, by: null },
  }));
}

async function listEventsOf(ctx: ReadContext, subjects: string[]): Promise<StoryEntry[]> {
  const rows = await ctx.db
    .selectFrom('events')
    .select(['id', 'type', 'createdAt'])
    .where('subject', 'in', subjects)
    .limit(maxEntries)
    .execute();
  return rows.map(({ createdAt, ...event }) => ({ kind: 'event', at: createdAt, event }));
}

// Notes about submissions, for those who work on them.

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

async function listNotes(ctx: ReadContext, submissionId: string) {
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
