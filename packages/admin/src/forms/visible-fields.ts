// Which fields are shown for the current answers, by the same rules as on the server.

import { isBox } from '../fields/field-kinds.ts';
import type { Answer } from '../fields/preview-props.ts';
import { type FieldDraft, visibleWhenOf } from './field-draft.ts';

/** Answers by field key. */
export type Answers = Record<string, Answer>;

export function visibleFields(fields: FieldDraft[], answers: Answers): FieldDraft[] {
  const known = new Map<string, boolean>();
  const isVisible = (field: FieldDraft): boolean => {
    const cached = known.get(field.key);
    if (cached !== undefined) return cached;
    // Stops at circular conditions, which the server rejects.
    known.set(field.key, true);
    const visible = field.condition === null || holds(field);
    known.set(field.key, visible);
    return visible;
  };
  const holds = (field: FieldDraft): boolean => {
    const other = fields.find(({ key }) => key === field.condition?.fieldKey);
    const when = visibleWhenOf(field.condition, fields);
    if (!other || !when) return true;
    const answer = isVisible(other) ? answerOf(other, answers) : undefined;
    const isEqual = (expected: unknown): boolean =>
      Array.isArray(answer) ? answer.includes(expected as string) : String(answer ?? '') === String(expected);
    if (when.equals !== undefined) return isEqual(when.equals);
    if (when.notEquals !== undefined) return !isEqual(when.notEquals);
    return answer !== undefined && answer !== '' && answer !== false && !(Array.isArray(answer) && answer.length === 0);
  };
  return fields.filter(isVisible);
}

function answerOf(field: FieldDraft, answers: Answers): Answer | undefined {
  return answers[field.key] ?? (field.initial || undefined) ?? (isBox(field) ? false : undefined);
}
