// The route of the summary of a form.

import { inBackground } from '../../context/context.ts';
import { routesOf } from '../../http/describe-route.ts';
import { IdOrSlugParams } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { readSettings } from '../../settings/settings.ts';
import { siteDefaults } from '../../settings/site.ts';
import { findForm } from '../forms.ts';
import { FormSummary, FormSummaryQuery } from './form-summary.schemas.ts';
import { summarizeForm } from './form-summary.ts';

const describe = routesOf('Forms');

export function formSummaryRoutes(app: App): void {
  app.get(
    '/forms/:id/summary',
    describe('forms:read', 'summarizeForm', 'Summarize the submissions of a form: counts, numbers, over time', {
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
