// Speaks the protocol of clamd, the scanner of ClamAV: bytes are streamed to it, and it says what it found (man clamd, INSTREAM).

import { connect, type Socket } from 'node:net';

export type ClamdAddress = { host: string; port: number } | { path: string };

/** `cut`: it closed the connection while it received the bytes. `refused`: it is too much for it, or it cannot scan it. */
export type ClamdFault = 'unreachable' | 'cut' | 'tooLarge' | 'refused';

/** Why there is no verdict, in a sentence. */
export class ClamdError extends Error {
  override name = 'ClamdError';
  readonly fault: ClamdFault;
  constructor(fault: ClamdFault, message: string, cause?: unknown) {
    super(message, { cause });
    this.fault = fault;
  }
}

/** `silenceMs` is longer than clamd takes for one file, which is two minutes unless it is set otherwise (MaxScanTime). */
export type ClamdLimits = { connectMs: number; silenceMs: number };
const usualLimits: ClamdLimits = { connectMs: 10_000, silenceMs: 180_000 };

export type Clamd = {
  /** Where it is, as people read it. */
  place: string;
  /** Returns the name of what it found in the bytes, or null. Throws ClamdError. */
  scan(source: AsyncIterable<Uint8Array>): Promise<string | null>;
  /** What it says of itself and of its signatures; their time is null if it has none. Throws ClamdError. */
  describe(): Promise<{ version: string; signaturesAt: Date | null }>;
};

/** `host:port`, or the path of a Unix socket. Null for anything else. */
export function readClamdAddress(text: string): ClamdAddress | null {
  const path = text.replace(/^unix:(?:\/\/)?/, '');
  if (path.startsWith('/')) return path.includes('\0') ? null : { path };
  const [, host, port] = /^(\[[\da-f:.]+\]|[\w.-]+):(\d{1,5})$/i.exec(text) ?? [];
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) return null;
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

export function createClamd(address: ClamdAddress, limits: ClamdLimits = usualLimits): Clamd {
  const place = 'path' in address ? address.path : `${address.host}:${address.port}`;
  const known = { address, place, limits };
  return {
    place,
    async scan(source) {
      const answer = await converse(known, 'INSTREAM', source);
      const [, found] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
      if (found !== undefined) return found;
      if (answer === 'stream: OK') return null;
      if (answer.startsWith('INSTREAM size limit exceeded'))
        throw new ClamdError('tooLarge', 'It is larger than clamd accepts (StreamMaxLength in clamd.conf)');
      throw new ClamdError('refused', `clamd at ${place} said: ${answer.slice(0, 300)}`);
    },
    async describe() {
      // ClamAV 1.4.3/27000/Sat Nov 21 08:25:11 2026
      const [version = '', , time] = (await converse(known, 'VERSION')).split('/');
      const signaturesAt = new Date(`${time ?? ''} UTC`);
      return { version, signaturesAt: Number.isNaN(signaturesAt.getTime()) ? null : signaturesAt };
    },
  };
}

type Known = { address: ClamdAddress; place: string; limits: ClamdLimits };

/** Sends one command, and the bytes that it is about. Returns the answer. */
async function converse({ address, place, limits }: Known, command: string, source?: AsyncIterable<Uint8Array>) {
  const socket = connect(address);
  const { promise: answered, resolve, reject } = Promise.withResolvers<string>();
  let received = '';
  let isConnected = false;
  let isComplete = source === undefined;
  socket.setTimeout(limits.connectMs, () => socket.destroy(new Error('it did not respond in time')));
  socket.once('connect', () => {
    isConnected = true;
    socket.setTimeout(limits.silenceMs);
  });
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
    const end = received.indexOf('\0');
    if (end >= 0) resolve(received.slice(0, end));
    else if (received.length > maxAnswer) socket.destroy(new Error('it said more than clamd does'));
  });
  const fail = (cause?: Error): void => {
    const why = cause?.message ?? 'it closed the connection';
    if (isConnected && !isComplete)
      reject(
        new ClamdError(
          'cut',
          `clamd at ${place} did not take all of the file, which may be larger than its StreamMaxLength: ${why}`,
          cause,
        ),
      );
    else reject(new ClamdError('unreachable', `clamd at ${place} cannot be reached: ${why}`, cause));
  };
  socket.on('error', fail).on('close', () => fail());
  try {
    const said = answered.then(() => 'answered' as const);
    said.catch(() => {});
    await write(socket, Buffer.from(`z${command}\0`), said);
    if (source) {
      // An answer before the end means that clamd wants no more.
      for await (const chunk of source) {
        // An empty part would end the stream.
        if (chunk.length > 0 && (await write(socket, sized(chunk), said)) === 'answered') break;
      }
      await write(socket, endOfStream, said);
      isComplete = true;
    }
    return await answered;
  } finally {
    socket.destroy();
  }
}

const maxAnswer = 10_000;
const endOfStream = Buffer.alloc(4);

/** A part of the stream, after its length. */
function sized(chunk: Uint8Array): Uint8Array {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return Buffer.concat([length, chunk]);
}

/** Waits until the socket has taken it, or there is an answer. */
async function write(socket: Socket, bytes: Uint8Array, said: Promise<'answered'>): Promise<'answered' | undefined> {
  // clamd says that a stream is too long and closes the connection at once: what it said is read before the next write fails.
  await new Promise((resolve) => setImmediate(resolve));
  const written = new Promise<undefined>((resolve) => socket.write(bytes, () => resolve(undefined)));
  return Promise.race([said, written]);
}
