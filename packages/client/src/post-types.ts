// Post types and the fields that they and forms declare.

import { type Collection, collectionAt, type PageQuery } from './collection.ts';
import type { Connection } from './connection.ts';

/** A custom field of a post type, or a question of a form. */
export type FieldDeclaration = {
  name: string;
  /** Kind of field: text, number, select, payment … */
  type: string;
  label?: string;
  help?: string;
  required?: boolean;
  default?: unknown;
  /** Smallest value, earliest date, or least characters. */
  min?: number | string;
  max?: number | string;
  /** Regular expression that the whole text must match. */
  pattern?: string;
  options?: (string | { value: string; label: string })[];
  unique?: boolean;
  /** Several files. */
  multiple?: boolean;
  /** Media types of a file. */
  accept?: string[];
  /** Bytes of one file. */
  maxSize?: number;
  maxFiles?: number;
  /** Price of a payment field, in the minor unit of the currency. */
  amount?: number;
  currency?: string;
  description?: string;
  visibleWhen?: { field: string; equals?: unknown; notEquals?: unknown };
  step?: number;
};

export type PostType = {
  /** Singular, as in addresses. */
  name: string;
  plural: string;
  label: string;
  /** Undeclared custom fields are refused. */
  strict: boolean;
  /** Published items are read without a token. */
  publicRead: boolean;
  builtIn: boolean;
  fields: FieldDeclaration[];
  createdAt: string;
  updatedAt: string;
};

/** Fields are replaced as a whole. */
export type PostTypeChange = {
  plural?: string;
  label?: string;
  strict?: boolean;
  publicRead?: boolean;
  fields?: FieldDeclaration[];
};

export type NewPostType = PostTypeChange & { name: string };

export type PostTypes = Omit<
  Collection<{
    listed: PostType;
    one: PostType;
    created: PostType;
    query: PageQuery;
    fresh: NewPostType;
    change: PostTypeChange;
  }>,
  'delete'
> & { delete(name: string): Promise<{ name: string; deleted: true }> };

export function postTypesOf(connection: Connection): PostTypes {
  return collectionAt(connection, '/types') as unknown as PostTypes;
}
