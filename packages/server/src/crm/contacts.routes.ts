// Contacts over HTTP.

import { inBackground, inTransaction, type ReadContext } from '../context/context.ts';
import { type CountedPage, listByTime } from '../database/list-page.ts';
import { NotModified, sendTagged, tagged, versionCheck, versionTag } from '../http/conditional.ts';
import { routesOf } from '../http/describe-route.ts';
import { created, deleted } from '../http/responses.ts';
import { countedListOf, Deleted, IdParams } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { createContact, deleteContact, getContact, listContacts, patchContact } from './contacts.ts';
import { ContactPatch, ContactQuery, ContactSchema, NewContact, TimelineEntry, TimelineQuery } from './crm.schemas.ts';

const describe = routesOf('Contacts');

export function contactsRoutes(app: App): void {
  app.get(
    '/contacts',
    describe('crm:read', 'listContacts', 'List contacts; the search covers names, email addresses and phone numbers', {
      querystring: ContactQuery,
      200: countedListOf(ContactSchema),
    }),
    (request) => listContacts(inBackground(request.ctx), request.query),
  );

  app.get(
    '/contacts/:id',
    describe('crm:read', 'getContact', 'Read a contact', {
      params: IdParams,
      200: ContactSchema,
      304: NotModified,
    }),
    async (request, reply) => {
      const contact = await getContact(request.ctx, request.params.id);
      return sendTagged(request, reply, JSON.stringify(contact), versionTag(contact));
    },
  );

  app.get(
    '/contacts/:id/timeline',
    describe('crm:read', 'listContactTimeline', 'List the events of a contact', {
      params: IdParams,
      querystring: TimelineQuery,
      200: countedListOf(TimelineEntry),
    }),
    (request) => listTimeline(inBackground(request.ctx), request.params.id, request.query),
  );

  app.post(
    '/contacts',
    describe('crm:write', 'createContact', 'Create a contact', {
      body: NewContact,
      201: ContactSchema,
      headers: ['ETag'],
    }),
    async (request, reply) => {
      const contact = await inTransaction(request.ctx, (ctx) => createContact(ctx, request.body, request.operation));
      return created(request, reply, tagged(reply, contact), contact.id);
    },
  );

  app.patch(
    '/contacts/:id',
    describe('crm:write', 'updateContact', 'Update a contact; custom fields merge key by key', {
      params: IdParams,
      body: ContactPatch,
      200: ContactSchema,
      problems: [409, 412],
    }),
    async (request, reply) => {
      const { params, body } = request;
      const check = versionCheck(request);
      const contact = await inTransaction(request.ctx, (ctx) => patchContact(ctx, params.id, body, check));
      return tagged(reply, contact);
    },
  );

  app.delete(
    '/contacts/:id',
    describe('crm:write', 'deleteContact', 'Delete a contact', { params: IdParams, 200: Deleted, problems: [412] }),
    async (request) => {
      const { id } = request.params;
      await inTransaction(request.ctx, (ctx) => deleteContact(ctx, id, versionCheck(request)));
      return deleted(id);
    },
  );
}

// The events of a contact, each with the name of its form and the amount it is about, as far as we still have them.

/** What the data of an event may name. */
type Named = {
  formId?: string;
  paymentId?: string;
  refundId?: string;
  invoice?: { amount: number | null; amountPaid: number; currency: string | null };
};

type Money = { amount: number; currency: string };

/** Throws contact_not_found. */
async function listTimeline(
  ctx: ReadContext,
  contactId: string,
  query: TimelineQuery,
): Promise<CountedPage<TimelineEntry>> {
  await getContact(ctx, contactId);
  const events = ctx.db
    .selectFrom('events')
    .where('contactId', '=', contactId)
    .select(['id', 'type', 'subject', 'createdAt', 'data']);
  const { items, total } = await listByTime(events, query, (row) => ({ ...row, data: JSON.parse(row.data) as Named }));
  const named = items.map(({ data }) => data);
  const formNames = await readFormNames(ctx, named);
  const amounts = await readAmounts(ctx, named);
  return {
    total,
    items: items.map((entry) => {
      const { formId, paymentId, refundId, invoice } = entry.data;
      const formName = formNames.get(formId ?? '');
      const money = amounts.get(refundId ?? paymentId ?? '') ?? moneyOf(entry.type, invoice);
      return { ...entry, ...(formName !== undefined && { formName }), ...money };
    }),
  };
}

async function readFormNames(ctx: ReadContext, named: readonly Named[]): Promise<Map<string, string>> {
  const ids = named.flatMap(({ formId }) => formId ?? []);
  if (ids.length === 0) return new Map();
  const forms = await ctx.db.selectFrom('forms').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(forms.map(({ id, name }) => [id, name]));
}

/** By the ID of a payment or a refund: what was received, or else requested. */
async function readAmounts(ctx: ReadContext, named: readonly Named[]): Promise<Map<string, Money>> {
  const paymentIds = named.flatMap(({ paymentId }) => paymentId ?? []);
  if (paymentIds.length === 0) return new Map();
  const payments = await ctx.db
    .selectFrom('payments')
    .select(['id', 'amount', 'amountReceived', 'currency'])
    .where('id', 'in', paymentIds)
    .execute();
  const refunds = await ctx.db
    .selectFrom('refunds')
    .select(['id', 'amount', 'currency'])
    .where('paymentId', 'in', paymentIds)
    .execute();
  return new Map([
    ...payments.map(
      ({ id, amount, amountReceived, currency }) => [id, { amount: amountReceived || amount, currency }] as const,
    ),
    ...refunds.map(({ id, ...money }) => [id, money] as const),
  ]);
}

/** Events of the processor's invoices hold its amounts. */
function moneyOf(type: string, invoice: Named['invoice']): Partial<Money> {
  const amount = type === 'invoice.paid' ? invoice?.amountPaid : invoice?.amount;
  const currency = invoice?.currency;
  return typeof amount === 'number' && typeof currency === 'string' ? { amount, currency } : {};
}
