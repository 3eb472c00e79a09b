// What a start reads from Node's cache of compiled modules.

import type { ServerProcess } from './server-process.ts';

/** Lets a server process report it. */
export const reportReads = { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };

/** Starts the server, which was started with `reportReads`, again. Returns a line for each module that it reads. */
export async function readsOfNextStart(server: ServerProcess): Promise<string[]> {
  await server.stop();
  const before = server.errors().length;
  await server.start();
  return readsIn(server.errors().slice(before));
}

/**
 * The lines about modules in what was written to stderr, but those that are not whole: Node writes each in pieces, so the
 * last may not have ended yet, and another thread may have written into one.
 */
export function readsIn(errors: string): string[] {
  return errors.match(/reading cache from (?:(?!\[compile cache\]).)*(?=\n)/g) ?? [];
}

/** The module that a line is about, as an absolute path. */
export function moduleOf(line: string): string {
  return / for \w+ (\S+?)\.\.\./.exec(line)?.[1] ?? line;
}
