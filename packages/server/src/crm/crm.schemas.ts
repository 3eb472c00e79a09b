// Shapes of contacts.

import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { listOfRecords } from '../http/list-of-records.ts';
import { anyObject, bodyOf, ExternalId, nullable, Time } from '../http/schemas.ts';
import { addressKey } from '../lib/mail-address.ts';

const externalId = nullable(ExternalId);

const Fields = anyObject({ description: 'Any other data' });

export const ContactSchema = Type.Object(
  {
    id: Type.String({ description: 'ID of the contact' }),
    externalId,
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

export const NewContact = bodyOf(
  { externalId: Type.Optional(externalId), ...contactMembers },
  {
    title: 'NewContact',
    description: 'A contact to create',
    examples: [{ email: 'ada@example.com', name: 'Ada Lovelace', phone: '+49 30 123456' }],
  },
);
export type NewContact = Static<typeof NewContact>;

export const ContactPatch = bodyOf(
  { externalId: Type.Optional(externalId), ...contactMembers },
  {
    title: 'ContactChange',
    description: '`fields` merges key by key, and null removes a key',
  },
);
export const ExternalContact = bodyOf(contactMembers, {
  title: 'ExternalContact',
  description: 'What another system knows of a contact. What is left out stays as it is; `fields` merges key by key',
  examples: [{ email: 'ada@example.com', name: 'Ada Lovelace', fields: { plan: 'pro' } }],
});
export type ContactPatch = Static<typeof ContactPatch>;

export const contactList = listOfRecords({
  item: ContactSchema,
  filters: ['email', 'name', 'phone', 'source', 'externalId', 'createdAt', 'updatedAt'],
  sort: ['-createdAt', 'updatedAt', 'name', 'email'],
  columns: { email: { column: sql.ref('emailKey'), read: addressKey } },
  search: 'Words in the name, email or phone number',
});
export type ContactQuery = Static<typeof contactList.query>;

export const TimelineEntry = Type.Object(
  {
    id: Type.String({ description: 'ID of the event' }),
    type: Type.String({ description: 'Name of the event, such as `submission.submitted`' }),
    subject: Type.String({ description: 'ID of the record that it is about' }),
    createdAt: Time,
    data: Type.Unknown({ description: 'What the event has recorded, mostly IDs of other records' }),
    number: Type.Optional(Type.String({ description: 'The number of the invoice or credit note' })),
    formName: Type.Optional(Type.String({ description: 'The name of the form that was submitted or paid' })),
    amount: Type.Optional(
      Type.Integer({ description: 'What was paid, refunded or requested, in the smallest unit of the currency' }),
    ),
    currency: Type.Optional(Type.String({ description: 'ISO 4217, lowercase' })),
  },
  { title: 'TimelineEntry', description: 'An event of a contact' },
);
export type TimelineEntry = Static<typeof TimelineEntry>;

export const timeline = listOfRecords({
  item: TimelineEntry,
  filters: ['type', 'createdAt'],
  sort: ['-createdAt'],
});
export type TimelineQuery = Static<typeof timeline.query>;
