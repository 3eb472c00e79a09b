// The site's settings over HTTP (scope admin).

import type {} from '@fastify/swagger';
import Type, { type Static } from 'typebox';
import { inTransaction, type WriteContext } from '../context/context.ts';
import { builtFolder } from '../http/admin.routes.ts';
import { contentTag, matchCheck, NotModified, sendTagged, tagged } from '../http/conditional.ts';
import { routesOf } from '../http/describe-route.ts';
import { mergePatch, mergePatchOf } from '../http/merge-patch.ts';
import { bodyOf, nullable } from '../http/schemas.ts';
import { sendFile } from '../http/static-files.ts';
import type { App } from '../http/typed-app.ts';
import { isObject } from '../lib/validation.ts';
import { checkInvoicing, Invoicing, type TaxRule } from './invoicing.ts';
import { SiteLooks } from './looks.ts';
import { findPublicPictures } from './public-pictures.ts';
import {
  defaultAuditDays,
  defaultEventDays,
  defaultTrashDays,
  keptDays,
  lockSetting,
  lockSettings,
  readSetting,
  readSettings,
  removeSetting,
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
  invoicing: Invoicing,
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
/** Each has a default, which null brings back. */
const SettingsChange = mergePatchOf(
  bodyOf(Type.Partial(Type.Object(members)).properties, { title: 'Settings', description: 'What is absent stays' }),
);
const SettingsSchema = Type.Object(members, { title: 'Settings', description: 'Settings of the site' });
type Settings = Static<typeof SettingsSchema>;

const defaults: Settings = {
  ...siteDefaults,
  invoicing: {},
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

/** What other parts of the service have to say to a change, in its transaction. */
type Others = {
  /** What follows from a change of the locale. */
  followLocale(ctx: WriteContext): Promise<void>;
  /** Throws invalid_body. */
  checkTaxRules(ctx: WriteContext, rules: readonly TaxRule[]): Promise<void>;
};

export function settingsRoutes(app: App, { followLocale, checkTaxRules }: Others): void {
  app.get(
    '/settings',
    describe('admin', 'getSettings', 'Read the settings', { 200: SettingsSchema, 304: NotModified }),
    async (request, reply) => sendTagged(request, reply, JSON.stringify(await readSettings(request.ctx, defaults))),
  );

  app.patch(
    '/settings',
    describe('admin', 'updateSettings', 'Update some of the settings', {
      body: SettingsChange,
      200: SettingsSchema,
      problems: [409, 412],
    }),
    async (request, reply) => {
      const check = matchCheck(request, contentTag);
      const settings = await inTransaction(request.ctx, async (ctx) => {
        const changed = await updateSettings(ctx, request.body, check);
        if (request.body.locale !== undefined) await followLocale(ctx);
        if (request.body.invoicing?.taxRules) await checkTaxRules(ctx, changed.invoicing.taxRules ?? []);
        return changed;
      });
      return tagged(reply, settings, contentTag);
    },
  );
}

/** `check` gets the settings first and may throw. Throws invalid_body. */
async function updateSettings(
  ctx: WriteContext,
  change: Static<typeof SettingsChange>,
  check: (settings: Settings) => void,
): Promise<Settings> {
  await lockSettings(ctx, 'site');
  check(await readSettings(ctx, defaults));
  for (const [name, value] of Object.entries(change))
    if (isObject(value)) await writeSetting(ctx, name, mergePatch((await lockSetting(ctx, name)) ?? {}, value));
    else if (value === null) await removeSetting(ctx, name);
    else await writeSetting(ctx, name, value);
  const settings = await readSettings(ctx, defaults);
  const names = Object.keys(change) as (keyof Settings)[];
  await checkSite(ctx, Object.fromEntries(names.map((name) => [name, settings[name]])));
  if (change.invoicing) checkInvoicing(settings.invoicing);
  return settings;
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
