// What follows when the last file of a submission has its verdict: the event.

import type { WriteContext } from '../../context/context.ts';
import { publish } from '../../events/events.ts';
import type { Verdict } from '../../files/quarantine.ts';
import { parseSettings } from '../form/parts.ts';

/** `cause` makes the event the only one of its cause. Spam has no events. */
export async function reportScanned(
  ctx: WriteContext,
  { submissionId, isLast }: Verdict,
  cause: string,
): Promise<void> {
  if (!isLast || submissionId === null) return;
  const submission = await ctx.db
    .selectFrom('submissions')
    .selectAll()
    .where('id', '=', submissionId)
    .executeTakeFirst();
  if (!submission) return;
  const form = await ctx.db
    .selectFrom('forms')
    .select(['id', 'slug', 'name', 'settings'])
    .where('id', '=', submission.formId)
    .executeTakeFirstOrThrow();
  await publish(ctx, 'submission.scanned', {
    key: `scanned:${submissionId}:${cause}`,
    subject: submissionId,
    contactId: submission.contactId,
    data: { submissionId, formId: form.id },
    facts: { form: { ...form, settings: parseSettings(form.settings) }, submission },
  });
}
