// How long a form keeps submissions and answers: the member `retention` of its settings.

import { sql } from 'kysely';
import { type ReadContext, timeOf } from '../../context/context.ts';
import { containsText } from '../../database/contains-text.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import type { Fault } from '../../lib/errors.ts';
import { isObject } from '../../lib/is-object.ts';
import type { FormRetention, RetentionPlan } from './retention.schemas.ts';

const dayMs = 24 * 3_600_000;

/** Spam is kept no longer than what is none. */
export const submissionTables = ['submissions', 'spamSubmissions'] as const;

/** That of a form, which may have been stored before this member meant anything. */
export function readRetention(settings: Record<string, unknown>): Required<FormRetention> {
  const { retention } = settings;
  const { days, fields } = isObject(retention) ? retention : {};
  const kept = Object.entries(isObject(fields) ? fields : {}).filter(([, days]) => isDays(days)) as [string, number][];
  return { days: isDays(days) ? days : null, fields: Object.fromEntries(kept) };
}

/** A field that was removed from the form keeps its period, because its answers are still there. */
export function findRetentionFaults(
  settings: Record<string, unknown>,
  fields: readonly FieldDeclaration[],
  stored: Record<string, unknown>,
): Fault[] {
  const known = new Set([...fields.map(({ name }) => name), ...Object.keys(readRetention(stored).fields)]);
  return Object.keys(readRetention(settings).fields)
    .filter((name) => !known.has(name))
    .map((name) => ({
      pointer: `/settings/retention/fields/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      code: 'unknown_field',
      detail: `names no field of the form: ${name}`,
    }));
}

/** What is so old by now that it goes. */
export function lastKeptTime(ctx: ReadContext, days: number): string {
  return timeOf(ctx, -days * dayMs);
}

/** What this retention would delete from the form now, and when it would go on. */
export async function planRetention(ctx: ReadContext, formId: string, settings: FormRetention): Promise<RetentionPlan> {
  const { days, fields } = readRetention({ retention: settings });
  const submissions = days === null ? { due: 0, next: null } : await countDue(ctx, formId, days);
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
  return { due, next: oldest === null ? null : new Date(Date.parse(oldest) + days * dayMs).toISOString() };
}

/** Whether the answer of this field was removed. */
export function isRemoved(field: string) {
  return containsText(sql`coalesce(cast(${sql.ref('removedAnswers')} as text), '')`, `${JSON.stringify(field)}:`);
}

function isDays(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1;
}
