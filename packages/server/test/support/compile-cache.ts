// What a start reads from Node's cache of compiled modules.

import type { ServerProcess } from './server-process.ts';

/** Lets a server process report it. */
export const reportReads = { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };

/** Starts the server, which was started with `reportReads`, again. Returns a line for each module that it reads. */
export async function readsOfNextStart(server: ServerProcess): Promise<string[]> {
  await server.stop();
  // Node writes each line in pieces: the last one may not be whole yet, as modules are loaded after the start too.
  const before = server.errors().length;
  await server.start();
  return (
    server
      .errors()
      .slice(before)
      .match(/reading cache from .*(?=\n)/g) ?? []
  );
}
