// The mail server as the service sees it: the only way to send a mail. Made by mail/smtp.ts.

import type { MailServer } from '../config/mail-server.ts';
import type { Row } from '../database/dialect.ts';

/** Those that the service writes. A `message` is written by a user. */
export type MailKind = Exclude<Row<'mails'>['kind'], 'message'>;

export type OutgoingMail = {
  messageId: string;
  to: string;
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  /** Who writes it: the service, the service in reply to what the recipient sent, or a person. */
  origin: 'service' | 'serviceInReply' | 'person';
  /** Where the recipient can stop such mails; for mails that need it. */
  unsubscribeUrl?: string | null;
  /** The picture that the HTML shows as `cid:logo`. */
  logo: { bytes: Buffer; type: string } | null;
  attachments?: readonly { name: string; type: string; content: Buffer }[];
  date: Date;
};

/** What is at fault. `server`: it could not be reached, or ended the conversation. */
export type MailFault = 'server' | 'security' | 'login' | 'sender' | 'recipient' | 'message';

/** Why a mail was not sent, in a sentence. */
export class MailError extends Error {
  override name = 'MailError';
  readonly fault: MailFault;
  /** Whether the server would reject the same mail again. */
  readonly isPermanent: boolean;
  /** Whether the address accepts no mail at all. */
  readonly isRefusal: boolean;
  constructor(fault: MailFault, isPermanent: boolean, message: string, cause?: unknown, isRefusal = false) {
    super(message, { cause });
    this.fault = fault;
    this.isPermanent = isPermanent;
    this.isRefusal = isRefusal;
  }
}

export interface Mailer {
  /** The server in use; null without one. */
  readonly server: Readonly<MailServer> | null;
  /** Whether it is known that no server is set: a command does not read the settings. */
  lacksServer(): boolean;
  /** Uses this server from the next mail on. */
  useServer(server: MailServer | null): void;
  /** Leaves out these kinds from now on. */
  leaveOut(kinds: readonly MailKind[]): void;
  /** Whether mails of this kind are stored; without a server they wait. */
  wants(kind: MailKind): boolean;
  /** Returns when the server has accepted the mail. Uses `server` instead of the one in use. Throws MailError. */
  send(mail: OutgoingMail, server?: MailServer): Promise<void>;
  /** Connects to the server in use and signs in, and sends nothing. Throws MailError. */
  greet(): Promise<void>;
}
