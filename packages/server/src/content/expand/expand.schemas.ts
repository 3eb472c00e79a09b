// `expand` in the query of items, and what it makes of media fields.

import Type, { type Static } from 'typebox';
import { nullable } from '../../http/schemas.ts';

export const expandQuery = {
  expand: Type.Optional(
    Type.String({
      maxLength: 2000,
      description:
        'What to add to the response, separated by commas. `fields.` and the name of a media field: the record in place of its ID (ExpandedMedia). `content`, or `fields.` and the name of a rich text: its pictures of the media library get `srcset`, `sizes`, `width`, `height` and `loading` where these are missing, and its links to items their present URLs',
      examples: ['fields.photo,content'],
    }),
  ),
};

export const ExpandedMedia = Type.Object(
  {
    id: Type.String(),
    url: nullable(Type.String({ description: 'Null if the caller may not read the file' })),
    width: nullable(Type.Integer({ description: 'In pixels' })),
    height: nullable(Type.Integer({ description: 'In pixels' })),
    alt: Type.String(),
    srcset: nullable(Type.String({ description: 'URLs of smaller sizes with their widths; null if there are none' })),
  },
  { title: 'ExpandedMedia', description: 'A media record in a field of an item that was read with `expand`' },
);
export type ExpandedMedia = Static<typeof ExpandedMedia>;
