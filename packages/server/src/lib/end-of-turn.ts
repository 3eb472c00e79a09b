// The end of a turn of the event loop. What many requests do last, such as writing to their sockets, costs less when it is
// done for all of them at once.

import { setImmediate } from 'node:timers';

/** When as many wait, they do not wait for the end. */
const enough = 16;

let waiting: (() => void)[] = [];

/** Runs `task` when the events of this turn have been handled, or when enough others wait for that. It must not throw. */
export function atEndOfTurn(task: () => void): void {
  waiting.push(task);
  if (waiting.length === 1) setImmediate(runWaiting);
  else if (waiting.length === enough) runWaiting();
}

function runWaiting(): void {
  const tasks = waiting;
  waiting = [];
  for (const task of tasks) task();
}
