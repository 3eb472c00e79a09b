// Loads the dialog for signing in again apart from the first screen, and before it is needed: after an update of the
// server, the file of this version is gone.

import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { lazyPart } from '../api/load-part.tsx';
import { signInStore } from '../api/session.ts';
import { loadLater } from '../ui/load-later.ts';

const load = () => import('./sign-in-again.tsx');
const SignInAgain = lazyPart(load, 'SignInAgain');

export function SignInAgainWhenNeeded() {
  const isNeeded = useSyncExternalStore(signInStore.subscribe, signInStore.isNeeded);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => loadLater(load), []);
  // It stays once it was needed, so that it closes like other dialogs.
  if (isNeeded && !isOpen) setOpen(true);
  return <Suspense>{isOpen && <SignInAgain />}</Suspense>;
}
