// The shapes of media records in requests and responses.

import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { completeListOf, listOfRecords } from '../../http/list-of-records.ts';
import { bodyOf, ExternalId, Id, nullable, Time, Url } from '../../http/schemas.ts';

const Part = Type.Number({ description: 'From 0 to 1', minimum: 0, maximum: 1 });

export const MediaSchema = Type.Object(
  {
    id: Id,
    externalId: nullable(ExternalId),
    title: Type.String({ description: 'A name for people, from the file name if none was given' }),
    alt: Type.String({ description: 'Text that describes the picture to people who cannot see it' }),
    caption: Type.String({ description: 'Text beneath the picture' }),
    description: Type.String({ description: 'Notes about the file' }),
    mimeType: nullable(Type.String({ description: 'Media type of the file, found in its bytes' })),
    sourceUrl: nullable(Type.String({ description: 'Where it was imported from' })),
    fileId: nullable({ ...Id, description: 'The stored file; null if it is still on the imported site' }),
    itemId: nullable(Type.String({ description: 'The item it was uploaded to' })),
    createdAt: Time,
    updatedAt: Time,
    url: nullable(
      Type.String({
        description:
          'Where the file is: the URL changes when the file is replaced, and old ones lead to the new file. Without a file, the `sourceUrl`',
      }),
    ),
    fileName: nullable(Type.String({ description: 'As it was uploaded' })),
    size: nullable(Type.Integer({ description: 'Bytes of the file behind `url`' })),
    width: nullable(Type.Integer({ description: 'In pixels' })),
    height: nullable(Type.Integer({ description: 'In pixels' })),
    placeholder: nullable(
      Type.String({ description: 'A tiny picture as a data URL, to be shown while the file is loaded' }),
    ),
    srcset: nullable(
      Type.String({
        description: 'URLs of smaller sizes with their widths, for `<img srcset>`; null if there are none',
      }),
    ),
    sha256: nullable(Type.String({ description: 'SHA-256 of the file as it was sent, in hex' })),
    focalX: nullable(
      Type.Number({
        description: 'What stays visible when the picture is cropped: 0 is the left edge, 1 the right one',
      }),
    ),
    focalY: nullable(Type.Number({ description: 'The same from top to bottom' })),
    folder: Type.String({ description: 'Names joined by slashes; empty for none' }),
    tags: Type.Array(Type.String(), { description: 'Labels to find it by' }),
    private: Type.Boolean({
      description: 'Whether the file requires a key with `content:read`, or a link that expires',
    }),
  },
  { title: 'Media', description: 'A picture or another file used in items' },
);
export type Media = Static<typeof MediaSchema>;

function textOf(description: string) {
  return Type.Optional(Type.String({ maxLength: 10_000, description }));
}

const texts = {
  externalId: Type.Optional(nullable(ExternalId)),
  title: textOf('A name for people, from the file name if none was given'),
  alt: textOf('Text that describes the picture to people who cannot see it'),
  caption: textOf('Text beneath the picture'),
  description: textOf('Notes about the file'),
  folder: Type.Optional(
    Type.String({
      maxLength: 500,
      pattern: '^$|^[^/\\s\\x00-\\x1f][^/\\x00-\\x1f]*(/[^/\\s\\x00-\\x1f][^/\\x00-\\x1f]*)*$',
      description: 'Names joined by slashes, such as `Products/2027`; empty for none',
    }),
  ),
  tags: Type.Optional(
    Type.Array(
      Type.String({ minLength: 1, maxLength: 100, pattern: '^[^,\\x00-\\x1f]*[^,\\s\\x00-\\x1f][^,\\x00-\\x1f]*$' }),
      {
        maxItems: 50,
        description: 'Labels to find it by, without commas',
      },
    ),
  ),
  focalX: Type.Optional(
    nullable({ ...Part, description: 'What stays visible when the picture is cropped, from 0 (left) to 1 (right)' }),
  ),
  focalY: Type.Optional(
    nullable({ ...Part, description: 'What stays visible when the picture is cropped, from 0 (top) to 1 (bottom)' }),
  ),
  private: Type.Optional(
    Type.Boolean({ description: 'Whether the file requires a key with `content:read`, or a link that expires' }),
  ),
};

