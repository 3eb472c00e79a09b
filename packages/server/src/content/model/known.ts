import type { PostType } from '../types/post-types.ts';

/** What responses to the same audience share until content changes. */
export type Known = {
  /** The type with this name, if the caller may read it. Throws 401, 403, 404. */
  type(name: string): PostType;
  /** The same, or null. */
  readable(name: string): PostType | null;
  /** A value by its name, made once. */
  value<Value>(name: string, make: () => Promise<Value>): Promise<Value>;
  /** The same for what remains useful while content changes, and is never wrong: which way to some items is short. */
  lasting<Value>(name: string, make: () => Promise<Value>): Promise<Value>;
};
