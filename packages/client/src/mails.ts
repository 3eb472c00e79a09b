// The outbox of mails, and the server that sends them.

import type {
  Deleted,
  ListedMail,
  ListMailOptOutsQuery,
  ListMailRefusalsQuery,
  ListMailsQuery,
  Mail,
  MailKind,
  MailKindSettings,
  MailLanguage,
  MailOptOut,
  MailPreview,
  MailRefusal,
  MailServer,
  MailTemplate,
  MailText,
  NewMailRefusal,
  NewMailServer,
} from './api-types.ts';
import { type Readable, readableAt } from './collection.ts';
import type { CallOptions, Connection } from './connection.ts';
import { path } from './query.ts';

type MailShape = { listed: ListedMail; one: Mail; query: ListMailsQuery };

/** The outbox, and the server that sends mails. */
export type Mails = Readable<MailShape> & {
  /** Sends a mail again, now. */
  resend(id: string, options?: CallOptions): Promise<ListedMail>;
  /** The server that sends mails. */
  server(options?: CallOptions): Promise<MailServer>;
  /** Sends a test mail by a server, and uses it from then on. */
  setServer(server: NewMailServer, options?: CallOptions): Promise<MailServer>;
  /** Mails wait from then on. */
  removeServer(options?: CallOptions): Promise<MailServer>;
  /** Sends a test mail now. */
  test(mail: { to: string }, options?: CallOptions): Promise<{ to: string }>;
  /** The addresses that do not accept mail. */
  refusals(query?: ListMailRefusalsQuery, options?: CallOptions): Promise<{ items: MailRefusal[] }>;
  /** Reports that a mail came back. */
  reportBounce(bounce: NewMailRefusal, options?: CallOptions): Promise<MailRefusal>;
  /** Sends mails to the address again. */
  allowAddress(address: string, options?: CallOptions): Promise<{ address: string }>;
  /** The addresses that have unsubscribed from notices. */
  optOuts(query?: ListMailOptOutsQuery, options?: CallOptions): Promise<{ items: MailOptOut[] }>;
  /** Sends notices to the address again. */
  removeOptOut(id: string, options?: CallOptions): Promise<Deleted>;
  /** The kinds of mail, with what their texts may have. */
  kinds(
    options?: CallOptions,
  ): Promise<{ items: MailKindSettings[]; languages: MailLanguage[]; language: MailLanguage }>;
  /** Turns a kind of mail on or off. */
  switchKind(kind: MailKind, on: boolean, options?: CallOptions): Promise<MailKindSettings>;
  /** The text of a kind in a language. */
  text(kind: MailKind, language: MailLanguage, options?: CallOptions): Promise<MailText>;
  /** Replaces the text of a kind in a language. */
  setText(kind: MailKind, language: MailLanguage, text: MailTemplate, options?: CallOptions): Promise<MailText>;
  /** Returns to the original text. */
  resetText(kind: MailKind, language: MailLanguage, options?: CallOptions): Promise<MailText>;
  /** A mail with this text and samples in place of its variables. */
  previewText(kind: MailKind, language: MailLanguage, text: MailTemplate, options?: CallOptions): Promise<MailPreview>;
  /** Sends such a mail now, by default to the user who is signed in. */
  testText(
    kind: MailKind,
    language: MailLanguage,
    text: MailTemplate & { to?: string },
    options?: CallOptions,
  ): Promise<{ to: string }>;
};

const textPath = (kind: MailKind, language: MailLanguage) => path`/mail-kinds/${kind}/texts/${language}`;

export function mailsOf(connection: Connection): Mails {
  return {
    ...readableAt<MailShape>(connection, '/mails'),
    resend: (id, { signal, timeoutSeconds } = {}) =>
      connection.request('POST', path`/mails/${id}/resend`, { signal, timeoutSeconds }),
    server: ({ signal, timeoutSeconds } = {}) =>
      connection.request('GET', '/settings/mail', { signal, timeoutSeconds }),
    setServer: (body, { signal, timeoutSeconds } = {}) =>
      connection.request('PUT', '/settings/mail', { body, signal, timeoutSeconds }),
    removeServer: ({ signal, timeoutSeconds } = {}) =>
      connection.request('DELETE', '/settings/mail', { signal, timeoutSeconds }),
    test: (body, { signal, timeoutSeconds } = {}) =>
      connection.request('POST', '/settings/mail/test', { body, signal, timeoutSeconds }),
    refusals: (query = {}, { signal, timeoutSeconds } = {}) =>
      connection.request('GET', '/mail-refusals', { query, signal, timeoutSeconds }),
    reportBounce: (body, { signal, timeoutSeconds } = {}) =>
      connection.request('POST', '/mail-refusals', { body, signal, timeoutSeconds }),
    allowAddress: (address, { signal, timeoutSeconds } = {}) =>
      connection.request('DELETE', path`/mail-refusals/${address}`, { signal, timeoutSeconds }),
    optOuts: (query = {}, { signal, timeoutSeconds } = {}) =>
      connection.request('GET', '/mail-opt-outs', { query, signal, timeoutSeconds }),
    removeOptOut: (id, { signal, timeoutSeconds } = {}) =>
      connection.request('DELETE', path`/mail-opt-outs/${id}`, { signal, timeoutSeconds }),
    kinds: ({ signal, timeoutSeconds } = {}) => connection.request('GET', '/mail-kinds', { signal, timeoutSeconds }),
    switchKind: (kind, on, { signal, timeoutSeconds } = {}) =>
      connection.request('PATCH', path`/mail-kinds/${kind}`, { body: { on }, signal, timeoutSeconds }),
    text: (kind, language, { signal, timeoutSeconds } = {}) =>
      connection.request('GET', textPath(kind, language), { signal, timeoutSeconds }),
    setText: (kind, language, body, { signal, timeoutSeconds } = {}) =>
      connection.request('PUT', textPath(kind, language), { body, signal, timeoutSeconds }),
    resetText: (kind, language, { signal, timeoutSeconds } = {}) =>
      connection.request('DELETE', textPath(kind, language), { signal, timeoutSeconds }),
    previewText: (kind, language, body, { signal, timeoutSeconds } = {}) =>
      connection.request('POST', `${textPath(kind, language)}/preview`, { body, signal, timeoutSeconds }),
    testText: (kind, language, body, { signal, timeoutSeconds } = {}) =>
      connection.request('POST', `${textPath(kind, language)}/test`, { body, signal, timeoutSeconds }),
  };
}
