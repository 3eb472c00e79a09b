// The steps of a form page: its fields by `step`, shown one step after another. Answers to other steps travel with the page
// as hidden inputs, so that nothing is stored before the form is submitted, and no JavaScript is needed.

import type { FieldDeclaration } from '../../fields/field.ts';
import { controlOf, isPriceField } from '../../fields/field-kinds.ts';
import type { LanguageCode } from '../../languages/language.ts';
import type { Fault } from '../../lib/errors.ts';
import { type RawInput, readAnswers, readInput } from '../answers/answers.ts';
import { type Form, visibleFields } from '../form/form.ts';

/** Names that no field can have. */
export const stepName = '.step';
export const moveName = '.move';

export type Step = {
  /** Its position among all steps of the form, from 0. */
  index: number;
  /** Those to show: with the answers of the other steps they apply, or may apply with those of this step. */
  fields: FieldDeclaration[];
};

/** The fields of each step, in order. */
export function stepsOf(fields: readonly FieldDeclaration[]): FieldDeclaration[][] {
  const steps = [...Map.groupBy(fields, (field) => field.step ?? 1)].sort(([a], [b]) => a - b);
  return steps.map(([, fields]) => fields);
}

/** The steps with anything to show, given the answers so far: at least one. */
function shownSteps(fields: readonly FieldDeclaration[], answers: Record<string, unknown>): Step[] {
  const visible = visibleFields(fields, answers);
  const all = stepsOf(fields).map((inStep, index) => ({ index, fields: shownIn(inStep, visible) }));
  const shown = all.filter(({ fields }) => fields.some((field) => !controlOf(field).isHidden));
  return shown.length > 0 ? shown : all.slice(0, 1);
}

/** Conditions within the step are left to the style of the page, because their answers are still to come. */
function shownIn(inStep: readonly FieldDeclaration[], visible: ReadonlySet<string>): FieldDeclaration[] {
  const byName = new Map(inStep.map((field) => [field.name, field]));
  const isShown = (field: FieldDeclaration, depth = 0): boolean => {
    if (visible.has(field.name)) return true;
    const other = field.visibleWhen && byName.get(field.visibleWhen.field);
    return other !== undefined && depth < inStep.length && isShown(other, depth + 1);
  };
  return inStep.filter((field) => isShown(field));
}

/** All steps with these answers, and the one to show: with this position, or else the last one before it. Null for a form without steps. */
export function stepsToShow(fields: readonly FieldDeclaration[], answers: Record<string, unknown>, index: number) {
  if (stepsOf(fields).length < 2) return null;
  const all = shownSteps(fields, answers);
  const shown = (all.findLast((step) => step.index <= index) ?? all[0]) as Step;
  return { all, shown };
}

/** What a browser sends about its step: where it was, and where the visitor goes; null if it sent all fields at once. */
export function readMove(
  sent: Record<string, unknown>,
  stepCount: number,
): { from: number; move: 'next' | 'back' | 'send' } | null {
  const { [stepName]: step, [moveName]: move } = sent;
  if (stepCount < 2 || typeof step !== 'string' || !/^\d{1,3}$/.test(step)) return null;
  return { from: Number(step), move: move === 'next' || move === 'back' ? move : 'send' };
}

type Moved = {
  /** The position of the step to show. */
  to: number;
  faults: Fault[];
  /** Whether the visitor wanted to go on and no step follows with these answers. */
  isAllAnswered: boolean;
};

/** Where a browser goes from its step; null if it has sent the last one. Faults up to there keep it from going on. */
export async function moveOn(
  form: Form,
  input: RawInput & { faults: readonly Fault[] },
  { from, move }: NonNullable<ReturnType<typeof readMove>>,
  language: LanguageCode,
): Promise<Moved | null> {
  const steps = shownSteps(form.fields, readInput(form.fields, input).answers);
  const before = steps.findLast(({ index }) => index < from) ?? steps[0];
  if (move === 'back') return { to: before?.index ?? 0, faults: [], isAllAnswered: false };
  const after = steps.find(({ index }) => index > from);
  if (!after && move === 'send') return null;
  const { faults } = await readAnswers(form, input, language);
  const passed = new Set(
    stepsOf(form.fields)
      .slice(0, from + 1)
      .flatMap((fields) => fields.map(({ name }) => name)),
  );
  const found = [...input.faults, ...faults].filter(({ pointer }) => passed.has(pointer.split('/')[1] ?? ''));
  const wrong = firstWrongStep(form, found);
  if (wrong !== null) return { to: wrong, faults: found, isAllAnswered: false };
  return { to: after?.index ?? from, faults: [], isAllAnswered: !after };
}

/** The position of the step with the payment field. */
export function stepOfPrice({ fields }: Form): number {
  return Math.max(
    0,
    stepsOf(fields).findIndex((fields) => fields.some(isPriceField)),
  );
}

/** The position of the first step with one of these faults; null if none has. */
export function firstWrongStep({ fields }: Form, faults: readonly Fault[]): number | null {
  const names = new Set(faults.map(({ pointer }) => pointer.split('/')[1]));
  const index = stepsOf(fields).findIndex((fields) => fields.some(({ name }) => names.has(name)));
  return index < 0 ? null : index;
}
