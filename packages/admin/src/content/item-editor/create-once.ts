// Creates an item exactly once, even if the response to an earlier attempt was lost.

import { type AdminClient, FrontdeskError, type PostType } from '@frontdesk/client/admin';
import type { AnyItem } from '../items/item-query.ts';
import type { changeOf, ItemValues } from './item-values.ts';

type Body = ReturnType<typeof changeOf>;

/** A creation whose result is not known yet. */
export type Attempt = { key: string; body: Body; values: ItemValues };

/**
 * Repeats the earlier attempt if there is one, whatever was typed since. Returns the values that were sent; the caller
 * then saves the rest as a change.
 * `keep` gets the attempt before it is sent, and null once its result is known.
 */
export async function createOnce(
  client: Pick<AdminClient, 'content'>,
  type: PostType,
  earlier: Attempt | null,
  body: Body,
  values: ItemValues,
  keep: (attempt: Attempt | null) => void,
): Promise<{ saved: AnyItem; values: ItemValues; isComplete: boolean }> {
  const attempt = earlier ?? { key: newKey(), body, values };
  keep(attempt);
  try {
    const saved = await client.content(type.name).create(attempt.body as never, { idempotencyKey: attempt.key });
    keep(null);
    return { saved, values: attempt.values, isComplete: JSON.stringify(attempt.body) === JSON.stringify(body) };
  } catch (error) {
    if (!isRejected(error)) throw error;
    keep(null);
    // The values that were rejected may have been corrected since.
    if (earlier) return createOnce(client, type, null, body, values, keep);
    throw error;
  }
}

/** Whether the server has decided against the request, so that nothing was created. */
function isRejected(error: unknown): boolean {
  return error instanceof FrontdeskError && [400, 403, 404, 409, 412, 413, 422].includes(error.status);
}

function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
