// How long a form keeps what people have sent.

import Type, { type Static } from 'typebox';
import { bodyOf, nullable, Time } from '../../http/schemas.ts';

const days = (description: string) => Type.Integer({ minimum: 1, maximum: 36_500, description, examples: [365] });

const members = {
  days: Type.Optional(
    nullable(days('After how many days a submission is deleted with all that belongs to it; null for never')),
  ),
  fields: Type.Optional(
    Type.Record(Type.String(), days('After how many days the answers are removed'), {
      description: 'After how many days only the answers to some fields are removed, with their files; by name',
      examples: [{ photo: 30 }],
    }),
  ),
};

export const FormRetention = bodyOf(members, {
  title: 'FormRetention',
  description: 'How long the submissions of a form are kept; without an entry, for good',
});
export type FormRetention = Static<typeof FormRetention>;

const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [12] });
const next = nullable({ ...Time, description: 'When the next one follows; null if there is none' });

export const RetentionPlan = Type.Object(
  {
    submissions: Type.Object(
      { due: count('How many are deleted at the next run, spam included'), next },
      { description: 'Whole submissions' },
    ),
    fields: Type.Array(
      Type.Object({
        field: Type.String({ description: 'Name of the field', examples: ['photo'] }),
        due: count('How many submissions are so old and may still have an answer'),
        next,
      }),
      { description: 'Answers to single fields' },
    ),
  },
  { title: 'RetentionPlan', description: 'What would be deleted, and when' },
);
export type RetentionPlan = Static<typeof RetentionPlan>;
