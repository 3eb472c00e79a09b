// The routes of submissions: submit, list, get, export, delete.

import { inBackground } from '../context/context.ts';
import { routesOf } from '../http/describe-route.ts';
import { prefers } from '../http/headers.ts';
import { deleted } from '../http/responses.ts';
import { countedListOf, Deleted, IdOrSlugParams } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { exportForm, exportHeaders, exportsRoutes } from './exports/exports.routes.ts';
import { SubmissionListQuery, SubmissionParams, SubmissionSchema } from './forms.schemas.ts';
import { findForm } from './forms.ts';
import type { SenderMemory } from './requested-form.ts';
import { retentionRoutes } from './retention/retention.routes.ts';
import { spamRoutes } from './spam/spam.routes.ts';
import { listSubmissions, readSubmission } from './submission-list.ts';
import { deleteSubmission } from './submissions.ts';
import { submitRoutes } from './submit.routes.ts';
import { formSummaryRoutes } from './summary/form-summary.routes.ts';

const describe = routesOf('Submissions');

export function submissionsRoutes(app: App, memory: SenderMemory): void {
  // A scope of its own, because no other route accepts multipart bodies.
  app.register(async (scope) => submitRoutes(scope as unknown as App, memory));
  spamRoutes(app);
  exportsRoutes(app);
  formSummaryRoutes(app);
  retentionRoutes(app);

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
        headers: exportHeaders,
      },
    ),
    async (request, reply) => {
      const form = await findForm(request.ctx, request.params.id);
      reply.header('vary', 'accept, authorization');
      if (prefers(request.headers.accept, 'text/csv'))
        return exportForm(reply, request.ctx, form, request.query, 'csv');
      return listSubmissions(inBackground(request.ctx), form.id, request.query);
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
