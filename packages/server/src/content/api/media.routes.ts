// Media records over HTTP.

import type { Config } from '../../config/config.ts';
import { inBackground, inTransaction } from '../../context/context.ts';
import { removeBytes } from '../../files/files.ts';
import { routesOf } from '../../http/describe-route.ts';
import { completeList, deleted } from '../../http/responses.ts';
import { countedListOf, Deleted, IdParams, listOf, partQuery, queryOf } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { type ClearElsewhere, deleteMedia, findShowingSeen } from '../lifecycle/delete-media.ts';
import {
  MediaLabel,
  MediaLink,
  MediaLinkBody,
  MediaSchema,
  MediaTexts,
  MediaUses,
  mediaQuery,
} from '../media/media.schemas.ts';
import { getMedia, listMedia, listMediaLabels, updateMedia } from '../media/media.ts';
import { linkParameter, makeLink } from '../media/media-address.ts';
import { findReferrers } from '../references/referrers.ts';
import { clearQuery } from './items.schemas.ts';
import { mediaUploadRoutes } from './media-upload.routes.ts';

const describe = routesOf('Media');

/** `clear` removes deleted records from what other parts of the service store. */
export async function mediaRoutes(
  app: App,
  { maxMediaBytes }: Pick<Config, 'maxMediaBytes'>,
  clear: readonly ClearElsewhere[],
): Promise<void> {
  app.get(
    '/media',
    describe('content:read', 'listMedia', 'List media, newest first', {
      querystring: mediaQuery,
      200: countedListOf(MediaSchema),
    }),
    async (request) => listMedia(inBackground(request.ctx), request.query),
  );

  for (const kind of ['folders', 'tags'] as const) {
    app.get(
      `/media/${kind}`,
      describe('content:read', kind === 'folders' ? 'listMediaFolders' : 'listMediaTags', `List the ${kind} of media`, {
        200: listOf(MediaLabel),
      }),
      async (request) => {
        const items = await listMediaLabels(inBackground(request.ctx), kind);
        return { items, total: items.length };
      },
    );
  }

  app.get(
    '/media/:id',
    describe('content:read', 'getMedia', 'Read a media record', { params: IdParams, 200: MediaSchema }),
    async (request) => getMedia(request.ctx, request.params.id),
  );

  app.get(
    '/media/:id/uses',
    describe('content:read', 'listMediaUses', 'List the items and forms that use a media record', {
      params: IdParams,
      querystring: queryOf(partQuery),
      200: MediaUses,
    }),
    async (request) => {
      await getMedia(request.ctx, request.params.id);
      const items = completeList(await findReferrers(request.ctx, request.params.id), request.query);
      return { ...items, ...(await findShowingSeen(request.ctx, request.params.id)) };
    },
  );

  app.patch(
    '/media/:id',
    describe('content:write', 'updateMedia', 'Update the texts of a media record', {
      params: IdParams,
      body: MediaTexts,
      200: MediaSchema,
    }),
    async (request) => inTransaction(request.ctx, (ctx) => updateMedia(ctx, request.params.id, request.body)),
  );

  app.delete(
    '/media/:id',
    describe('content:write', 'deleteMedia', 'Delete a media record and its file', {
      params: IdParams,
      querystring: queryOf(clearQuery),
      200: Deleted,
      problems: [409],
    }),
    async (request) => {
      const clearReferences = request.query.references === 'clear';
      const remove = (ctx: Parameters<typeof deleteMedia>[0]) =>
        deleteMedia(ctx, request.params.id, { clearReferences, clear });
      await removeBytes(request.ctx, await inTransaction(request.ctx, remove));
      return deleted(request.params.id);
    },
  );

  app.post(
    '/media/:id/link',
    describe('content:read', 'createMediaLink', 'Create a link to a private file', {
      description:
        'Anyone can use the link until it expires. Links to files that are not private expire as well, but are not needed.',
      params: IdParams,
      body: MediaLinkBody,
      200: MediaLink,
    }),
    async (request) => {
      const { ctx, params, body } = request;
      const { url } = await getMedia(ctx, params.id);
      const { link, expiresAt } = makeLink(ctx, params.id, body?.expiresIn ?? 3600);
      return { url: `${url}?${linkParameter}=${link}`, expiresAt };
    },
  );

  await app.register(async (scope) => mediaUploadRoutes(scope as unknown as App, maxMediaBytes));
}
