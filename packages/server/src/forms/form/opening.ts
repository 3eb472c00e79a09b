// When a form accepts submissions: while it is open, from and until the times in its settings.

import type { Language } from '../../languages/language.ts';
import { fillIn } from '../../languages/language-texts.ts';
import { type Fault, fail } from '../../lib/errors.ts';
import type { SiteFormats } from '../../settings/site-formats.ts';

type Times = { opensAt?: string; closesAt?: string };
type Timed = { open: boolean; settings: Times & { closed?: string } };

export type Opening =
  | { state: 'open' }
  | { state: 'closed' }
  | { state: 'notYetOpen'; time: string }
  | { state: 'ended'; time: string };

/** The end is not included. */
export function openingOf(form: Timed, now: Date): Opening {
  if (!form.open) return { state: 'closed' };
  const { opensAt, closesAt } = form.settings;
  if (opensAt !== undefined && now < new Date(opensAt)) return { state: 'notYetOpen', time: opensAt };
  if (closesAt !== undefined && now >= new Date(closesAt)) return { state: 'ended', time: closesAt };
  return { state: 'open' };
}

/** Throws form_closed. */
export function requireOpen(form: Timed, now: Date): void {
  const opening = openingOf(form, now);
  if (opening.state === 'closed') throw fail('form_closed');
  if (opening.state === 'notYetOpen') throw fail('form_closed', `The form opens at ${opening.time}`);
  if (opening.state === 'ended') throw fail('form_closed', `The form was open until ${opening.time}`);
}

/** Why visitors cannot submit it; null while it is open. The form's own text is not for before the start. */
export function closedText(
  form: Timed,
  now: Date,
  { language, formats }: { language: Language; formats: Pick<SiteFormats, 'time'> },
): string | null {
  const opening = openingOf(form, now);
  const { closed, notYetOpen, ended } = language.texts.notices;
  if (opening.state === 'open') return null;
  if (opening.state === 'notYetOpen') return fillIn(notYetOpen, { time: formats.time(opening.time) });
  const own = form.settings.closed;
  if (own !== undefined && own.trim() !== '') return own;
  return opening.state === 'closed' ? closed : fillIn(ended, { time: formats.time(opening.time) });
}

/** Whether time alone opens or closes it. */
export function hasTimes({ settings: { opensAt, closesAt } }: { settings: Times }): boolean {
  return opensAt !== undefined || closesAt !== undefined;
}

/** The faults in settings that are about to be stored; their form is checked. */
export function findTimeFaults({ opensAt, closesAt }: Times): Fault[] {
  if (opensAt === undefined || closesAt === undefined || new Date(opensAt) < new Date(closesAt)) return [];
  return [{ pointer: '/settings/closesAt', code: 'before_start', detail: 'must be after `opensAt`' }];
}
