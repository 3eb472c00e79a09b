// An item can be sent back as it was read: what it has already is never at fault.

import { isDeepStrictEqual } from 'node:util';
import { type Fault, failBody } from '../../lib/errors.ts';
import { checkSlug } from '../model/slugs.ts';
import { readOnly } from './items.schemas.ts';

/** What changes a member that is read-only. */
const hints: Record<string, string> = { author: ': send `authorId`' };

type Members = Record<string, unknown>;

/**
 * What the body changes of the item as read, without the members that are read-only. Throws 422 for the faults in what
 * differs from the item, read-only members included.
 */
export function changeOf<Body extends Members>(
  body: Body,
  faults: readonly Fault[],
  item: Members,
  names: readonly string[] = Object.keys(readOnly),
): Body {
  // It says where the item was read, not what it is.
  const { redirect: _redirect, ...sent }: Members = body;
  const differs = (name: string) => name in sent && !isDeepStrictEqual(sent[name], item[name]);
  const isBinding = (name: string) => differs(name) && !names.includes(name);
  const remaining = [
    ...faults.filter(({ pointer }) => isBinding(pointer.split('/')[1] as string)),
    ...names
      .filter(differs)
      .map((name) => ({ pointer: `/${name}`, code: 'unknown', detail: `is read-only${hints[name] ?? ''}` })),
  ];
  if (remaining.length > 0) throw failBody(remaining);
  if (differs('slug') && sent.slug !== null) checkSlug(sent.slug as string | undefined, 'item');
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !names.includes(name))) as Body;
}
