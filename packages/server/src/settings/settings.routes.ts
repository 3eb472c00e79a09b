// The site's settings over HTTP (scope admin).

import Type, { type Static } from 'typebox';
import { inTransaction, type ReadContext } from '../context.ts';
import { routesOf } from '../http/describe-route.ts';
import { bodyOf } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { defaultSiteName, defaultTrashDays, readSetting, revisionDefaults, writeSetting } from './settings.ts';

const members = {
  siteName: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
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
};
const SettingsSchema = Type.Object(members, { title: 'Settings' });
type Settings = Static<typeof SettingsSchema>;

const defaults: Settings = {
  siteName: defaultSiteName,
  unknownReferences: 'create',
  ...revisionDefaults,
  trashDays: defaultTrashDays,
};

const describe = routesOf('Settings');

export function settingsRoutes(app: App): void {
  app.get(
    '/settings',
    describe('admin', 'getSettings', 'Read the settings', { 200: SettingsSchema }),
    async (request) => readSettings(request.ctx),
  );

  app.patch(
    '/settings',
    describe('admin', 'updateSettings', 'Update some of the settings', {
      body: bodyOf(Type.Partial(SettingsSchema).properties),
      200: SettingsSchema,
    }),
    async (request) =>
      inTransaction(request.ctx, async (ctx) => {
        for (const [name, value] of Object.entries(request.body)) await writeSetting(ctx, name, value);
        return readSettings(ctx);
      }),
  );
}

async function readSettings(ctx: ReadContext): Promise<Settings> {
  const known = await Promise.all(
    Object.entries(defaults).map(async ([name, value]) => [name, (await readSetting(ctx, name)) ?? value]),
  );
  return Object.fromEntries(known) as Settings;
}
