// Where a person's data are, and what becomes of them: each part finds its records and erases them. Their order matters:
// what is found by the contact comes before the contact.

import { sql } from 'kysely';
import { type Context, inTransaction, type ReadContext, type WriteContext } from '../context/context.ts';
import { eraseContact, reduceInvoices } from '../crm/contacts.ts';
import { eraseFromEvents } from '../events/events.ts';
import type { SubmissionTable } from '../forms/answers/submission-rows.ts';
import { peopleInParts } from '../forms/form/parts.ts';
import { eraseFromAnswers, eraseSubmissions } from '../forms/privacy/erase-submissions.ts';
import { eraseDraftItem, listDraftItems, pageTheirs } from '../forms/privacy/their-submissions.ts';
import { eraseResponses } from '../http/idempotency.ts';
import { detachCreditNotes } from '../invoices/credit-notes.ts';
import { addressKey } from '../lib/mail-address.ts';
import { eraseDigestEntries, eraseMails, eraseOptOuts } from '../mail/erase-mails.ts';
import { forgetRefusal } from '../mail/refusals/refusals.ts';
import { reducePayments, reduceProcessorEvents, reduceSubscriptions, reduceUses } from '../payments/reduce-payments.ts';
import { eraseDeliveries } from '../webhooks/delivery-history.ts';
import { addressesOf, everyNameOf, namesOf, type Page, type Person, scan, wordsOf } from './person.ts';

export type CountName =
  | ('contacts' | 'savedAnswers' | 'submissions' | 'files' | 'mails' | 'mailRefusals' | 'deliveries' | 'draftItems')
  | ('payments' | 'invoices' | 'creditNotes' | 'subscriptions' | 'processorEvents' | 'events')
  | ('othersSubmissions' | 'othersNotes' | 'mailOptOuts' | 'digestEntries' | 'responses');
export type Counts = Partial<Record<CountName, number>>;
/** Notes in the transaction of an erasure what it did. */
type Note = (ctx: WriteContext, counts: Counts) => Promise<void>;

export type Part = {
  name: CountName;
  page(ctx: ReadContext, person: Person, after: string): Promise<Page>;
  erase(ctx: Context, person: Person, ids: string[], note: Note): Promise<void>;
};

const batchSize = 200;

/** Erases in transactions of limited size. */
function inBatches(name: CountName, erase: (ctx: WriteContext, ids: string[], person: Person) => Promise<number>) {
  return async (ctx: Context, person: Person, ids: string[], note: Note): Promise<void> => {
    for (let from = 0; from < ids.length; from += batchSize) {
      await inTransaction(ctx, async (ctx) => {
        const count = await erase(ctx, ids.slice(from, from + batchSize), person);
        await note(ctx, { [name]: count });
      });
    }
  };
}

/** What is still to be sent about others, such as a submission that names the person, is sent. */
const deliveries: Part = {
  name: 'deliveries',
  page: (ctx, person, after) => {
    const owner = sql`select "contactId" from "events" where "events"."id" = "deliveries"."eventId"`;
    const where = sql<boolean>`("status" <> 'pending' or coalesce((${owner}), '') = ${person.contactId ?? '-'})`;
    return scan(ctx, { table: 'deliveries', texts: ['body'], where }, namesOf(person), after);
  },
  erase: inBatches('deliveries', eraseDeliveries),
};

const mails: Part = {
  name: 'mails',
  page: (ctx, person, after) => {
    const addresses = addressesOf(person);
    const about = (table: string) =>
      sql`select "id" from ${sql.table(table)} where "contactId" = ${person.contactId ?? '-'}`;
    const records = ['submissions', 'payments', 'invoices', 'creditNotes'].map(about);
    const orWhere = sql<boolean>`coalesce("about", '') in (${sql.join(records, sql` union all `)})`;
    const isTo = addresses.texts.map((text) => sql<boolean>`lower("recipient") = ${text.toLowerCase()}`);
    const where = sql<boolean>`(${sql.join([sql`"status" in ('sent', 'failed')`, orWhere, ...isTo], sql` or `)})`;
    return scan(
      ctx,
      { table: 'mails', texts: ['recipient', 'replyTo', 'subject', 'text'], orWhere, where },
      addresses,
      after,
    );
  },
  erase: inBatches('mails', eraseMails),
};

