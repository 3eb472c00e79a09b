// Which fields of a form are visible, given the answers so far. The service, the form page (which contains this very
// function: forms/page/condition-script.ts) and the preview of the form builder use it, so it uses nothing from outside.

import type { NormalForm, NormalForms } from './normal-forms.ts';

/** What visibility needs to know about a field. */
export type ConditionalField = {
  name: string;
  visibleWhen?: { field: string; equals?: unknown; notEquals?: unknown } | undefined;
  default?: unknown;
  /** A single box: unchecked it sends nothing, which means no. */
  isBox?: boolean;
  /** In which its answer is compared. */
  normalForm?: NormalForm | undefined;
};

/**
 * Returns the names of the visible fields. The answer of a hidden field counts as absent for fields that depend on it.
 * `visibleWhen` without `equals` and `notEquals` requires any answer. If several options are checked, one must match.
 */
export function visibleNames(
  fields: readonly ConditionalField[],
  answers: Readonly<Record<string, unknown>>,
  forms: NormalForms,
): Set<string> {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const known = new Map<string, boolean>();

  const isVisible = (field: ConditionalField): boolean => {
    const decided = known.get(field.name);
    if (decided !== undefined) return decided;
    // Stored forms have no circular conditions. If an old one does, its field is visible.
    known.set(field.name, true);
    const visible = field.visibleWhen === undefined || holds(field.visibleWhen);
    known.set(field.name, visible);
    return visible;
  };
  const holds = ({ field, equals, notEquals }: NonNullable<ConditionalField['visibleWhen']>): boolean => {
    const other = byName.get(field);
    const answer = other && isVisible(other) ? answerOf(other) : undefined;
    const normal = (value: unknown): unknown =>
      typeof value === 'string' && other?.normalForm ? (forms[other.normalForm](value) ?? value) : value;
    const is = (expected: unknown): boolean => isAnswer(normal(answer), normal(expected));
    if (equals !== undefined && !is(equals)) return false;
    if (notEquals !== undefined && is(notEquals)) return false;
    return equals !== undefined || notEquals !== undefined || isGiven(answer);
  };
  const answerOf = ({ name, default: initial, isBox }: ConditionalField): unknown =>
    answers[name] ?? initial ?? (isBox ? false : undefined);
  /** Options are chosen in any order. */
  const isAnswer = (answer: unknown, expected: unknown): boolean => {
    if (!Array.isArray(answer)) return isSame(answer ?? null, expected);
    if (!Array.isArray(expected)) return answer.includes(expected);
    return answer.length === expected.length && expected.every((one) => answer.includes(one));
  };
  const isGiven = (answer: unknown): boolean =>
    answer !== undefined && answer !== null && answer !== false && !(Array.isArray(answer) && answer.length === 0);
  /** Both are JSON. */
  const isSame = (a: unknown, b: unknown): boolean => {
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
    const others = new Map<string, unknown>(Object.entries(b));
    const own = Object.entries(a);
    if (Array.isArray(a) !== Array.isArray(b) || own.length !== others.size) return false;
    return own.every(([key, value]) => others.has(key) && isSame(value, others.get(key)));
  };
  return new Set(fields.filter(isVisible).map(({ name }) => name));
}
