// What the sender of an unknown parameter meant: `price=10` and `filter[price][$gte]=10` are `fields[price]` and
// `fields[price][gte]`.

import type { Fault } from '../../errors.ts';
import type { PostType } from '../types/post-types.ts';
import { isOperator } from './field-filters.ts';

/** What other services call their filters. */
const prefix = /^(fields?|filters?|where)$/i;

export function addFilterHint(type: PostType, fault: Fault): Fault {
  const names = fault.pointer.split(/[[\].$]+/).filter((name) => name !== '');
  const isFilter = prefix.test(names[0] ?? '');
  const [field, operator] = isFilter ? names.slice(1) : names;
  if (fault.code !== 'unknown' || !(isFilter || type.fields.some(({ name }) => name === field))) return fault;
  const meant = `fields[${field ?? 'name'}]${operator !== undefined && isOperator(operator) ? `[${operator}]` : ''}`;
  return { ...fault, detail: `is not a known parameter (did you mean \`${meant}\`?)` };
}
