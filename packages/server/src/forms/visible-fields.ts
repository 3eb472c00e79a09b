// Which fields of a form are visible, given the answers so far.

import { isDeepStrictEqual } from 'node:util';
import { type FieldDeclaration, fieldsByName } from '../fields/field.ts';
import { jsonTypeOf } from '../fields/field-kinds.ts';

/**
 * Returns the names of the visible fields. The answer of a hidden field counts as absent for fields that depend on it.
 * `visibleWhen` without `equals` and `notEquals` requires any answer. If several options are checked, one must match.
 */
export function visibleFields(fields: readonly FieldDeclaration[], data: Record<string, unknown>): Set<string> {
  const byName = fieldsByName(fields);
  const known = new Map<string, boolean>();

  const isVisible = (field: FieldDeclaration): boolean => {
    const decided = known.get(field.name);
    if (decided !== undefined) return decided;
    // Stored forms have no circular conditions. If an old one does, its field is visible.
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

/** An unchecked box sends nothing, which means no. */
function answerOf(field: FieldDeclaration, data: Record<string, unknown>): unknown {
  const answer = data[field.name] ?? field.default;
  return answer === undefined && jsonTypeOf(field) === 'boolean' ? false : answer;
}

function isAnswer(answer: unknown, expected: unknown): boolean {
  if (Array.isArray(answer) && !Array.isArray(expected)) return answer.includes(expected);
  return isDeepStrictEqual(answer ?? null, expected);
}

function isGiven(answer: unknown): boolean {
  return answer !== undefined && answer !== null && answer !== false && !(Array.isArray(answer) && answer.length === 0);
}
