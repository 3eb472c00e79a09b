// Stores the job that makes an item of a submission.

import type { StoredEvent, WriteContext } from '../../context/context.ts';
import type { EventFacts } from '../../events/event-types.ts';
import { enqueue } from '../../jobs/queue.ts';

export const makeDraftTask = 'forms.makeDraft';
export type DraftToMake = { submissionId: string };

type Facts = Pick<EventFacts['submission.submitted' | 'submission.paid' | 'submission.scanned'], 'form' | 'submission'>;

/** Of a form with a payment once it is paid. */
export async function makeDraftLater(
  ctx: WriteContext,
  _event: StoredEvent,
  { form, submission }: Facts,
): Promise<undefined> {
  if (submission.status === 'awaiting_payment' || !form.settings.draftItem) return;
  const job: DraftToMake = { submissionId: submission.id };
  await enqueue(ctx, makeDraftTask, job, { uniqueKey: `${makeDraftTask} ${submission.id}` });
}

/** A draft waited for the scan of its files. One that was made before, and may have been deleted, is not made again. */
export async function makeDraftAfterScan(ctx: WriteContext, event: StoredEvent, facts: Facts): Promise<undefined> {
  if (!facts.form.settings.draftItem) return;
  const made = ctx.db.selectFrom('submissionDrafts').select('type').where('submissionId', '=', facts.submission.id);
  if (!(await made.executeTakeFirst())) await makeDraftLater(ctx, event, facts);
}
