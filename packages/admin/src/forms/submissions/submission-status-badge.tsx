// The status of a submission, in the same words as that of its payment.

import type { Submission } from '@frontdesk/client';
import { submissionStatusOf } from '../../ui/payment-status.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';

export function SubmissionStatusBadge({ submission }: { submission: Submission }) {
  return <StatusBadge status={submission.status} {...submissionStatusOf(submission)} />;
}
