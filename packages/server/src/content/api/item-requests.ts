// What the routes of single items share: their parameters, the item that a request changes, and its response.

import { isDeepStrictEqual } from 'node:util';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { type ReadContext, timeOf, type WriteContext } from '../../context/context.ts';
import { requireMatch } from '../../http/conditional.ts';
import { type Fault, failBody } from '../../lib/errors.ts';
import { nearestHint } from '../../lib/names.ts';
import { findItemId, lockItem, readItem } from '../model/find-item.ts';
import { itemJson, itemTag, type WholeItem, withoutDraft } from '../model/item-json.ts';
import { checkSlug } from '../model/slugs.ts';
import type { PostType } from '../types/post-types.ts';
import { ItemChangeBody, readOnly, TypeParams } from './items.schemas.ts';

export const ItemParams = Type.Object({ ...TypeParams.properties, id: Type.String({ description: 'Slug or ID' }) });

export type ItemRequest = FastifyRequest<{ Params: { type: string; id: string } }>;

/** The item in the URL, locked if If-Match allows the change. */
export async function lockNamedItem(ctx: WriteContext, request: ItemRequest, type: PostType): Promise<WholeItem> {
  return lockUnchanged(ctx, request, type, await findItemId(ctx, type.name, request.params.id));
}

/** The item with this ID, locked if If-Match and If-None-Match allow the change. */
export async function lockUnchanged(
  ctx: WriteContext,
  request: Pick<FastifyRequest, 'headers'>,
  type: PostType,
  id: string,
): Promise<WholeItem> {
  await lockItem(ctx, type.name, id);
  const item = await readItem(ctx, type.name, id);
  requireUnchanged(ctx, item, request.headers, { hasDraft: false });
  return item;
}

/**
 * Throws 412 if the item has changed since the caller read it with one of the tags of If-Match, whatever it expanded; with
 * `hasDraft`, also if its draft has.
 */
export function requireUnchanged(
  ctx: ReadContext,
  item: WholeItem,
  headers: Pick<FastifyRequest['headers'], 'if-match' | 'if-none-match'>,
  { hasDraft }: { hasDraft: boolean },
): void {
  const relevant = (tags: string): string => (hasDraft ? tags : withoutDraft(tags));
  const tagsIn = (name: keyof typeof headers): string | undefined => {
    const tags = headers[name];
    return tags === undefined ? undefined : relevant(tags);
  };
  const known = { 'if-match': tagsIn('if-match'), 'if-none-match': tagsIn('if-none-match') };
  requireMatch({ headers: known }, relevant(itemTag(item, timeOf(ctx))));
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

// An item can be sent back as it was read: what it has already is never at fault.

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
      .map((name): Fault => ({ pointer: `/${name}`, code: 'unknown', detail: `is read-only${hints[name] ?? ''}` })),
  ];
  if (remaining.length > 0) throw failBody(remaining);
  if (differs('slug') && sent.slug !== null) checkSlug(sent.slug as string | undefined, 'item');
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !names.includes(name))) as Body;
}

// Members of items that are not known: custom fields that were sent beside `fields` instead of in it, and others.

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
