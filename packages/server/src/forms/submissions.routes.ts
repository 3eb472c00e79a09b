// The routes of submissions: submit, list, get, export, delete.

import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import type { Context } from '../context.ts';
import { prefers } from '../http/headers.ts';
import { Deleted, IdParams, listOf, problemsOf } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { exportSubmissions } from './export.ts';
import {
  SubmissionExportQuery,
  type SubmissionFilters,
  SubmissionListQuery,
  SubmissionParams,
  SubmissionSchema,
} from './forms.schemas.ts';
import { type Form, findForm } from './forms.ts';
import { listSubmissions, readSubmission } from './submission-list.ts';
import { deleteSubmission } from './submissions.ts';
import { submitRoutes } from './submit.routes.ts';

const tags = ['Submissions'];

export function submissionsRoutes(app: App): void {
  // A scope of its own, because no other route accepts multipart bodies.
  app.register(async (scope) => submitRoutes(scope as unknown as App));

  app.get(
    '/forms/:id/submissions',
    {
      config: { access: 'forms:read' },
      schema: {
        tags,
        summary: 'List the submissions of a form; with `Accept: text/csv` all matches as CSV',
        operationId: 'listSubmissions',
        params: IdParams,
        querystring: SubmissionListQuery,
        response: { 200: listOf(SubmissionSchema), ...problemsOf(400, 401, 403, 404) },
      },
    },
    async (request, reply) => {
      const form = await findForm(request.ctx, request.params.id);
      reply.header('vary', 'accept, authorization');
      if (prefers(request.headers.accept, 'text/csv')) return sendCsv(reply, request.ctx, form, request.query);
      return listSubmissions(request.ctx, form.id, request.query);
    },
  );

  app.get(
    '/forms/:id/submissions.csv',
    {
      config: { access: 'forms:read' },
      schema: {
        tags,
        summary: 'Export all matching submissions as CSV',
        operationId: 'exportSubmissions',
        params: IdParams,
        querystring: SubmissionExportQuery,
        response: {
          200: {
            description: 'RFC 4180, UTF-8',
            content: { 'text/csv': { schema: Type.Unsafe<unknown>({ type: 'string' }) } },
          },
          ...problemsOf(400, 401, 403, 404),
        },
      },
    },
    async (request, reply) => {
      const form = await findForm(request.ctx, request.params.id);
      return sendCsv(reply, request.ctx, form, request.query);
    },
  );

  app.get(
    '/forms/:id/submissions/:submissionId',
    {
      config: { access: 'forms:read' },
      schema: {
        tags,
        summary: 'Get a submission',
        operationId: 'readSubmission',
        params: SubmissionParams,
        response: { 200: SubmissionSchema, ...problemsOf(401, 403, 404) },
      },
    },
    async (request) => {
      const form = await findForm(request.ctx, request.params.id);
      return readSubmission(request.ctx, form.id, request.params.submissionId);
    },
  );

  app.delete(
    '/forms/:id/submissions/:submissionId',
    {
      config: { access: 'forms:write' },
      schema: {
        tags,
        summary: 'Delete a submission and its files',
        operationId: 'deleteSubmission',
        params: SubmissionParams,
        response: { 200: Deleted, ...problemsOf(401, 403, 404) },
      },
    },
    async (request) => {
      const form = await findForm(request.ctx, request.params.id);
      await deleteSubmission(request.ctx, form.id, request.params.submissionId);
      return { id: request.params.submissionId, deleted: true as const };
    },
  );
}

async function sendCsv(reply: FastifyReply, ctx: Context, form: Form, filters: SubmissionFilters): Promise<never> {
  const lines = exportSubmissions(ctx, form, filters);
  // An invalid filter fails with the first page, so read that before sending anything.
  const begin = [await lines.next(), await lines.next()];
  async function* all(): AsyncGenerator<string> {
    yield* begin.flatMap(({ value }) => value ?? []);
    yield* lines;
  }
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="submissions-${form.id}.csv"`)
    .header('cache-control', 'private, no-store')
    .send(Readable.from(all())) as never;
}
