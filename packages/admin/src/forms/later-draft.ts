// For how many days visitors can save their answers, as the input has it.

import type { Fault, Form, SaveForLater } from '@frontdesk/client';
import { readOrFault } from '../ui/input-error.ts';
import { parseNumber, writeNumber } from '../ui/number-text.ts';

/** Empty if they cannot. */
export type LaterDraft = { laterDays: string };

export function laterDraftOf({ settings }: Form): LaterDraft {
  const { days } = (settings?.saveForLater ?? {}) as Partial<SaveForLater>;
  return { laterDays: days ? writeNumber(days) : '' };
}

export function laterOf({ laterDays }: LaterDraft, faults: Fault[]): SaveForLater | null {
  if (laterDays.trim() === '') return null;
  const days = readOrFault('/settings/saveForLater/days', faults, () => daysOf(laterDays));
  return days === undefined ? null : { days };
}

function daysOf(text: string): number {
  const days = parseNumber(text, { isWhole: true });
  if (days < 1 || days > 365) throw new SyntaxError('Enter a number of days from 1 to 365');
  return days;
}
