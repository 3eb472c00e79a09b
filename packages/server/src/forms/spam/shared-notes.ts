// What the processes of a service note to recognize spam, in a table that all of them write and read (decision 0070). Only
// marks are stored: hashes with the key of the service, which cannot be turned back into texts, people or addresses.
//
// Each process writes what it has noted about once a second, outside of requests, and reads what others wrote if a
// submission's score is near the limit. Notes are hints: if they cannot be stored, they are lost.

import { type Context, inTransaction, type ReadContext, timeOf } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { newId } from '../../lib/ids.ts';
import { type Note, type OthersNotes, recentSenders, recentTexts, sendersKeptMs, textsKeptMs } from './recent.ts';

const writeAfterMs = 1000;
const readEveryMs = 1000;
/** Clocks of processes differ, and a transaction may commit later than others that began after it. */
const overlapMs = 60_000;
/** More of a second are a flood, of which these are enough. */
const maxInBatch = 100;
const maxRows = 4000;
/** Long enough that none is the same by chance. */
const markLength = 14;

type TextNote = [submissionId: string, from: string, ...sketch: string[]];
type SenderNote = [sender: string, times: number];

export type SharedNotes = OthersNotes & {
  /** Reads what was noted before, and from now on shares what is noted. */
  start(): Promise<void>;
  /** Writes what is left. */
  stop(): Promise<void>;
};

export function createSharedNotes(ctx: Context): SharedNotes {
  const processId = newId('note');
  const texts = recentTexts();
  const senders = recentSenders();
  /** The rows that have been read, with their times. */
  const seen = new Map<string, string>();
  let isStarted = false;
  let pending: Note[] = [];
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();
  let reading: Promise<boolean> | null = null;
  let readAt = Number.NEGATIVE_INFINITY;

  const mark = (text: string): string => ctx.sealer.mark(text, 'spam').slice(0, markLength);
  const marked = ({ submissionId, from, sketch, sender }: Note): Note => ({
    ...{ submissionId, from: mark(from), sketch: sketch?.map(mark) ?? null },
    sender: sender === null ? null : mark(sender),
  });

  const write = async (): Promise<void> => {
    timer = null;
    const batch = pending.slice(-maxInBatch).map(marked);
    pending = [];
    if (batch.length > 0) await storeNotes(ctx, processId, batch);
  };
  const read = async (): Promise<boolean> => {
    readAt = ctx.now().getTime();
    const last = [...seen.values()].at(-1);
    const since = last === undefined ? timeOf(ctx, -textsKeptMs) : new Date(Date.parse(last) - overlapMs).toISOString();
    const rows = (await readNotes(ctx, processId, since)).filter(({ id }) => !seen.has(id));
    for (const row of rows) {
      seen.set(row.id, row.createdAt);
      const time = Date.parse(row.createdAt);
      if (row.kind === 'texts')
        for (const [submissionId, from, ...sketch] of JSON.parse(row.notes) as TextNote[])
          texts.note({ submissionId, from, sketch }, time);
      else
        for (const [sender, times] of JSON.parse(row.notes) as SenderNote[])
          for (let count = 0; count < times; count++) senders.note(sender, time);
    }
    for (const [id, at] of seen) if (at < since) seen.delete(id);
    return rows.length > 0;
  };

  return {
    add(note) {
      if (!isStarted) return;
      pending.push(note);
      if (pending.length > 2 * maxInBatch) pending.splice(0, maxInBatch);
      timer ??= setTimeout(() => {
        writing = write().catch((err) => ctx.log.warn({ err }, 'what was noted against spam could not be stored'));
      }, writeAfterMs);
      timer.unref();
    },
    look(note) {
      // Most services have one process, which knows of no others.
      const { sketch, sender, ...known } = seen.size > 0 ? marked(note) : { ...note, sketch: null, sender: null };
      const time = ctx.now().getTime();
      return { repetition: texts.look({ ...known, sketch }, time), recentlySent: senders.look(sender, time) };
    },
    async refresh() {
      if (!isStarted) return false;
      if (reading === null && ctx.now().getTime() - readAt < readEveryMs) return false;
      reading ??= read()
        .catch((err) => {
          ctx.log.warn({ err }, 'what others have noted against spam could not be read');
          return false;
        })
        .finally(() => {
          reading = null;
        });
      return reading;
    },
    async start() {
      await read();
      isStarted = true;
    },
    async stop() {
      if (timer === null) return writing;
      clearTimeout(timer);
      await writing;
      await write().catch((err) => ctx.log.warn({ err }, 'what was noted against spam could not be stored'));
    },
  };
}

async function storeNotes(ctx: Context, processId: string, batch: readonly Note[]): Promise<void> {
  const texts = batch.flatMap(({ submissionId, from, sketch }): TextNote[] =>
    sketch === null ? [] : [[submissionId, from, ...sketch]],
  );
  const counts = new Map<string, number>();
  for (const { sender } of batch) if (sender !== null) counts.set(sender, (counts.get(sender) ?? 0) + 1);
  await inTransaction(ctx, async (ctx) => {
    const row = (kind: 'texts' | 'senders', notes: readonly unknown[], keptMs: number): Row<'spamNotes'>[] => {
      if (notes.length === 0) return [];
      const times = { createdAt: timeOf(ctx), expiresAt: timeOf(ctx, keptMs) };
      return [{ id: newId('note'), processId, kind, notes: JSON.stringify(notes), ...times }];
    };
    const rows = [...row('texts', texts, textsKeptMs), ...row('senders', [...counts], sendersKeptMs)];
    if (rows.length > 0) await ctx.db.insertInto('spamNotes').values(rows).execute();
  });
}

/** The newest rows of others since then, oldest first. */
async function readNotes(ctx: ReadContext, processId: string, since: string): Promise<Row<'spamNotes'>[]> {
  const rows = await ctx.db
    .selectFrom('spamNotes')
    .selectAll()
    .where('createdAt', '>=', since)
    .where('processId', '!=', processId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(maxRows)
    .execute();
  return rows.reverse();
}

/** Deletes what has expired, and the oldest if there are too many. */
export async function forgetNotes(ctx: Context): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await ctx.db.deleteFrom('spamNotes').where('expiresAt', '<=', timeOf(ctx)).execute();
    const oldest = await ctx.db
      .selectFrom('spamNotes')
      .select('createdAt')
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .offset(maxRows)
      .limit(1)
      .executeTakeFirst();
    if (oldest) await ctx.db.deleteFrom('spamNotes').where('createdAt', '<=', oldest.createdAt).execute();
  });
}
