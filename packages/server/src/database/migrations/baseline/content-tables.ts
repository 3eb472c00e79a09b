// Content types, items and what belongs to them, terms, authors, the search, and what imports know of their sources.

import { type Baseline, index, key, unique, where } from './create-tables.ts';

export async function createContent(baseline: Baseline): Promise<void> {
  await createTypes(baseline);
  await createItems(baseline);
  await createTerms(baseline);
  await createSearch(baseline);
  await createSources(baseline);
}

async function createTypes({ types: c, createTable }: Baseline): Promise<void> {
  await createTable('postTypes', {
    name: c.id,
    plural: c.uniqueText,
    label: c.text,
    strict: c.flag,
    publicRead: c.flag,
    url: c.optionalText,
    previewUrl: c.optionalText,
    builtIn: c.flag,
    fields: c.json,
    taxonomies: c.optionalJson,
    createdAt: c.text,
    updatedAt: c.text,
  });
  await createTable(
    'typeChanges',
    {
      id: c.id,
      type: c.text,
      status: c.text,
      converts: c.flag,
      before: c.json,
      after: c.json,
      lastItem: c.text,
      readItems: c.integer,
      allItems: c.integer,
      result: c.json,
      actor: c.json,
      createdAt: c.text,
      endedAt: c.optionalText,
    },
    index('type', 'id'),
    index('createdAt'),
  );
  await createTable(
    'convertedItems',
    {
      changeId: c.text,
      itemId: c.text,
      before: c.json,
      after: c.json,
      draftBefore: c.optionalJson,
      draftAfter: c.optionalJson,
      hiddenBefore: c.optionalJson,
    },
    key('changeId', 'itemId'),
    index('itemId'),
  );
  await createTable(
    'savedViews',
    {
      id: c.id,
      type: c.text,
      userId: c.text,
      userName: c.text,
      name: c.text,
      shared: c.flag,
      search: c.json,
      version: c.integer,
      createdAt: c.text,
      updatedAt: c.text,
    },
    index('type', 'name'),
  );
}

async function createItems({ types: c, createTable }: Baseline): Promise<void> {
  await createTable(
    'items',
    {
      id: c.id,
      type: c.text,
      slug: c.text,
      title: c.text,
      titleKey: c.text,
      excerpt: c.text,
      excerptIsMade: c.flag,
      content: c.text,
      status: c.text,
      fields: c.json,
      foldedFields: c.json,
      language: c.optionalText,
      externalId: c.optionalText,
      menuOrder: c.integer,
      publishedAt: c.optionalText,
      unpublishAt: c.optionalText,
      trashedAt: c.optionalText,
      sortDate: c.text,
      parentId: c.optionalText,
      authorId: c.optionalText,
      sourceKey: c.optionalUniqueText,
      version: c.integer,
      lastChange: c.optionalJson,
      draft: c.optionalJson,
      createdAt: c.text,
      updatedAt: c.text,
    },
    index('type', 'slug'),
    // Items in the trash do not hold their slug.
    where(`"status" <> 'trash'`, unique('type', 'slug')),
    index('type', 'status', 'sortDate', 'id'),
    index('type', 'status', 'titleKey', 'id'),
    index('type', 'status', 'menuOrder', 'id'),
    index('type', 'status', 'createdAt', 'id', 'sortDate'),
    index('type', 'status', 'updatedAt', 'id', 'sortDate'),
    index('parentId'),
    where('"authorId" is not null', index('authorId', 'status', 'sortDate', 'type', 'id')),
    where('"authorId" is null', index('authorId', 'type', 'status', 'sortDate', 'id')),
    where('"language" is not null', index('language', 'status', 'sortDate')),
    where('"externalId" is not null', unique('externalId', 'type')),
    where('"trashedAt" is not null', index('trashedAt', 'id')),
  );
  await createTable(
    'itemReferences',
    { itemId: c.text, field: c.text, targetId: c.text },
    unique('itemId', 'field', 'targetId'),
    index('targetId', 'itemId', 'field'),
  );
  await createTable(
    'linksInTexts',
    { itemId: c.text, targetId: c.text },
    key('itemId', 'targetId'),
    index('targetId', 'itemId'),
  );
  await createTable(
    'formerSlugs',
    { type: c.text, slug: c.text, itemId: c.text, createdAt: c.text },
    key('type', 'slug'),
    index('itemId', 'createdAt'),
  );
  await createTable(
    'revisions',
    {
      itemId: c.text,
      number: c.integer,
      change: c.json,
      name: c.optionalText,
      createdAt: c.text,
      replacedAt: c.text,
      stage: c.text,
      state: c.bytes,
    },
    key('itemId', 'number'),
    index('stage', 'replacedAt'),
  );
  await createTable('drafts', { itemId: c.id, change: c.json });
  await createTable(
    'editors',
    {
      key: c.id,
      itemId: c.text,
      type: c.text,
      userId: c.text,
      name: c.optionalText,
      since: c.text,
      seenAt: c.text,
    },
    index('itemId', 'seenAt'),
    index('seenAt'),
  );
}

async function createTerms({ dialect, types: c, createTable }: Baseline): Promise<void> {
  await createTable('taxonomies', {
    name: c.id,
    label: c.text,
    singular: c.text,
    description: c.text,
    nested: c.flag,
    publicRead: c.flag,
    createdAt: c.text,
    updatedAt: c.text,
  });
  await createTable(
    'terms',
    {
      id: c.id,
      taxonomy: c.text,
      slug: c.text,
      name: c.text,
      description: c.text,
      parentId: c.optionalText,
      menuOrder: c.integer,
      createdAt: c.text,
      updatedAt: c.text,
    },
    unique('taxonomy', 'slug'),
    index('taxonomy', 'name'),
    index('parentId'),
  );
  await createTable(
    'formerTerms',
    { taxonomy: c.text, slug: c.text, termId: c.text },
    key('taxonomy', 'slug'),
    index('termId'),
  );
  await createTable(
    'itemTerms',
    { itemId: c.text, termId: c.text },
    unique('itemId', 'termId'),
    // SQLite finds the items of a term in `linkedItems` (decision 0079).
    ...(dialect.name === 'postgres' ? [index('termId', 'itemId')] : []),
  );
  await createTable(
    'authors',
    {
      id: c.id,
      slug: c.uniqueText,
      name: c.text,
      email: c.optionalText,
      bio: c.optionalText,
      pictureId: c.optionalText,
      links: c.optionalJson,
      userId: c.optionalUniqueText,
      createdAt: c.text,
      updatedAt: c.optionalText,
    },
    index('pictureId'),
  );
}

async function createSearch({ db, dialect, types: c, createTable }: Baseline): Promise<void> {
  await dialect.search.create(db);
  await createTable(
    'searchWords',
    { spelling: c.text, words: c.text, stem: c.text, reversed: c.text, language: c.text },
    index('spelling'),
    // The words of a search are read from these two alone.
    index('words', 'stem', 'language'),
    index('stem', 'words', 'language'),
    index('reversed'),
  );
  await createTable('searchLanguages', { language: c.text });
  await createTable('searchStale', { itemId: c.id });
}

async function createSources({ types: c, createTable }: Baseline): Promise<void> {
  await createTable(
    'importSources',
    { sourceKey: c.id, recordId: c.text, digest: c.text, stamp: c.text, hiddenFields: c.optionalJson },
    index('recordId'),
  );
  await createTable(
    'importLinks',
    { id: c.id, source: c.text, kind: c.text, fromId: c.text, target: c.text },
    index('source', 'id'),
    index('fromId'),
  );
}

// The media library.

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
      externalId: c.optionalUniqueText,
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
