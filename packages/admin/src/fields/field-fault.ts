// The fault beside the input of a custom field.

import type { InputFault, Saving } from '../ui/saving.ts';

const maxShown = 5;

/** Faults of what is inside the value are named by their place in it: "2/price must be at least 0". */
export function fieldFault({ faults, field }: Pick<Saving<never>, 'faults' | 'field'>, name: string): InputFault {
  const pointer = `/fields/${name}`;
  const inner = faults.filter((fault) => fault.pointer.startsWith(`${pointer}/`));
  if (inner.length === 0) return field(pointer);
  const texts = inner.map((fault) => `${fault.pointer.slice(pointer.length + 1)} ${fault.detail}`);
  const more = inner.length > maxShown ? [`and ${inner.length - maxShown} more`] : [];
  return { ...field(pointer), error: [...texts.slice(0, maxShown), ...more].join('; ') };
}
