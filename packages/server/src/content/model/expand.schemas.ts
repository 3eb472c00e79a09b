// `expand` in the query of items, and what it makes of media fields.

import Type, { type Static } from 'typebox';
import { anyObject, Id, nullable, Time } from '../../http/schemas.ts';

export const expandQuery = {
  expand: Type.Optional(
    Type.String({
      maxLength: 2000,
      description:
        'What to add to the response, separated by commas. `fields.` and the name of a media field: the record in place of its ID (ExpandedMedia); of a reference: the item (ExpandedItem), or null if the caller may not see it; of a group, a list or blocks: all that is inside. Names joined by dots lead into groups and references, three levels at most, as in `fields.brand.country`. `author`: its ID, text, picture and links as well, and in lists the author at all. `tags`, `categories`, `terms`: their names, as `termNames`. `content`, or `fields.` and the name of a rich text: its pictures of the media library get `srcset`, `sizes`, `width`, `height` and `loading` where these are missing, and its links to items their present URLs',
      examples: ['author,tags,fields.photo,fields.brand.country,content'],
    }),
  ),
};

/** The members of items with slugs of terms, as `expand` names them. */
export const expandableTerms = ['tags', 'categories', 'terms'] as const;
export type ExpandableTerms = (typeof expandableTerms)[number];

export function isExpandableTerms(name: string): name is ExpandableTerms {
  return expandableTerms.some((known) => known === name);
}

/** What they add. */
export const TermNames = Type.Unsafe<Record<string, Record<string, string>>>({
  type: 'object',
  additionalProperties: { type: 'object', additionalProperties: Type.String() },
  description:
    'Only with `expand=tags`, `categories` or `terms`: the names of these terms by their slugs, under `tags`, `categories` or the name of the taxonomy',
  examples: [{ tags: { 'summer-2027': 'Summer 2027' } }],
});
export type TermNames = Static<typeof TermNames>;

export const ExpandedMedia = Type.Object(
  {
    id: Type.String({ description: 'ID of the media record' }),
    url: nullable(Type.String({ description: 'Null if the caller may not read the file' })),
    width: nullable(Type.Integer({ description: 'In pixels' })),
    height: nullable(Type.Integer({ description: 'In pixels' })),
    alt: Type.String({ description: 'Text that describes the picture to people who cannot see it' }),
    srcset: nullable(Type.String({ description: 'URLs of smaller sizes with their widths; null if there are none' })),
  },
  { title: 'ExpandedMedia', description: 'A media record in a field of an item that was read with `expand`' },
);
export type ExpandedMedia = Static<typeof ExpandedMedia>;

export const ExpandedItem = Type.Object(
  {
    id: Id,
    slug: Type.String({ description: 'Names the item in URLs' }),
    title: Type.String({ description: 'Text without markup' }),
    excerpt: Type.String({ description: 'A short text without markup' }),
    type: Type.String({ description: 'Singular name of the content type' }),
    status: Type.Enum(['draft', 'publish', 'scheduled'], {
      description: 'Other than `publish` only for callers with content:write',
    }),
    publishedAt: nullable({ ...Time, description: 'When it became public or will' }),
    updatedAt: Time,
    fields: anyObject({ description: 'Custom fields of the content type' }),
  },
  { title: 'ExpandedItem', description: 'An item in a field of another one that was read with `expand`' },
);

export const AuthorLink = Type.Object(
  {
    label: Type.String({ description: 'What readers see', minLength: 1, maxLength: 100, pattern: '\\S' }),
    url: Type.String({ minLength: 1, maxLength: 2048, description: '`https://`, `http://` or `mailto:`' }),
  },
  { title: 'AuthorLink', description: 'A link on the page of an author', additionalProperties: false },
);
export type AuthorLink = Static<typeof AuthorLink>;

/** What `expand=author` adds to the slug and the name. */
export const expandedAuthor = {
  id: Id,
  bio: Type.String({ description: 'Text without markup' }),
  picture: nullable(ExpandedMedia),
  links: Type.Array(AuthorLink, { description: 'Up to 20, in the order to show them' }),
};

export type ExpandedAuthor = { slug: string; name: string } & Static<Type.TObject<typeof expandedAuthor>>;
