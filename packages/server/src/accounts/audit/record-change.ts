// Recorders: what inTransaction calls at the end of a transaction, so that the change and its entry in the audit log are
// stored together or not at all.

import type { Recorder, WriteContext } from '../../context/context.ts';
import { addEntry, type Details, type NewEntry } from './audit-log.ts';
import { type Thing, thingOf } from './describe-change.ts';
import { nameThing } from './name-thing.ts';

export const noDetails: Details = { changed: [], values: {}, ids: [] };

/** Adds one entry with the first transaction that commits. `describe` is called with what that results in. */
export function recordOnce(describe: (ctx: WriteContext, result: unknown) => NewEntry | Promise<NewEntry>): {
  record: Recorder;
  /** Whether the entry is stored. */
  isDone(): boolean;
} {
  let isDone = false;
  return {
    async record(ctx, result) {
      if (isDone) return;
      await addEntry(ctx, await describe(ctx, result));
      ctx.afterCommit(() => {
        isDone = true;
      });
    },
    isDone: () => isDone,
  };
}

/** What commands change, where it is not the site. */
const paths: Record<string, string> = { token: '/tokens', user: '/users' };

/** For a command of the command line, run by this account of the operating system. */
export function recordCommand(command: string, actorName: string | null): Recorder {
  const path = paths[command.split(' ')[0] ?? ''] ?? '/export';
  return recordOnce(async (ctx, result) => ({
    ...entryWithoutRequest('command', { operation: command, thing: await nameThing(ctx, thingOf(path, {}, result)) }),
    actorName,
  })).record;
}

/** An entry for what no request asked for: a command, or the service itself. */
export function entryWithoutRequest(
  actorKind: 'command' | 'system',
  { operation, thing }: { operation: string; thing: Thing },
): NewEntry {
  return {
    actorKind,
    actorId: null,
    actorName: null,
    operation,
    thingKind: thing.kind,
    thingId: thing.id,
    thingName: thing.name,
    outcome: 'done',
    details: noDetails,
    ip: null,
    browser: null,
    requestId: null,
  };
}
