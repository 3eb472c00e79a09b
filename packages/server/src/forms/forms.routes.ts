// The routes of forms. `:id` is the ID or the slug.

import Type from 'typebox';
import { may, requireScope } from '../context/access.ts';
import { type Context, inBackground, inTransaction } from '../context/context.ts';
import { matchCheck, NotModified, sendTagged, shownTag, tagged, versionTag } from '../http/conditional.ts';
import { routesOf } from '../http/describe-route.ts';
import { created, deleted } from '../http/responses.ts';
import { Deleted, IdOrSlugParams, queryOf } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { loadLanguage } from '../languages/language.ts';
import { fail } from '../lib/errors.ts';
import { idFrom } from '../lib/ids.ts';
import { readSite } from '../settings/site.ts';
import { siteFormats } from '../settings/site-formats.ts';
import { picturesOf } from './form/choice-pictures.ts';
import { type Form, findForm } from './form/form.ts';
import { languageOfForm } from './form/form-language.ts';
import { findAsked } from './form/form-versions.ts';
import {
  FormChange,
  FormCode,
  FormSchema,
  FormVersion,
  formList,
  NewForm,
  VersionParams,
} from './form/forms.schemas.ts';
import { countSubmissions, createForm, deleteForm, listForms, updateForm } from './form/forms.ts';
import { withItemOptions } from './form/item-options.ts';
import { formCode } from './page/form-code.ts';
import { looksRoutes } from './page/looks.routes.ts';
import { withoutStock } from './payment/stock.ts';

const describe = routesOf('Forms');

export function formsRoutes(app: App): void {
  looksRoutes(app);

  app.post(
    '/forms',
    describe('forms:write', 'createForm', 'Create a form', { body: NewForm, 201: FormSchema, headers: ['ETag'] }),
    async (request, reply) => {
      const id = idFrom('form', request.operation);
      const form = await inTransaction(request.ctx, (ctx) => createForm(ctx, id, request.body));
      return created(request, reply, tagged(reply, { ...form, submissionCount: 0 }, formTag), form.id);
    },
  );

  app.get(
    '/forms',
    describe('forms:read', 'listForms', 'List forms', {
      description: 'A key that is limited to forms gets only those',
      querystring: formList.query,
      200: formList.page,
      config: { limited: 'rule' },
    }),
    (request) => listForms(inBackground(request.ctx), request.query),
  );

  app.get(
    '/forms/:id',
    describe('rule', 'getForm', 'Get a form; without a token only the public part of an open, public form', {
      params: IdOrSlugParams,
      200: FormSchema,
      304: NotModified,
    }),
    async (request, reply) => {
      const { ctx } = request;
      const form = await findForm(ctx, request.params.id);
      if (!may(ctx.actor, 'forms:read', form.id)) {
        if (!form.public || !form.open) requireScope(ctx, 'forms:read');
        return sendTagged(request, reply, JSON.stringify(publicPart(await withItemOptions(ctx, form))));
      }
      const counted = await withCount(ctx, form);
      return sendTagged(request, reply, JSON.stringify(counted), formTag(counted));
    },
  );

  app.get(
    '/forms/:id/code',
    describe('forms:read', 'getFormCode', 'Get the code that puts a form on another site', {
      params: IdOrSlugParams,
      200: FormCode,
      config: { limited: 'form' },
    }),
    async (request) => {
      const { ctx, protocol, host } = request;
      const form = await withItemOptions(ctx, await findForm(ctx, request.params.id));
      const site = await readSite(ctx);
      const language = await loadLanguage(languageOfForm(form, site));
      const origin = ctx.publicUrl() ?? `${protocol}://${host}`;
      const pictures = await picturesOf(ctx, form, origin);
      return formCode(form, origin, { language, formats: siteFormats(site, language.code), pictures });
    },
  );

  app.patch(
    '/forms/:id',
    describe('forms:write', 'updateForm', 'Update a form', {
      params: IdOrSlugParams,
      body: FormChange,
      200: FormSchema,
      problems: [409, 412],
      config: { limited: 'form' },
    }),
    async (request, reply) => {
      const form = await updateForm(request.ctx, request.params.id, request.body, matchCheck(request, versionTag));
      return tagged(reply, await withCount(request.ctx, form), formTag);
    },
  );

  app.delete(
    '/forms/:id',
    describe(
      'forms:write',
      'deleteForm',
      'Delete a form; if it has submissions, force=true is required and deletes them too',
      {
        params: IdOrSlugParams,
        querystring: queryOf({
          force: Type.Optional(Type.Boolean({ description: 'Whether to delete its submissions too', default: false })),
        }),
        200: Deleted,
        problems: [409, 412],
        config: { limited: 'form' },
      },
    ),
    async (request) => {
      const { force = false } = request.query;
      const check = matchCheck(request, versionTag);
      return deleted(await deleteForm(request.ctx, request.params.id, { force, check }));
    },
  );

  app.get(
    '/forms/:id/versions/:version',
    describe('forms:read', 'getFormVersion', 'Get what a form asked in one of its versions', {
      description: 'Submissions have the version as `formVersion`',
      params: VersionParams,
      200: FormVersion,
      config: { limited: 'form' },
    }),
    async ({ ctx, params }) => {
      const form = await findForm(ctx, params.id);
      if (params.version > form.version) throw fail('form_version_not_found');
      const { version, fields, language, translations } = form;
      return (
        (await findAsked(ctx, form.id, params.version)) ?? { version, fields, language, translations, replacedAt: null }
      );
    },
  );
}

type CountedForm = Form & { submissionCount: number };

/** Its version, which submissions leave, and how many there are. */
function formTag(form: CountedForm): string {
  return shownTag(versionTag(form), String(form.submissionCount));
}

async function withCount(ctx: Context, form: Form): Promise<CountedForm> {
  const counts = await countSubmissions(inBackground(ctx), [form.id]);
  return { ...form, submissionCount: counts.get(form.id) ?? 0 };
}

/** The part of a form that a page needs to show it. */
function publicPart({ id, slug, name, public: isPublic, open, fields, successUrl }: Form) {
  return { id, slug, name, public: isPublic, open, fields: withoutStock(fields), successUrl };
}
