// Whether a user is signed in in this window, and the requests that wait for them to sign in again.

type Listener = () => void;
type Resolve = (isSignedIn: boolean) => void;

let isSignedIn = false;
let waiting: Resolve[] = [];
const listeners = new Set<Listener>();

/** Call this when the user has been loaded, and when they sign out. */
export function setSignedIn(value: boolean): void {
  isSignedIn = value;
}

/** Resolves to true after the user has signed in again, to false if they cancel or were never signed in. */
export function waitForSignIn(): Promise<boolean> {
  if (!isSignedIn) return Promise.resolve(false);
  return new Promise((resolve) => {
    waiting = [...waiting, resolve];
    notifyListeners();
  });
}

/** Resolves all waiting requests. */
export function resumeRequests(isSignedIn: boolean): void {
  const resolved = waiting;
  waiting = [];
  for (const resolve of resolved) resolve(isSignedIn);
  notifyListeners();
}

/** For useSyncExternalStore: whether a request is waiting. */
export const signInStore = {
  subscribe(listener: Listener): Listener {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isNeeded: (): boolean => waiting.length > 0,
};

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
