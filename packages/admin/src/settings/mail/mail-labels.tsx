// How the outbox names the kinds of mails.

import type { OutboxKind } from '@frontdesk/client';

export const mailKindLabels: Record<OutboxKind, string> = {
  notice: 'Notice of a submission',
  digest: 'Daily digest of submissions',
  savedAnswers: 'Saved answers',
  reply: 'Reply of a form',
  message: 'Reply by a user',
  receipt: 'Receipt',
  refund: 'Refund',
  refundFailed: 'Failed refund, to the payer',
  refundFailedNotice: 'Failed refund, to the owners',
  invoice: 'Paid invoice',
  invoiceToPay: 'Invoice to pay',
  invoiceReminder: 'Reminder of an invoice',
  invoiceOverdue: 'Reminder of an overdue invoice',
  invoicePaid: 'Copy of a paid invoice',
  creditNote: 'Credit note',
  paymentFailed: 'Failed payment, to the payer',
  paymentFailedNotice: 'Failed payment, to the owners',
  receiverPaused: 'Webhook paused',
  receiverDisabled: 'Webhook disabled',
  importFinished: 'Import finished',
  importFailed: 'Import failed',
  reset: 'New password',
  invitation: 'Invitation',
  newDevice: 'Sign-in from a new browser',
  passwordChanged: 'Password changed',
  secondFactorOff: 'Two-step sign-in switched off',
  passkeyAdded: 'Passkey added',
  passkeyRemoved: 'Passkey removed',
};
