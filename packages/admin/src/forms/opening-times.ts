// The times in a form's settings from when and until when it accepts submissions.

import type { Form } from '@frontdesk/client';
import { fromLocalInput, toLocalInput } from '../ui/local-time.ts';

const names = ['opensAt', 'closesAt'] as const;
type Times = Record<(typeof names)[number], string>;

/** As the inputs have them. */
export function openingDraftOf({ settings }: Form): Times {
  const [opensAt, closesAt] = names.map((name) => toLocalInput(storedTime(settings, name))) as [string, string];
  return { opensAt, closesAt };
}

/** Writes them to the settings to send. A time that was not edited keeps its seconds. */
export function setOpening(settings: Record<string, unknown>, draft: Times, stored: Form): void {
  const before = openingDraftOf(stored);
  for (const name of names) {
    if (draft[name] === before[name]) continue;
    const time = fromLocalInput(draft[name]);
    if (time === null) delete settings[name];
    else settings[name] = time;
  }
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
