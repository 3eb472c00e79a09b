// Reads the rest of a body that was rejected.

import type { IncomingMessage } from 'node:http';

const maxBytes = 32 * 1024 * 1024;
const maxMs = 5000;

/**
 * Reads and discards the rest, up to 32 MiB or five seconds. Closing a connection with unread data resets it, and the
 * client would never see the response.
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
      if (bytes > maxBytes) end();
    };
    const timer = setTimeout(end, maxMs);
    body.on('data', count).on('end', end).on('close', end).on('error', end).resume();
  });
}
