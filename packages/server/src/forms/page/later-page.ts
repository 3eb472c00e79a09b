// What visitors see of saving their answers: a button on each page of the form, and a page that asks for their address. It is
// a page of its own so that Enter sends the address, and not the form, without JavaScript.

import type { Context } from '../../context/context.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { kindOf } from '../../fields/field-kinds.ts';
import type { Language } from '../../languages/language.ts';
import { fillIn } from '../../languages/language-texts.ts';
import { attribute, type Html, html } from '../../lib/html.ts';
import { isMailAddress } from '../../lib/mail-address.ts';
import { foldMail } from '../../lib/typed-text.ts';
import type { Form } from '../form/form.ts';
import { type PageAnswers, saveAnswers } from '../submit/saved-answers.ts';
import type { BrandedFrame } from './frame.ts';

/** Names that no field can have. */
export const laterName = '.later';
export const addressName = '.address';

/** What a browser sends about saving: it asks for the page, sends an address from there, or goes back. */
export type LaterStep = { step: 'ask' | 'save' | 'back'; address: string };

/** Null if the visitor does something else. */
export function readLater({ [laterName]: step, [addressName]: address }: Record<string, unknown>): LaterStep | null {
  if (step !== 'ask' && step !== 'save' && step !== 'back') return null;
  return { step, address: typeof address === 'string' ? foldMail(address) : '' };
}

/** For how many days the pages of a form offer to save the answers; null if they do not. Without a mail server no link would arrive. */
export function offeredDays({ mailer }: Context, { settings }: Pick<Form, 'settings'>): number | null {
  return mailer.server !== null && mailer.wants('savedAnswers') ? (settings.saveForLater?.days ?? null) : null;
}

/** The page that asks for the address. */
export type AddressPage = { address: string; until: string; fault: string | null };

type Later = LaterStep & { days: number; operation: string; isTrapped: boolean; answers: PageAnswers };

/** What the page shows next: the question for the address, or the form again with a message. */
export async function goOnLater(
  ctx: Context,
  form: Form,
  { language, formats }: BrandedFrame,
  { step, address, days, operation, isTrapped, answers }: Later,
): Promise<{ addressPage: AddressPage; status: number } | { hint: string | null; status: number }> {
  if (step === 'back') return { hint: null, status: 200 };
  const { texts } = language;
  const until = (time: string): string => formats.time(time);
  const expected = until(new Date(ctx.now().getTime() + days * 86_400_000).toISOString());
  const ask = (fault: string | null, status: number) => ({
    addressPage: { address: step === 'ask' ? addressIn(form, answers.values) : address, until: expected, fault },
    status,
  });
  if (step === 'ask') return ask(null, 200);
  if (!isMailAddress(address)) return ask(texts.faults.email, 422);
  const sent = (time: string) => ({ hint: fillIn(texts.later.sent, { email: address, time }), status: 200 });
  // Programs that fill in every input learn nothing.
  if (isTrapped) return sent(expected);
  const saved = await saveAnswers(ctx, form, { operation, email: address, language: language.code, days, answers });
  return saved ? sent(until(saved.expiresAt)) : ask(texts.later.tooMany, 429);
}

/** The address that is among the answers. */
function addressIn({ fields }: { fields: readonly FieldDeclaration[] }, values: Record<string, unknown>): string {
  const field = fields.find((field) => kindOf(field).identifies === 'email' && typeof values[field.name] === 'string');
  return field ? String(values[field.name]) : '';
}

/** The button on the pages of the form. */
export function renderLaterButton({ texts }: Language): Html {
  return html`<p class="later"><button type="submit" class="other" name="${laterName}" value="ask" formnovalidate>${texts.later.save}</button></p>
`;
}

/** What stands in place of the fields. */
export function renderAddressPage({ address, until, fault }: AddressPage, { texts }: Language): Html {
  const { save, about, address: label, send, back } = texts.later;
  return html`<h2>${save}</h2>
<p>${fillIn(about, { time: until })}</p>
<div class="field${fault !== null && ' wrong'}">
<label class="label" for="later">${label}</label>
${
  fault !== null &&
  html`<p class="error" id="later-error">${fault}</p>
`
}<input id="later" type="email" name="${addressName}" value="${address}" autocomplete="email" dir="ltr" required autofocus${attribute('aria-invalid', fault !== null && 'true')}${attribute('aria-describedby', fault !== null && 'later-error')}>
</div>
<button type="submit" name="${laterName}" value="save">${send}</button> <button type="submit" class="other" name="${laterName}" value="back" formnovalidate>${back}</button>
`;
}
