// Shapes of contacts and invoices.

import Type, { type Static } from 'typebox';
import { anyObject, bodyOf, Id, nullable, orderedQuery, queryOf, Time } from '../http/schemas.ts';

const Fields = anyObject({ description: 'Any other data' });

export const ContactSchema = Type.Object(
  {
    id: Type.String(),
    email: nullable(Type.String()),
    name: nullable(Type.String()),
    phone: nullable(Type.String()),
    source: Type.String({ description: 'Where it comes from: `api`, `form` or `payment`' }),
    fields: Fields,
    createdAt: Time,
    updatedAt: Time,
    version: Type.Integer(),
  },
  { title: 'Contact', description: 'A person, at most one for each email address' },
);
export type Contact = Static<typeof ContactSchema>;

const contactMembers = {
  email: Type.Optional(nullable(Type.String({ maxLength: 254 }))),
  name: Type.Optional(nullable(Type.String({ maxLength: 500 }))),
  phone: Type.Optional(nullable(Type.String({ maxLength: 60 }))),
  fields: Type.Optional(Fields),
};

export const NewContact = bodyOf(contactMembers, {
  title: 'NewContact',
  examples: [{ email: 'ada@example.com', name: 'Ada Lovelace', phone: '+49 30 123456' }],
});
export type NewContact = Static<typeof NewContact>;

export const ContactPatch = bodyOf(contactMembers, {
  title: 'ContactChange',
  description: '`fields` merges key by key, and null removes a key',
});
export type ContactPatch = Static<typeof ContactPatch>;

export const ContactQuery = queryOf({
  ...orderedQuery,
  search: Type.Optional(Type.String({ maxLength: 200 })),
  email: Type.Optional(Type.String({ maxLength: 254 })),
  ids: Type.Optional(
    Type.String({
      maxLength: 5000,
      examples: ['con_1,con_2'],
      description: 'Up to 100 IDs, separated by commas. IDs of no contact are left out of the answer',
    }),
  ),
});
export type ContactQuery = Static<typeof ContactQuery>;

export const TimelineQuery = queryOf(orderedQuery);
export type TimelineQuery = Static<typeof TimelineQuery>;

export const TimelineEntry = Type.Object(
  {
    id: Type.String(),
    type: Type.String(),
    subject: Type.String(),
    createdAt: Time,
    data: Type.Unknown(),
    formName: Type.Optional(Type.String({ description: 'The name of the form that was submitted or paid' })),
    amount: Type.Optional(
      Type.Integer({ description: 'What was paid, refunded or requested, in the smallest unit of the currency' }),
    ),
    currency: Type.Optional(Type.String()),
  },
  { title: 'TimelineEntry', description: 'An event of a contact' },
);
export type TimelineEntry = Static<typeof TimelineEntry>;

export const InvoiceStatus = Type.Enum(['draft', 'open', 'paid', 'void', 'uncollectible'], { title: 'InvoiceStatus' });

export const InvoiceSchema = Type.Object(
  {
    id: Type.String(),
    number: nullable(Type.String()),
    contactId: nullable(Type.String()),
    status: InvoiceStatus,
    amount: nullable(Type.Integer()),
    amountPaid: Type.Integer(),
    currency: nullable(Type.String()),
    description: nullable(Type.String()),
    dueAt: nullable(Time),
    paidAt: nullable(Time),
    processorInvoiceId: nullable(Type.String()),
    subscriptionId: nullable(Type.String()),
    createdAt: Time,
    updatedAt: Time,
    version: Type.Integer(),
  },
  { title: 'Invoice', description: 'What a contact owes and has paid' },
);
export type Invoice = Static<typeof InvoiceSchema>;

const Amount = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Minor units of the currency',
});
const Currency = Type.String({ pattern: '^[a-z]{3}$', description: 'ISO 4217, lowercase' });
const invoiceMembers = {
  contactId: Type.Optional(nullable(Id)),
  number: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
  description: Type.Optional(nullable(Type.String({ maxLength: 5000 }))),
  dueAt: Type.Optional(nullable(Time)),
};

export const NewInvoice = bodyOf(
  {
    ...invoiceMembers,
    status: Type.Optional(Type.Enum(['draft', 'open'], { default: 'open' })),
    amount: Amount,
    currency: Currency,
  },
  { title: 'NewInvoice', examples: [{ amount: 12_000, currency: 'eur', description: 'Consulting in May' }] },
);
export type NewInvoice = Static<typeof NewInvoice>;

export const InvoicePatch = bodyOf(
  {
    ...invoiceMembers,
    status: Type.Optional(Type.Enum(['draft', 'open', 'void'])),
    amount: Type.Optional(Amount),
    currency: Type.Optional(Currency),
  },
  { title: 'InvoiceChange' },
);
export type InvoicePatch = Static<typeof InvoicePatch>;

export const InvoiceQuery = queryOf({
  ...orderedQuery,
  status: Type.Optional(InvoiceStatus),
  contactId: Type.Optional(Id),
});
export type InvoiceQuery = Static<typeof InvoiceQuery>;
