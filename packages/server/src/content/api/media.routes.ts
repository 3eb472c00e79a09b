// Media records over HTTP.

import Type from 'typebox';
import type { Config } from '../../config/config.ts';
import { inBackground, inTransaction, type WriteContext } from '../../context/context.ts';
import { pageOf } from '../../database/record-list.ts';
import { removeBytes } from '../../files/files.ts';
import { contentTag, matchCheck, NotModified, sendTagged, tagged } from '../../http/conditional.ts';
import { routesOf } from '../../http/describe-route.ts';
import { deleted } from '../../http/responses.ts';
import { Deleted, ExternalId, IdParams, queryOf } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { type ClearElsewhere, deleteMedia, findShowingSeen } from '../lifecycle/delete-media.ts';
import {
  labelList,
  MediaLink,
  MediaLinkBody,
  MediaSchema,
  MediaTexts,
  MediaUses,
  mediaList,
  mediaUses,
} from '../media/media.schemas.ts';
import { getMedia, getMediaByExternalId, listMedia, listMediaLabels, updateMedia } from '../media/media.ts';
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
      querystring: mediaList.query,
      200: mediaList.page,
    }),
    async (request) => listMedia(inBackground(request.ctx), request.query),
  );

  for (const kind of ['folders', 'tags'] as const) {
    app.get(
      `/media/${kind}`,
      describe('content:read', kind === 'folders' ? 'listMediaFolders' : 'listMediaTags', `List the ${kind} of media`, {
        querystring: labelList.query,
        200: labelList.page,
      }),
      async (request) => {
        return pageOf(await listMediaLabels(inBackground(request.ctx), kind), labelList, request.query);
      },
    );
  }

  app.get(
    '/media/:id',
    describe('content:read', 'getMedia', 'Read a media record', {
      params: IdParams,
      200: MediaSchema,
      304: NotModified,
    }),
    async (request, reply) => {
      const media = await getMedia(request.ctx, request.params.id);
      return sendTagged(request, reply, JSON.stringify(media));
    },
  );

  app.get(
    '/media/by-external-id/:externalId',
    describe('content:read', 'getMediaByExternalId', 'Read a media record by what another system calls it', {
      params: Type.Object({ externalId: ExternalId }),
      200: MediaSchema,
      304: NotModified,
      problems: [422],
    }),
    async (request, reply) => {
      const media = await getMediaByExternalId(request.ctx, request.params.externalId);
      return sendTagged(request, reply, JSON.stringify(media));
    },
  );

  app.get(
    '/media/:id/uses',
    describe('content:read', 'listMediaUses', 'List the items and forms that use a media record', {
      params: IdParams,
      querystring: mediaUses.query,
      200: MediaUses,
    }),
    async (request) => {
      await getMedia(request.ctx, request.params.id);
      const page = pageOf(await findReferrers(request.ctx, request.params.id), mediaUses, request.query);
      return { ...page, ...(await findShowingSeen(request.ctx, request.params.id)) };
    },
  );

  app.patch(
    '/media/:id',
    describe('content:write', 'updateMedia', 'Update the texts of a media record', {
      params: IdParams,
      body: MediaTexts,
      200: MediaSchema,
      problems: [409, 412],
    }),
    async (request, reply) => {
      const check = matchCheck(request, contentTag);
      const update = (ctx: WriteContext) => updateMedia(ctx, request.params.id, request.body, check);
      return tagged(reply, await inTransaction(request.ctx, update), contentTag);
    },
  );

  app.delete(
    '/media/:id',
    describe('content:write', 'deleteMedia', 'Delete a media record and its file', {
      params: IdParams,
      querystring: queryOf(clearQuery),
      200: Deleted,
      problems: [409, 412],
    }),
    async (request) => {
      const clearReferences = request.query.references === 'clear';
      const check = matchCheck(request, contentTag);
      const remove = (ctx: Parameters<typeof deleteMedia>[0]) =>
        deleteMedia(ctx, request.params.id, { clearReferences, clear, check });
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
      const { link, expiresAt } = makeLink(ctx, params.id, body?.expiresInSeconds ?? 3600);
      return { url: `${url}?${linkParameter}=${link}`, expiresAt };
    },
  );

  await app.register(async (scope) => mediaUploadRoutes(scope as unknown as App, maxMediaBytes));
}
