// Which fields of a form are shown for what has been answered so far.

import { isDeepStrictEqual } from 'node:util';
import type { FieldDeclaration } from '../fields/field.ts';

/**
 * The names of the fields that are shown. The answer of a hidden field counts as absent for those that depend on it.
 * `visibleWhen` without `equals` and `notEquals` asks for any answer; of several ticked options one has to be equal.
 */
export function visibleFields(fields: readonly FieldDeclaration[], data: Record<string, unknown>): Set<string> {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const known = new Map<string, boolean>();

  const isVisible = (field: FieldDeclaration): boolean => {
    const judged = known.get(field.name);
    if (judged !== undefined) return judged;
    // Stored forms have no circles; an old one that has is shown.
    known.set(field.name, true);
    const visible = field.visibleWhen === undefined || holds(field.visibleWhen);
    known.set(field.name, visible);
    return visible;
  };
  const holds = (condition: NonNullable<FieldDeclaration['visibleWhen']>): boolean => {
    const other = byName.get(condition.field);
    const answer = other && isVisible(other) ? answerOf(other, data) : undefined;
    if (condition.equals !== undefined && !isAnswer(answer, condition.equals)) return false;
    if (condition.notEquals !== undefined && isAnswer(answer, condition.notEquals)) return false;
    return condition.equals !== undefined || condition.notEquals !== undefined || isGiven(answer);
  };
  return new Set(fields.filter(isVisible).map((field) => field.name));
}

/** Kinds that are ticked or not. */
export const boxes = ['checkbox', 'consent', 'boolean'];

/** An unticked box sends nothing, and means no. */
function answerOf(field: FieldDeclaration, data: Record<string, unknown>): unknown {
  const answer = data[field.name] ?? field.default;
  return answer === undefined && boxes.includes(field.type) && !field.options ? false : answer;
}

function isAnswer(answer: unknown, wanted: unknown): boolean {
  if (Array.isArray(answer) && !Array.isArray(wanted)) return answer.includes(wanted);
  return isDeepStrictEqual(answer ?? null, wanted);
}

function isGiven(answer: unknown): boolean {
  return answer !== undefined && answer !== null && answer !== false && !(Array.isArray(answer) && answer.length === 0);
}
