// The routes of what a form sells: its stock, what is available, and its discount codes.

import { may, requireScope } from '../../context/access.ts';
import { inBackground, inTransaction } from '../../context/context.ts';
import { routesOf } from '../../http/describe-route.ts';
import { created, deleted } from '../../http/responses.ts';
import { Deleted, IdOrSlugParams, listOf } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { idFrom } from '../../lib/ids.ts';
import { findForm } from '../form/form.ts';
import { languageOfSubmission } from '../form/form-language.ts';
import { translateForm } from '../form/form-translations.ts';
import {
  AvailabilitySchema,
  DiscountChange,
  DiscountParams,
  DiscountSchema,
  NewDiscount,
  StockCorrection,
  StockSchema,
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
      200: listOf(AvailabilitySchema),
    }),
    async (request, reply) => {
      const form = await findForm(request.ctx, request.params.id);
      if (!may(request.ctx.actor, 'forms:read', form.id) && (!form.public || !form.open))
        requireScope(request.ctx, 'forms:read');
      reply.header('vary', 'accept-language, authorization');
      const language = languageOfSubmission(request.headers, form);
      return listed(await listAvailability(request.ctx, language ? translateForm(form, language) : form));
    },
  );

  app.get(
    '/forms/:id/stock',
    describe('forms:read', 'listStock', 'List what a form sells in a limited number, with what is held and sold', {
      params: IdOrSlugParams,
      200: listOf(StockSchema),
      config: { limited: 'form' },
    }),
    async (request) =>
      listed(await listStock(inBackground(request.ctx), await findForm(request.ctx, request.params.id))),
  );

  app.patch(
    '/forms/:id/stock',
    describe('forms:write', 'updateStock', 'Correct how many of something are sold', {
      description: 'How many there are in all is a setting of the form. What open checkouts hold is not changed.',
      params: IdOrSlugParams,
      body: StockCorrection,
      200: listOf(StockSchema),
      config: { limited: 'form' },
    }),
    async (request) => {
      const form = await findForm(request.ctx, request.params.id);
      return listed(await inTransaction(request.ctx, (ctx) => correctStock(ctx, form, request.body)));
    },
  );

  app.get(
    '/forms/:id/discounts',
    describe('forms:read', 'listDiscounts', 'List the discount codes of a form', {
      params: IdOrSlugParams,
      200: listOf(DiscountSchema),
      config: { limited: 'form' },
    }),
    async (request) => {
      const form = await findForm(request.ctx, request.params.id);
      return listed(await listDiscounts(inBackground(request.ctx), form.id));
    },
  );

  app.post(
    '/forms/:id/discounts',
    describe('forms:write', 'createDiscount', 'Create a discount code', {
      params: IdOrSlugParams,
      body: NewDiscount,
      201: DiscountSchema,
      problems: [409],
      config: { limited: 'form' },
    }),
    async (request, reply) => {
      const form = await findForm(request.ctx, request.params.id);
      const id = idFrom('disc', request.operation);
      const discount = await inTransaction(request.ctx, (ctx) => createDiscount(ctx, form, id, request.body));
      return created(request, reply, discount, discount.id);
    },
  );

  app.get(
    '/forms/:id/discounts/:discountId',
    describe('forms:read', 'getDiscount', 'Get a discount code', {
      params: DiscountParams,
      200: DiscountSchema,
      config: { limited: 'form' },
    }),
    async (request) => {
      const form = await findForm(request.ctx, request.params.id);
      return readDiscount(request.ctx, form.id, request.params.discountId);
    },
  );

  app.patch(
    '/forms/:id/discounts/:discountId',
    describe('forms:write', 'updateDiscount', 'Update a discount code; only the given members are replaced', {
      params: DiscountParams,
      body: DiscountChange,
      200: DiscountSchema,
      problems: [409],
      config: { limited: 'form' },
    }),
    async (request) => {
      const form = await findForm(request.ctx, request.params.id);
      return updateDiscount(request.ctx, form, request.params.discountId, request.body);
    },
  );

  app.delete(
    '/forms/:id/discounts/:discountId',
    describe('forms:write', 'deleteDiscount', 'Delete a discount code; open checkouts keep their price', {
      params: DiscountParams,
      200: Deleted,
      config: { limited: 'form' },
    }),
    async (request) => {
      const form = await findForm(request.ctx, request.params.id);
      const { discountId } = request.params;
      await inTransaction(request.ctx, (ctx) => deleteDiscount(ctx, form.id, discountId));
      return deleted(discountId);
    },
  );
}

function listed<Item>(items: Item[]): { items: Item[]; total: number } {
  return { items, total: items.length };
}
