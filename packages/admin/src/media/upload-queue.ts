// Three files are uploaded at the same time, wherever in the admin they come from; the others wait for their turn.

const places = 3;
let running = 0;
const waiting: (() => void)[] = [];

/** Runs an upload when it is its turn. Rejects with the reason of `signal` if it is aborted before that. */
export async function inTurn<Result>(upload: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  await turn(signal);
  try {
    return await upload();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

function turn(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const start = (): void => {
      signal.removeEventListener('abort', leave);
      running += 1;
      resolve();
    };
    const leave = (): void => {
      const at = waiting.indexOf(start);
      if (at >= 0) waiting.splice(at, 1);
      reject(signal.reason);
    };
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    if (running < places) start();
    else waiting.push(start);
  });
}
