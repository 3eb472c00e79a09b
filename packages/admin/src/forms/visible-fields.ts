// Which fields are asked for, given what is answered so far: as the server decides it.

import { type FieldDraft, isBox, visibleWhenOf } from './field-draft.ts';

/** Answers by the key of their field. */
export type Answers = Record<string, string | boolean | string[]>;

export function visibleFields(fields: FieldDraft[], answers: Answers): FieldDraft[] {
  const known = new Map<string, boolean>();
  const isVisible = (field: FieldDraft): boolean => {
    const judged = known.get(field.key);
    if (judged !== undefined) return judged;
    // A circle is the server's to refuse.
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
    const isEqual = (wanted: unknown): boolean =>
      Array.isArray(answer) ? answer.includes(wanted as string) : String(answer ?? '') === String(wanted);
    if (when.equals !== undefined) return isEqual(when.equals);
    if (when.notEquals !== undefined) return !isEqual(when.notEquals);
    return answer !== undefined && answer !== '' && answer !== false && !(Array.isArray(answer) && answer.length === 0);
  };
  return fields.filter(isVisible);
}

function answerOf(field: FieldDraft, answers: Answers): Answers[string] | undefined {
  return answers[field.key] ?? (field.initial || undefined) ?? (isBox(field) ? false : undefined);
}
