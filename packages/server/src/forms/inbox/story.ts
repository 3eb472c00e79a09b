// What happened with a submission: events of it and its payment, mails, replies, notes. The newest is last.

import type { ReadContext } from '../../context/context.ts';
import { requireSubmission } from './change-submissions.ts';
import type { StoryEntry } from './inbox.schemas.ts';
import { listNotes } from './notes.ts';
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
