// Faults on demand, for tests of the caller: slow, failing and lost responses; late, duplicate, reordered and missing events.

/**
 * One fault. `path` and `event` are patterns in which `*` matches any text (default: everything). `count` is how often the
 * fault applies (default: until it is removed).
 * - `delay`: sends the response `ms` later. - `respond`: sends this status and does nothing. - `lose-answer`: does the work and
 *   closes the connection. - `duplicate-events`: sends each event `copies` times (default 2). - `hold-events`: holds events
 *   until `releaseEvents`. - `reorder-events`: holds the next `count` events, then sends them in reverse order. - `drop-events`:
 *   never sends the events; they stay undelivered in the event list.
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

type RequestEffects = { delayMs: number; status: number | null; loseResponse: boolean };
type EventEffects = { copies: number; action: 'send' | 'hold' | 'drop'; thenRelease: boolean };
export type FaultRegistry = ReturnType<typeof createFaultRegistry>;
export type Faults = Omit<FaultRegistry, 'applyToRequest' | 'applyToEvent'> & {
  /** Sends the held events one after another, in this order. Resolves to the number of events. */
  releaseEvents: (order?: 'forward' | 'reverse') => Promise<number>;
};

type Entry = { id: string; fault: Fault; left: number };
const kinds = ['delay', 'respond', 'lose-answer', 'duplicate-events', 'hold-events', 'reorder-events', 'drop-events'];

/** A registry without faults. */
export function createFaultRegistry() {
  const entries: Entry[] = [];
  let added = 0;

  /** Adds a fault and returns its ID for `remove`. Throws a TypeError if it is invalid. */
  function add(fault: Fault): string {
    checkFault(fault);
    added += 1;
    entries.push({ id: `fault_${added}`, fault, left: fault.count ?? Number.POSITIVE_INFINITY });
    return `fault_${added}`;
  }

  function remove(id: string): boolean {
    const index = entries.findIndex((entry) => entry.id === id);
    if (index >= 0) entries.splice(index, 1);
    return index >= 0;
  }

  function list(): { id: string; fault: Fault; left: number | null }[] {
    return entries.map(({ id, fault, left }) => ({ id, fault, left: Number.isFinite(left) ? left : null }));
  }

  /** Removes all faults. Held events stay held until `releaseEvents`. */
  function clear(): void {
    entries.length = 0;
  }

  function use(matching: Entry[]): Entry[] {
    for (const entry of matching) {
      entry.left -= 1;
      if (entry.left <= 0) remove(entry.id);
    }
    return matching;
  }

  /** The effects of all faults on one API request or page view. */
  function applyToRequest(method: string, path: string): RequestEffects {
    const effects: RequestEffects = { delayMs: 0, status: null, loseResponse: false };
    for (const { fault } of use(entries.filter((entry) => matchesRequest(entry.fault, method, path)))) {
      if (fault.kind === 'delay') effects.delayMs += fault.ms;
      if (fault.kind === 'respond') effects.status = fault.status;
      if (fault.kind === 'lose-answer') effects.loseResponse = true;
    }
    return effects;
  }

  /** The effects of all faults on the first delivery of one event. */
  function applyToEvent(type: string): EventEffects {
    const effects: EventEffects = { copies: 1, action: 'send', thenRelease: false };
    for (const { fault, left } of use(entries.filter((entry) => matchesEvent(entry.fault, type)))) {
      if (fault.kind === 'duplicate-events') effects.copies = fault.copies ?? 2;
      if (fault.kind === 'hold-events' || fault.kind === 'reorder-events') effects.action = 'hold';
      if (fault.kind === 'drop-events') effects.action = 'drop';
      if (fault.kind === 'reorder-events' && left <= 0) effects.thenRelease = true;
    }
    return effects;
  }

  return { add, remove, list, clear, applyToRequest, applyToEvent };
}

function checkFault(fault: Fault): void {
  if (!kinds.includes(fault?.kind)) throw new TypeError(`Unknown kind of fault. Use one of: ${kinds.join(', ')}`);
  if (fault.kind === 'delay' && !(fault.ms >= 0)) throw new TypeError('delay requires ms, a number of milliseconds');
  if (fault.kind === 'respond' && !(fault.status >= 400 && fault.status <= 599))
    throw new TypeError('respond requires a status from 400 to 599');
  if (fault.kind === 'reorder-events' && !(fault.count > 1))
    throw new TypeError('reorder-events requires a count of at least 2');
  if (fault.count !== undefined && !(fault.count >= 1)) throw new TypeError('count must be at least 1');
}

function matchesRequest(fault: Fault, method: string, path: string): boolean {
  if (fault.kind !== 'delay' && fault.kind !== 'respond' && fault.kind !== 'lose-answer') return false;
  return (fault.method === undefined || fault.method === method) && matches(fault.path, path);
}

function matchesEvent(fault: Fault, type: string): boolean {
  if (fault.kind === 'delay' || fault.kind === 'respond' || fault.kind === 'lose-answer') return false;
  return matches(fault.event, type);
}

function matches(pattern: string | undefined, value: string): boolean {
  if (pattern === undefined) return true;
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(value);
}
