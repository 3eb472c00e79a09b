// Deletes what people have written about submissions, with the submissions.

import type { WriteContext } from '../../context.ts';

/** The notes and replies of a submission and the note of its draft item, or of all of a form. The outbox deletes the mails (`deleteMailsAbout`). */
export async function deleteStory(ctx: WriteContext, of: { submissionId: string } | { formId: string }): Promise<void> {
  const ids =
    'submissionId' in of
      ? [of.submissionId]
      : ctx.db.selectFrom('submissions').select('id').where('formId', '=', of.formId);
  await ctx.db.deleteFrom('submissionNotes').where('submissionId', 'in', ids).execute();
  await ctx.db.deleteFrom('submissionReplies').where('submissionId', 'in', ids).execute();
  await ctx.db.deleteFrom('submissionDrafts').where('submissionId', 'in', ids).execute();
}
