// Turns at something that serves one at a time. Subjects take turns, so that each waits for about one turn of each other,
// however much these ask for.

export type FairQueue = {
  /** Runs when it is the subject's turn. Rejects without running if too much of the subject waits already, or for too long. */
  take<T>(subject: string, run: () => Promise<T>): Promise<T>;
};

type Limits = {
  /** Per subject. */
  maxWaiting: number;
  maxWaitMs: number;
  refuse: () => Error;
};

export function createFairQueue({ maxWaiting, maxWaitMs, refuse }: Limits): FairQueue {
  /** What waits, by subject, the next one first. */
  const queues = new Map<string, Set<() => void>>();
  let isServing = false;

  const wait = (subject: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const queue = queues.get(subject) ?? new Set();
      if (queue.size >= maxWaiting) return reject(refuse());
      const start = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        queue.delete(start);
        reject(refuse());
      }, maxWaitMs);
      queue.add(start);
      queues.set(subject, queue);
    });

  /** The subject that was served comes last. */
  const serveNext = (last: string): void => {
    const rest = queues.get(last);
    queues.delete(last);
    if (rest) queues.set(last, rest);
    isServing = false;
    for (const [subject, queue] of queues) {
      const [start] = queue;
      if (start) {
        queue.delete(start);
        isServing = true;
        start();
        return;
      }
      queues.delete(subject);
    }
  };

  return {
    async take(subject, run) {
      if (isServing) await wait(subject);
      isServing = true;
      try {
        return await run();
      } finally {
        serveNext(subject);
      }
    },
  };
}
