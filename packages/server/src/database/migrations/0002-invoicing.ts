// Invoices with lines, taxes and numbers; credit notes; their documents; payments that people record.

import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';
import { baselineOf, index, key, unique, where } from './baseline/create-tables.ts';

/** What cannot change once an invoice is issued: all that its document says. */
const frozen = {
  invoices: [
    'number',
    'paper',
    'amount',
    'currency',
    'description',
    'dueAt',
    'issuedAt',
    'issueDay',
    'numberSeries',
    'taxAmount',
  ],
  creditNotes: [
    'number',
    'paper',
    'amount',
    'currency',
    'invoiceId',
    'refundId',
    'reason',
    'issuedAt',
    'issueDay',
    'numberSeries',
    'taxAmount',
  ],
};

const paid = '"paidAt", "currency", "amountReceived", "submissionId"';
const summed = '"issueDay", "currency", "amount", "amountPaid", "amountCredited", "amountRefunded"';
const issued = '"issueDay", "issuedAt", "id", "currency", "taxAmount"';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { types: c, createTable } = baselineOf(db, dialect);
  const add = (table: string, column: string, type: string) =>
    sql.raw(`alter table "${table}" add column "${column}" ${type}`).execute(db);
  const { text, json } = dialect.columnTypes;
  for (const [column, type] of Object.entries({ paper: json, issuedAt: text, issueDay: text, numberSeries: text }))
    await add('invoices', column, type);
  for (const column of ['amountCredited', 'amountRefunded', 'creditUsed'])
    await add('invoices', column, 'bigint not null default 0');
  await add('invoices', 'taxAmount', 'bigint');
  await add('invoices', 'remindersPaused', 'integer not null default 0');
  await add('invoices', 'reminderDays', 'integer');
  await add('refunds', 'creditNote', 'integer not null default 0');
  // All that the sums of what is open read, by day, too.
  await sql.raw(`create index "invoicesStatusDue" on "invoices" ("status", "dueAt", "id", ${summed})`).execute(db);
  for (const column of ['method', 'reference']) await add('payments', column, text);
  await sql
    .raw(`create unique index "invoicesNumberUnique" on "invoices" ("number") where "issuedAt" is not null`)
    .execute(db);
  // All that the sums of a period read of what was issued, in the order in which its documents are.
  await sql.raw(`create index "invoicesIssued" on "invoices" (${issued}) where "issueDay" is not null`).execute(db);
  await sql.raw(`create index "paymentsPaid" on "payments" (${paid}) where "status" = 'succeeded'`).execute(db);

  await createTable('taxRates', {
    id: c.id,
    name: c.text,
    percent: c.text,
    country: c.text,
    category: c.text,
    reason: c.optionalText,
    validFrom: c.optionalText,
    validUntil: c.optionalText,
    version: c.integer,
    createdAt: c.text,
    updatedAt: c.text,
  });
  await createTable(
    'vatIdChecks',
    {
      vatId: c.id,
      requester: c.optionalText,
      inUse: c.integer,
      name: c.optionalText,
      address: c.optionalText,
      consultationNumber: c.optionalText,
      checkedAt: c.text,
    },
    index('checkedAt'),
  );
  await createTable('numberSeries', { id: c.id, last: c.integer, issuedAt: c.text, issueDay: c.text });
  await createTable(
    'creditNotes',
    {
      id: c.id,
      number: c.text,
      numberSeries: c.text,
      invoiceId: c.text,
      contactId: c.optionalText,
      refundId: c.optionalText,
      amount: c.money,
      taxAmount: c.money,
      currency: c.text,
      reason: c.optionalText,
      paper: c.json,
      issuedAt: c.text,
      issueDay: c.text,
      version: c.integer,
      createdAt: c.text,
      updatedAt: c.text,
    },
    unique('number'),
    index('invoiceId'),
    where('"contactId" is not null', index('contactId')),
    index('createdAt', 'id'),
  );
  await createTable(
    'documents',
    { recordId: c.text, format: c.text, digest: c.text, bytes: c.bytes, createdAt: c.text },
    key('recordId', 'format'),
  );
  await sql.raw(`create index "creditNotesIssued" on "creditNotes" (${issued})`).execute(db);
  for (const statement of freeze[dialect.name]) await sql.raw(statement).execute(db);
}

const refusal = 'What was issued cannot be changed';
const tables = Object.entries(frozen);
const changed = (columns: readonly string[], operator: string) =>
  columns.map((column) => `old."${column}" ${operator} new."${column}"`).join(' or ');
/** PostgreSQL cannot compare JSON. */
const textChanged = (columns: readonly string[]) =>
  columns.map((column) => `old."${column}"::text is distinct from new."${column}"::text`).join(' or ');
const refuse = `begin select raise(abort, '${refusal}'); end`;

const freeze = {
  sqlite: tables.flatMap(([table, columns]) => [
    `create trigger "${table}_frozen" before update on "${table}" when old."issuedAt" is not null
      and (${changed(columns, 'is not')}) ${refuse}`,
    `create trigger "${table}_kept" before delete on "${table}" when old."issuedAt" is not null ${refuse}`,
  ]),
  postgres: [
    `create function "issued_refuse"() returns trigger language plpgsql as $$
      begin raise exception '${refusal}'; end $$`,
    ...tables.flatMap(([table, columns]) => [
      `create trigger "${table}_frozen" before update on "${table}" for each row
        when (old."issuedAt" is not null and (${textChanged(columns)})) execute function "issued_refuse"()`,
      `create trigger "${table}_kept" before delete on "${table}" for each row
        when (old."issuedAt" is not null) execute function "issued_refuse"()`,
    ]),
  ],
};
