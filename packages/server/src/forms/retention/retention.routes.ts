// What a form would delete with other periods, before they are saved.

import { inBackground } from '../../context/context.ts';
import { routesOf } from '../../http/describe-route.ts';
import { IdOrSlugParams } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { findForm } from '../forms.ts';
import { FormRetention, RetentionPlan } from './retention.schemas.ts';
import { planRetention } from './retention.ts';

const describe = routesOf('Submissions');

export function retentionRoutes(app: App): void {
  app.post(
    '/forms/:id/retention/plan',
    describe('forms:read', 'planRetention', 'Count what a form would delete with these periods, without deleting it', {
      params: IdOrSlugParams,
      body: FormRetention,
      200: RetentionPlan,
      config: { limited: 'form' },
    }),
    async ({ ctx, params, body }) => {
      const form = await findForm(ctx, params.id);
      return planRetention(inBackground(ctx), form.id, body);
    },
  );
}
