// Authors over HTTP.

import Type from 'typebox';
import { requireUser } from '../../context/access.ts';
import { inBackground, inTransaction } from '../../context/context.ts';
import { contentTag, matchCheck, NotModified, sendTagged } from '../../http/conditional.ts';
import { routesOf } from '../../http/describe-route.ts';
import { resourceRoutes } from '../../http/resource-routes.ts';
import { deleted } from '../../http/responses.ts';
import { Deleted } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { idFrom } from '../../lib/ids.ts';
import { checkSlug } from '../model/slugs.ts';
import { authorOfUser } from './author-of-item.ts';
import {
  AuthorChange,
  AuthorSchema,
  AuthorsMerge,
  authorList,
  DeleteAuthorQuery,
  MergedAuthors,
  NewAuthor,
} from './authors.schemas.ts';
import { getAuthor, getAuthorOf, listAuthors } from './authors.ts';
import { createAuthor, deleteAuthor, updateAuthor } from './change-author.ts';
import { mergeAuthors, replaceAuthor } from './replace-author.ts';

const AuthorParams = Type.Object({ author: Type.String({ description: 'Slug or ID' }) });
const describe = routesOf('Authors');

export function authorsRoutes(app: App): void {
  resourceRoutes(app, {
    ...{ tag: 'Authors', path: '/authors', one: 'Author', many: 'Authors' },
    ...{ read: 'content:read', write: 'content:write' },
    item: AuthorSchema,
    params: AuthorParams,
    tagOf: contentTag,
    keyOf: ({ slug }) => slug,
    list: { ...authorList, summary: 'List authors by their slugs', run: listAuthors },
    get: { summary: 'Read an author by slug or ID', run: (ctx, { author }) => getAuthor(inBackground(ctx), author) },
    create: {
      problems: [409],
      body: NewAuthor,
      run: (ctx, author, operation) => {
        checkSlug(author.slug, 'author');
        return createAuthor(ctx, { ...author, id: idFrom('aut', operation) });
      },
    },
    update: {
      body: AuthorChange,
      run: (ctx, { author }, change, check) => {
        checkSlug(change.slug, 'author');
        return updateAuthor(ctx, author, change, check);
      },
    },
  });

  app.delete(
    '/authors/:author',
    describe('content:write', 'deleteAuthor', 'Delete an author who has no items, or whose items another author gets', {
      params: AuthorParams,
      querystring: DeleteAuthorQuery,
      200: Deleted,
      problems: [409, 412],
    }),
    async (request) => {
      const { ctx, params, query } = request;
      const check = matchCheck(request, contentTag);
      if (query.replaceBy !== undefined)
        return deleted(await replaceAuthor(ctx, params.author, query.replaceBy, check));
      return deleted(await inTransaction(ctx, (ctx) => deleteAuthor(ctx, params.author, check)));
    },
  );

  app.post(
    '/authors/merge',
    describe('content:write', 'mergeAuthors', 'Merge several authors with another one: all of them, or none', {
      description:
        'The other author gets their items and keeps name, text and picture. Together they can have 10,000 items; an author with more is deleted with `replaceBy`',
      body: AuthorsMerge,
      200: MergedAuthors,
      problems: [409],
    }),
    async ({ ctx, body }) => mergeAuthors(ctx, body),
  );

  app.get(
    '/me/author',
    describe('user', 'getMyAuthor', 'Read the author who I am; 404 until I have an item or a profile', {
      200: AuthorSchema,
      304: NotModified,
      problems: [404],
    }),
    async (request, reply) => {
      const author = await getAuthorOf(request.ctx, requireUser(request.ctx));
      return sendTagged(request, reply, JSON.stringify(author), contentTag(author));
    },
  );

  app.patch(
    '/me/author',
    describe('user', 'updateMyAuthor', 'Update the author who I am, and become one if I am none', {
      body: AuthorChange,
      200: AuthorSchema,
      problems: [409, 412],
    }),
    async (request, reply) => {
      requireUser(request.ctx);
      checkSlug(request.body.slug, 'author');
      const author = await inTransaction(request.ctx, async (ctx) => {
        const id = (await authorOfUser(ctx)) as string;
        return updateAuthor(ctx, id, request.body, matchCheck(request, contentTag));
      });
      reply.header('etag', contentTag(author));
      return author;
    },
  );
}
