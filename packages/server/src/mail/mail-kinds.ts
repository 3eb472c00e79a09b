// Every kind of mail: who gets it, and what its text may have. The texts themselves are in the files of the languages.

import type { MailKind } from '../context/mailer.ts';

type Kind = {
  /** Who gets it, for those who edit its text. */
  to: 'visitor' | 'payer' | 'team' | 'user';
  variables: readonly VariableName[];
  /** Users could not sign in without it, so it cannot be switched off. */
  isNeeded?: true;
  /** Someone waits for it, however long it takes to set a mail server. The others report events, and are soon out of date. */
  isAwaited?: true;
};

/** What a text may have in `{{…}}`, and what the preview shows in its place. */
export const variables = {
  site: { about: 'The name of the site', sample: 'Harbour' },
  name: { about: 'The name of the recipient; empty if it is not known', sample: 'Ada Lovelace' },
  email: { about: 'The address of the person who submitted or paid', sample: 'ada@example.com' },
  form: { about: 'The name of the form', sample: 'Workshop' },
  count: { about: 'How many submissions there are', sample: '3' },
  amount: { about: 'The amount that the mail is about', sample: '' },
  paid: { about: 'The amount of the payment that is refunded', sample: '' },
  date: { about: 'The day or the time when it happened', sample: '' },
  description: { about: 'What the payment or the invoice is for', sample: 'Workshop in May' },
  reference: { about: 'The ID of the payment', sample: 'pay_01m81qmw2m5e8v1kz3c9tq7d4h' },
  number: { about: 'The number of the invoice', sample: '2026-0042' },
  due: { about: 'Until when an invoice should be paid; empty if it does not say', sample: '' },
  reason: { about: 'Why it failed; empty if it is not known', sample: 'Your card was declined.' },
  url: { about: 'The URL of the receiver', sample: 'https://example.com/hook' },
  file: { about: 'The name of the file', sample: 'export.xml' },
  until: { about: 'Until when the link works', sample: '' },
  details: { about: 'A table with all that is known; alone in a paragraph', sample: '' },
  answers: { about: 'A table with the answers; alone in a paragraph', sample: '' },
  link: { about: 'The URL of a button: `[Label]({{link}})` alone in a paragraph', sample: 'https://example.com/' },
} as const satisfies Record<string, { about: string; sample: string }>;
export type VariableName = keyof typeof variables;

/** Those that are tables. */
export const tables = ['details', 'answers'] as const satisfies VariableName[];

const ofPayments = ['site', 'name', 'email', 'amount', 'date', 'description', 'reference', 'details'] as const;
const withoutDue = ['site', 'name', 'amount', 'number', 'description', 'details', 'link'] as const;
const ofInvoices = [...withoutDue, 'due'] as const;
const withLink = ['site', 'name', 'until', 'link'] as const;

export const mailKinds: Record<MailKind, Kind> = {
  notice: { to: 'team', variables: ['site', 'form', 'email', 'amount', 'answers', 'link'], isAwaited: true },
  digest: { to: 'team', variables: ['site', 'count', 'details', 'link'], isAwaited: true },
  savedAnswers: { to: 'visitor', variables: ['site', 'form', 'until', 'link'], isAwaited: true },
  reply: { to: 'visitor', variables: ['site', 'form', 'name', 'email', 'amount', 'answers'], isAwaited: true },
  receipt: { to: 'payer', variables: [...ofPayments, 'number'] },
  refund: { to: 'payer', variables: [...ofPayments, 'paid', 'reason'] },
  refundFailed: { to: 'payer', variables: [...ofPayments, 'paid'] },
  refundFailedNotice: { to: 'team', variables: [...ofPayments, 'paid', 'reason', 'link'] },
  invoice: { to: 'payer', variables: ['site', 'name', 'amount', 'number', 'date', 'description', 'details', 'link'] },
  invoiceToPay: { to: 'payer', variables: ofInvoices, isAwaited: true },
  invoiceReminder: { to: 'payer', variables: ofInvoices },
  invoiceOverdue: { to: 'payer', variables: ofInvoices },
  invoicePaid: { to: 'payer', variables: withoutDue, isAwaited: true },
  creditNote: { to: 'payer', variables: withoutDue, isAwaited: true },
  paymentFailed: { to: 'payer', variables: [...ofPayments, 'number', 'reason', 'link'] },
  paymentFailedNotice: { to: 'team', variables: [...ofPayments, 'number', 'reason', 'link'] },
  receiverPaused: { to: 'team', variables: ['site', 'url', 'date', 'link'] },
  receiverDisabled: { to: 'team', variables: ['site', 'url', 'date', 'link'] },
  importFinished: { to: 'user', variables: ['site', 'name', 'file', 'date', 'details', 'link'] },
  importFailed: { to: 'user', variables: ['site', 'name', 'file', 'date', 'reason', 'link'] },
  reset: { to: 'user', variables: withLink, isNeeded: true, isAwaited: true },
  invitation: { to: 'user', variables: withLink, isNeeded: true, isAwaited: true },
  newDevice: { to: 'user', variables: ['site', 'name', 'date', 'details'] },
  passwordChanged: { to: 'user', variables: ['site', 'name', 'date'] },
  secondFactorOff: { to: 'user', variables: ['site', 'name', 'date'] },
  passkeyAdded: { to: 'user', variables: ['site', 'name', 'date'] },
  passkeyRemoved: { to: 'user', variables: ['site', 'name', 'date'] },
};

export const mailKindNames = Object.keys(mailKinds) as MailKind[];
