// Which faults are at a place, and which are somewhere inside it.

import type { Fault } from '@frontdesk/client';
import { faultText } from '../../ui/fault-text.ts';

type Faults = readonly Fault[];

export function hasFault(faults: Faults, pointer: string): boolean {
  return faults.some((fault) => fault.pointer === pointer || fault.pointer.startsWith(`${pointer}/`));
}

/** What is wrong with the value itself, or with what is inside it but has no input of its own. */
export function ownFault(faults: Faults, pointer: string, hasInput: (name: string) => boolean): string | undefined {
  const own = faults.filter((fault) => {
    if (fault.pointer === pointer) return true;
    const [name = ''] = fault.pointer.slice(pointer.length + 1).split('/');
    return fault.pointer.startsWith(`${pointer}/`) && !hasInput(name);
  });
  return own.length === 0 ? undefined : own.map(faultText).join('; ');
}
