// Custom fields that were sent beside `fields` instead of in it.

import type { Fault } from '../../errors.ts';
import type { PostType } from '../types/post-types.ts';

/** Says where custom fields belong. The schemas of items do not know the fields of a type. */
export function placeFields(faults: readonly Fault[], { fields }: Pick<PostType, 'fields'>): Fault[] {
  const names = new Set(fields.map(({ name }) => `/${name}`));
  return faults.map((fault) =>
    fault.code === 'unknown' && names.has(fault.pointer)
      ? { ...fault, detail: 'is a custom field: send it in `fields`' }
      : fault,
  );
}
