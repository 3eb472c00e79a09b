// Decides whether a submission is spam, before it is stored.

import type { Context } from '../../context.ts';
import { kindOf } from '../../fields/field-kinds.ts';
import type { Answers, ContactHints } from '../answers.ts';
import type { Form } from '../forms.ts';
import { prepareText } from './prepared-text.ts';
import type { RecentTexts } from './recent.ts';
import { limits, type Score, scoreSubmission } from './score.ts';
import { levelOf, parseSpamRules } from './spam-settings.ts';

/** What is known of how a submission was sent. */
export type Sender = {
  recent: RecentTexts;
  address: string;
  /** Sent by a program or person with access: only the answers count. */
  isTrusted: boolean;
  /** Between opening our page and sending it; null without one. */
  seconds: number | null;
  isTrapped: boolean;
};

export type Verdict = Score & { limit: number };

/** Someone who goes on to pay is hardly a program that sends texts, and waits for the checkout. */
const paymentAllowance = 30;

/** The verdict on spam; null for all others. `siteSpam` is the stored setting of the site. */
export async function assessSubmission(
  ctx: Context,
  form: Form & { siteSpam: string | null },
  submissionId: string,
  answers: Answers,
  person: ContactHints,
  sender: Sender,
): Promise<Verdict | null> {
  const { settings, blocks } = parseSpamRules(form.siteSpam);
  const level = levelOf(form, settings);
  if (level === 'off') return null;
  const { recent, address, isTrusted, seconds, isTrapped } = sender;
  const text = prepareText(textsOf(form, answers, person));
  const labels = [form.name, ...form.fields.map(({ label }) => label ?? '')].join(' ');
  const from = `${form.id} ${person.email ?? address}`;
  const score = await scoreSubmission(
    { text, name: person.name, email: person.email, labels, ownHosts: ownHosts(ctx, form) },
    {
      seconds: isTrusted ? null : seconds,
      isTrapped: !isTrusted && isTrapped,
      address: isTrusted ? null : address,
      recentlySent: isTrusted ? null : recent.noteSender(`${form.id} ${address}`),
      repetition: recent.noteText(submissionId, from, text.words),
    },
    blocks,
  );
  const limit = limits[level] + (answers.payment === null ? 0 : paymentAllowance);
  return score.score >= limit ? { ...score, limit } : null;
}

/** What a visitor typed freely, besides the name. */
function textsOf(form: Form, { data, extra }: Answers, { name }: ContactHints): string[] {
  const typed = form.fields.flatMap((field) => {
    const value = data[field.name];
    if (typeof value !== 'string' || value.trim() === name) return [];
    const schema = kindOf(field).schema(field);
    return schema?.type === 'string' && !('format' in schema) && !('enum' in schema) ? [value] : [];
  });
  // Pages add their own URL, and where the visitor came from.
  const added = Object.values(extra).filter(
    (value): value is string => typeof value === 'string' && !/^https?:\/\/\S*$/.test(value),
  );
  return [...typed, ...added];
}

function ownHosts(ctx: Context, { origins }: Form): string[] {
  return [ctx.publicUrl(), ...origins].flatMap((url) => {
    const host = URL.parse(url ?? '')?.hostname.replace(/^www\./, '');
    return host ? [host] : [];
  });
}
