// Members of items that are not known: custom fields that were sent beside `fields` instead of in it, and others.

import type { Fault } from '../../lib/errors.ts';
import { nearestHint } from '../../lib/nearest-name.ts';
import type { PostType } from '../types/post-types.ts';
import { ItemChangeBody } from './items.schemas.ts';

const members = Object.keys(ItemChangeBody.properties);

/** Says where custom fields belong, and what is near to other names. The schemas of items do not know the fields of a type. */
export function placeFields(faults: readonly Fault[], { fields }: Pick<PostType, 'fields'>): Fault[] {
  const names = new Set(fields.map(({ name }) => `/${name}`));
  return faults.map((fault) => {
    if (fault.code !== 'unknown') return fault;
    if (names.has(fault.pointer)) return { ...fault, detail: 'is a custom field: send it in `fields`' };
    return { ...fault, detail: `${fault.detail}${nearestHint(fault.pointer.slice(1), members)}` };
  });
}
