// Formats the answers of a submission.

import type { FieldDeclaration } from '@frontdesk/client';
import { formatDay, formatNumber, formatTime } from '../ui/format.ts';

/** The answer as text; '' if there is none. */
export function answerText(field: FieldDeclaration, answer: unknown): string {
  if (answer === undefined || answer === null) return '';
  if (Array.isArray(answer)) return answer.map((one) => optionLabel(field, one)).join(', ');
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  if (typeof answer === 'number') return formatNumber(answer);
  if (typeof answer === 'object') return JSON.stringify(answer);
  const text = String(answer);
  if (field.type === 'date' && !Number.isNaN(Date.parse(text))) return formatDay(`${text}T12:00:00`);
  if (field.type === 'datetime' && !Number.isNaN(Date.parse(text))) return formatTime(text);
  return optionLabel(field, text);
}

function optionLabel({ options = [] }: FieldDeclaration, answer: unknown): string {
  const option = options.find((option) => typeof option !== 'string' && option.value === answer);
  return typeof option === 'object' ? option.label : String(answer);
}
