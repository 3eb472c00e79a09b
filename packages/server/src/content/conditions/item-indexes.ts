// The indexes of items through which conditions find them, by the names that conditions have for them.

/** Through these few items are found, the quickest first. */
export const quickIndexes = ['id', 'slug', 'externalId', 'parentId'];

/** After those of fields, the best guess first. */
export const otherIndexes = [
  'authorId',
  'noAuthor',
  'language',
  'titleKey',
  'menuOrder',
  'reference',
  'term',
  'or',
  'createdAt',
  'updatedAt',
];

/** Those that lead to the IDs of items. */
const linkIndexes = ['reference', 'term', 'or'];
/** Those that begin with type and status. */
const typedIndexes = ['titleKey', 'menuOrder', 'createdAt', 'updatedAt', 'noAuthor', 'sortDate'];

export function isFieldIndex(index: string | null): boolean {
  return index?.startsWith('fields.') ?? false;
}

export function isLinkIndex(index: string | null): boolean {
  return index !== null && linkIndexes.includes(index);
}

export function isTypedIndex(index: string): boolean {
  return isFieldIndex(index) || typedIndexes.includes(index);
}
