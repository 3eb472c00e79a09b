// How the outbox names the statuses and kinds of mails.

import type { MailStatus, OutboxKind } from '@frontdesk/client';
import { StatusBadge } from '../../ui/status-badge.tsx';

export const mailStatusLabels: Record<MailStatus, string> = {
  queued: 'Queued',
  waiting: 'Waiting for mail settings',
  sent: 'Sent',
  failed: 'Failed',
};

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

const tones = { queued: 'quiet', waiting: 'warn', sent: 'good', failed: 'bad' } as const;

/** One that failed and is tried again is queued, with an error. */
export function MailStatusBadge({ status, error }: { status: MailStatus; error: string | null }) {
  if (status === 'queued' && error !== null) return <StatusBadge status="retrying" />;
  return <StatusBadge status={status} tone={tones[status]} label={mailStatusLabels[status]} />;
}