const mailRefusals: Part = {
  name: 'mailRefusals',
  page: async (ctx, person) => {
    const addresses = addressesOf(person).texts.map(addressKey);
    const rows = ctx.db
      .selectFrom('mailRefusals')
      .select('address')
      .where('address', 'in', ['', ...addresses]);
    return { ids: (await rows.execute()).map(({ address }) => address), last: null };
  },
  erase: inBatches('mailRefusals', async (ctx, ids) => {
    for (const address of ids) await forgetRefusal(ctx, address);
    return ids.length;
  }),
};

const mailOptOuts: Part = {
  name: 'mailOptOuts',
  page: (ctx, person, after) => scan(ctx, { table: 'mailOptOuts', texts: ['address'] }, addressesOf(person), after),
  erase: inBatches('mailOptOuts', eraseOptOuts),
};

const digestEntries: Part = {
  name: 'digestEntries',
  page: (ctx, person, after) => scan(ctx, { table: 'digestEntries', texts: ['recipient'] }, addressesOf(person), after),
  erase: inBatches('digestEntries', eraseDigestEntries),
};

/** The responses that are kept for requests with an idempotency key. */
const responses: Part = {
  name: 'responses',
  page: (ctx, person, after) => scan(ctx, { table: 'idempotencyKeys', texts: ['body'] }, everyNameOf(person), after),
  erase: inBatches('responses', eraseResponses),
};

/** Those of the person's own submissions are gone by then. */
const inForms = peopleInParts.map(
  ({ name, table, texts, isOfOthers, erase }): Part => ({
    name,
    page: (ctx, person, after) =>
      scan(
        ctx,
        { table, texts: texts as ['id'], ...(isOfOthers && { where: ofOthers(person) }) },
        addressesOf(person),
        after,
      ),
    erase: inBatches(name, (ctx, ids, person) => erase(ctx, ids, addressesOf(person))),
  }),
);

/** Those that were not applied yet are left: a payment under way keeps an erasure from beginning. */
const processorEvents: Part = {
  name: 'processorEvents',
  page: (ctx, person, after) => {
    const where = sql<boolean>`"status" <> 'received'`;
    return scan(ctx, { table: 'processorEvents', texts: ['body'], where }, namesOf(person), after);
  },
  erase: inBatches('processorEvents', reduceProcessorEvents),
};

const payments: Part = {
  name: 'payments',
  page: (ctx, person, after) => {
    const orWhere = sql<boolean>`coalesce("contactId", '') = ${person.contactId ?? '-'}`;
    return scan(ctx, { table: 'payments', texts: ['email', 'customerId'], orWhere }, namesOf(person), after);
  },
  erase: inBatches('payments', (ctx, ids, person) => reducePayments(ctx, ids, wordsOf(person))),
};

const invoices: Part = {
  name: 'invoices',
  page: ownedIn('invoices'),
  erase: inBatches('invoices', async (ctx, ids, person) => {
    await reduceUses(ctx, person.contactId, wordsOf(person));
    return reduceInvoices(ctx, ids, wordsOf(person));
  }),
};

const creditNotes: Part = {
  name: 'creditNotes',
  page: ownedIn('creditNotes'),
  erase: inBatches('creditNotes', (ctx, ids) => detachCreditNotes(ctx, ids)),
};

const subscriptions: Part = {
  name: 'subscriptions',
  page: (ctx, person, after) => {
    const orWhere = sql<boolean>`coalesce("contactId", '') = ${person.contactId ?? '-'}`;
    return scan(ctx, { table: 'subscriptions', texts: ['customerId'], orWhere }, namesOf(person), after);
  },
  erase: inBatches('subscriptions', reduceSubscriptions),
};

