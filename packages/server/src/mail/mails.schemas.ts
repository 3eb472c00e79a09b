// Shapes of mails and of the mail server in the API.

import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { mailSecurities } from '../config/mail-server.ts';
import { listOfRecords } from '../http/list-of-records.ts';
import { bodyOf, nullable, Time } from '../http/schemas.ts';
import { mailKindNames } from './mail-kinds.ts';

const MailStatus = Type.Enum(['queued', 'waiting', 'sent', 'failed'], {
  title: 'MailStatus',
  description:
    '`queued`: it is sent now or at `nextAttemptAt`; `waiting`: no mail server is set; `sent`: the server accepted it; `failed`: `error` says why',
});

const OutboxKind = Type.Enum([...mailKindNames, 'message'], {
  title: 'OutboxKind',
  description: 'What the mail is: a `MailKind`, or `message` for a reply that a user has written to a submission',
});

const mailId = 'mail_01m81qmw2m5e8v1kz3c9tq7d4h';
const submissionId = 'sub_01m81qmw2m5e8v1kz3c9tq7d4h';

const address = (description: string, example: string) =>
  Type.String({ format: 'idn-email', maxLength: 254, description, examples: [example] });

const members = {
  id: Type.String({ description: 'Opaque ID', examples: [mailId] }),
  kind: OutboxKind,
  status: MailStatus,
  recipient: Type.String({ description: 'The one address it goes to', examples: ['office@example.com'] }),
  replyTo: nullable(
    Type.String({ description: 'Where replies go, if not to the sender', examples: ['ada@example.com'] }),
  ),
  subject: Type.String({ description: 'The subject', examples: ['New submission: Contact'] }),
  language: Type.String({ description: 'The language of its texts', examples: ['en'] }),
  about: nullable(
    Type.String({ description: 'The ID of what it is about, such as a submission', examples: [submissionId] }),
  ),
  messageId: Type.String({ description: 'The header `Message-ID`', examples: [`<${mailId}@forms.example.com>`] }),
  attemptCount: Type.Integer({ description: 'How often it was handed to the server', examples: [1] }),
  error: nullable(
    Type.String({
      description: 'Why the last attempt failed',
      examples: ['The mail server rejects the recipient: 550 No such user'],
    }),
  ),
  nextAttemptAt: nullable(Type.String({ ...Time, description: 'When it is tried again' })),
  createdAt: Time,
  sentAt: nullable(Type.String({ ...Time, description: 'When the server accepted it' })),
};

export const ListedMailSchema = Type.Object(members, { title: 'ListedMail', description: 'A mail in the outbox' });
export type ListedMail = Static<typeof ListedMailSchema>;

export const MailSchema = Type.Object(
  {
    ...members,
    text: Type.String({ description: 'The text', examples: ['Someone submitted “Contact”.'] }),
    html: Type.String({
      description: 'The same as HTML, which shows the logo of the site as `cid:logo`',
      examples: ['<p>Someone submitted “Contact”.</p>'],
    }),
  },
  { title: 'Mail', description: 'A mail with its text' },
);
export type Mail = Static<typeof MailSchema>;

export const NewInvoiceMail = nullable(
  bodyOf(
    {
      to: Type.Optional(address('Who gets it; by default the contact of the invoice', 'ada@example.com')),
      message: Type.Optional(
        Type.String({ maxLength: 5000, description: 'Stands above the text of the mail', examples: ['Many thanks!'] }),
      ),
    },
    { title: 'NewInvoiceMail', description: 'What is different from the usual mail' },
  ),
);
export type NewInvoiceMail = Static<typeof NewInvoiceMail> | undefined;

export const InvoiceMailPreview = Type.Object(
  {
    kind: OutboxKind,
    recipient: nullable(Type.String({ description: 'The address of its contact', examples: ['ada@example.com'] })),
    language: members.language,
    subject: members.subject,
    text: Type.String({ description: 'The text', examples: ['Here is your invoice of €120.00.'] }),
    attachments: Type.Array(Type.String({ description: 'The name of a file' }), {
      description: 'What is attached',
      examples: [['INV-2027-0001.pdf']],
    }),
  },
  { title: 'InvoiceMailPreview', description: 'The mail of an invoice before it is sent' },
);
export type InvoiceMailPreview = Static<typeof InvoiceMailPreview>;

