// The routes of submissions: submit, list, get, export, delete, and what is known of all of a form.

import { inBackground } from '../context/context.ts';
import { routesOf } from '../http/describe-route.ts';
import { exportHeaders, sendExport } from '../http/export-routes.ts';
import { prefers } from '../http/headers.ts';
import { deleted } from '../http/responses.ts';
import { Deleted, IdOrSlugParams } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { readSettings } from '../settings/settings.ts';
import { siteDefaults } from '../settings/site.ts';
import { exportedForm, exportsRoutes } from './exports/exports.routes.ts';
import { findForm } from './form/form.ts';
import { FormRetention } from './form/form-retention.ts';
import { spamRoutes } from './inbox/spam.routes.ts';
import { listSubmissions, readSubmission } from './results/submission-list.ts';
import { SubmissionParams, SubmissionSchema, submissionList } from './results/submissions.schemas.ts';
import { planRetention, RetentionPlan } from './retention/retention.ts';
import type { SenderMemory } from './submit/requested-form.ts';
import { deleteSubmission } from './submit/submissions.ts';
import { submitRoutes } from './submit.routes.ts';
import { FormSummary, FormSummaryQuery } from './summary/form-summary.schemas.ts';
import { summarizeForm } from './summary/form-summary.ts';

const describe = routesOf('Submissions');
const describeForms = routesOf('Forms');

export function submissionsRoutes(app: App, memory: SenderMemory): void {
  // A scope of its own, because no other route accepts multipart bodies.
  app.register(async (scope) => submitRoutes(scope as unknown as App, memory));
  spamRoutes(app);
  exportsRoutes(app);

  app.get(
    '/forms/:id/submissions',
    describe(
      'forms:read',
      'listFormSubmissions',
      'List the submissions of a form; with Accept: text/csv all matches as CSV',
      {
        params: IdOrSlugParams,
        config: { limited: 'form' },
        querystring: submissionList.query,
        200: submissionList.page,
        otherTypes: { 'text/csv': 'RFC 4180, UTF-8: all matches, with `Accept: text/csv`' },
        headers: exportHeaders,
      },
    ),
    async (request, reply) => {
      const form = await findForm(request.ctx, request.params.id);
      reply.header('vary', 'accept, authorization');
      if (prefers(request.headers.accept, 'text/csv'))
        return sendExport(reply, 'csv', exportedForm(request.ctx, form, request.query));
      return listSubmissions(inBackground(request.ctx), form.id, request.query);
    },
  );

  app.get(
    '/forms/:id/submissions/:submissionId',
    describe('forms:read', 'getFormSubmission', 'Get a submission', {
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
    describe('forms:write', 'deleteFormSubmission', 'Delete a submission and its files', {
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

  app.post(
    '/forms/:id/retention/plan',
    describe(
      'forms:read',
      'createRetentionPlan',
      'Count what a form would delete with these periods, without deleting it',
      {
        params: IdOrSlugParams,
        body: FormRetention,
        200: RetentionPlan,
        config: { limited: 'form' },
      },
    ),
    async ({ ctx, params, body }) => {
      const form = await findForm(ctx, params.id);
      return planRetention(inBackground(ctx), form.id, body);
    },
  );

  app.get(
    '/forms/:id/summary',
    describeForms('forms:read', 'getFormSummary', 'Summarize the submissions of a form: counts, numbers, over time', {
      description: '`payments` is empty for callers without `payments:read`',
      params: IdOrSlugParams,
      config: { limited: 'form' },
      querystring: FormSummaryQuery,
      200: FormSummary,
    }),
    async ({ ctx, params, query }) => {
      const form = await findForm(ctx, params.id);
      const { timeZone } = await readSettings(ctx, { timeZone: siteDefaults.timeZone });
      return summarizeForm(inBackground(ctx), form, query, timeZone ?? 'UTC');
    },
  );
}
