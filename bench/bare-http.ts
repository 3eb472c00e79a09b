// The bound of responses from memory: a bare node:http server that sends the same bytes.

import { type LoadResult, sendLoad } from './load.ts';
import { startProgram } from './programs.ts';

export const reads = { connections: 32, requests: 100_000, maxMs: 2500 };

/** Requests per second that a bare server answers with `body`. Measured beside each row, since the machine's speed varies. */
export async function measureBare(body: Buffer, request: string): Promise<{ of: string; perSecond: number }> {
  const bare = await startProgram(['bench/bare-server.ts', body.toString('base64')]);
  const warmUp: Promise<LoadResult> = sendLoad({ ...reads, port: bare.port, requests: 3000, request: () => request });
  await warmUp;
  const { perSecond } = await sendLoad({ ...reads, port: bare.port, request: () => request });
  await bare.stop();
  return { of: 'bare node:http', perSecond };
}
