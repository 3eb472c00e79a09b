// Guesses the contact behind a submission from the kinds and names of its fields.

import { completionFor } from '../fields/completions.ts';
import type { FieldDeclaration } from '../fields/field.ts';
import { kindOf } from '../fields/field-kinds.ts';

export type ContactHints = { email: string | null; name: string | null; phone: string | null };

/** The first email field, the first phone field, and the fields that are named like a name. */
export function guessContact(fields: readonly FieldDeclaration[], data: Record<string, unknown>): ContactHints {
  const answerTo = (field: FieldDeclaration): string | null => {
    const value = data[field.name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
  };
  const first = (matching: FieldDeclaration[]): string | null =>
    matching.map(answerTo).find((text) => text !== null) ?? null;
  const identifying = Object.groupBy(fields, (field) => kindOf(field).identifies ?? 'nothing');
  const called = (part: string): string | null =>
    first((identifying.name ?? []).filter((field) => completionFor(field.name) === part));
  const parts = [called('given-name'), called('family-name')];
  return {
    email: first(identifying.email ?? []),
    name: called('name') ?? (parts.filter(Boolean).join(' ') || null),
    phone: first(identifying.phone ?? []),
  };
}
