// Contacts over HTTP.

import { inBackground, type ReadContext } from '../context/context.ts';
import { listRecords, type RecordPage } from '../database/record-list.ts';
import { eventGroups } from '../events/event-types.ts';
import { versionTag } from '../http/conditional.ts';
import { routesOf } from '../http/describe-route.ts';
import { exportRoutes } from '../http/export-routes.ts';
import { resourceRoutes } from '../http/resource-routes.ts';
import { IdParams } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { contactTable } from './contact-export.ts';
import {
  createContact,
  deleteContact,
  getContact,
  getContactByExternalId,
  listContacts,
  pageContacts,
  patchContact,
  replaceContact,
} from './contacts.ts';
import {
  ContactPatch,
  ContactSchema,
  contactList,
  ExternalContact,
  NewContact,
  type TimelineEntry,
  type TimelineQuery,
  timeline,
} from './crm.schemas.ts';

const describe = routesOf('Contacts');

export function contactsRoutes(app: App): void {
  resourceRoutes(app, {
    ...{ tag: 'Contacts', path: '/contacts', one: 'Contact', many: 'Contacts', read: 'crm:read', write: 'crm:write' },
    item: ContactSchema,
    tagOf: versionTag,
    list: {
      ...contactList,
      summary: 'List contacts; the search covers names, email addresses and phone numbers',
      run: listContacts,
    },
    get: { run: (ctx, { id }) => getContact(ctx, id) },
    create: { body: NewContact, run: createContact },
    update: {
      summary: 'Update a contact; custom fields merge key by key',
      body: ContactPatch,
      run: (ctx, { id }, patch, check) => patchContact(ctx, id, patch, check),
    },
    external: { body: ExternalContact, get: getContactByExternalId, replace: replaceContact },
    delete: {
      problems: [412],
      run: (ctx, { id }, check) => deleteContact(ctx, id, check),
    },
  });

  exportRoutes(app, {
    ...{ tag: 'Contacts', path: '/contacts', access: 'crm:read' },
    ...{ operation: 'exportContacts', what: 'all matching contacts' },
    query: contactList.exportQuery,
    open: (ctx, { query }) => ({
      table: contactTable,
      pages: pageContacts(inBackground(ctx), query),
      name: 'contacts',
    }),
  });

  app.get(
    '/contacts/:id/timeline',
    describe('crm:read', 'listContactTimeline', 'List the events of a contact', {
      params: IdParams,
      querystring: timeline.query,
      200: timeline.page,
    }),
    (request) => listTimeline(inBackground(request.ctx), request.params.id, request.query),
  );
}

// The events of a contact that are no mere changes of records, each with the name of its form, its number and the amount it is about, as far as we still have them.

/** What the data of an event may name. */
type Named = {
  formId?: string;
  paymentId?: string;
  refundId?: string;
  invoice?: { number?: string | null; amount: number | null; amountPaid: number; currency: string | null };
  creditNote?: { number: string } & Money;
};

type Money = { amount: number; currency: string };

/** Throws contact_not_found. */
async function listTimeline(
  ctx: ReadContext,
  contactId: string,
  query: TimelineQuery,
): Promise<RecordPage<TimelineEntry>> {
  await getContact(ctx, contactId);
  const events = ctx.db
    .selectFrom('events')
    .where('contactId', '=', contactId)
    .where('type', 'not in', eventGroups.crm)
    .select(['id', 'type', 'subject', 'createdAt', 'data']);
  const page = await listRecords(events, timeline, query, (row) => ({ ...row, data: JSON.parse(row.data) as Named }));
  const named = page.items.map(({ data }) => data);
  const formNames = await readFormNames(ctx, named);
  const amounts = await readAmounts(ctx, named);
  return {
    ...page,
    items: page.items.map((entry) => {
      const { formId, paymentId, refundId, invoice, creditNote } = entry.data;
      const formName = formNames.get(formId ?? '');
      const number = (creditNote ?? invoice)?.number;
      const money = amounts.get(refundId ?? paymentId ?? '') ?? moneyOf(entry.type, entry.data);
      return { ...entry, ...(number && { number }), ...(formName !== undefined && { formName }), ...money };
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

/** Events of invoices and credit notes hold their amounts. */
function moneyOf(type: string, { invoice, creditNote }: Named): Partial<Money> {
  if (creditNote) return { amount: creditNote.amount, currency: creditNote.currency };
  const amount = type === 'invoice.paid' ? invoice?.amountPaid : invoice?.amount;
  const currency = invoice?.currency;
  return typeof amount === 'number' && typeof currency === 'string' ? { amount, currency } : {};
}
