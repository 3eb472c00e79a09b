// What is deleted with every submission, by hand or when its days are over.

import type { WriteContext } from '../../context/context.ts';
import { deleteFileRows } from '../../files/files.ts';
import { deleteMailsAbout } from '../../mail/outbox.ts';
import { deleteStory } from '../inbox/delete-story.ts';

/** Deletes their mails, notes, replies and files. Returns the IDs of the files: call `removeBytes` after the commit. */
export async function deleteParts(ctx: WriteContext, submissionIds: readonly string[]): Promise<string[]> {
  await deleteMailsAbout(ctx, { submissionIds });
  await deleteStory(ctx, { submissionIds });
  return deleteFileRows(ctx, { submissionIds });
}
