// A balancer for tests: passes each request on to the next of several servers in turn, without sticky sessions. A server that
// refuses the connection is passed over; what breaks later gets 502, as nothing says what became of it.

import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export type Balancer = {
  origin: string;
  /** The origins of the servers. They may change at any time. */
  servers: string[];
};

/** Starts one that is closed when the test ends. */
export async function startBalancer(t: Pick<TestContext, 'after'>): Promise<Balancer> {
  const servers: string[] = [];
  const agent = new Agent({ keepAlive: true });
  let turn = 0;

  const pass = (incoming: IncomingMessage, body: Buffer, tries: number): Promise<IncomingMessage> => {
    const server = servers[turn++ % servers.length];
    return new Promise<IncomingMessage>((resolve, reject) => {
      const { method, url, headers } = incoming;
      const forwarded = { 'x-forwarded-for': incoming.socket.remoteAddress ?? '', ...headers };
      send(`${server}${url}`, { agent, method, headers: forwarded }, resolve).on('error', reject).end(body);
    }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && tries < servers.length) return pass(incoming, body, tries + 1);
      throw error;
    });
  };

  // A client closes an idle connection first: otherwise this end may close it just when it is used again.
  const listener = createServer({ keepAliveTimeout: 65_000 }, async (incoming, outgoing) => {
    try {
      const body = Buffer.concat(await Array.fromAsync(incoming as AsyncIterable<Buffer>));
      const response = await pass(incoming, body, 1);
      const content = Buffer.concat(await Array.fromAsync(response as AsyncIterable<Buffer>));
      outgoing.writeHead(response.statusCode ?? 502, response.headers).end(content);
    } catch {
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end();
    }
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  t.after(() => {
    agent.destroy();
    listener.closeAllConnections();
    listener.close();
  });
  return { origin: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`, servers };
}
