// Closes a connection whose request body is rejected before it has arrived. The response is sent at once. Closing with
// unread data would reset the connection, and the client might never see the response, so the rest is read for a while.

import type { IncomingMessage } from 'node:http';
import type { FastifyReply } from 'fastify';

const maxDrainedBytes = 32 * 1024 * 1024;
const maxDrainMs = 5000;

export function closeGently(request: IncomingMessage, reply: FastifyReply): void {
  const { socket } = request;
  const drained = drainBody(request);
  reply.header('connection', 'close');
  // Node calls this after the response; its own closes both directions.
  socket.destroySoon = () => {
    socket.end();
    void drained.then(() => socket.destroy());
  };
}

/** Reads and discards the rest of a body, up to 32 MiB or five seconds. */
function drainBody(body: IncomingMessage): Promise<void> {
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
      if (bytes > maxDrainedBytes) end();
    };
    const timer = setTimeout(end, maxDrainMs);
    body.on('data', count).on('end', end).on('close', end).on('error', end).resume();
  });
}
