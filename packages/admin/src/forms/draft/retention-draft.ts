// How long a form keeps submissions, as the inputs have it.

import type { Fault, Form, FormRetention } from '@frontdesk/client';
import { readOrFault } from '../../ui/input-error.ts';
import { parseNumber, writeNumber } from '../../ui/number-text.ts';

export type RetentionDraft = { keepDays: string; keepFieldDays: Record<string, string> };

export function retentionDraftOf({ settings }: Form): RetentionDraft {
  const { days, fields } = (settings?.retention ?? {}) as FormRetention;
  const texts = Object.entries(fields ?? {}).map(([name, days]) => [name, writeNumber(days)]);
  return { keepDays: days ? writeNumber(days) : '', keepFieldDays: Object.fromEntries(texts) };
}

/** What to send and to count with; null if everything is kept for good. */
export function retentionOf({ keepDays, keepFieldDays }: RetentionDraft, faults: Fault[]): FormRetention | null {
  const read = (text: string, pointer: string): number | null =>
    text.trim() === '' ? null : (readOrFault(pointer, faults, () => daysOf(text)) ?? null);
  const days = read(keepDays, '/settings/retention/days');
  const fields = Object.entries(keepFieldDays).flatMap(([name, text]) => {
    const days = read(text, `/settings/retention/fields/${name}`);
    return days === null ? [] : [[name, days]];
  });
  return days === null && fields.length === 0 ? null : { days, fields: Object.fromEntries(fields) };
}

/** Whether it deletes something that the stored form keeps. */
export function isShorter(retention: FormRetention, { settings }: Form): boolean {
  const stored = (settings?.retention ?? {}) as FormRetention;
  const ends = (days: number | null | undefined, before: number | null | undefined): boolean =>
    days !== null && days !== undefined && days < (before ?? Number.POSITIVE_INFINITY);
  return (
    ends(retention.days, stored.days) ||
    Object.entries(retention.fields ?? {}).some(([name, days]) => ends(days, stored.fields?.[name]))
  );
}

function daysOf(text: string): number {
  const days = parseNumber(text, { isWhole: true });
  if (days < 1 || days > 36_500) throw new SyntaxError('Enter a number of days from 1 to 36,500');
  return days;
}
