// How far visitors got in a form with several steps, in the summary of the form.

import type { ReadContext } from '../../context/context.ts';
import { isAnswered } from '../../fields/field-kinds.ts';
import { labelOf } from '../../fields/form-controls.ts';
import type { Form } from '../form/form.ts';
import { stepsOf } from '../page/steps.ts';
import type { DropOff } from './form-summary.schemas.ts';

/** Of the days from `from` to `to`. Null for a form without steps. */
export async function readDropOff(
  ctx: ReadContext,
  form: Form,
  { from, to }: { from: string; to: string },
): Promise<DropOff | null> {
  const steps = stepsOf(form.fields);
  if (steps.length < 2) return null;
  const rows = await ctx.db
    .selectFrom('formSteps')
    .select((eb) => [
      'step',
      eb.fn.sum<number>('reached').as('reached'),
      eb.fn.sum<number>('lastReached').as('lastReached'),
    ])
    .where('formId', '=', form.id)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('step')
    .execute();
  const counts = new Map(rows.map(({ step, ...row }) => [step, row]));
  // What is subtracted may have been counted by a process that ended before it was written.
  const count = (step: number, name: 'reached' | 'lastReached') => Math.max(0, Number(counts.get(step)?.[name] ?? 0));
  const submitted = count(0, 'reached');
  const shown = steps.map((fields, index) => ({
    step: index + 1,
    label: labelOf(fields.find((field) => isAnswered(field)) ?? fields[0] ?? { name: '', type: 'text' }),
    reached: count(index + 1, 'reached'),
    left: count(index + 1, 'lastReached'),
  }));
  return { began: submitted + shown.reduce((sum, { left }) => sum + left, 0), submitted, steps: shown };
}
