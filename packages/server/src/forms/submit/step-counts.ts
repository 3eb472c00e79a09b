// Counts how far visitors get in forms with several steps: numbers of each day, and nothing about anyone. They are collected in
// memory and written together, so that a page costs no write.

import { clearTimeout, setTimeout } from 'node:timers';
import { type Context, inTransaction } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';

const writeAfterMs = 1000;

/** Which steps a visitor has reached, by their positions from 0, in order. The page carries them. */
export type Visit = { formId: string; day: string; reached: readonly number[] };

export type StepCounts = ReturnType<typeof createStepCounts>;

export function createStepCounts(ctx: Context) {
  let waiting = new Map<string, Row<'formSteps'>>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  function add({ formId, day }: Visit, step: number, reached: number, lastReached: number): void {
    const key = `${formId} ${day} ${step}`;
    const row = waiting.get(key) ?? { formId, day, step, reached: 0, lastReached: 0 };
    row.reached += reached;
    row.lastReached += lastReached;
    waiting.set(key, row);
    timer ??= setTimeout(() => void write(), writeAfterMs).unref();
  }

  function write(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    writing = writing.then(writeNow);
    return writing;
  }

  async function writeNow(): Promise<void> {
    const rows = [...waiting.values()];
    waiting = new Map();
    if (rows.length === 0) return;
    try {
      await store(ctx, rows);
    } catch (err) {
      // They are numbers only: losing some is better than keeping all until the database is back.
      ctx.log.warn({ err }, 'the steps that visitors reached could not be counted');
    }
  }

  return {
    /** Returns the visit with this step. Going back, and a step that was reached before, count nothing. */
    reach(visit: Visit, step: number): Visit {
      const last = visit.reached.at(-1);
      if (last !== undefined && step <= last) return visit;
      add(visit, step + 1, 1, 1);
      if (last !== undefined) add(visit, last + 1, 0, -1);
      return { ...visit, reached: [...visit.reached, step] };
    },

    submit(visit: Visit): void {
      const last = visit.reached.at(-1);
      if (last === undefined) return;
      add(visit, last + 1, 0, -1);
      add(visit, 0, 1, 0);
    },

    /** A program, and no visitor. */
    forget(visit: Visit): void {
      const last = visit.reached.at(-1);
      for (const step of visit.reached) add(visit, step + 1, -1, step === last ? -1 : 0);
    },

    /** Writes what has been counted. */
    write,
  };
}

async function store(ctx: Context, rows: Row<'formSteps'>[]): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const ids = [...new Set(rows.map(({ formId }) => formId))];
    // One that was deleted meanwhile has no numbers.
    const forms = await ctx.db.selectFrom('forms').select('id').where('id', 'in', ids).execute();
    const left = rows.filter(({ formId }) => forms.some(({ id }) => id === formId)).sort(byKey);
    if (left.length === 0) return;
    await ctx.db
      .insertInto('formSteps')
      .values(left)
      .onConflict((conflict) =>
        conflict.columns(['formId', 'day', 'step']).doUpdateSet((eb) => ({
          reached: eb('formSteps.reached', '+', eb.ref('excluded.reached')),
          lastReached: eb('formSteps.lastReached', '+', eb.ref('excluded.lastReached')),
        })),
      )
      .execute();
  });
}

/** Several processes lock the rows in the same order. */
function byKey(a: Row<'formSteps'>, b: Row<'formSteps'>): number {
  return a.formId.localeCompare(b.formId) || a.day.localeCompare(b.day) || a.step - b.step;
}
