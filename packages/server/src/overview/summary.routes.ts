// The recent activity for the home page of the admin. It reads the tables of every slice and writes none.

import Type from 'typebox';
import { BackupWarning, readBackupState } from '../backups/backups.ts';
import { may } from '../context/access.ts';
import { inBackground, type ReadContext } from '../context/context.ts';
import { routesOf } from '../http/describe-route.ts';
import { anyObject, nullable, queryOf, Time } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { type Invoicing, missingOf } from '../settings/invoicing.ts';
import { readSettings } from '../settings/settings.ts';
import { siteDefaults } from '../settings/site.ts';
import { summarize } from './summary.ts';

const Count = Type.Integer({ description: 'Number of submissions', minimum: 0 });
const Day = Type.String({ format: 'date', description: "In the site's time zone; in UTC if it has none" });

const Summary = Type.Object(
  {
    firstDay: Day,
    lastDay: Day,
    submissions: Type.Object(
      {
        total: Count,
        days: Type.Array(Type.Object({ day: Day, count: Count }), {
          description: 'Every day, including days without submissions',
        }),
      },
      { description: 'Submissions across all forms' },
    ),
    payments: Type.Array(
      Type.Object({
        currency: Type.String({ description: 'ISO 4217, lowercase' }),
        succeeded: Type.Integer({ description: 'In minor units' }),
        refunded: Type.Integer({ description: 'In minor units' }),
        net: Type.Integer({ description: '`succeeded` minus `refunded`' }),
        days: Type.Array(
          Type.Object({ day: Day, net: Type.Integer({ description: '`succeeded` minus `refunded`, in minor units' }) }),
          { description: 'Every day' },
        ),
      }),
      { description: 'One entry per currency; empty for callers without `payments:read`' },
    ),
    failingReceivers: Type.Array(
      Type.Object({
        id: Type.String({ description: 'ID of the webhook' }),
        formId: nullable(Type.String({ description: 'ID of its form, if it belongs to one' })),
        url: Type.String({ description: 'URL of the receiver' }),
        status: Type.Enum(['active', 'paused', 'disabled'], { description: 'As of a webhook' }),
        failingSince: nullable({ ...Time, description: 'Since when every delivery has failed' }),
      }),
      { description: 'Webhooks whose deliveries fail, or that are disabled' },
    ),
    events: Type.Array(
      Type.Object({
        id: Type.String({ description: 'ID of the event' }),
        type: Type.String({ description: 'Name of the event' }),
        subject: Type.String({ description: 'ID of the record that it is about' }),
        contactId: nullable(Type.String({ description: 'ID of the contact that it concerns' })),
        createdAt: Time,
        data: anyObject({ description: 'IDs of the records that the event is about' }),
      }),
      { description: 'The latest events, newest first' },
    ),
    firstSteps: nullable(
      Type.Object(
        {
          contentType: Type.Boolean({ description: 'There is a content type besides posts and pages' }),
          import: Type.Boolean({ description: 'Something was imported' }),
          form: Type.Boolean({ description: 'There is a form' }),
          processor: Type.Boolean({ description: 'A payment processor other than the sandbox is in use' }),
          mailServer: Type.Boolean({ description: 'There is a mail server' }),
          seller: Type.Boolean({ description: 'The seller has all that invoices need' }),
          user: Type.Boolean({ description: 'More than one person can sign in' }),
        },
        { description: 'What a new site has already; null for callers without `admin`, and after it was hidden' },
      ),
    ),
    backups: nullable(
      Type.Object(
        {
          warning: BackupWarning,
          lastCompletedAt: nullable({ ...Time, description: 'When the newest backup was complete' }),
        },
        { description: 'What is wrong with backups; null if nothing is, and for callers without `admin`' },
      ),
    ),
  },
  { title: 'Summary', description: 'Numbers and events for the home screen' },
);

const describe = routesOf('Service');

export function summaryRoutes(app: App): void {
  app.get(
    '/summary',
    describe(
      'forms:read',
      'getSummary',
      'Get recent activity: submissions and payments by day, failing receivers, latest events',
      {
        querystring: queryOf({
          days: Type.Optional(
            Type.Integer({ description: 'Number of days until today', minimum: 1, maximum: 366, default: 30 }),
          ),
        }),
        200: Summary,
      },
    ),
    async ({ ctx, query }) => {
      const background = inBackground(ctx);
      const { timeZone } = siteDefaults;
      const settings = await readSettings(ctx, { firstSteps: true, timeZone, invoicing: {} as Invoicing });
      const known = {
        processor: ctx.processor.setup.keysFrom !== 'sandbox',
        mailServer: ctx.mailer.server !== null,
        seller: missingOf(settings.invoicing.seller ?? {}).length === 0,
      };
      const [summary, firstSteps, backups] = await Promise.all([
        summarize(background, query.days ?? 30, settings.timeZone ?? 'UTC'),
        settings.firstSteps ? readFirstSteps(background, known) : null,
        may(ctx.actor, 'admin') ? readBackupState(background) : null,
      ]);
      const { warning, lastCompletedAt } = backups ?? { warning: null, lastCompletedAt: null };
      return { ...summary, firstSteps, backups: warning === null ? null : { warning, lastCompletedAt } };
    },
  );
}

/** Which first steps of a new site were taken, by this person or any other way; null for callers who cannot take all of them. */
async function readFirstSteps(ctx: ReadContext, known: { processor: boolean; mailServer: boolean; seller: boolean }) {
  if (!may(ctx.actor, 'admin')) return null;
  const found = await ctx.db
    .selectNoFrom((eb) => [
      eb.exists(eb.selectFrom('postTypes').select('name').where('builtIn', '=', 0)).as('contentType'),
      eb.exists(eb.selectFrom('importSources').select('sourceKey')).as('import'),
      eb.exists(eb.selectFrom('forms').select('id')).as('form'),
      eb.exists(eb.selectFrom('users').select('id').limit(1).offset(1)).as('user'),
    ])
    .executeTakeFirstOrThrow();
  const { contentType, import: imported, form, user } = found;
  return {
    contentType: Boolean(contentType),
    import: Boolean(imported),
    form: Boolean(form),
    ...known,
    user: Boolean(user),
  };
}
