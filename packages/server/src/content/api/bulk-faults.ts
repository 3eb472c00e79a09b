// The faults of single operations, named by where they are in the request.

import { type Fault, Problem, problems } from '../../lib/errors.ts';

export function pointerTo(index: number, member = ''): string {
  return `/operations/${index}${member}`;
}

/** The member of the operation that each problem without faults of its own is about. */
const members: Record<string, string> = {
  item_not_found: '/id',
  item_in_trash: '/id',
  slug_taken: '/slug',
  still_referenced: '/id',
  version_mismatch: '/ifMatch',
};

/** The faults of the operation that failed with this error. Throws what is not the operation's fault. */
export function faultsIn(index: number, error: unknown): Fault[] {
  if (!(error instanceof Problem) || error.status >= 500) throw error;
  const { code, details } = error;
  if (details.errors) return details.errors.map((fault) => ({ ...fault, pointer: pointerTo(index, fault.pointer) }));
  return [{ pointer: pointerTo(index, members[code]), code, detail: details.detail ?? problems[code][1] }];
}

/** The faults of the request's schema by the operation they are in, with pointers into it. Others come under null. */
export function faultsByOperation(faults: readonly Fault[]): Map<number | null, Fault[]> {
  const all = new Map<number | null, Fault[]>();
  for (const fault of faults) {
    const [, digits, member] = /^\/operations\/(\d+)(\/.*)$/.exec(fault.pointer) ?? [];
    const index = digits === undefined ? null : Number(digits);
    const pointer = member ?? fault.pointer;
    all.set(index, [...(all.get(index) ?? []), { ...fault, pointer }]);
  }
  return all;
}
