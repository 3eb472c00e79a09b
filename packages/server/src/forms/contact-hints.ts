// Who filled in a form, guessed from what its fields are called.

import type { FieldDeclaration } from '../fields/field.ts';

export type ContactHints = { email: string | null; name: string | null; phone: string | null };

/** The first e-mail field, the first telephone field, the fields that look like a name. */
export function guessContact(fields: readonly FieldDeclaration[], data: Record<string, unknown>): ContactHints {
  const textOf = (field: FieldDeclaration | undefined): string | null => {
    const value = field && data[field.name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
  };
  const ofType = (type: string): string | null => firstText(fields.filter((field) => field.type === type).map(textOf));
  const called = (...names: string[]): string | null =>
    firstText(fields.filter((field) => isText(field) && names.includes(bareName(field.name))).map(textOf));
  const parts = [called('firstname', 'givenname', 'forename'), called('lastname', 'familyname', 'surname')];
  return {
    email: ofType('email'),
    name: called('name', 'fullname', 'yourname', 'contactname') ?? (parts.filter(Boolean).join(' ') || null),
    phone: ofType('phone'),
  };
}

function firstText(texts: (string | null)[]): string | null {
  return texts.find((text) => text !== null) ?? null;
}

function isText(field: FieldDeclaration): boolean {
  return field.type === 'text' || field.type === 'hidden';
}

/** `first_name`, `First-Name` and `firstName` are the same. */
function bareName(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}
