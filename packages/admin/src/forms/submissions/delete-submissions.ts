// Deletes submissions, of one form or several, after asking.

import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { askToConfirm } from '../../ui/confirm.tsx';
import { formatCount } from '../../ui/format.ts';
import { toastError, toastSuccess } from '../../ui/toast.tsx';

/** Returns whether they were deleted. */
export async function deleteSubmissions(ids: readonly string[]): Promise<boolean> {
  const what = ids.length === 1 ? 'this submission' : formatCount(ids.length, 'submission');
  const isSure = await askToConfirm({
    title: `Delete ${what}?`,
    children: 'The answers, files, notes and mails will be deleted permanently. Contacts and payments are kept.',
    confirm: ids.length === 1 ? 'Delete submission' : 'Delete submissions',
    isDangerous: true,
  });
  if (!isSure) return false;
  try {
    const { done } = await api.inbox.deleteMany(ids);
    toastSuccess(`${formatCount(done.length, 'submission')} deleted`);
    return true;
  } catch (error) {
    toastError(error);
    return false;
  } finally {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['inbox'], refetchType: 'active' }),
      queries.invalidateQueries({ queryKey: ['forms'] }),
    ]);
  }
}
