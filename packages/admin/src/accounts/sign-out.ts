// Signing out.

import { api } from '../api.ts';
import { setSignedIn } from '../session.ts';
import { toastError } from '../ui/toast.tsx';

/** Ends the session and reloads the page, so that no data stays in the window. */
export async function signOut(): Promise<void> {
  try {
    setSignedIn(false);
    await api.request('DELETE', '/sessions/current');
  } catch (error) {
    if ((error as { status?: number }).status !== 401) {
      setSignedIn(true);
      return toastError(error);
    }
  }
  window.location.assign('/admin/sign-in');
}
