// Shapes of contacts and invoices.

import Type, { type Static } from 'typebox';
import { anyObject, bodyOf, Id, nullable, orderedQuery, queryOf, Time } from '../http/schemas.ts';

const Fields = anyObject({ description: 'Any other data' });

export const ContactSchema = Type.Object(
  {
    id: Type.String({ description: 'ID of the contact' }),
    email: nullable(Type.String({ description: 'Email address, unique without regard to case' })),
    name: nullable(Type.String({ description: 'Name of the person' })),
    phone: nullable(Type.String({ description: 'Phone number, as it was given' })),
    source: Type.String({ description: 'Where it comes from: `api`, `form` or `payment`' }),
    fields: Fields,
    createdAt: Time,
    updatedAt: Time,
    version: Type.Integer({ description: 'Increases by 1 with every change' }),
  },
  { title: 'Contact', description: 'A person, at most one for each email address' },
);
export type Contact = Static<typeof ContactSchema>;

const contactMembers = {
  email: Type.Optional(
    nullable(Type.String({ description: 'Email address. No two contacts can have the same', maxLength: 254 })),
  ),
  name: Type.Optional(nullable(Type.String({ description: 'Name of the person', maxLength: 500 }))),
  phone: Type.Optional(nullable(Type.String({ description: 'Phone number, in any notation', maxLength: 60 }))),
  fields: Type.Optional(Fields),
};

export const NewContact = bodyOf(contactMembers, {
  title: 'NewContact',
  description: 'A contact to create',
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
  search: Type.Optional(Type.String({ description: 'Words in the name, email or phone number', maxLength: 200 })),
  email: Type.Optional(Type.String({ description: 'The whole email address, without regard to case', maxLength: 254 })),
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
    id: Type.String({ description: 'ID of the event' }),
    type: Type.String({ description: 'Name of the event, such as `submission.submitted`' }),
    subject: Type.String({ description: 'ID of the record that it is about' }),
    createdAt: Time,
    data: Type.Unknown({ description: 'What the event has recorded, mostly IDs of other records' }),
    formName: Type.Optional(Type.String({ description: 'The name of the form that was submitted or paid' })),
    amount: Type.Optional(
      Type.Integer({ description: 'What was paid, refunded or requested, in the smallest unit of the currency' }),
    ),
    currency: Type.Optional(Type.String({ description: 'ISO 4217, lowercase' })),
  },
  { title: 'TimelineEntry', description: 'An event of a contact' },
);
export type TimelineEntry = Static<typeof TimelineEntry>;

export const InvoiceStatus = Type.Enum(['draft', 'open', 'paid', 'void', 'uncollectible'], {
  title: 'InvoiceStatus',
  description: '`open` can be paid; `void` was withdrawn; `uncollectible` was given up, by the processor',
});

export const InvoiceSchema = Type.Object(
  {
    id: Type.String({ description: 'ID of the invoice' }),
    number: nullable(Type.String({ description: 'As on the document that the customer has' })),
    contactId: nullable(Type.String({ description: 'The contact who owes it' })),
    status: InvoiceStatus,
    amount: nullable(Type.Integer({ description: 'In the smallest unit of the currency' })),
    amountPaid: Type.Integer({ description: 'What has been paid, less refunds, in the smallest unit of the currency' }),
    currency: nullable(Type.String({ description: 'ISO 4217, lowercase' })),
    description: nullable(Type.String({ description: 'What it is for' })),
    dueAt: nullable({ ...Time, description: 'When it should be paid' }),
    sentAt: nullable({ ...Time, description: 'When the mail server last accepted it for its contact' }),
    paidAt: nullable({ ...Time, description: 'When it was paid in full' }),
    processorInvoiceId: nullable(
      Type.String({ description: "The processor's ID, if it is an invoice of a subscription" }),
    ),
    subscriptionId: nullable(Type.String({ description: "The processor's ID of the subscription" })),
    createdAt: Time,
    updatedAt: Time,
    version: Type.Integer({ description: 'Increases by 1 with every change' }),
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
  contactId: Type.Optional(nullable({ ...Id, description: 'ID of the contact who owes it' })),
  number: Type.Optional(
    nullable(Type.String({ description: 'As on the document that the customer has', maxLength: 100 })),
  ),
  description: Type.Optional(nullable(Type.String({ description: 'What it is for', maxLength: 5000 }))),
  dueAt: Type.Optional(nullable({ ...Time, description: 'When it should be paid' })),
};

export const NewInvoice = bodyOf(
  {
    ...invoiceMembers,
    status: Type.Optional(
      Type.Enum(['draft', 'open'], { description: 'A `draft` cannot be paid yet', default: 'open' }),
    ),
    amount: Amount,
    currency: Currency,
  },
  {
    title: 'NewInvoice',
    description: 'An invoice to create',
    examples: [{ amount: 12_000, currency: 'eur', description: 'Consulting in May' }],
  },
);
export type NewInvoice = Static<typeof NewInvoice>;

export const InvoicePatch = bodyOf(
  {
    ...invoiceMembers,
    status: Type.Optional(Type.Enum(['draft', 'open', 'void'], { description: '`void` withdraws it, for good' })),
    amount: Type.Optional(Amount),
    currency: Type.Optional(Currency),
  },
  { title: 'InvoiceChange', description: 'Only the given members change' },
);
export type InvoicePatch = Static<typeof InvoicePatch>;

export const InvoiceQuery = queryOf({
  ...orderedQuery,
  status: Type.Optional(InvoiceStatus),
  contactId: Type.Optional({ ...Id, description: 'Only those of this contact' }),
});
export type InvoiceQuery = Static<typeof InvoiceQuery>;