const draftItems: Part = {
  name: 'draftItems',
  page: async (ctx, person) => {
    const ids: string[] = [];
    for await (const submissions of theirSubmissions(ctx, person))
      ids.push(
        ...(await listDraftItems(ctx, submissions)).filter(({ isUntouched }) => isUntouched).map(({ id }) => id),
      );
    return { ids, last: null };
  },
  erase: async (ctx, _person, ids, note) => {
    for (const id of ids) await eraseDraftItem(ctx, id, (ctx) => note(ctx, { draftItems: 1 }));
  },
};

function submissionsIn(table: SubmissionTable): Part {
  return {
    name: 'submissions',
    page: async (ctx, person, after) => {
      const { theirs, last } = await pageTheirs(ctx, table, person, addressesOf(person), after);
      return { ids: theirs, last };
    },
    erase: (ctx, _person, ids, note) => eraseSubmissions(ctx, table, ids, note),
  };
}

function namingIn(table: SubmissionTable): Part {
  return {
    name: 'othersSubmissions',
    page: async (ctx, person, after) => {
      const { naming, last } = await pageTheirs(ctx, table, person, addressesOf(person), after);
      return { ids: naming, last };
    },
    erase: async (ctx, person, ids, note) => {
      for (const id of ids)
        await eraseFromAnswers(ctx, table, id, addressesOf(person), (ctx) => note(ctx, { othersSubmissions: 1 }));
    },
  };
}

const events: Part = { name: 'events', page: ownedIn('events'), erase: inBatches('events', eraseFromEvents) };

const contacts: Part = {
  name: 'contacts',
  page: async (ctx, { contactId }) => {
    const row = ctx.db
      .selectFrom('contacts')
      .select('id')
      .where('id', '=', contactId ?? '');
    return { ids: (await row.execute()).map(({ id }) => id), last: null };
  },
  erase: inBatches('contacts', async (ctx, ids, person) => {
    await reduceUses(ctx, person.contactId, wordsOf(person));
    let count = 0;
    for (const id of ids) if (await eraseContact(ctx, id, wordsOf(person))) count += 1;
    return count;
  }),
};

/** The order in which they are erased. */
export const parts: readonly Part[] = [
  ...[
    deliveries,
    mails,
    mailRefusals,
    mailOptOuts,
    digestEntries,
    responses,
    processorEvents,
    payments,
    invoices,
    creditNotes,
    subscriptions,
    draftItems,
  ],
  ...[submissionsIn('submissions'), submissionsIn('spamSubmissions')],
  ...[namingIn('submissions'), namingIn('spamSubmissions')],
  ...inForms,
  ...[events, contacts],
];

/** Notes and replies to submissions that are not the contact's. */
function ofOthers({ contactId }: Person) {
  const own = sql`select 1 from "submissions" where "submissions"."id" = "submissionId" and "contactId" = ${contactId ?? '-'}`;
  return sql<boolean>`not exists (${own})`;
}

/** Those of the contact, all at once: a person has few, in another order than that of the IDs. */
function ownedIn(table: 'invoices' | 'creditNotes' | 'events'): Part['page'] {
  return async (ctx, { contactId }) => {
    const rows = ctx.db
      .selectFrom(table as 'events')
      .select('id')
      .where('contactId', '=', contactId ?? '');
    return { ids: (await rows.execute()).map(({ id }) => id), last: null };
  };
}

/** The IDs of the submissions of the person, spam as well, page by page. */
export async function* theirSubmissions(ctx: ReadContext, person: Person): AsyncGenerator<string[]> {
  for (const table of ['submissions', 'spamSubmissions'] as const) yield* pagesOf(submissionsIn(table), ctx, person);
}

/** What a part finds, page by page. */
export async function* pagesOf(
  { page }: Pick<Part, 'page'>,
  ctx: ReadContext,
  person: Person,
): AsyncGenerator<string[]> {
  let after: string | null = '';
  while (after !== null) {
    const found: Page = await page(ctx, person, after);
    if (found.ids.length > 0) yield found.ids;
    after = found.last;
  }
}
