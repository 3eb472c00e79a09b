// What the routes of single items share: their parameters, the item that a request changes, and its response.

import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { type ReadContext, timeOf, type WriteContext } from '../../context/context.ts';
import { requireMatch } from '../../http/conditional.ts';
import { withoutEncoding } from '../../http/encodings.ts';
import { findItemId, lockItem, readItem } from '../model/find-item.ts';
import { itemJson, itemTag, type WholeItem, withoutDraft, withoutExpansion } from '../model/item-json.ts';
import type { PostType } from '../types/post-types.ts';
import { TypeParams } from './items.schemas.ts';

export const ItemParams = Type.Object({ ...TypeParams.properties, id: Type.String({ description: 'Slug or ID' }) });

export type ItemRequest = FastifyRequest<{ Params: { type: string; id: string } }>;

/** The item in the URL, locked if If-Match allows the change. */
export async function lockNamedItem(ctx: WriteContext, request: ItemRequest, type: PostType): Promise<WholeItem> {
  const id = await findItemId(ctx, type.name, request.params.id);
  await lockItem(ctx, type.name, id);
  const item = await readItem(ctx, type.name, id);
  requireUnchanged(ctx, item, request.headers['if-match'], { hasDraft: false });
  return item;
}

/**
 * Throws 412 if the item has changed since the caller read it with one of these tags, whatever it expanded; with
 * `hasDraft`, also if its draft has.
 */
export function requireUnchanged(
  ctx: ReadContext,
  item: WholeItem,
  tags: string | undefined,
  { hasDraft }: { hasDraft: boolean },
): void {
  if (tags === undefined) return;
  const relevant = (tags: string): string => (hasDraft ? tags : withoutDraft(tags));
  requireMatch(
    { headers: { 'if-match': relevant(withoutExpansion(withoutEncoding(tags))) } },
    relevant(itemTag(item, timeOf(ctx))),
  );
}

/** Sends an item with its ETag. */
export function sendItem(reply: FastifyReply, ctx: ReadContext, item: WholeItem): FastifyReply {
  const now = timeOf(ctx);
  return sendJson(reply.header('etag', itemTag(item, now)), itemJson(item, now));
}

/** Sends JSON text as it is. As bytes, because Node takes ten times as long to encode a long text while it sends it. */
export function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.header('content-type', 'application/json; charset=utf-8').send(Buffer.from(json));
}

/** Redirects to the URL, with the query of the request. It is checked each time, because another item may get the slug. */
export function sendMoved({ url }: Pick<FastifyRequest, 'url'>, reply: FastifyReply, to: string): never {
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  reply.headers({ 'cache-control': 'private, no-cache', vary: 'authorization' });
  return reply.redirect(`${to}${query}`, 308) as never;
}
