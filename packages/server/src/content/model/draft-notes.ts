// What an item says about its draft: stored as JSON in the item's column `draft` and sent as it is, to callers who may write.

import Type, { type Static } from 'typebox';
import { nullable, Time } from '../../http/schemas.ts';
import { ChangeMaker } from './changes.ts';

export const DraftNote = Type.Object(
  {
    version: Type.Integer({ description: 'Increases by 1 with every change of the draft' }),
    updatedAt: Time,
    by: nullable(ChangeMaker),
    changed: Type.Array(Type.String(), {
      description: 'The members that will change when it is published, custom fields as `fields.` and their name',
    }),
    publishAt: nullable({ ...Time, description: 'When it will be published' }),
    problem: nullable(Type.String({ description: 'Why it was not published at its time' })),
  },
  { title: 'DraftNote', description: 'What will change in an item when its draft is published' },
);
export type DraftNote = Static<typeof DraftNote>;
