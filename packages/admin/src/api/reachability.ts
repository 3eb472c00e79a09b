// Whether the server can be reached. After a failure it is asked again until it answers.

type Check = () => Promise<boolean>;

const waitMs = 2000;
const listeners = new Set<() => void>();
let isReachable = true;
let asking: Promise<void> | null = null;

/** Call this when a request got no answer. Resolves when the server answers `check`. */
export function waitForServer(check: Check): Promise<void> {
  asking ??= askUntilReachable(check).finally(() => {
    asking = null;
  });
  return asking;
}

async function askUntilReachable(check: Check): Promise<void> {
  while (!(await check())) {
    setReachable(false);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  setReachable(true);
}

function setReachable(value: boolean): void {
  if (isReachable === value) return;
  isReachable = value;
  for (const listener of listeners) listener();
}

/** For useSyncExternalStore: whether the server can be reached. */
export const reachability = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isReachable: (): boolean => isReachable,
};
