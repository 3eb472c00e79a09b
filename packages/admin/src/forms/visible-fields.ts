// Which fields the preview shows for the current answers, as the form page and the service decide.

import { normalForms } from '../../../server/src/fields/normal-forms.ts';
import { visibleNames } from '../../../server/src/fields/visible-names.ts';
import { isBox, kindOf } from '../fields/field-kinds.ts';
import type { Answer } from '../fields/preview-props.ts';
import { answerFrom, type FieldDraft, visibleWhenOf } from './field-draft.ts';

/** Answers by field key. */
export type Answers = Record<string, Answer>;

export function visibleFields(fields: FieldDraft[], answers: Answers): FieldDraft[] {
  const conditional = fields.map((field) => {
    const when = visibleWhenOf(field.condition, fields);
    return {
      name: field.key,
      visibleWhen: when && { ...when, field: field.condition?.fieldKey ?? '' },
      default: readAnswer(field, field.initial),
      isBox: isBox(field),
      normalForm: kindOf(field.type).normalForm,
    };
  });
  const given = Object.fromEntries(fields.map((field) => [field.key, readAnswer(field, answers[field.key])]));
  const visible = visibleNames(conditional, given, normalForms);
  return fields.filter(({ key }) => visible.has(key));
}

/** The answer as it is sent; undefined if there is none, or if it is not of its kind. */
function readAnswer(field: FieldDraft, answer: Answer | undefined): unknown {
  if (answer === '' || (Array.isArray(answer) && answer.length === 0)) return undefined;
  if (typeof answer !== 'string') return answer;
  try {
    return answerFrom(field, answer);
  } catch {
    return answer;
  }
}
