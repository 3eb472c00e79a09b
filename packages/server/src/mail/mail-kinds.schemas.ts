// Shapes of the kinds of mail and of their texts in the API.

import Type, { type Static } from 'typebox';
import { completeListOf } from '../http/list-of-records.ts';
import { bodyOf } from '../http/schemas.ts';
import { languageCodes } from '../languages/language.ts';
import { mailKindNames, variables } from './mail-kinds.ts';

export const MailKind = Type.Enum(mailKindNames, {
  title: 'MailKind',
  description:
    '`notice`: someone submitted a form; `digest`: all submissions of a day, in place of notices; `reply`: the answer of a form to who submitted it; `receipt`, `refund`, `refundFailed`, `invoice`, `paymentFailed`: to a payer; `invoiceToPay`: an open invoice, sent to its contact by a user; `invoiceReminder`, `invoiceOverdue`: a reminder of one, until the day on which it is due and after it; `invoicePaid`: a copy of one that is paid; `creditNote`: a credit note of one; `refundFailedNotice`, `paymentFailedNotice`, `receiverPaused`, `receiverDisabled`: to the owners; `importFinished`, `importFailed`: to the user who started it; `reset`: a link to set a new password; `invitation`: a link for a new user; `newDevice`: a sign-in from a browser that the user has not used before; `passwordChanged`, `secondFactorOff`, `passkeyAdded`, `passkeyRemoved`: to the user',
});

const MailLanguage = Type.Enum([...languageCodes], {
  title: 'MailLanguage',
  description: 'A language that mails have texts in',
});

const MailVariable = Type.Object(
  {
    name: Type.Enum(Object.keys(variables), { description: 'As it is written in `{{…}}`' }),
    about: Type.String({ description: 'What it stands for', examples: ['The name of the site'] }),
  },
  { title: 'MailVariable', description: 'What a text of this kind may have in `{{…}}`' },
);

const to = Type.Enum(['visitor', 'payer', 'team', 'user'], {
  description:
    '`visitor`: who submitted a form; `payer`: who paid; `team`: the owners, or the addresses of the form; `user`: the user it is about',
});

export const MailKindSchema = Type.Object(
  {
    kind: MailKind,
    to,
    on: Type.Boolean({ description: 'Whether mails of this kind are sent' }),
    needed: Type.Boolean({ description: 'Whether it cannot be switched off' }),
    variables: Type.Array(MailVariable, { description: 'What its texts may have' }),
    editedIn: Type.Array(MailLanguage, { description: 'The languages in which its text is not the original one' }),
  },
  { title: 'MailKindSettings', description: 'A kind of mail' },
);

export type MailKindSettings = Static<typeof MailKindSchema>;

export const mailKindList = completeListOf({
  item: MailKindSchema,
  key: 'kind',
  filters: ['kind', 'to', 'on'],
  sort: ['kind'],
});
export const MailKindList = Type.Object(
  {
    ...mailKindList.page.properties,
    languages: Type.Array(MailLanguage, { description: 'All languages' }),
    language: MailLanguage,
  },
  { title: 'MailKindList', description: 'The kinds of mails, and the languages of their texts' },
);

export const KindParams = Type.Object({ kind: MailKind });
export const KindTextParams = Type.Object({ kind: MailKind, language: MailLanguage });

const template = {
  subject: Type.String({
    ...{ minLength: 1, maxLength: 300, pattern: '\\S' },
    description: 'The subject, which may have variables',
    examples: ['Receipt from {{site}}: {{amount}}'],
  }),
  text: Type.String({
    ...{ minLength: 1, maxLength: 10_000, pattern: '\\S' },
    description:
      'Paragraphs, separated by empty lines, which may have variables. `{{details}}` or `{{answers}}` alone in a paragraph becomes a table, `[Label]({{link}})` a button; a paragraph whose variables have no value is left out',
    examples: ['Thank you. We received your payment of {{amount}}.\n\n{{details}}'],
  }),
};

export const MailTemplate = bodyOf(template, { title: 'MailTemplate', description: 'The text of a kind of mail' });

export const MailKindChange = bodyOf(
  { on: Type.Boolean({ description: 'Whether mails of this kind are sent' }) },
  { title: 'MailKindChange', description: 'Switches a kind of mail on or off' },
);

export const MailTextSchema = Type.Object(
  {
    kind: MailKind,
    language: MailLanguage,
    ...template,
    edited: Type.Boolean({ description: 'Whether it is not the original text' }),
    original: Type.Object(template, { description: 'The original text' }),
  },
  { title: 'MailText', description: 'The text of a kind of mail in one language' },
);

export const MailPreview = Type.Object(
  {
    subject: Type.String({ description: 'The subject, with samples in place of variables', examples: ['Receipt'] }),
    text: Type.String({ description: 'The mail as text', examples: ['Thank you.'] }),
    html: Type.String({ description: 'The mail as HTML', examples: ['<p>Thank you.</p>'] }),
  },
  { title: 'MailPreview', description: 'A mail with samples in place of its variables' },
);

export const MailTextTest = bodyOf(
  {
    ...template,
    to: Type.Optional(
      Type.String({
        ...{ format: 'idn-email', maxLength: 254 },
        description: 'Who gets it; by default the user who is signed in',
        examples: ['me@example.com'],
      }),
    ),
  },
  { title: 'MailTextTest', description: 'A text to try, and where to send it' },
);
