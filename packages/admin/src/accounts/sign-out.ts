// Signing out.

import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { setSignedIn } from '../api/session.ts';
import { askToConfirm } from '../ui/confirm.tsx';
import { toastError } from '../ui/toast.tsx';
import { dropAllCopies, flushCopies, listCopies } from '../ui/unsaved-copies.ts';
import { allowLeavingAll } from '../ui/unsaved-guard.ts';
import { meQuery } from './me.ts';

/**
 * Ends the session and reloads the page, so that no data stays in the window. Copies of unsaved text are deleted as well;
 * if there are any, asks first.
 */
export async function signOut(): Promise<void> {
  const userId = queries.getQueryData(meQuery.queryKey)?.user.id ?? '';
  await flushCopies();
  const copies = await listCopies(userId).catch(() => []);
  if (copies.length > 0 && !(await askToDiscard(copies.map(({ title }) => title)))) return;
  try {
    setSignedIn(false);
    await api.request('DELETE', '/sessions/current');
  } catch (error) {
    if ((error as { status?: number }).status !== 401) {
      setSignedIn(true);
      return toastError(error);
    }
  }
  await dropAllCopies(userId).catch(() => {});
  allowLeavingAll();
  window.location.assign('/admin/sign-in');
}

function askToDiscard(titles: string[]): Promise<boolean> {
  const names = [...new Set(titles)].map((title) => `“${title}”`).join(', ');
  return askToConfirm({
    title: 'Sign out and discard unsaved text?',
    children: `Not saved yet: ${names}. Signing out deletes it from this browser.`,
    confirm: 'Sign out and discard',
    isDangerous: true,
  });
}
