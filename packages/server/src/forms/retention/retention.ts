// Which submissions and answers a form keeps no longer.

import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { type ReadContext, timeOf } from '../../context/context.ts';
import { containsText } from '../../database/expressions.ts';
import { nullable, Time } from '../../http/schemas.ts';
import { submissionTables } from '../answers/submission-rows.ts';
import type { FormRetention } from '../form/form-retention.ts';

const dayMs = 24 * 3_600_000;

/** What is so old by now that it goes. */
export function lastKeptTime(ctx: ReadContext, days: number): string {
  return timeOf(ctx, -days * dayMs);
}

/** What this retention would delete from the form now, and when it would go on. */
export async function planRetention(ctx: ReadContext, formId: string, settings: FormRetention): Promise<RetentionPlan> {
  const { days = null, fields = {} } = settings;
  const submissions = days === null ? { due: 0, nextAt: null } : await countDue(ctx, formId, days);
  const ofFields: RetentionPlan['fields'] = [];
  for (const [field, days] of Object.entries(fields)) {
    ofFields.push({ field, ...(await countDue(ctx, formId, days, field)) });
  }
  return { submissions, fields: ofFields };
}

async function countDue(ctx: ReadContext, formId: string, days: number, field?: string) {
  const until = lastKeptTime(ctx, days);
  let due = 0;
  let oldest: string | null = null;
  for (const table of submissionTables) {
    const ofForm = ctx.db.selectFrom(table as 'submissions').where('formId', '=', formId);
    const row = await ofForm
      .where('createdAt', '<=', until)
      .$if(field !== undefined, (query) => query.where((eb) => eb.not(isRemoved(field ?? ''))))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    due += Number(row.count);
    const left = await ofForm
      .where('createdAt', '>', until)
      .orderBy('createdAt')
      .limit(1)
      .select('createdAt')
      .executeTakeFirst();
    if (left && (oldest === null || left.createdAt < oldest)) oldest = left.createdAt;
  }
  return { due, nextAt: oldest === null ? null : new Date(Date.parse(oldest) + days * dayMs).toISOString() };
}

/** Whether the answer of this field was removed. */
export function isRemoved(field: string) {
  return containsText(sql`coalesce(cast(${sql.ref('removedAnswers')} as text), '')`, `${JSON.stringify(field)}:`);
}

// What a form would delete.

const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [12] });
const nextAt = nullable({ ...Time, description: 'When the next one follows; null if there is none' });

export const RetentionPlan = Type.Object(
  {
    submissions: Type.Object(
      { due: count('How many are deleted at the next run, spam included'), nextAt },
      { description: 'Whole submissions' },
    ),
    fields: Type.Array(
      Type.Object({
        field: Type.String({ description: 'Name of the field', examples: ['photo'] }),
        due: count('How many submissions are so old and may still have an answer'),
        nextAt,
      }),
      { description: 'Answers to single fields' },
    ),
  },
  { title: 'RetentionPlan', description: 'What would be deleted, and when' },
);
export type RetentionPlan = Static<typeof RetentionPlan>;
