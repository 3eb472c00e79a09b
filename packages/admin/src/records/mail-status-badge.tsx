// The status of a mail as a label.

import type { MailStatus } from '@frontdesk/client';
import { StatusBadge } from '../ui/status-badge.tsx';

export const mailStatusLabels: Record<MailStatus, string> = {
  queued: 'Queued',
  waiting: 'Waiting for mail settings',
  sent: 'Sent',
  failed: 'Failed',
};

const tones = { queued: 'quiet', waiting: 'warn', sent: 'good', failed: 'bad' } as const;

/** One that failed and is tried again is queued, with an error. */
export function MailStatusBadge({ status, error }: { status: MailStatus; error: string | null }) {
  if (status === 'queued' && error !== null) return <StatusBadge status="retrying" />;
  return <StatusBadge status={status} tone={tones[status]} label={mailStatusLabels[status]} />;
}
