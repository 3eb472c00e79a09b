// The visit of a form with several steps, as its page carries it: which steps were reached. No cookie, and nothing that is the
// same on another page.

import { dayOf } from '../../lib/zone-days.ts';
import type { Form } from '../form/form.ts';
import type { Visit } from '../submit/step-counts.ts';
import { stepsOf } from './steps.ts';

/** A name that no field can have. */
export const reachedName = '.reached';

/** Null for a form without steps. `text` is what the page carried. */
export function readVisit(
  form: Form,
  text: unknown,
  { openedAt, timeZone }: { openedAt: Date; timeZone: string | null },
): Visit | null {
  const count = stepsOf(form.fields).length;
  if (count < 2) return null;
  const carried = typeof text === 'string' && /^\d{1,3}(\.\d{1,3})*$/.test(text) ? text.split('.').map(Number) : [];
  const reached = [...new Set(carried)].filter((step) => step < count).sort((a, b) => a - b);
  return { formId: form.id, day: dayOf(openedAt, timeZone ?? 'UTC').toString(), reached };
}

export function writeReached({ reached }: Pick<Visit, 'reached'>): string {
  return reached.join('.');
}

/**
 * Says once that a visitor has begun to answer. Without it, sending the first step says so. The page has its place in the
 * form's action, and its token.
 */
export const begunScript = `
const form = document.querySelector('form')
const reached = form.querySelector('[name="${reachedName}"]')
if (reached.value === '') form.addEventListener('input', () => {
  const address = new URL(form.action)
  address.pathname += '/begun'
  const body = new URLSearchParams({ _page: form.querySelector('[name="_page"]').value })
  if (navigator.sendBeacon(address, body)) reached.value = '0'
}, { once: true })
`;
