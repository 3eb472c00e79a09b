// What a rejected save means, and which of two versions of an item is newer.

import { type Fault, FrontdeskError } from '@frontdesk/client';
import type { AnyItem } from '../items/item-query.ts';
import { isEqual } from './item-values.ts';
import type { StatusChange } from './save-item.ts';

export function isConflict(error: unknown): boolean {
  return error instanceof FrontdeskError && error.status === 412;
}

export function isNewer(read: AnyItem, item: AnyItem): boolean {
  if (read.version !== item.version) return read.version > item.version;
  return (read.draft?.version ?? 0) > (item.draft?.version ?? 0);
}

/** Whether the change of status has already been made. */
export function hasStatus(item: AnyItem, { publish, ...status }: StatusChange): boolean {
  if (!isEqual({ ...item, ...status }, item)) return false;
  if (publish === undefined) return true;
  if (publish.at === undefined) return item.status === 'publish' && item.draft === undefined;
  return (item.draft?.publishAt ?? null) === publish.at;
}

/** Adds the pointer to errors that the server reports without one. */
export function attachToInput(error: unknown): unknown {
  if (!(error instanceof FrontdeskError) || error.code !== 'slug_taken' || error.errors.length > 0) return error;
  const fault: Fault = { pointer: '/slug', code: 'slug_taken', detail: error.detail ?? error.title };
  const { code, status, title } = error;
  return new FrontdeskError({ code, status, title, errors: [fault] });
}
