// The site's settings over HTTP (scope admin).

import type {} from '@fastify/swagger';
import Type, { type Static } from 'typebox';
import { inTransaction, type WriteContext } from '../context/context.ts';
import { builtFolder } from '../http/admin.routes.ts';
import { routesOf } from '../http/describe-route.ts';
import { bodyOf, nullable } from '../http/schemas.ts';
import { sendFile } from '../http/static-files.ts';
import type { App } from '../http/typed-app.ts';
import { SiteLooks } from './looks.ts';
import { findPublicPictures } from './public-pictures.ts';
import {
  defaultAuditDays,
  defaultEventDays,
  defaultTrashDays,
  keptDays,
  readSetting,
  readSettings,
  revisionDefaults,
  writeSetting,
} from './settings.ts';
import { checkSite, type FirstDayOfWeek, firstDaysOfWeek, siteDefaults } from './site.ts';

const members = {
  siteName: Type.String({ description: 'For visitors and in the admin', minLength: 1, maxLength: 200, pattern: '\\S' }),
  logo: nullable(
    Type.String({ maxLength: 200, description: 'The ID of a picture in the media library that is not private' }),
  ),
  brandColor: nullable(
    Type.String({
      pattern: '^#[0-9a-f]{6}$',
      examples: ['#1f4fd8'],
      description: 'Of buttons on pages for visitors, which use a shade that can be seen on their background',
    }),
  ),
  looks: SiteLooks,
  currency: Type.String({ pattern: '^[a-z]{3}$', description: 'Of new prices and invoices, in the admin' }),
  timeZone: nullable(
    Type.String({
      maxLength: 100,
      examples: ['Europe/Vienna'],
      description: 'Of dates and times in the admin; null for the time zone of each reader',
    }),
  ),
  locale: nullable(
    Type.String({
      maxLength: 35,
      examples: ['de-AT'],
      description:
        'Its conventions for dates, numbers and amounts in the admin; null for those of each reader. Its language, English if null, decides which forms of a word the search takes for the same in items that have no language of their own',
    }),
  ),
  firstDayOfWeek: Type.Unsafe<FirstDayOfWeek | null>({
    enum: [...firstDaysOfWeek, null],
    description: 'With which day weeks begin in the calendars of the admin; null for that of the country in `locale`',
  }),
  firstSteps: Type.Boolean({ description: 'Whether the home screen shows the first steps to owners' }),
  unknownReferences: Type.Enum(['create', 'reject'], {
    description: 'What a checkout does with a contact or invoice ID that the CRM does not have',
  }),
  revisionsAllDays: Type.Integer({
    minimum: 1,
    maximum: 36_500,
    description: 'For how many days every earlier revision of an item is kept',
  }),
  revisionsDailyDays: Type.Integer({
    minimum: 0,
    maximum: 36_500,
    description: 'For how many days the last revision of each day is kept. Named revisions are always kept',
  }),
  trashDays: Type.Integer({
    minimum: 0,
    maximum: 3650,
    description: 'Days after which items in the trash are deleted permanently; 0 keeps them',
  }),
  eventDays: Type.Integer({
    minimum: 1,
    maximum: 365,
    description: 'For how many days the feed of events can be read again',
  }),
  deliveryDays: Type.Integer({
    minimum: 1,
    maximum: 3650,
    description: 'For how many days deliveries that succeeded or failed for good are kept, with their attempts',
  }),
  mailDays: Type.Integer({
    minimum: 1,
    maximum: 3650,
    description: 'For how many days mails are kept in the outbox; replies to submissions stay with these',
  }),
  processorEventDays: Type.Integer({
    minimum: 30,
    maximum: 3650,
    description: 'For how many days events of the payment processor are kept once they were applied',
  }),
  auditDays: Type.Integer({
    minimum: 30,
    maximum: 3650,
    description: 'For how many days entries of the audit log are kept',
  }),
  requireSecondFactor: Type.Boolean({
    description: 'Whether every user must sign in in two steps; who does not yet can only set it up',
  }),
};
const SettingsSchema = Type.Object(members, { title: 'Settings', description: 'Settings of the site' });
type Settings = Static<typeof SettingsSchema>;

const defaults: Settings = {
  ...siteDefaults,
  firstSteps: true,
  unknownReferences: 'create',
  ...revisionDefaults,
  trashDays: defaultTrashDays,
  eventDays: defaultEventDays,
  ...keptDays,
  auditDays: defaultAuditDays,
  requireSecondFactor: false,
};

const describe = routesOf('Settings');

/** `followLocale`: what follows from a change of the locale, in its transaction. */
export function settingsRoutes(app: App, followLocale: (ctx: WriteContext) => Promise<void>): void {
  app.get(
    '/settings',
    describe('admin', 'getSettings', 'Read the settings', { 200: SettingsSchema }),
    async (request) => readSettings(request.ctx, defaults),
  );

  app.patch(
    '/settings',
    describe('admin', 'updateSettings', 'Update some of the settings', {
      body: bodyOf(Type.Partial(SettingsSchema).properties),
      200: SettingsSchema,
    }),
    async (request) =>
      inTransaction(request.ctx, async (ctx) => {
        await checkSite(ctx, request.body);
        for (const [name, value] of Object.entries(request.body)) await writeSetting(ctx, name, value);
        if (request.body.locale !== undefined) await followLocale(ctx);
        return readSettings(ctx, defaults);
      }),
  );
}

// The icon that browsers ask for on pages that name none: the logo of the site, or else the icon of the admin.

const cacheControl = 'public, max-age=3600';

/** `folder` is the output of the admin's build. */
export function faviconRoutes(app: App, folder = builtFolder): void {
  app.get('/favicon.ico', { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
    const logo = await readSetting<string | null>(request.ctx, 'logo');
    const pictures = await findPublicPictures(request.ctx, logo === null ? [] : [logo], { name: 'icon', width: 160 });
    const [picture] = pictures.values();
    if (picture && 'url' in picture) return reply.header('cache-control', cacheControl).redirect(picture.url, 302);
    return sendFile(request, reply, { folder, name: 'favicon.svg', cacheControl });
  });
}
