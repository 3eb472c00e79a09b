// A receiver of webhooks for tests: a real HTTP server that keeps what it was sent, byte for byte, answers by a script,
// and checks signatures with nothing but node:crypto.

import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { waitFor } from './wait-for.ts';

export type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer };

export type Reply = {
  /** 200 when absent. */
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  delayMs?: number;
  /** No answer at all. */
  hang?: true;
  /** A head, then a byte now and then, without end. */
  trickle?: true;
  /** The connection ends without an answer. */
  reset?: true;
};

export type Receiver = {
  url: string;
  requests: Received[];
  /** The answers to come, one each; after the last it stands for all. */
  script(...replies: Reply[]): void;
  /** Waits until so many requests have come, and answers the last of these. */
  received(count: number): Promise<Received>;
  /** How many are being answered right now. */
  open(): number;
  close(): Promise<void>;
};

/** Starts a receiver that is closed when the test ends. */
export async function startReceiver(t: Pick<TestContext, 'after'>, ...script: Reply[]): Promise<Receiver> {
  const requests: Received[] = [];
  const sockets = new Set<Socket>();
  let replies = script;
  let open = 0;
  const server = createServer(async (request, response) => {
    open += 1;
    response.on('close', () => {
      open -= 1;
    });
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    requests.push({ path: request.url ?? '', headers: request.headers, body });
    const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? {};
    await answer(response, reply);
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

async function answer(response: ServerResponse, reply: Reply): Promise<void> {
  if (reply.hang) return;
  if (reply.reset) return void response.destroy();
  if (reply.delayMs) await new Promise((resolve) => setTimeout(resolve, reply.delayMs));
  response.writeHead(reply.status ?? 200, reply.headers);
  if (!reply.trickle) return void response.end(reply.body ?? 'ok');
  const timer = setInterval(() => response.write('.'), 20);
  response.on('close', () => clearInterval(timer));
}

/** Whether both signatures of a request were made with this secret; `previous`: the header of the secret before. */
export function isSigned({ headers, body }: Received, secret: string, header = 'x-service-signature'): boolean {
  const own = createHmac('sha256', secret).update(body).digest('hex');
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret;
  const signed = Buffer.concat([Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`), body]);
  const standard = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return headers[header] === own && String(headers['webhook-signature']).split(' ').includes(standard);
}
