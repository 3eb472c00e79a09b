// Files are uploaded one after the other, wherever in the admin they come from: so the library has them in the order in
// which they were chosen.

let last: Promise<unknown> = Promise.resolve();

/** Runs an upload when it is its turn. Rejects with the reason of `signal` if it is aborted by then. */
export function inTurn<Result>(upload: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  const turn = last.then(() => {
    signal.throwIfAborted();
    return upload();
  });
  last = turn.catch(() => {});
  return turn;
}
