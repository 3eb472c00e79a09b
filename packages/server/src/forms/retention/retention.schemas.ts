// What a form would delete.

import Type, { type Static } from 'typebox';
import { nullable, Time } from '../../http/schemas.ts';

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
