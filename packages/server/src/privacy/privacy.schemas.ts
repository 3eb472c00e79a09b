// The data of one person in the API: whose, what an erasure would do, and the proof of one.

import Type, { type Static } from 'typebox';
import { listOfRecords } from '../http/list-of-records.ts';
import { bodyOf, Id, nullable, Time } from '../http/schemas.ts';

export const PersonToFind = bodyOf(
  {
    contactId: Type.Optional(Type.String({ maxLength: 100, description: 'The ID of a contact' })),
    email: Type.Optional(
      Type.String({
        maxLength: 254,
        description: 'An email address; also one that no contact has, which submissions, payments or mails may name',
        examples: ['ada@example.com'],
      }),
    ),
  },
  { title: 'PersonToFind', description: 'Whose data: a contact, or an email address' },
);

const count = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, description: `${description}; absent for none`, examples: [2] }));

export const ErasureCounts = Type.Object(
  {
    contacts: count('Contacts that are deleted'),
    submissions: count('Submissions that are deleted, with notes, replies and spam'),
    files: count('Files of these submissions'),
    mails: count('Mails in the outbox to, from or about the person that are deleted'),
    savedAnswers: count('Answers that were saved to go on later'),
    mailRefusals: count('Addresses that rejected mail, which are forgotten'),
    mailOptOuts: count('Times that the address has unsubscribed from notices, which are forgotten'),
    digestEntries: count('Submissions that a digest would report to the address, and does not'),
    responses: count('Stored responses to requests with an idempotency key, which are erased'),
    deliveries: count('Deliveries of webhooks that name the person, which are deleted'),
    draftItems: count('Items made from these submissions that no one has changed, which are deleted'),
    payments: count('Payments that stay without the person'),
    invoices: count('Invoices that stay without the person, as they were sent if they were issued'),
    creditNotes: count('Credit notes that stay as they were sent'),
    subscriptions: count('Ended subscriptions that stay without the person'),
    processorEvents: count('Events of the payment processor that stay without their content'),
    events: count('Events that stay without the person'),
    othersNotes: count('Notes and replies to submissions of others, which stay without the address'),
    othersSubmissions: count('Submissions of others that stay without the address'),
  },
  { title: 'ErasureCounts', description: 'Numbers of records, by kind' },
);

export const ErasurePlan = Type.Object(
  {
    person: Type.Object(
      {
        contactId: nullable(Type.String({ description: 'The contact; null if there is none' })),
        email: nullable(Type.String({ description: 'The address that is looked for', examples: ['ada@example.com'] })),
        name: nullable(Type.String({ description: 'The name of the contact', examples: ['Ada Lovelace'] })),
      },
      { description: 'Who would be erased' },
    ),
    counts: ErasureCounts,
    items: Type.Array(
      Type.Object({
        id: Id,
        type: Type.String({ description: 'Name of its content type', examples: ['post'] }),
        title: Type.String({ description: 'Its title', examples: ['Night tour'] }),
      }),
      {
        description:
          'Items made from these submissions that were changed since, or from those of others that name the address. They stay: look at them yourself',
      },
    ),
    blockers: Type.Array(
      Type.Object({
        kind: Type.Enum(['payment', 'subscription'], { description: 'What has not ended' }),
        id: { ...Id, description: 'ID of the payment or subscription' },
      }),
      { description: 'What must end before the erasure can begin: payments and refunds under way, and subscriptions' },
    ),
  },
  { title: 'ErasurePlan', description: 'What an erasure would do' },
);
export type ErasurePlan = Static<typeof ErasurePlan>;

export const Erasure = Type.Object(
  {
    id: Id,
    status: Type.Enum(['running', 'completed'], { description: 'Whether it has ended' }),
    personHash: Type.String({
      description: 'HMAC-SHA-256 of the address with a key of this installation: the same for the same address',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
    by: Type.Object(
      {
        id: Type.String({ description: 'ID of the user or API key', examples: ['usr_01m81qmw2m5e8v1kz3c9tq7d4h'] }),
        name: nullable(Type.String({ description: 'Its name then', examples: ['Olga Berg'] })),
      },
      { description: 'Who asked for it' },
    ),
    createdAt: Time,
    completedAt: nullable({ ...Time, description: 'When it ended' }),
    erased: ErasureCounts,
    keptItems: Type.Array(Type.String(), {
      description: 'IDs of the items that the plan names, which stayed',
      examples: [['item_01m81qmw2m5e8v1kz3c9tq7d4h']],
    }),
    sha256: nullable(
      Type.String({
        description: 'SHA-256 of all members before it, as JSON without spaces; null until it has ended',
        examples: ['2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae'],
      }),
    ),
  },
  { title: 'Erasure', description: 'The proof of an erasure, which says nothing about the person' },
);
export type Erasure = Static<typeof Erasure>;

export const erasureList = listOfRecords({
  item: Erasure,
  filters: ['status', 'createdAt', 'completedAt'],
  sort: ['-createdAt', 'completedAt'],
  own: {
    email: Type.Optional(
      Type.String({ maxLength: 254, description: 'Only erasures of this address', examples: ['ada@example.com'] }),
    ),
  },
});
export type ErasureQuery = Static<typeof erasureList.query>;
