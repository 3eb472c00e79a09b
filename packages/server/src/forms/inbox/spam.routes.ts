// The routes of spam: what is, what is not, and how it is recognized.

import { inTransaction } from '../../context/context.ts';
import { contentTag, matchCheck, NotModified, sendTagged, tagged } from '../../http/conditional.ts';
import { routesOf } from '../../http/describe-route.ts';
import { IdOrSlugParams } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { findForm } from '../form/form.ts';
import { emptySpam } from '../spam/empty-spam.ts';
import { EmptiedSpam, SortedSpam, SpamSettings, SpamSettingsChange, SpamSorting } from '../spam/spam.schemas.ts';
import { readSpamSettings, updateSpamSettings } from '../spam/spam-settings.ts';
import { sortSpam } from '../submit/sort-spam.ts';

const describe = routesOf('Submissions');
const describeSettings = routesOf('Settings');

export function spamRoutes(app: App): void {
  app.post(
    '/forms/:id/spam',
    describe('forms:write', 'updateFormSpam', 'Say which submissions are spam, and which are not', {
      description:
        'What is no spam goes the way of every submission, once: contact, payment, event, webhooks, mails. What is spam is left out of lists, counts and exports',
      params: IdOrSlugParams,
      body: SpamSorting,
      200: SortedSpam,
      config: { limited: 'form' },
    }),
    async ({ ctx, params, body }) => {
      const form = await findForm(ctx, params.id);
      return sortSpam(ctx, form.id, body.ids, body.spam);
    },
  );

  app.delete(
    '/forms/:id/spam',
    describe('forms:write', 'deleteFormSpam', 'Delete all spam of a form, with its files', {
      params: IdOrSlugParams,
      200: EmptiedSpam,
      config: { limited: 'form' },
    }),
    async ({ ctx, params }) => {
      const form = await findForm(ctx, params.id);
      return { deleted: await emptySpam(ctx, form.id) };
    },
  );

  app.get(
    '/settings/spam',
    describeSettings('admin', 'getSpamSettings', 'Read how spam is recognized', {
      200: SpamSettings,
      304: NotModified,
    }),
    async (request, reply) => sendTagged(request, reply, JSON.stringify(await readSpamSettings(request.ctx))),
  );

  app.patch(
    '/settings/spam',
    describeSettings('admin', 'updateSpamSettings', 'Change how spam is recognized', {
      body: SpamSettingsChange,
      200: SpamSettings,
      problems: [409, 412],
    }),
    async (request, reply) => {
      const check = matchCheck(request, contentTag);
      const settings = await inTransaction(request.ctx, (ctx) => updateSpamSettings(ctx, request.body, check));
      return tagged(reply, settings, contentTag);
    },
  );
}
