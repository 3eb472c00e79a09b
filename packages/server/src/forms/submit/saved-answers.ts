// Answers that visitors go on with later (decision 0084). They are known by the operation of their page: the
// same answers from there, or from the link, are the same submission, and however often they are saved, their link is the same.

import { type Context, inTransaction, timeOf } from '../../context/context.ts';
import type { StagedFile } from '../../files/files.ts';
import type { Task } from '../../jobs/run-job.ts';
import { internalSchedule } from '../../jobs/schedules.ts';
import type { LanguageCode } from '../../languages/language.ts';
import { safeEqual } from '../../lib/crypto.ts';
import { addressKey } from '../../lib/mail-address.ts';
import { countMails, mailSavedAnswers } from '../../mail/outbox.ts';
import { type Form, lockForm } from '../form/form.ts';
import { pageSigner } from '../form/page-token.ts';

/** As the page carries them. */
export type PageAnswers = {
  values: Record<string, unknown>;
  files: readonly StagedFile[];
  /** The position of the step. */
  step: number;
  /** Which steps were reached. */
  reached: string;
};

type Saving = {
  operation: string;
  email: string;
  language: LanguageCode;
  days: number;
  answers: PageAnswers;
};

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];
/** No one can use a form to fill the inbox of another person. */
const maxMailsAnHour = 3;
const maxMails = 10;

/**
 * Saves the answers, or saves them anew, and mails their link. Until a minute after a mail it sends no other to the same
 * address. Returns until when the link works; null if the address has got too many, and then nothing is saved.
 */
export async function saveAnswers(ctx: Context, form: Form, saving: Saving): Promise<{ expiresAt: string } | null> {
  const { operation: id, language, days, answers } = saving;
  const email = addressKey(saving.email);
  const url = `${ctx.publicUrl() ?? ''}/f/${encodeURIComponent(form.slug)}/later/${await keyOf(ctx, form.id, id)}?lang=${language}`;
  return inTransaction(ctx, async (ctx) => {
    // In turn, so that those who save at the same time are counted.
    await lockForm(ctx, form.id);
    const expiresAt = timeOf(ctx, days * dayMs);
    const found = await ctx.db.selectFrom('savedAnswers').selectAll().where('id', '=', id).executeTakeFirst();
    const isFresh = found?.email === email && found.mailedAt > timeOf(ctx, -minuteMs);
    const mails = (found?.mails ?? 0) + Number(!isFresh);
    const since = timeOf(ctx, -hourMs);
    if (!isFresh && (mails > maxMails || (await countMails(ctx, 'savedAnswers', email, since)) >= maxMailsAnHour))
      return null;
    const row = {
      ...{ email, language, expiresAt, mails },
      answers: JSON.stringify(answers),
      mailedAt: isFresh ? found.mailedAt : timeOf(ctx),
    };
    await ctx.db
      .insertInto('savedAnswers')
      .values({ id, formId: form.id, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
    const mail = { key: `${id}:${mails}`, recipient: email, language, form: form.name, link: { url, expiresAt } };
    if (!isFresh) await mailSavedAnswers(ctx, mail);
    return { expiresAt };
  });
}

/** What a link leads to; null if it is not ours, or over, or its answers were submitted. */
export async function findSaved(
  ctx: Context,
  formId: string,
  key: string,
): Promise<(PageAnswers & { operation: string }) | null> {
  const [operation = ''] = key.split('.');
  if (!safeEqual(key, await keyOf(ctx, formId, operation))) return null;
  const row = await ctx.db
    .selectFrom('savedAnswers')
    .select('answers')
    .where('id', '=', operation)
    .where('formId', '=', formId)
    .where('expiresAt', '>', ctx.now().toISOString())
    .executeTakeFirst();
  return row ? { ...(JSON.parse(row.answers) as PageAnswers), operation } : null;
}

async function keyOf(ctx: Context, formId: string, operation: string): Promise<string> {
  const sign = await pageSigner(ctx, formId);
  return `${operation}.${sign(`later.${operation}`)}`;
}

/** Once they were submitted. */
export async function forgetSaved(ctx: Context, operation: string): Promise<void> {
  await inTransaction(ctx, (ctx) => ctx.db.deleteFrom('savedAnswers').where('id', '=', operation).execute());
}

export const laterTasks: Record<string, Task> = {
  'forms.forgetSaved': { run: sweepSaved, retryAfterMs: internalSchedule, everyMs: 3_600_000 },
};

async function sweepSaved(ctx: Context): Promise<void> {
  await inTransaction(ctx, (ctx) => ctx.db.deleteFrom('savedAnswers').where('expiresAt', '<=', timeOf(ctx)).execute());
}
