// Where the links to unsubscribe lead. Mail programs send a POST (RFC 8058); people see a page that asks first, because
// programs that look for viruses open every link.

import Type from 'typebox';
import { inTransaction, type ReadContext } from '../../context/context.ts';
import { routesOf } from '../../http/describe-route.ts';
import { type MessagePage, sendMessagePage } from '../../http/message-page.ts';
import { deleted } from '../../http/responses.ts';
import { Deleted, IdParams } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { anyPreferredLanguage, languageOfTag, loadLanguage } from '../../languages/language.ts';
import { fillIn } from '../../languages/language-texts.ts';
import { readSite } from '../../settings/site.ts';
import { listOptOuts, optIn, optOut, optOutList, readOptOutLink, removeOptOut } from './opt-outs.ts';

const path = '/mails/unsubscribe/:key';
const Params = Type.Object({ key: Type.String({ maxLength: 1000 }) });
const Query = Type.Object({ undo: Type.Optional(Type.Literal('1')) });

/** Mounted at the origin. */
export async function unsubscribeRoutes(app: App): Promise<void> {
  await app.register(async (scope) => {
    const app = scope as unknown as App;
    // The link says everything, so what is in the body does not matter.
    const types = ['application/x-www-form-urlencoded', 'multipart/form-data'];
    app.addContentTypeParser(types, { parseAs: 'string', bodyLimit: 10_000 }, async () => undefined);
    const config = { access: 'public', idempotency: 'none' } as const;

    app.get(path, { config, schema: { hide: true, params: Params } }, async ({ ctx, params, headers }, reply) => {
      const { page, texts, site } = await pageFor(ctx, headers['accept-language']);
      if (readOptOutLink(ctx, params.key) === null) return sendMessagePage(reply, 404, page.missing);
      const { title, question, stop } = texts;
      const paragraphs = [fillIn(question, { site })];
      return sendMessagePage(reply, 200, { ...page.base, title, paragraphs, button: { label: stop, url: '?' } });
    });

    app.post(
      path,
      { config, schema: { hide: true, params: Params, querystring: Query } },
      async ({ ctx, params, query, headers }, reply) => {
        const { page, texts } = await pageFor(ctx, headers['accept-language']);
        const of = readOptOutLink(ctx, params.key);
        if (of === null) return sendMessagePage(reply, 404, page.missing);
        const { title, done, undo, undone, stop } = texts;
        const isUndoing = query.undo !== undefined;
        await inTransaction(ctx, (ctx) => (isUndoing ? optIn(ctx, of) : optOut(ctx, of)));
        const button = isUndoing ? { label: stop, url: '?' } : { label: undo, url: '?undo=1' };
        return sendMessagePage(reply, 200, { ...page.base, title, paragraphs: [isUndoing ? undone : done], button });
      },
    );
  });
}

async function pageFor(ctx: ReadContext, accepted: string | undefined) {
  const { name: site, logoUrl, locale } = await readSite(ctx);
  const language = await loadLanguage(anyPreferredLanguage(accepted, languageOfTag(locale) ?? 'en'));
  const { unsubscribe: texts, missing } = language.texts;
  const base = { language, site, logoUrl };
  const missingPage: MessagePage = { ...base, title: missing.pageTitle, paragraphs: [missing.pageText] };
  return { page: { base, missing: missingPage }, texts, site };
}

// Who has unsubscribed from notices, over HTTP (scope admin).

const describe = routesOf('Mail');

export function optOutsRoutes(app: App): void {
  app.get(
    '/mail-opt-outs',
    describe('admin', 'listMailOptOuts', 'List the addresses that have unsubscribed from notices', {
      querystring: optOutList.query,
      200: optOutList.page,
    }),
    ({ ctx, query }) => listOptOuts(ctx, query),
  );

  app.delete(
    '/mail-opt-outs/:id',
    describe('admin', 'deleteMailOptOut', 'Send notices to an address again that has unsubscribed', {
      params: IdParams,
      200: Deleted,
    }),
    async ({ ctx, params: { id } }) => {
      await inTransaction(ctx, (ctx) => removeOptOut(ctx, id));
      return deleted(id);
    },
  );
}
