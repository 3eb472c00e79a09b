// The outbox of mails, and the server that sends them.

import type { ListedMail, ListMailsQuery, Mail, MailServer, NewMailServer } from './api-types.ts';
import { type Readable, readableAt } from './collection.ts';
import type { CallOptions, Connection } from './connection.ts';
import { path } from './query.ts';

type MailShape = { listed: ListedMail; one: Mail; query: ListMailsQuery };

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
};

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
  };
}
