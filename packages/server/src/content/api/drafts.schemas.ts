// The shapes of drafts in requests.

import Type from 'typebox';
import { bodyOf, nullable, Time } from '../../http/schemas.ts';
import { asRead, changeable, readOnly } from './items.schemas.ts';

/** What a draft cannot change: publishing sets the status. Accepted as it was read. */
export const readOnlyInDrafts = {
  ...readOnly,
  status: Type.Optional(Type.String({ readOnly: true, description: 'Accepted only as it was read' })),
  unpublishAt: asRead(Time),
};

export const DraftChangeBody = bodyOf(
  {
    title: Type.Optional(Type.String({ maxLength: 1000, description: 'May be empty until it is published' })),
    ...changeable,
    ...readOnlyInDrafts,
  },
  {
    title: 'DraftChange',
    examples: [{ title: 'Night tour by boat', fields: { price: 45 } }],
    description:
      'What will change when the draft is published. It is not checked before that, so it may be incomplete. `fields` merges key by key, and null removes a key',
  },
);

export const PublishBody = nullable(
  bodyOf(
    {
      at: Type.Optional(
        nullable(
          Type.String({
            format: 'date-time',
            description: 'RFC 3339; now without it. Null: a draft that waits for its time does not any more',
          }),
        ),
      ),
    },
    { title: 'Publication', description: 'When to publish', examples: [{ at: '2031-05-01T08:00:00Z' }] },
  ),
);
