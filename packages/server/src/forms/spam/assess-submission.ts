// Decides whether a submission is spam, before it is stored.

import type { Context } from '../../context/context.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { kindOf } from '../../fields/field-kinds.ts';
import { fail } from '../../lib/errors.ts';
import { derive } from '../../lib/lru-cache.ts';
import { checkSolution, type SolutionFault } from '../altcha/altcha.ts';
import type { Answers, ContactHints } from '../answers/answers.ts';
import type { Form, FormToSubmit } from '../form/form.ts';
import { limits } from '../form/form-spam.ts';
import type { CodeEntry } from '../payment/orders.ts';
import { prepareText } from './prepared-text.ts';
import type { Recent, RecentSigns } from './recent.ts';
import { maxOfOthers, type Score, scoreSubmission } from './score.ts';
import type { SpamSettings } from './spam.schemas.ts';
import { altchaOf, levelOf, parseSpamRules } from './spam-settings.ts';

/** What is known of how a submission was sent. */
export type Sender = CodeEntry & {
  recent: Recent;
  /** Between opening our page and sending it; null without one. */
  seconds: number | null;
  isTrapped: boolean;
  /** Of the proof of work, as it was sent. */
  solution: unknown;
};

export type Verdict = Score & { limit: number };

/** Someone who goes on to pay is hardly a program that sends texts, and waits for the checkout. */
const paymentAllowance = 30;

/** The verdict on spam; null for all others. `siteSpam` is the stored setting of the site. Throws challenge_failed. */
export async function assessSubmission(
  ctx: Context,
  form: FormToSubmit,
  submissionId: string,
  answers: Answers,
  person: ContactHints,
  sender: Sender,
  /** An order is not kept apart: it could not be paid, and what it wants would not be held. */
  isOrder: boolean,
): Promise<Verdict | null> {
  const { settings, blocks } = parseSpamRules(form.siteSpam);
  const solutionFault = await checkProof(ctx, form, settings, submissionId, sender);
  const level = levelOf(form, settings);
  if (level === 'off' || isOrder) return null;
  const { recent, address, isTrusted, seconds, isTrapped } = sender;
  const text = prepareText(textsOf(form, answers, person));
  const labels = [form.name, ...form.fields.map(({ label }) => label ?? '')].join(' ');
  const from = `${form.id} ${person.email ?? address}`;
  const sending = {
    seconds: isTrusted ? null : seconds,
    isTrapped: !isTrusted && isTrapped,
    ...{ solutionFault, address: isTrusted ? null : address },
  };
  const submitted = { text, name: person.name, email: person.email, labels, ownHosts: ownHosts(ctx, form) };
  const scoreWith = (signs: RecentSigns): Promise<Score> =>
    scoreSubmission(submitted, { ...sending, ...signs }, blocks);
  const counted = isTrusted ? null : `${form.id} ${address}`;
  const { signs, askOthers } = recent.note({ submissionId, from, sender: counted, words: text.words });
  let score = await scoreWith(signs);
  const limit = limits[level] + (answers.payment === null ? 0 : paymentAllowance);
  // An ordinary submission has no sign, and does not wait for the others.
  if (score.score > 0 && score.score < limit && score.score + maxOfOthers >= limit) {
    const more = await askOthers();
    if (more) score = await scoreWith(more);
  }
  return score.score >= limit ? { ...score, limit } : null;
}

const solutionDetails: Record<SolutionFault, string> = {
  missing: 'This form needs the solution of a challenge',
  invalid: 'The solution of the challenge is wrong, or the challenge is not for this form',
  expired: 'The challenge has expired',
  used: 'The solution of the challenge was used before',
};

/** What is wrong with the proof of work, if the form asks for one. Throws challenge_failed if it is required. */
async function checkProof(
  ctx: Context,
  form: FormToSubmit,
  settings: SpamSettings,
  submissionId: string,
  { isTrusted, solution }: Sender,
): Promise<SolutionFault | null> {
  const mode = isTrusted ? 'off' : altchaOf(form, settings);
  if (mode === 'off') return null;
  const fault = await checkSolution(ctx, form, submissionId, solution);
  if (fault === null || mode === 'score') return fault;
  throw fail('challenge_failed', { detail: solutionDetails[fault], extra: { reason: fault } });
}

const isFreeText = derive((field: FieldDeclaration): boolean => {
  const schema = kindOf(field).schema(field);
  return schema?.type === 'string' && !('format' in schema) && !('enum' in schema);
});

/** What a visitor typed freely, besides the name. */
function textsOf(form: Form, { data, extra }: Answers, { name }: ContactHints): string[] {
  const typed = form.fields.flatMap((field) => {
    const value = data[field.name];
    if (typeof value !== 'string' || value.trim() === name) return [];
    return isFreeText(field) ? [value] : [];
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
