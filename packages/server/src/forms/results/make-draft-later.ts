// Stores the job that makes an item of a submission.

import type { StoredEvent, WriteContext } from '../../context.ts';
import type { EventFacts } from '../../events/event-types.ts';
import { enqueue } from '../../jobs/queue.ts';
import { readDraftItem } from './result-settings.ts';

export const makeDraftTask = 'forms.makeDraft';
export type DraftToMake = { submissionId: string };

type Facts = Pick<EventFacts['submission.submitted' | 'submission.paid'], 'form' | 'submission'>;

/** Of a form with a payment once it is paid. */
export async function makeDraftLater(
  ctx: WriteContext,
  _event: StoredEvent,
  { form, submission }: Facts,
): Promise<undefined> {
  if (submission.status === 'awaiting_payment' || readDraftItem(form.settings) === null) return;
  const job: DraftToMake = { submissionId: submission.id };
  await enqueue(ctx, makeDraftTask, job, { uniqueKey: `${makeDraftTask} ${submission.id}` });
}
