// Deletes what belongs to submissions, with the submissions.

import type { WriteContext } from '../../context/context.ts';

/**
 * The notes and replies of submissions, their answers that no other may have, and what became of their draft items; or those of
 * all of a form. The outbox deletes the mails (`deleteMailsAbout`).
 */
export async function deleteStory(
  ctx: WriteContext,
  of: { submissionIds: readonly string[] } | { formId: string },
): Promise<void> {
  const idsIn = (table: 'submissions' | 'spamSubmissions', formId: string) =>
    ctx.db.selectFrom(table).select('id').where('formId', '=', formId);
  const ids =
    'submissionIds' in of
      ? ['', ...of.submissionIds]
      : idsIn('submissions', of.formId).unionAll(idsIn('spamSubmissions', of.formId));
  await ctx.db.deleteFrom('submissionNotes').where('submissionId', 'in', ids).execute();
  await ctx.db.deleteFrom('submissionReplies').where('submissionId', 'in', ids).execute();
  await ctx.db.deleteFrom('uniqueAnswers').where('submissionId', 'in', ids).execute();
  await ctx.db.deleteFrom('submissionDrafts').where('submissionId', 'in', ids).execute();
}
