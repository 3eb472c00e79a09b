// Says what is spam and what is not.

import type { SortedSpam } from '@frontdesk/client';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { formatCount } from '../../ui/format.ts';
import { toastError, toastSuccess } from '../../ui/toast.tsx';

/** The most that one request can sort. */
const maxSorted = 100;

/** Submissions of any forms. Returns whether all of them are now as `spam` says. */
export async function sortSpam(ids: readonly string[], spam: boolean): Promise<boolean> {
  const done: string[] = [];
  const failed: SortedSpam['failed'] = [];
  try {
    for (let from = 0; from < ids.length; from += maxSorted) {
      const sorted = await api.inbox.sortSpam(ids.slice(from, from + maxSorted), spam);
      done.push(...sorted.done);
      failed.push(...sorted.failed);
    }
    const count = formatCount(done.length, 'submission');
    if (done.length > 0) toastSuccess(spam ? `${count} moved to the spam` : `${count} moved to the submissions`);
    const [first] = failed;
    if (first) toastError(new Error(`${formatCount(failed.length, 'submission')} could not be moved: ${first.detail}`));
    return failed.length === 0;
  } catch (error) {
    toastError(error);
    return false;
  } finally {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['inbox'] }),
      queries.invalidateQueries({ queryKey: ['forms'] }),
    ]);
  }
}
