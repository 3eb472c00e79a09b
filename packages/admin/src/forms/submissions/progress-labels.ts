// How the admin names the progress of submissions.

import type { SubmissionProgress } from '@frontdesk/client';

export const progressLabels: Record<SubmissionProgress, string> = {
  new: 'New',
  in_progress: 'In progress',
  done: 'Done',
};

export const progressOptions = (['new', 'in_progress', 'done'] as const).map((value) => ({
  value,
  label: progressLabels[value],
}));
