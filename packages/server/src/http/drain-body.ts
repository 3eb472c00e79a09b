// Takes in what is left of a body that has been refused.

import type { IncomingMessage } from 'node:http';

const mostBytes = 32 * 1024 * 1024;
const mostMs = 5000;

/**
 * Reads and forgets the rest, up to 32 MiB or five seconds: a connection that is closed with unread data is reset, and
 * the client would never see the answer.
 */
export function drainBody(body: IncomingMessage): Promise<void> {
  if (body.readableEnded || body.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    const end = (): void => {
      clearTimeout(timer);
      body.off('data', count).off('end', end).off('close', end).off('error', end);
      resolve();
    };
    const count = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > mostBytes) end();
    };
    const timer = setTimeout(end, mostMs);
    body.on('data', count).on('end', end).on('close', end).on('error', end).resume();
  });
}
