// Closes a connection whose request body is rejected before it has arrived. The response is sent at once. Closing with
// unread data would reset the connection, and the client might never see the response, so the rest is read for a while.

import type { IncomingMessage } from 'node:http';
import type { FastifyReply } from 'fastify';
import { drainBody } from './drain-body.ts';

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
