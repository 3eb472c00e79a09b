// Reads and validates the form of the hosted payment page.
import { type Card, cardByNumber, isCardNumber } from './card.ts';
import type { Texts } from './languages/en.ts';
import type { Payer } from './payment-attempts.ts';

export type FieldName = 'email' | 'name' | 'card_number' | 'expiry' | 'cvc';
/** By field, the name of the text that says what is wrong. */
export type FieldErrors = Partial<Record<FieldName, keyof Texts>>;
/** The values as typed, to show them again after an error. */
export type Typed = Record<FieldName, string>;
type FormReading = { typed: Typed; errors: FieldErrors; payer: Payer; card: Card };

/** The payer if no name is given. */
export const sandboxPayer = 'Sandbox Payer';
const approvedCard = '4242424242424242';
const declinedCard = '4000000000000002';

/**
 * Validates a submitted form. Programs can send `outcome=pay` or `outcome=decline`: then no field is required, and a test
 * card is used unless the form has a number. `fixedEmail` is the email address of the session, if it has one.
 */
export function readCheckoutForm(body: URLSearchParams, fixedEmail: string | null, now: Date): FormReading {
  const typed = Object.fromEntries(
    (['email', 'name', 'card_number', 'expiry', 'cvc'] as const).map((name) => [
      name,
      (body.get(name) ?? '').trim().slice(0, 500),
    ]),
  ) as Typed;
  const outcome = body.get('outcome');
  const isAutomated = outcome === 'pay' || outcome === 'decline';
  const email = fixedEmail ?? (typed.email || (isAutomated ? 'payer@example.com' : ''));
  const payer = { email: email || null, name: typed.name || (isAutomated ? sandboxPayer : null) };
  const errors: FieldErrors = {};
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) errors.email = 'noEmail';
  if (isAutomated) {
    const digits = outcome === 'decline' ? declinedCard : digitsOf(typed.card_number) || approvedCard;
    if (!isCardNumber(digits)) errors.card_number = 'wrongCard';
    return { typed, errors, payer, card: cardByNumber(digits) };
  }
  const digits = digitsOf(typed.card_number);
  const expiry = readExpiry(typed.expiry);
  if (payer.name === null) errors.name = 'noName';
  if (digits === '') errors.card_number = 'noCard';
  else if (!isCardNumber(digits)) errors.card_number = 'wrongCard';
  if (!expiry) errors.expiry = 'wrongExpiry';
  else if (isPast(expiry, now)) errors.expiry = 'pastExpiry';
  if (!/^\d{3,4}$/.test(typed.cvc)) errors.cvc = 'wrongCvc';
  return { typed, errors, payer, card: cardByNumber(digits || approvedCard, expiry?.month, expiry?.year) };
}

function digitsOf(number: string): string {
  return number.replace(/[\s-]/g, '');
}

function readExpiry(text: string): { month: number; year: number } | undefined {
  const match = /^(\d{1,2})\s*[/\-. ]?\s*(\d{2}|\d{4})$/.exec(text);
  if (!match) return undefined;
  const [month, year] = [Number(match[1]), Number(match[2])];
  return month >= 1 && month <= 12 ? { month, year: year < 100 ? 2000 + year : year } : undefined;
}

function isPast({ month, year }: { month: number; year: number }, now: Date): boolean {
  return year * 12 + month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
}
