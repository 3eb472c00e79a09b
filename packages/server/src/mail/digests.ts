// Daily digests: the submissions of forms that want one mail a day. Each waits for its digest as a row, which is deleted in the
// transaction that stores the mail: a process that dies loses none, and of several processes only one finds them.

import { type Context, inTransaction, timeOf, type WriteContext } from '../context/context.ts';
import { Temporal } from '../lib/temporal.ts';
import { readSite } from '../settings/site.ts';
import { takePaper, writeMail } from './compose.ts';
import { addMails } from './outbox.ts';
import type { Fact } from './template.ts';

const kind = 'digest';
/** Of one form, with their times. The others are only counted. */
const maxTimes = 20;

/** `daily`: a time of day, such as 08:00. */
export async function addToDigest(
  ctx: WriteContext,
  submissionId: string,
  recipients: readonly string[],
  daily: string,
): Promise<void> {
  if (recipients.length === 0) return;
  const { timeZone } = await readSite(ctx);
  const dueAt = nextTime(ctx.now(), daily, timeZone ?? 'UTC');
  const rows = recipients.map((recipient) => ({
    ...{ id: `${submissionId}:${recipient}`, recipient },
    ...{ submissionId, dueAt },
  }));
  await ctx.db
    .insertInto('digestEntries')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** The next time at which clocks in the time zone show this; where they skip it, soon after. */
export function nextTime(now: Date, daily: string, timeZone: string): string {
  const current = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const today = current.withPlainTime(Temporal.PlainTime.from(daily));
  const isLater = Temporal.ZonedDateTime.compare(today, current) > 0;
  const next = isLater ? today : current.add({ days: 1 }).withPlainTime(Temporal.PlainTime.from(daily));
  return new Date(next.epochMilliseconds).toISOString();
}

/** Stores the digests that are due, one for each recipient. */
export async function writeDigests(ctx: Context): Promise<void> {
  const due = ctx.db.selectFrom('digestEntries').select('recipient').where('dueAt', '<=', timeOf(ctx)).distinct();
  for (const { recipient } of await due.execute()) await inTransaction(ctx, (ctx) => writeDigest(ctx, recipient));
}

async function writeDigest(ctx: WriteContext, recipient: string): Promise<void> {
  const entries = await ctx.db
    .deleteFrom('digestEntries')
    .where('recipient', '=', recipient)
    .where('dueAt', '<=', timeOf(ctx))
    .returning('submissionId')
    .execute();
  if (entries.length === 0 || !ctx.wantsMail(kind)) return;
  const submissions = await readSubmissions(
    ctx,
    entries.map(({ submissionId }) => submissionId),
  );
  // All were deleted since.
  if (submissions.length === 0) return;
  const paper = await takePaper(ctx, kind);
  const { formats } = paper;
  const details = [...Map.groupBy(submissions, ({ formId }) => formId).values()].map((ofForm): Fact => {
    const times = ofForm.slice(0, maxTimes).map(({ createdAt }) => formats.time(createdAt));
    const rest = ofForm.length > maxTimes ? ['…'] : [];
    return [`${ofForm[0]?.formName} (${formats.number(ofForm.length)})`, [...times, ...rest].join('\n')];
  });
  const rendered = writeMail(paper, {
    count: formats.number(submissions.length),
    details,
    link: `${ctx.publicUrl() ?? ''}/admin/inbox`,
  });
  // Each submission is in one digest.
  const key = `${kind}:${recipient}:${submissions[0]?.id}`;
  await addMails(ctx, [{ ...rendered, kind, key, recipient, about: null }]);
}

const perRead = 500;

/** The oldest first. */
async function readSubmissions(ctx: WriteContext, ids: readonly string[]) {
  const found = [];
  for (let from = 0; from < ids.length; from += perRead) {
    const rows = ctx.db
      .selectFrom('submissions')
      .innerJoin('forms', 'forms.id', 'submissions.formId')
      .select(['submissions.id', 'submissions.createdAt', 'forms.id as formId', 'forms.name as formName'])
      .where('submissions.id', 'in', ids.slice(from, from + perRead));
    found.push(...(await rows.execute()));
  }
  return found.sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id));
}
