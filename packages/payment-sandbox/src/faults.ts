// Trouble on demand: slow, failing and lost answers; late, doubled, shuffled and missing events. For tests of the caller.

/**
 * One kind of trouble. `path` and `event` are patterns with `*` for any text (default: everything); `count` is how often it
 * strikes before it is used up (default: until removed).
 * - `delay`: the answer comes `ms` later. - `respond`: this status instead of the work. - `lose-answer`: the work is done and the
 *   connection cut. - `duplicate-events`: each is sent `copies` times (default 2). - `hold-events`: kept back until
 *   `releaseEvents`. - `reorder-events`: the next `count` are kept back, then sent in reverse. - `drop-events`: never sent, stay
 *   undelivered in the event list.
 */
export type Fault =
  | ({ kind: 'delay'; ms: number } & RequestScope)
  | ({ kind: 'respond'; status: number } & RequestScope)
  | ({ kind: 'lose-answer' } & RequestScope)
  | ({ kind: 'duplicate-events'; copies?: number } & EventScope)
  | ({ kind: 'hold-events' } & EventScope)
  | ({ kind: 'reorder-events' } & EventScope & { count: number })
  | ({ kind: 'drop-events' } & EventScope);
type RequestScope = { method?: string; path?: string; count?: number };
type EventScope = { event?: string; count?: number };

type RequestTrouble = { delayMs: number; status: number | null; loseAnswer: boolean };
type EventTrouble = { copies: number; keep: 'send' | 'hold' | 'drop'; thenRelease: boolean };
export type FaultBook = ReturnType<typeof createFaultBook>;
export type Faults = Omit<FaultBook, 'strikeRequest' | 'strikeEvent'> & {
  /** Sends the held events one after another, first to last or the other way round; resolves to how many there were. */
  releaseEvents: (order?: 'forward' | 'reverse') => Promise<number>;
};

type Entry = { id: string; fault: Fault; left: number };
const kinds = ['delay', 'respond', 'lose-answer', 'duplicate-events', 'hold-events', 'reorder-events', 'drop-events'];

/** An empty book of faults. */
export function createFaultBook() {
  const entries: Entry[] = [];
  let made = 0;

  /** Adds a fault; the id given back is for `remove`. Throws TypeError when it makes no sense. */
  function add(fault: Fault): string {
    checkFault(fault);
    made += 1;
    entries.push({ id: `fault_${made}`, fault, left: fault.count ?? Number.POSITIVE_INFINITY });
    return `fault_${made}`;
  }

  function remove(id: string): boolean {
    const index = entries.findIndex((entry) => entry.id === id);
    if (index >= 0) entries.splice(index, 1);
    return index >= 0;
  }

  function list(): { id: string; fault: Fault; left: number | null }[] {
    return entries.map(({ id, fault, left }) => ({ id, fault, left: Number.isFinite(left) ? left : null }));
  }

  /** Removes all faults; events held so far stay held until `releaseEvents`. */
  function clear(): void {
    entries.length = 0;
  }

  function strike(matching: Entry[]): Entry[] {
    for (const entry of matching) {
      entry.left -= 1;
      if (entry.left <= 0) remove(entry.id);
    }
    return matching;
  }

  /** The trouble for one API request or page view; counts it. */
  function strikeRequest(method: string, path: string): RequestTrouble {
    const trouble: RequestTrouble = { delayMs: 0, status: null, loseAnswer: false };
    for (const { fault } of strike(entries.filter((entry) => meetsRequest(entry.fault, method, path)))) {
      if (fault.kind === 'delay') trouble.delayMs += fault.ms;
      if (fault.kind === 'respond') trouble.status = fault.status;
      if (fault.kind === 'lose-answer') trouble.loseAnswer = true;
    }
    return trouble;
  }

  /** The trouble for the first delivery of one event; counts it. */
  function strikeEvent(type: string): EventTrouble {
    const trouble: EventTrouble = { copies: 1, keep: 'send', thenRelease: false };
    for (const { fault, left } of strike(entries.filter((entry) => meetsEvent(entry.fault, type)))) {
      if (fault.kind === 'duplicate-events') trouble.copies = fault.copies ?? 2;
      if (fault.kind === 'hold-events' || fault.kind === 'reorder-events') trouble.keep = 'hold';
      if (fault.kind === 'drop-events') trouble.keep = 'drop';
      if (fault.kind === 'reorder-events' && left <= 0) trouble.thenRelease = true;
    }
    return trouble;
  }

  return { add, remove, list, clear, strikeRequest, strikeEvent };
}

function checkFault(fault: Fault): void {
  if (!kinds.includes(fault?.kind)) throw new TypeError(`Unknown kind of fault; known are ${kinds.join(', ')}`);
  if (fault.kind === 'delay' && !(fault.ms >= 0)) throw new TypeError('A delay needs ms, a number of milliseconds');
  if (fault.kind === 'respond' && !(fault.status >= 400 && fault.status <= 599))
    throw new TypeError('respond needs a status from 400 to 599');
  if (fault.kind === 'reorder-events' && !(fault.count > 1))
    throw new TypeError('reorder-events needs a count of at least 2');
  if (fault.count !== undefined && !(fault.count >= 1)) throw new TypeError('count must be at least 1');
}

function meetsRequest(fault: Fault, method: string, path: string): boolean {
  if (fault.kind !== 'delay' && fault.kind !== 'respond' && fault.kind !== 'lose-answer') return false;
  return (fault.method === undefined || fault.method === method) && meets(fault.path, path);
}

function meetsEvent(fault: Fault, type: string): boolean {
  if (fault.kind === 'delay' || fault.kind === 'respond' || fault.kind === 'lose-answer') return false;
  return meets(fault.event, type);
}

function meets(pattern: string | undefined, value: string): boolean {
  if (pattern === undefined) return true;
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(value);
}