export const MediaTexts = bodyOf(texts, { title: 'MediaTexts', description: 'The texts to update' });
export type MediaTexts = Static<typeof MediaTexts>;

/** The texts that may come with a file, and a file that is fetched. */
export const MediaFromUrl = bodyOf(
  { url: Type.String({ ...Url, description: 'Where to fetch the file from' }), ...texts },
  { title: 'MediaFromUrl', description: 'A file to fetch, and its texts' },
);
export type MediaFromUrl = Static<typeof MediaFromUrl>;

export const FileFromUrl = bodyOf(
  { url: MediaFromUrl.properties.url },
  { title: 'FileFromUrl', description: 'A file to fetch' },
);
export type FileFromUrl = Static<typeof FileFromUrl>;

export const mediaList = listOfRecords({
  item: MediaSchema,
  filters: [
    ...['mimeType', 'folder', 'sha256', 'fileName', 'size', 'width', 'height', 'private', 'itemId'],
    ...['externalId', 'createdAt', 'updatedAt'],
  ],
  sort: ['-createdAt', 'updatedAt', 'title', 'size'],
  table: 'media',
  columns: {
    title: { column: sql.ref('media.searchKey') },
    size: { column: sql`coalesce("mediaFiles"."size", 0)`, isNullable: false },
    sha256: { column: sql.ref('mediaFiles.sha256') },
    width: { column: sql.ref('mediaFiles.width') },
    height: { column: sql.ref('mediaFiles.height') },
  },
  search: 'In the texts and the file name',
  own: {
    type: Type.Optional(Type.Enum(['image', 'video', 'audio', 'document'], { description: 'Kind of file' })),
    tag: Type.Optional(Type.String({ description: 'A label that it has', maxLength: 100 })),
  },
});
export type MediaQuery = Static<typeof mediaList.query>;

export const MediaLabel = Type.Object(
  {
    name: Type.String({ description: 'Name of the folder or tag' }),
    count: Type.Integer({ description: 'Number of records that have it' }),
  },
  { title: 'MediaLabel', description: 'A folder or tag, and how many records it has' },
);

export const labelList = completeListOf({
  item: MediaLabel,
  key: 'name',
  filters: ['name', 'count'],
  sort: ['name', 'count'],
});

const MediaUse = Type.Object(
  {
    id: Id,
    type: Type.String({ description: 'Singular name of the content type' }),
    slug: Type.String({ description: 'Names the item in URLs' }),
    title: Type.String({ description: 'Title of the item' }),
    fields: Type.Array(Type.String(), {
      description: 'Fields that refer to it; `content` for a text that contains its URL',
    }),
  },
  { title: 'MediaUse', description: 'An item that uses a media record' },
);

const FormUse = Type.Object(
  {
    id: Id,
    slug: Type.String({ description: 'Names the form in URLs' }),
    name: Type.String({ description: 'Name of the form' }),
  },
  { title: 'FormUse', description: 'A form that shows a media record: in its looks, or beside a choice' },
);

export const mediaUses = completeListOf({ item: MediaUse, filters: ['type', 'slug'], sort: ['title', 'type', 'slug'] });
export const MediaUses = Type.Object(
  {
    ...mediaUses.page.properties,
    forms: Type.Array(FormUse, { description: 'The forms that show it and that the caller may read, by name' }),
    site: Type.Array(Type.Enum(['logo', 'looks']), { description: 'The settings of the site that have it' }),
  },
  { title: 'MediaUses', description: 'Where a media record is used' },
);

export const MediaLinkBody = nullable(
  bodyOf(
    {
      expiresInSeconds: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 30 * 86_400, default: 3600, description: 'Seconds' }),
      ),
    },
    { title: 'MediaLinkBody', description: 'How long the link works' },
  ),
);
export const MediaLink = Type.Object(
  {
    url: Type.String({ description: 'The file, for anyone who has the URL' }),
    expiresAt: { ...Time, description: 'When the URL stops working' },
  },
  { title: 'MediaLink', description: 'A URL that anyone can use until it expires' },
);
