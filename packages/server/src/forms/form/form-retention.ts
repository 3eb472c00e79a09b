// How long a form keeps submissions and answers: the member `retention` of its settings.

import Type, { type Static } from 'typebox';
import type { FieldDeclaration } from '../../fields/field.ts';
import { bodyOf, nullable } from '../../http/schemas.ts';
import type { Fault } from '../../lib/errors.ts';
import { escapePointer } from '../../lib/validation.ts';

const days = (description: string) => Type.Integer({ minimum: 1, maximum: 36_500, description, examples: [365] });

export const FormRetention = bodyOf(
  {
    days: Type.Optional(
      nullable(days('After how many days a submission is deleted with all that belongs to it; null for never')),
    ),
    fields: Type.Optional(
      Type.Record(Type.String(), days('After how many days the answers are removed'), {
        description: 'After how many days only the answers to some fields are removed, with their files; by name',
        examples: [{ photo: 30 }],
      }),
    ),
  },
  {
    title: 'FormRetention',
    description: 'How long the submissions of a form are kept; without an entry, for good',
  },
);
export type FormRetention = Static<typeof FormRetention>;

/** A field that was removed from the form keeps its period, because its answers are still there. */
export function findRetentionFaults(
  retention: FormRetention,
  fields: readonly FieldDeclaration[],
  stored: FormRetention,
): Fault[] {
  const known = new Set([...fields.map(({ name }) => name), ...Object.keys(stored.fields ?? {})]);
  return Object.keys(retention.fields ?? {})
    .filter((name) => !known.has(name))
    .map((name) => ({
      pointer: `/settings/retention/fields/${escapePointer(name)}`,
      code: 'unknown_field',
      detail: `names no field of the form: ${name}`,
    }));
}
