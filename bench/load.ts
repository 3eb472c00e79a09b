// A small load generator: raw keep-alive sockets on loopback, each with one request at a time. It does as little as
// possible per response, so that it measures the server and not itself.

import { connect, type Socket } from 'node:net';

export type LoadResult = { count: number; perSecond: number; p50Ms: number; p99Ms: number; failures: number };

export type Load = {
  port: number;
  connections: number;
  /** Ends after this many requests or after `maxMs`, whichever comes first. */
  requests: number;
  maxMs: number;
  /** The n-th request, with headers and body. */
  request(n: number): string;
  /** The status of a success; 200 by default. */
  status?: number;
};

/** Sends the load and measures it. Every response with another status than `status` counts as a failure. */
export async function sendLoad(load: Load): Promise<LoadResult> {
  const durations: number[] = [];
  let failures = 0;
  let sent = 0;
  const startedAt = performance.now();
  const deadline = startedAt + load.maxMs;
  const isOver = (): boolean => sent >= load.requests || performance.now() > deadline;

  await Promise.all(
    Array.from({ length: load.connections }, async () => {
      const socket = await openSocket(load.port);
      while (!isOver()) {
        const began = performance.now();
        const status = await exchange(socket, load.request(sent++));
        durations.push(performance.now() - began);
        if (status !== (load.status ?? 200)) failures++;
      }
      socket.destroy();
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  durations.sort((a, b) => a - b);
  const at = (share: number): number =>
    durations[Math.min(durations.length - 1, Math.floor(durations.length * share))] ?? 0;
  return { count: durations.length, perSecond: durations.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99), failures };
}

/** The text of a request. */
export function requestText(method: string, path: string, headers: Record<string, string>, body = ''): string {
  const lines = Object.entries({
    host: '127.0.0.1',
    ...headers,
    ...(body ? { 'content-length': String(Buffer.byteLength(body)) } : {}),
  });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

export function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.setNoDelay(true);
    socket.once('error', reject);
  });
}

/** Sends one request, reads the whole response (content-length only) and returns its status. */
export function exchange(socket: Socket, request: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    let expected = -1;
    const onData = (chunk: Buffer): void => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      if (expected < 0) {
        const end = received.indexOf('\r\n\r\n');
        if (end < 0) return;
        const length = /content-length: (\d+)/i.exec(received.toString('latin1', 0, end))?.[1];
        if (length === undefined) {
          done(() => reject(new Error('the response has no content-length')));
          return;
        }
        expected = end + 4 + Number(length);
      }
      if (received.length >= expected) done(() => resolve(Number(received.toString('latin1', 9, 12))));
    };
    const onEnd = (): void => done(() => reject(new Error('the server closed the connection')));
    const done = (settle: () => void): void => {
      socket.off('data', onData).off('close', onEnd);
      settle();
    };
    socket.on('data', onData).on('close', onEnd);
    socket.write(request);
  });
}
