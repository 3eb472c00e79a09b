// The languages that items have, beside that of the site.

import Type from 'typebox';
import { routesOf } from '../../http/describe-route.ts';
import { completeList } from '../../http/responses.ts';
import { listOf } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';

const ItemLanguage = Type.Object(
  { language: Type.String({ description: 'BCP 47' }) },
  { title: 'ItemLanguage', description: 'A language that items have' },
);

const describe = routesOf('Content');

export function languagesRoutes(app: App): void {
  app.get(
    '/languages',
    describe('content:read', 'listLanguages', 'List the languages that items have, beside that of the site', {
      200: listOf(ItemLanguage),
    }),
    async ({ ctx }) => {
      const known = ctx.db.selectFrom('searchLanguages').select('language').where('language', '<>', '');
      const used = known.where(({ exists, selectFrom }) =>
        exists(selectFrom('items').select('items.id').whereRef('items.language', '=', 'searchLanguages.language')),
      );
      const rows = await used.execute();
      return completeList(rows.sort((a, b) => (a.language < b.language ? -1 : 1)));
    },
  );
}
