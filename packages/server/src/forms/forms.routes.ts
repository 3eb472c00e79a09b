// The routes of forms. `:id` is the ID or the slug.

import Type from 'typebox';
import { may, requireScope } from '../accounts/access.ts';
import { inTransaction } from '../context.ts';
import { requireMatch, versionTag } from '../http/conditional.ts';
import { Deleted, IdParams, listOf, problemsOf, queryOf } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { idFrom } from '../lib/ids.ts';
import { FormChange, FormListQuery, FormSchema, NewForm } from './forms.schemas.ts';
import { countSubmissions, createForm, deleteForm, type Form, findForm, listForms, updateForm } from './forms.ts';

const tags = ['Forms'];

export function formsRoutes(app: App): void {
  app.post(
    '/forms',
    {
      config: { access: 'forms:write' },
      schema: {
        tags,
        summary: 'Create a form',
        operationId: 'createForm',
        body: NewForm,
        response: { 201: FormSchema, ...problemsOf(400, 401, 403, 409, 422) },
      },
    },
    async (request, reply) => {
      const id = idFrom('form', request.operation);
      const form = await inTransaction(request.ctx, (ctx) => createForm(ctx, id, request.body));
      return reply
        .status(201)
        .header('location', `${request.url.split('?')[0]}/${form.id}`)
        .header('etag', versionTag(form.id, form.version))
        .send({ ...form, submissionCount: 0 });
    },
  );

  app.get(
    '/forms',
    {
      config: { access: 'forms:read' },
      schema: {
        tags,
        summary: 'List forms',
        operationId: 'listForms',
        querystring: FormListQuery,
        response: { 200: listOf(FormSchema), ...problemsOf(400, 401, 403) },
      },
    },
    (request) => listForms(request.ctx, request.query),
  );

  app.get(
    '/forms/:id',
    {
      config: { access: 'rule' },
      schema: {
        tags,
        summary: 'Get a form; without a token only the public part of an open, public form',
        operationId: 'readForm',
        params: IdParams,
        response: { 200: FormSchema, ...problemsOf(401, 403, 404) },
      },
    },
    async (request, reply) => {
      const { ctx } = request;
      const form = await findForm(ctx, request.params.id);
      if (!may(ctx.actor, 'forms:read')) {
        if (!form.public || !form.open) requireScope(ctx, 'forms:read');
        return publicPart(form);
      }
      reply.header('etag', versionTag(form.id, form.version)).header('vary', 'authorization');
      return { ...form, submissionCount: (await countSubmissions(ctx, [form.id])).get(form.id) ?? 0 };
    },
  );

  app.patch(
    '/forms/:id',
    {
      config: { access: 'forms:write' },
      schema: {
        tags,
        summary: 'Update a form; only the given fields are replaced',
        operationId: 'updateForm',
        params: IdParams,
        body: FormChange,
        response: { 200: FormSchema, ...problemsOf(400, 401, 403, 404, 409, 412, 422) },
      },
    },
    async (request, reply) => {
      const form = await updateForm(request.ctx, request.params.id, request.body, (found) =>
        requireMatch(request, versionTag(found.id, found.version)),
      );
      reply.header('etag', versionTag(form.id, form.version));
      return { ...form, submissionCount: (await countSubmissions(request.ctx, [form.id])).get(form.id) ?? 0 };
    },
  );

  app.delete(
    '/forms/:id',
    {
      config: { access: 'forms:write' },
      schema: {
        tags,
        summary: 'Delete a form; if it has submissions, force=true is required and deletes them too',
        operationId: 'deleteForm',
        params: IdParams,
        querystring: queryOf({ force: Type.Optional(Type.Boolean({ default: false })) }),
        response: { 200: Deleted, ...problemsOf(400, 401, 403, 404, 409) },
      },
    },
    async (request) => {
      const id = await deleteForm(request.ctx, request.params.id, request.query.force ?? false);
      return { id, deleted: true as const };
    },
  );
}

/** The part of a form that a page needs to show it. */
function publicPart({ id, slug, name, public: isPublic, open, fields, successUrl }: Form) {
  return { id, slug, name, public: isPublic, open, fields, successUrl };
}
