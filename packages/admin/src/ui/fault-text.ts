// The text of a fault. The server sends predicates ("is required", "must be at least 1"), which continue the name of a field.
// Faults found in the browser are sentences ("Enter a whole number").

import type { Fault } from '@frontdesk/client';

export function isPredicate({ detail }: Fault): boolean {
  return /^[a-z]/.test(detail);
}

/** The text beside an input: "This field is required", "Must be at least 1". */
export function faultText(fault: Fault): string {
  const { detail } = fault;
  if (!isPredicate(fault)) return detail;
  if (detail === 'is required') return 'This field is required';
  return detail.startsWith('must ') ? detail.replace('must', 'Must') : `This value ${detail}`;
}
