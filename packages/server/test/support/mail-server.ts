// A mail server for tests: a real SMTP server that keeps what it accepts, parsed, and responds according to a script.

import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import type { MailServer } from '../../src/config/mail-server.ts';
import { freePort } from './free-port.ts';
import { waitFor } from './wait-for.ts';

export type ReceivedMail = ParsedMail & {
  /** As they came over the wire. */
  raw: string;
  recipients: string[];
};

export type MailReply = {
  /** Rejects the recipient with this code. */
  recipient?: number;
  /** With these words. */
  text?: string;
  /** Rejects the message with this code. */
  message?: number;
  /** Closes the connection after the message, which it has lost. */
  dies?: true;
  /** Closes the connection in the middle of the message. */
  diesWithin?: true;
  /** Keeps the message, and never responds. */
  hangs?: true;
};

export type TestMailServer = {
  port: number;
  /** For FRONTDESK_SMTP_URL. */
  url: string;
  mails: ReceivedMail[];
  /** Sets the next responses, one per attempt; the last one repeats. */
  script(...replies: MailReply[]): void;
  /** Rejects these recipients with 550 from now on, whatever the script says. */
  reject(...recipients: string[]): void;
  /** Takes so long for each command from now on. */
  slowDown(ms: number): void;
  /** Waits until `count` mails have been accepted, and returns the last of them. */
  received(count: number): Promise<ReceivedMail>;
  close(): Promise<void>;
};

export const mailUser = { user: 'harbour', password: 'a secret / with #signs' };

/** Starts a server that is closed when the test ends. It asks for the password of `mailUser`, without encryption. */
export async function startMailServer(
  t: Pick<TestContext, 'after'>,
  { port: chosenPort, isOpen = false }: { port?: number; isOpen?: boolean } = {},
): Promise<TestMailServer> {
  const mails: ReceivedMail[] = [];
  let replies: MailReply[] = [];
  let rejected: string[] = [];
  let slowness = 0;
  const current = (): MailReply => replies[0] ?? {};
  const next = (): MailReply => (replies.length > 1 ? (replies.shift() as MailReply) : current());
  const failure = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode });
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', ...(isOpen ? ['AUTH'] : [])],
    authOptional: isOpen,
    allowInsecureAuth: true,
    closeTimeout: 100,
    onAuth({ username, password }, _session, done) {
      if (username === mailUser.user && password === mailUser.password) done(null, { user: username });
      else done(failure(535, 'Wrong user or password'));
    },
    async onRcptTo({ address }, _session, done) {
      await delay(slowness);
      if (rejected.includes(address)) return done(failure(550, `No mailbox for ${address}`));
      const { recipient, text } = current();
      if (recipient === undefined) return done();
      next();
      done(failure(recipient, text ?? `No mailbox for ${address}`));
    },
    async onData(stream, session, done) {
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of stream) {
          chunks.push(chunk as Buffer);
          if (current().diesWithin) {
            next();
            for (const socket of sockets) socket.destroy();
            return;
          }
        }
      } catch {
        // The sender has ended in the middle of the message, and there is no one to respond to.
        return;
      }
      const raw = Buffer.concat(chunks);
      await delay(slowness);
      const { message, dies, hangs } = next();
      if (message !== undefined) return done(failure(message, 'The message looks like spam'));
      if (dies) {
        for (const socket of sockets) socket.destroy();
        return;
      }
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      mails.push({ ...(await simpleParser(raw)), raw: raw.toString('latin1'), recipients });
      if (!hangs) done();
    },
  });
  server.on('error', () => {});
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  // Tests stop it and start another one there: a port that the system chooses could be another process's by then.
  const port = chosenPort ?? (await freePort());
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  t.after(close);
  const user = isOpen ? '' : `${mailUser.user}:${encodeURIComponent(mailUser.password)}@`;
  return {
    port,
    url: `smtp://${user}127.0.0.1:${port}?security=none`,
    mails,
    script(...next) {
      replies = next;
    },
    reject(...recipients) {
      rejected = recipients;
    },
    slowDown(ms) {
      slowness = ms;
    },
    async received(count) {
      await waitFor(`${count} mails`, () => mails.length >= count);
      return mails[count - 1] as ReceivedMail;
    },
    close,
  };
}

/** As the environment would name it. */
export function serverAt({ port }: Pick<TestMailServer, 'port'>): MailServer {
  return {
    ...{ host: '127.0.0.1', port, security: 'none', ...mailUser },
    ...{ from: 'mail@harbour.example', fromName: 'Harbour', dkim: null, setIn: 'environment' },
  };
}

/** What names it to a process. */
export function mailEnvironment({ url }: Pick<TestMailServer, 'url'>): Record<string, string> {
  return { FRONTDESK_SMTP_URL: url, FRONTDESK_MAIL_FROM: 'Harbour <mail@example.com>' };
}
