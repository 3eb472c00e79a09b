// Whether somebody is signed in in this window, and who waits for that.

type Listener = () => void;
type Answer = (isBack: boolean) => void;

let isSignedIn = false;
let waiting: Answer[] = [];
const listeners = new Set<Listener>();

/** To be said when it is known who is signed in, and when they leave. */
export function noteSignedIn(value: boolean): void {
  isSignedIn = value;
}

/** Resolves when the person has signed in again: true; or has given up, or never was signed in: false. */
export function waitForSignIn(): Promise<boolean> {
  if (!isSignedIn) return Promise.resolve(false);
  return new Promise((resolve) => {
    waiting = [...waiting, resolve];
    tellAll();
  });
}

/** Lets everything that waits go on. */
export function endWaiting(isBack: boolean): void {
  const answers = waiting;
  waiting = [];
  for (const answer of answers) answer(isBack);
  tellAll();
}

/** For useSyncExternalStore: whether something waits. */
export const signInStore = {
  subscribe(listener: Listener): Listener {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isNeeded: (): boolean => waiting.length > 0,
};

function tellAll(): void {
  for (const listener of listeners) listener();
}
