// The shapes of authors in requests and responses.

import Type, { type Static } from 'typebox';
import { listOfRecords } from '../../http/list-of-records.ts';
import { bodyOf, Id, nullable, queryOf, Time } from '../../http/schemas.ts';
import { AuthorLink, expandedAuthor } from '../model/expand.schemas.ts';

export const AuthorSchema = Type.Object(
  {
    id: Id,
    slug: Type.String({ description: 'Names the author in URLs' }),
    name: Type.String({ description: 'What readers see' }),
    bio: expandedAuthor.bio,
    pictureId: nullable({ ...Id, description: 'ID of a media record' }),
    picture: expandedAuthor.picture,
    links: expandedAuthor.links,
    count: Type.Integer({ description: 'Number of published items of this author' }),
    email: Type.Optional(nullable(Type.String({ description: 'Only with content:write' }))),
    userId: Type.Optional(
      nullable(Type.String({ description: 'The user who is this author; only with content:write' })),
    ),
    createdAt: Time,
    updatedAt: Time,
  },
  { title: 'Author', description: 'An author of items' },
);
export type Author = Static<typeof AuthorSchema>;

const Name = Type.String({ description: 'What readers see, not blank', minLength: 1, maxLength: 200, pattern: '\\S' });
const changeable = {
  slug: Type.Optional(
    Type.String({
      description: 'Names the author in URLs; made from the name if absent',
      minLength: 1,
      maxLength: 200,
    }),
  ),
  bio: Type.Optional(Type.String({ maxLength: 10_000, description: 'Text without markup' })),
  pictureId: Type.Optional(nullable({ ...Id, description: 'ID of a media record' })),
  links: Type.Optional(Type.Array(AuthorLink, { description: 'In the order to show them', maxItems: 20 })),
  email: Type.Optional(nullable(Type.String({ format: 'idn-email', maxLength: 254, description: 'Never public' }))),
  userId: Type.Optional(
    nullable({
      ...Id,
      description: 'The user who is this author; requires `admin`. Null: an author who cannot sign in',
    }),
  ),
};

export const NewAuthor = bodyOf(
  { name: Name, ...changeable },
  {
    title: 'NewAuthor',
    description: 'An author to create',
    examples: [
      { name: 'Ann Lee', bio: 'Writes about the sea.', links: [{ label: 'Blog', url: 'https://ann.example' }] },
    ],
  },
);
export type NewAuthor = Static<typeof NewAuthor>;

export const AuthorChange = bodyOf(
  { name: Type.Optional(Name), ...changeable },
  { title: 'AuthorChange', description: 'Only the given members change' },
);
export type AuthorChange = Static<typeof AuthorChange>;

export const authorList = listOfRecords({
  item: AuthorSchema,
  filters: ['slug', 'name', 'createdAt', 'updatedAt'],
  sort: ['slug', 'name', 'createdAt', 'updatedAt'],
  table: 'authors',
  search: 'Part of the name or slug; with content:write also of the email',
});
export type AuthorsQuery = Static<typeof authorList.query>;

export const DeleteAuthorQuery = queryOf({
  replaceBy: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Slug or ID of the author who gets the items' }),
  ),
});

export const AuthorsMerge = bodyOf(
  {
    authors: Type.Array(Type.String({ maxLength: 200 }), {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description: 'Slugs or IDs of the authors who are merged, and deleted',
      examples: [['ann-l', 'a-lee']],
    }),
    into: Type.String({ maxLength: 200, description: 'Slug or ID of the author who stays' }),
  },
  {
    title: 'AuthorsMerge',
    description: 'Authors to merge with another one',
  },
);
export type AuthorsMerge = Static<typeof AuthorsMerge>;

export const MergedAuthors = Type.Object(
  {
    author: AuthorSchema,
    items: Type.Integer({ description: 'How many items the author got, drafts and the trash included' }),
  },
  { title: 'MergedAuthors', description: 'The author who stays' },
);
export type MergedAuthors = Static<typeof MergedAuthors>;
