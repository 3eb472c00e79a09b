// The media library.

import { type Baseline, index, unique } from './create-tables.ts';

export async function createMedia({ types: c, createTable }: Baseline): Promise<void> {
  await createTable('mediaFiles', {
    id: c.id,
    sha256: c.uniqueText,
    mimeType: c.text,
    size: c.bigInteger,
    width: c.optionalInteger,
    height: c.optionalInteger,
    placeholder: c.optionalText,
    createdAt: c.text,
  });
  await createTable(
    'media',
    {
      id: c.id,
      title: c.text,
      alt: c.text,
      caption: c.text,
      description: c.text,
      fileId: c.optionalText,
      fileName: c.optionalText,
      mimeType: c.optionalText,
      folder: c.text,
      private: c.flag,
      focalX: c.optionalNumber,
      focalY: c.optionalNumber,
      searchKey: c.text,
      itemId: c.optionalText,
      sourceUrl: c.optionalText,
      sourceKey: c.optionalUniqueText,
      createdAt: c.text,
      updatedAt: c.text,
    },
    index('createdAt', 'id'),
    index('folder', 'createdAt', 'id'),
    index('fileId'),
  );
  await createTable('mediaTags', { mediaId: c.text, tag: c.text }, unique('mediaId', 'tag'), index('tag', 'mediaId'));
  await createTable(
    'mediaInTexts',
    { itemId: c.text, mediaId: c.text },
    unique('itemId', 'mediaId'),
    index('mediaId', 'itemId'),
  );
}
