// A webhook receiver for tests: a real HTTP server that keeps the exact bytes it receives, responds according to a
// script, and checks signatures with node:crypto only.

import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { waitFor } from './wait-for.ts';

export type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer };

export type Reply = {
  /** 200 by default. */
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  delayMs?: number;
  /** Never responds. */
  hang?: true;
  /** Sends the headers, then endless single bytes. */
  trickle?: true;
  /** Closes the connection without a response. */
  reset?: true;
};

export type Receiver = {
  url: string;
  requests: Received[];
  /** Sets the next responses, one per request; the last one repeats. */
  script(...replies: Reply[]): void;
  /** Waits until `count` requests have arrived, and returns the last of them. */
  received(count: number): Promise<Received>;
  /** The number of requests in progress. */
  open(): number;
  close(): Promise<void>;
};

/** Starts a receiver that is closed when the test ends. */
export async function startReceiver(t: Pick<TestContext, 'after'>, ...script: Reply[]): Promise<Receiver> {
  const requests: Received[] = [];
  const sockets = new Set<Socket>();
  let replies = script;
  let open = 0;
  // A client closes an idle connection first: otherwise this end may close it just when it is used again.
  const server = createServer({ keepAliveTimeout: 65_000 }, async (request, response) => {
    open += 1;
    response.on('close', () => {
      open -= 1;
    });
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    requests.push({ path: request.url ?? '', headers: request.headers, body });
    const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? {};
    await respond(response, reply);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  };
  t.after(close);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    requests,
    script(...next) {
      replies = next;
    },
    received: (count) => waitFor(`request ${count} of ${requests.length}`, () => requests[count - 1]),
    open: () => open,
    close,
  };
}

async function respond(response: ServerResponse, reply: Reply): Promise<void> {
  if (reply.hang) return;
  if (reply.reset) return void response.destroy();
  if (reply.delayMs) await new Promise((resolve) => setTimeout(resolve, reply.delayMs));
  response.writeHead(reply.status ?? 200, reply.headers);
  if (!reply.trickle) return void response.end(reply.body ?? 'ok');
  const timer = setInterval(() => response.write('.'), 20);
  response.on('close', () => clearInterval(timer));
}

/** Whether both signatures of a request are valid for this secret. `header` may name the one of the previous secret. */
export function isSigned({ headers, body }: Received, secret: string, header = 'x-service-signature'): boolean {
  const own = createHmac('sha256', secret).update(body).digest('hex');
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret;
  const signed = Buffer.concat([Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`), body]);
  const standard = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return headers[header] === own && String(headers['webhook-signature']).split(' ').includes(standard);
}
