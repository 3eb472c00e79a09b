// A clamd for tests: it speaks the protocol over TCP, finds the EICAR test file, and otherwise does what a script says.

import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { freePort } from './free-port.ts';

/** The harmless text that every scanner finds, put together here so that none finds this file. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('-');
export const eicarName = 'Eicar-Test-Signature';

/** `dies`: closes the connection in the middle of the file. `hangs`: takes all of it, and never responds. */
export type ClamdReply = 'verdict' | 'error' | 'tooLarge' | 'dies' | 'hangs';

export type TestClamd = {
  address: { host: string; port: number };
  /** For FRONTDESK_CLAMD. */
  setting: string;
  /** The contents that it was sent as a whole. */
  scanned: string[];
  /** What it does with each file, in turn; the last repeats. */
  script(...replies: ClamdReply[]): void;
  stop(): Promise<void>;
  /** Starts again at the same address. */
  start(): Promise<void>;
};

/** Starts a clamd that is stopped when the test ends. */
export async function startClamd(t: Pick<TestContext, 'after'>): Promise<TestClamd> {
  const scanned: string[] = [];
  const sockets = new Set<Socket>();
  let replies: ClamdReply[] = [];
  let server: Server | null = null;
  const port = await freePort();

  const answer = (socket: Socket): void => {
    let received = Buffer.alloc(0);
    let reply: ClamdReply | null = null;
    socket
      .on('error', () => {})
      .on('data', (bytes) => {
        received = Buffer.concat([received, bytes as Buffer]);
        const end = received.indexOf(0);
        const command = end < 0 ? '' : received.subarray(0, end).toString();
        if (command === 'zVERSION') return void socket.end('ClamAV 1.4.3/27000/Sat Nov 21 08:25:11 2026\0');
        if (command !== 'zINSTREAM') return;
        reply ??= (replies.length > 1 ? replies.shift() : replies[0]) ?? 'verdict';
        const { content, isComplete } = readStream(received.subarray(end + 1));
        if (reply === 'dies' && content.length > 0) return void socket.destroy();
        if (reply === 'tooLarge' && content.length > 0) return void socket.end('INSTREAM size limit exceeded. ERROR\0');
        if (!isComplete) return;
        scanned.push(content.toString());
        if (reply === 'hangs') return;
        if (reply === 'error') return void socket.end("stream: Can't allocate memory ERROR\0");
        // In two parts, as a network may cut it.
        socket.write(content.includes(eicar) ? `stream: ${eicarName}` : 'stream: ');
        setImmediate(() => socket.end(content.includes(eicar) ? ' FOUND\0' : 'OK\0'));
      });
  };

  const start = async (): Promise<void> => {
    server = createServer((socket) => {
      sockets.add(socket.once('close', () => sockets.delete(socket)));
      answer(socket);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const stop = async (): Promise<void> => {
    if (!server?.listening) return;
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  };
  await start();
  t.after(stop);
  return {
    address: { host: '127.0.0.1', port },
    setting: `127.0.0.1:${port}`,
    scanned,
    script: (...next) => {
      replies = next;
    },
    stop,
    start,
  };
}

/** Parts with their lengths; a length of 0 ends the stream. */
function readStream(bytes: Buffer): { content: Buffer; isComplete: boolean } {
  const parts: Buffer[] = [];
  let at = 0;
  while (at + 4 <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    if (length === 0) return { content: Buffer.concat(parts), isComplete: true };
    parts.push(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return { content: Buffer.concat(parts), isComplete: false };
}
