// Says what is spam and what is not.

import { api } from '../api.ts';
import { queries } from '../queries.ts';
import { formatCount } from '../ui/format.ts';
import { toastError, toastSuccess } from '../ui/toast.tsx';

/** Returns whether all of them are now as `spam` says. */
export async function sortSpam(formId: string, ids: string[], spam: boolean): Promise<boolean> {
  try {
    const { done, failed } = await api.forms(formId).sortSpam({ ids, spam });
    const count = formatCount(done.length, 'submission');
    if (done.length > 0) toastSuccess(spam ? `${count} moved to the spam` : `${count} moved to the submissions`);
    const [first] = failed;
    if (first) toastError(new Error(`${formatCount(failed.length, 'submission')} could not be moved: ${first.detail}`));
    return failed.length === 0;
  } catch (error) {
    toastError(error);
    return false;
  } finally {
    await queries.invalidateQueries({ queryKey: ['forms'] });
  }
}
