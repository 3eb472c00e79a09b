// Who submitted a form, and what the form fills in of them.

import { isFileField } from '../../fields/field-kinds.ts';
import { type ContactHints, guessContact } from '../answers/answers.ts';
import { readableAnswer } from '../form/fitting-value.ts';
import type { Form } from '../form/form.ts';
import { billedTo } from '../payment/buyer.ts';

const ownFields = ['email', 'name', 'phone'] as const;

/** The answers to the fields that the settings name; for the rest, what their kinds and names suggest, or who is invoiced. */
export function contactOf(
  { fields: declared, settings }: Pick<Form, 'fields' | 'settings'>,
  data: Record<string, unknown>,
): ContactHints {
  const guessed = guessContact(declared, data);
  guessed.name ??= billedTo(declared, data)?.buyer.name ?? null;
  const named = Object.entries(settings.contactFields ?? {});
  if (named.length === 0) return guessed;
  const fields: Record<string, unknown> = {};
  for (const [key, from] of named) {
    const field = declared.find(({ name }) => name === from);
    const answer = data[from];
    if (!field || isFileField(field) || answer === undefined) continue;
    const own = ownFields.find((name) => name === key);
    if (own) guessed[own] = readableAnswer(field, answer).trim() || guessed[own];
    else fields[key] = answer;
  }
  return { ...guessed, fields };
}
