// Reads and discards the rest of a rejected body: clients often miss a response that arrives while they are still sending.

import type { IncomingMessage } from 'node:http';

const maxDrainedBytes = 64 * 1024 * 1024;
const maxDrainMs = 30_000;

const drained = new WeakMap<IncomingMessage, Promise<void>>();

/** Ends with the body, or cuts the connection at 64 MiB or after half a minute. Asking again waits for the same end. */
export function drainBody(body: IncomingMessage): Promise<void> {
  const end = drained.get(body) ?? drain(body);
  drained.set(body, end);
  return end;
}

function drain(body: IncomingMessage): Promise<void> {
  if (body.readableEnded || body.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const { socket } = body;
    let bytes = 0;
    const end = (): void => {
      clearTimeout(timer);
      body.off('data', count).off('end', end).off('close', end).off('error', end);
      socket.off('close', end);
      resolve();
    };
    const cut = (): void => {
      end();
      body.destroy();
    };
    const count = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > maxDrainedBytes) cut();
    };
    const timer = setTimeout(cut, maxDrainMs);
    body.unpipe();
    body.on('data', count).on('end', end).on('close', end).on('error', end).resume();
    // After the response, a request does not say that its connection has ended.
    socket.on('close', end);
  });
}
