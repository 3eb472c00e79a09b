// The times in a form's settings from when and until when it accepts submissions.

import type { Form } from '@frontdesk/client';
import { fromLocalInput, toLocalInput } from '../../ui/local-time.ts';

const names = ['opensAt', 'closesAt'] as const;
type Times = Record<(typeof names)[number], string>;

/** As the inputs have them. */
export function openingDraftOf({ settings }: Form): Times {
  const [opensAt, closesAt] = names.map((name) => toLocalInput(storedTime(settings, name))) as [string, string];
  return { opensAt, closesAt };
}

/** Those to send. A time that was not edited keeps its seconds. */
export function changedTimes(draft: Times, stored: Form): Partial<Record<keyof Times, string | null>> {
  const before = openingDraftOf(stored);
  const changed = names.filter((name) => draft[name] !== before[name]);
  return Object.fromEntries(changed.map((name) => [name, fromLocalInput(draft[name])]));
}

/** Whether it accepts submissions now, as the status badge calls it. */
export function openingStatus({ open, settings }: Form): 'open' | 'closed' | 'scheduled' {
  if (!open) return 'closed';
  const [opensAt, closesAt] = names.map((name) => Date.parse(storedTime(settings, name) ?? '')) as [number, number];
  if (closesAt <= Date.now()) return 'closed';
  return opensAt > Date.now() ? 'scheduled' : 'open';
}

function storedTime(settings: Form['settings'], name: string): string | null {
  const time = settings?.[name];
  return typeof time === 'string' ? time : null;
}
