// The routes of what a form sells: its stock, what is available, and its discount codes.

import { may, requireScope } from '../../context/access.ts';
import { inBackground, inTransaction } from '../../context/context.ts';
import { pageOf } from '../../database/record-list.ts';
import { matchCheck, NotModified, sendTagged, shownTag, tagged, versionTag } from '../../http/conditional.ts';
import { routesOf } from '../../http/describe-route.ts';
import { created, deleted } from '../../http/responses.ts';
import { Deleted, IdOrSlugParams } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { idFrom } from '../../lib/ids.ts';
import { findForm } from '../form/form.ts';
import { languageOfSubmission } from '../form/form-language.ts';
import { translateForm } from '../form/form-translations.ts';
import { withItemOptions } from '../form/item-options.ts';
import {
  availabilityList,
  DiscountChange,
  type DiscountItem,
  DiscountParams,
  DiscountSchema,
  discountList,
  NewDiscount,
  StockCorrection,
  stockList,
} from './discounts.schemas.ts';
import { createDiscount, deleteDiscount, listDiscounts, readDiscount, updateDiscount } from './discounts.ts';
import { correctStock, listAvailability, listStock } from './stock.ts';

const describe = routesOf('Forms');

export function formPaymentRoutes(app: App): void {
  app.get(
    '/forms/:id/availability',
    describe('rule', 'listAvailability', 'Get what of a form is sold out; open to visitors of a public form', {
      description: 'Labels are in the language that `Accept-Language` prefers of those that the form has.',
      params: IdOrSlugParams,
      querystring: availabilityList.query,
      200: availabilityList.page,
    }),
    async (request, reply) => {
      const form = await findForm(request.ctx, request.params.id);
      if (!may(request.ctx.actor, 'forms:read', form.id) && (!form.public || !form.open))
        requireScope(request.ctx, 'forms:read');
      reply.header('vary', 'accept-language, authorization');
      const language = languageOfSubmission(request.headers, form);
      const offered = await withItemOptions(request.ctx, language ? translateForm(form, language) : form);
      const items = await listAvailability(request.ctx, offered);
      return pageOf(items, availabilityList, request.query);
    },
  );

  app.get(
    '/forms/:id/stock',
    describe('forms:read', 'listStock', 'List what a form sells in a limited number, with what is held and sold', {
      params: IdOrSlugParams,
      querystring: stockList.query,
      200: stockList.page,
      config: { limited: 'form' },
    }),
    async (request) => {
      const ctx = inBackground(request.ctx);
      const form = await withItemOptions(ctx, await findForm(request.ctx, request.params.id));
      return pageOf(await listStock(ctx, form), stockList, request.query);
    },
  );

  app.patch(
    '/forms/:id/stock',
    describe('forms:write', 'updateStock', 'Correct how many of something are sold', {
      description: 'How many there are in all is a setting of the form. What open checkouts hold is not changed.',
      params: IdOrSlugParams,
      body: StockCorrection,
      200: stockList.page,
      config: { limited: 'form' },
    }),
    async (request) => {
      const form = await findForm(request.ctx, request.params.id);
      return pageOf(await inTransaction(request.ctx, (ctx) => correctStock(ctx, form, request.body)), stockList, {});
    },
  );

  app.get(
    '/forms/:id/discounts',
    describe('forms:read', 'listDiscounts', 'List the discount codes of a form', {
      params: IdOrSlugParams,
      querystring: discountList.query,
      200: discountList.page,
      config: { limited: 'form' },
    }),
    async (request) => {
      const form = await findForm(request.ctx, request.params.id);
      return pageOf(await listDiscounts(inBackground(request.ctx), form.id), discountList, request.query);
    },
  );

  app.post(
    '/forms/:id/discounts',
    describe('forms:write', 'createDiscount', 'Create a discount code', {
      params: IdOrSlugParams,
      body: NewDiscount,
      201: DiscountSchema,
      headers: ['ETag'],
      problems: [409],
      config: { limited: 'form' },
    }),
    async (request, reply) => {
      const form = await findForm(request.ctx, request.params.id);
      const id = idFrom('disc', request.operation);
      const discount = await inTransaction(request.ctx, (ctx) => createDiscount(ctx, form, id, request.body));
      return created(request, reply, tagged(reply, discount, discountTag), discount.id);
    },
  );

  app.get(
    '/forms/:id/discounts/:discountId',
    describe('forms:read', 'getDiscount', 'Get a discount code', {
      params: DiscountParams,
      200: DiscountSchema,
      304: NotModified,
      config: { limited: 'form' },
    }),
    async (request, reply) => {
      const form = await findForm(request.ctx, request.params.id);
      const discount = await readDiscount(request.ctx, form.id, request.params.discountId);
      return sendTagged(request, reply, JSON.stringify(discount), discountTag(discount));
    },
  );

  app.patch(
    '/forms/:id/discounts/:discountId',
    describe('forms:write', 'updateDiscount', 'Update a discount code; only the given members are replaced', {
      params: DiscountParams,
      body: DiscountChange,
      200: DiscountSchema,
      problems: [409, 412],
      config: { limited: 'form' },
    }),
    async (request, reply) => {
      const form = await findForm(request.ctx, request.params.id);
      const check = matchCheck(request, versionTag);
      const change = { change: request.body, check };
      return tagged(reply, await updateDiscount(request.ctx, form, request.params.discountId, change), discountTag);
    },
  );

  app.delete(
    '/forms/:id/discounts/:discountId',
    describe('forms:write', 'deleteDiscount', 'Delete a discount code; open checkouts keep their price', {
      params: DiscountParams,
      200: Deleted,
      problems: [412],
      config: { limited: 'form' },
    }),
    async (request) => {
      const form = await findForm(request.ctx, request.params.id);
      const { discountId } = request.params;
      await inTransaction(request.ctx, (ctx) =>
        deleteDiscount(ctx, form.id, discountId, matchCheck(request, versionTag)),
      );
      return deleted(discountId);
    },
  );
}

/** Its version, which uses leave, and how many there are. */
function discountTag(discount: DiscountItem): string {
  return shownTag(versionTag(discount), `${discount.held} ${discount.used}`);
}
