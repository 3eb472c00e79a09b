// The shapes of revisions in requests and responses.

import Type, { type Static } from 'typebox';
import { listOfRecords } from '../../http/list-of-records.ts';
import { anyObject, bodyOf, Id, nullable, queryOf, Time } from '../../http/schemas.ts';
import { changeMembers } from '../model/changes.ts';
import { ItemParams } from './item-requests.ts';
import { ItemSchema } from './items.schemas.ts';

const described = {
  number: Type.Integer({ minimum: 1, description: 'The `version` that the item had' }),
  createdAt: Time,
  ...changeMembers,
  name: nullable(Type.String({ description: 'A named revision is always kept' })),
  current: Type.Boolean({ description: 'Whether it is what the item is now' }),
};

export const RevisionSchema = Type.Object(described, {
  title: 'Revision',
  description: 'What an item was between two changes, and the change that made it so',
});
export type Revision = Static<typeof RevisionSchema>;

export const revisionList = listOfRecords({
  item: RevisionSchema,
  key: 'number',
  filters: ['number', 'action', 'name', 'createdAt'],
  sort: ['-number', 'createdAt'],
});

const { title, slug, excerpt, content, publishedAt, unpublishAt, menuOrder, tags, categories, terms, parentId } =
  ItemSchema.properties;

export const WholeRevisionSchema = Type.Object(
  {
    ...described,
    item: Type.Object(
      {
        ...{ title, slug, excerpt, content, publishedAt, unpublishAt, menuOrder, tags, categories, terms, parentId },
        language: ItemSchema.properties.language,
        fields: anyObject({ description: 'Custom fields, as they were' }),
        status: Type.Enum(['draft', 'publish', 'trash'], {
          description: 'What it was; a scheduled item was `publish` with a time in the future',
        }),
        authorId: nullable({ ...Id, description: 'ID of its author' }),
      },
      { description: 'What the item was' },
    ),
  },
  { title: 'WholeRevision', description: 'A revision with what the item was' },
);
export type WholeRevision = Static<typeof WholeRevisionSchema>;

export const RevisionParams = Type.Object({
  ...ItemParams.properties,
  number: Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Number of a revision' }),
});

export const RevisionName = bodyOf(
  {
    name: nullable(
      Type.String({
        description: 'A name under which it is always kept; null removes it',
        minLength: 1,
        maxLength: 200,
        pattern: '\\S',
      }),
    ),
  },
  { title: 'RevisionName', description: 'A name for a revision', examples: [{ name: 'As printed' }] },
);

export const RestoreQuery = queryOf({
  to: Type.Optional(
    Type.Enum(['live', 'draft'], {
      default: 'live',
      description: '`draft`: into the draft of the item, so that what is live stays until it is published',
    }),
  ),
});

export const DifferenceQuery = queryOf({
  with: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'Number of another revision; the current one by default',
    }),
  ),
});

export const Differences = Type.Object(
  {
    from: Type.Integer({ description: 'Number of the earlier revision' }),
    to: Type.Integer({ description: 'Number of the later revision' }),
    changes: Type.Array(
      Type.Object({
        member: Type.String({ description: 'A member of the item; custom fields are `fields.` and their name' }),
        before: Type.Unknown({ description: 'Null if it had none' }),
        after: Type.Unknown({ description: 'Null if it has none' }),
      }),
      { description: 'One entry for each member that differs' },
    ),
  },
  { title: 'Differences', description: 'The members that differ between two revisions' },
);
export type Differences = Static<typeof Differences>;
