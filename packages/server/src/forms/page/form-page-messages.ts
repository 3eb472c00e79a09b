// Faults of a submission in the words of the form page.

import type { Fault } from '../../errors.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { controlOf, kindOf } from '../../fields/field-kinds.ts';

/** What to do about a fault. It follows the label of the field and a colon. */
export function faultMessage(field: FieldDeclaration, { code, detail }: Fault): string {
  const { schema, expects } = kindOf(field);
  const { min, max, pattern } = field;
  const limits = schema(field) ?? {};
  const { missing } = controlOf(field);
  switch (code) {
    case 'required':
    case 'min_items':
      return missing;
    case 'not_allowed':
      return limits.type === 'boolean' ? missing : 'choose one of the options';
    case 'format':
    case 'wrong_type':
    case 'invalid':
      return expects ? `enter ${expects}` : detail;
    case 'pattern':
      return expects && pattern === undefined ? `enter ${expects}` : (field.help ?? 'use the requested format');
    case 'min_length':
      return `use at least ${count(min, 'character')}`;
    case 'max_length':
      return `use at most ${count(limits.maxLength, 'character')}`;
    case 'minimum':
      return `enter ${limits.minimum} or more`;
    case 'maximum':
      return `enter ${limits.maximum} or less`;
    case 'format_minimum':
      return `enter ${min} or later`;
    case 'format_maximum':
      return `enter ${max} or earlier`;
    default:
      return detail;
  }
}

function count(number: unknown, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
