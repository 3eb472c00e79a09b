// The way out.

import { api } from '../api.ts';
import { noteSignedIn } from '../session.ts';
import { toastError } from '../ui/toast.tsx';

/** Ends the session and loads the page anew, so that nothing of what was read stays in the window. */
export async function signOut(): Promise<void> {
  try {
    noteSignedIn(false);
    await api.request('DELETE', '/sessions/current');
  } catch (error) {
    if ((error as { status?: number }).status !== 401) {
      noteSignedIn(true);
      return toastError(error);
    }
  }
  window.location.assign('/admin/sign-in');
}