export const mailList = listOfRecords({
  item: ListedMailSchema,
  filters: [
    ...['kind', 'status', 'recipient', 'about', 'language', 'error', 'attemptCount'],
    ...['nextAttemptAt', 'createdAt', 'sentAt'],
  ],
  sort: ['-createdAt', 'sentAt', 'recipient'],
  columns: { attemptCount: { column: sql.ref('attempts') } },
});
export type MailQuery = Static<typeof mailList.query>;

const Security = Type.Enum([...mailSecurities], {
  title: 'MailSecurity',
  description: '`tls`: from the start, usually on port 465; `starttls`: usually on port 587; `none`: not encrypted',
});
const dkimNames = {
  domain: Type.String({
    ...{ minLength: 1, maxLength: 253, pattern: '^[A-Za-z0-9._-]+$' },
    description: 'The domain that signs',
    examples: ['example.com'],
  }),
  selector: Type.String({
    ...{ minLength: 1, maxLength: 253, pattern: '^[A-Za-z0-9._-]+$' },
    description: 'The name of the key: its DNS record is `<selector>._domainkey.<domain>`',
    examples: ['frontdesk'],
  }),
};

const server = {
  host: Type.String({
    ...{ minLength: 1, maxLength: 253, pattern: '^[A-Za-z0-9.:_-]+$' },
    description: 'Its name or IP address',
    examples: ['smtp.example.com'],
  }),
  port: Type.Integer({ minimum: 1, maximum: 65_535, description: 'Its port', examples: [587] }),
  user: Type.String({ minLength: 1, maxLength: 300, description: 'Who signs in at it', examples: ['harbour'] }),
  from: address('The sender of all mails', 'mail@example.com'),
  fromName: Type.String({
    ...{ maxLength: 200, pattern: '^[^\\r\\n<>"]*$' },
    description: 'The name of the sender',
    examples: ['Harbour'],
  }),
};

export const MailServerSchema = Type.Object(
  {
    setIn: nullable(
      Type.Enum(['environment', 'settings'], { description: 'Null without a server: then mails wait in the outbox' }),
    ),
    host: nullable(server.host),
    port: nullable(server.port),
    security: nullable(Security),
    user: nullable(server.user),
    passwordConfigured: Type.Boolean({ description: 'Whether a password is stored' }),
    from: nullable(server.from),
    fromName: nullable(server.fromName),
    dkim: nullable(Type.Object(dkimNames, { description: 'Null if mails are not signed' })),
    waitingMails: Type.Integer({ description: 'Number of mails that wait for a server', examples: [0] }),
  },
  { title: 'MailServer', description: 'The server that sends mails. Its password and keys are never returned' },
);

export const NewMailServer = bodyOf(
  {
    host: server.host,
    port: server.port,
    security: Security,
    user: Type.Optional(nullable(server.user)),
    password: Type.Optional(
      nullable(
        Type.String({
          ...{ minLength: 1, maxLength: 1000, format: 'password' },
          description: 'The stored one is kept if this is absent and host, port and user stay the same',
          examples: ['correct horse battery staple'],
        }),
      ),
    ),
    allowPlainPassword: Type.Optional(
      Type.Boolean({ description: 'Sends the password even if the connection to another host is not encrypted' }),
    ),
    from: server.from,
    fromName: Type.Optional(nullable(server.fromName)),
    dkim: Type.Optional(
      nullable(
        bodyOf(
          {
            ...dkimNames,
            privateKey: Type.Optional(
              Type.String({
                maxLength: 10_000,
                description: 'RSA or Ed25519, in PEM. The stored one is kept if this is absent',
                examples: ['-----BEGIN PRIVATE KEY-----\n…'],
              }),
            ),
          },
          { description: 'Signs mails with DKIM' },
        ),
      ),
    ),
    testTo: Type.Optional(address('Gets the test mail; by default the user who is signed in', 'me@example.com')),
  },
  { title: 'NewMailServer', description: 'A mail server to use' },
);
export type NewMailServer = Static<typeof NewMailServer>;

const to = address('Who gets the test mail; by default the user who is signed in', 'me@example.com');

export const MailTest = nullable(
  bodyOf({ to: Type.Optional(to) }, { title: 'MailTest', description: 'Where a test mail goes' }),
);
export const SentMailTest = Type.Object({ to }, { title: 'SentMailTest', description: 'Where the test mail went' });
