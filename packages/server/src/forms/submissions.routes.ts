// The routes of submissions: submit, list, get, export, delete.

import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { type Context, inBackground } from '../context.ts';
import { routesOf } from '../http/describe-route.ts';
import { prefers } from '../http/headers.ts';
import { deleted } from '../http/responses.ts';
import { countedListOf, Deleted, IdOrSlugParams } from '../http/schemas.ts';
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
import type { RecentTexts } from './spam/recent.ts';
import { spamRoutes } from './spam/spam.routes.ts';
import { listSubmissions, readSubmission } from './submission-list.ts';
import { deleteSubmission } from './submissions.ts';
import { submitRoutes } from './submit.routes.ts';

const describe = routesOf('Submissions');

const csvHeaders = ['Content-Disposition', 'Cache-Control'] as const;

export function submissionsRoutes(app: App, recent: RecentTexts): void {
  // A scope of its own, because no other route accepts multipart bodies.
  app.register(async (scope) => submitRoutes(scope as unknown as App, recent));
  spamRoutes(app);

  app.get(
    '/forms/:id/submissions',
    describe(
      'forms:read',
      'listSubmissions',
      'List the submissions of a form; with Accept: text/csv all matches as CSV',
      {
        params: IdOrSlugParams,
        config: { limited: 'form' },
        querystring: SubmissionListQuery,
        200: countedListOf(SubmissionSchema),
        otherTypes: { 'text/csv': 'RFC 4180, UTF-8: all matches, with `Accept: text/csv`' },
        headers: csvHeaders,
      },
    ),
    async (request, reply) => {
      const form = await findForm(request.ctx, request.params.id);
      reply.header('vary', 'accept, authorization');
      if (prefers(request.headers.accept, 'text/csv')) return sendCsv(reply, request.ctx, form, request.query);
      return listSubmissions(inBackground(request.ctx), form.id, request.query);
    },
  );

  app.get(
    '/forms/:id/submissions.csv',
    describe('forms:read', 'exportSubmissions', 'Export all matching submissions as CSV', {
      params: IdOrSlugParams,
      config: { limited: 'form' },
      querystring: SubmissionExportQuery,
      200: {
        description: 'RFC 4180, UTF-8',
        content: { 'text/csv': { schema: Type.Unsafe<unknown>({ type: 'string' }) } },
      },
      headers: csvHeaders,
    }),
    async (request, reply) => {
      const form = await findForm(request.ctx, request.params.id);
      return sendCsv(reply, request.ctx, form, request.query);
    },
  );

  app.get(
    '/forms/:id/submissions/:submissionId',
    describe('forms:read', 'readSubmission', 'Get a submission', {
      params: SubmissionParams,
      config: { limited: 'form' },
      200: SubmissionSchema,
    }),
    async (request) => {
      const form = await findForm(request.ctx, request.params.id);
      return readSubmission(request.ctx, form.id, request.params.submissionId);
    },
  );

  app.delete(
    '/forms/:id/submissions/:submissionId',
    describe('forms:write', 'deleteSubmission', 'Delete a submission and its files', {
      params: SubmissionParams,
      config: { limited: 'form' },
      200: Deleted,
    }),
    async (request) => {
      const form = await findForm(request.ctx, request.params.id);
      await deleteSubmission(request.ctx, form.id, request.params.submissionId);
      return deleted(request.params.submissionId);
    },
  );
}

async function sendCsv(reply: FastifyReply, ctx: Context, form: Form, filters: SubmissionFilters): Promise<never> {
  const lines = exportSubmissions(inBackground(ctx), form, filters);
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
