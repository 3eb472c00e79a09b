// The languages that items have, beside that of the site.

import Type from 'typebox';
import { pageOf } from '../../database/record-list.ts';
import { routesOf } from '../../http/describe-route.ts';
import { completeListOf } from '../../http/list-of-records.ts';
import type { App } from '../../http/typed-app.ts';

const ItemLanguage = Type.Object(
  { language: Type.String({ description: 'BCP 47' }) },
  { title: 'ItemLanguage', description: 'A language that items have' },
);

const languageList = completeListOf({ item: ItemLanguage, key: 'language', sort: ['language'] });
const describe = routesOf('Content');

export function languagesRoutes(app: App): void {
  app.get(
    '/languages',
    describe('content:read', 'listLanguages', 'List the languages that items have, beside that of the site', {
      querystring: languageList.query,
      200: languageList.page,
    }),
    async ({ ctx, query }) => {
      const known = ctx.db.selectFrom('searchLanguages').select('language').where('language', '<>', '');
      const used = known.where(({ exists, selectFrom }) =>
        exists(selectFrom('items').select('items.id').whereRef('items.language', '=', 'searchLanguages.language')),
      );
      const rows = await used.execute();
      const sorted = rows.sort((a, b) => (a.language < b.language ? -1 : 1));
      return pageOf(sorted, languageList, query);
    },
  );
}
