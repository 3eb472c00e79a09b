// A port that leads to another port, as a name leads to a server, and can break as a network does.

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

export type Relay = {
  port: number;
  moveTo(port: number): void;
  /** Loses all that is sent, in both directions, and closes nothing. */
  hold(): void;
  /** Closes all connections at the client's message of this number from now on, and refuses new ones. */
  cutAt(message: number): void;
  isCut(): boolean;
  /** Forwards new connections again. */
  goOn(): void;
  /** How many messages clients have sent. */
  messages(): number;
};

export async function startRelay(t: TestContext, target: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  let state: 'open' | 'held' | 'cut' = 'open';
  let messages = 0;
  let cutAt = Number.POSITIVE_INFINITY;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  const closeAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const relay = createServer((inward) => {
    keep(inward);
    if (state === 'cut') return inward.destroy();
    const outward = keep(connect(target, '127.0.0.1'));
    inward.on('data', () => {
      if (++messages < cutAt) return;
      state = 'cut';
      closeAll();
    });
    inward.pipe(outward).pipe(inward);
    if (state === 'held') for (const socket of [inward, outward]) socket.unpipe().pause();
    inward.on('close', () => outward.destroy());
    outward.on('close', () => inward.destroy());
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  t.after(() => {
    relay.close();
    closeAll();
  });
  return {
    port: (relay.address() as AddressInfo).port,
    moveTo(port) {
      target = port;
    },
    hold() {
      state = 'held';
      for (const socket of sockets) socket.unpipe().pause();
    },
    cutAt(message) {
      cutAt = messages + message;
    },
    isCut: () => state === 'cut',
    goOn() {
      state = 'open';
      cutAt = Number.POSITIVE_INFINITY;
    },
    messages: () => messages,
  };
}
