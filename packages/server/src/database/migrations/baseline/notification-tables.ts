// Events, the webhooks that send them, and mails.

import { sql } from 'kysely';
import { type Baseline, index, unique, where } from './create-tables.ts';

export async function createNotifications(baseline: Baseline): Promise<void> {
  await createEvents(baseline);
  await createWebhooks(baseline);
  await createMails(baseline);
}

async function createEvents({ db, types: c, createTable }: Baseline): Promise<void> {
  await createTable(
    'events',
    {
      id: c.id,
      type: c.text,
      uniqueKey: c.uniqueText,
      subject: c.text,
      sequence: c.integer,
      position: c.optionalBigInteger,
      contactId: c.optionalText,
      data: c.json,
      createdAt: c.text,
    },
    unique('subject', 'sequence'),
    index('contactId', 'createdAt'),
    where('"position" is not null', index('position')),
    where('"position" is null', index('createdAt', 'id')),
    where(`"type" not like 'item.%'`, index('id')),
  );
  await sql`create table "feed" ("id" integer primary key, "last" bigint not null, "forgotten" bigint not null)`.execute(
    db,
  );
  await sql`insert into "feed" values (1, 0, 0)`.execute(db);
}

async function createWebhooks({ types: c, createTable }: Baseline): Promise<void> {
  await createTable(
    'subscribers',
    {
      id: c.id,
      formId: c.optionalText,
      types: c.optionalJson,
      url: c.text,
      events: c.json,
      sealedSecrets: c.text,
      previousSecretUntil: c.optionalText,
      status: c.text,
      failingSince: c.optionalText,
      version: c.integer,
      createdAt: c.text,
      updatedAt: c.text,
    },
    index('formId'),
  );
  await createTable(
    'deliveries',
    {
      id: c.id,
      eventId: c.text,
      subscriberId: c.text,
      formId: c.optionalText,
      type: c.text,
      url: c.text,
      body: c.text,
      status: c.text,
      failure: c.optionalText,
      attempts: c.integer,
      nextAttemptAt: c.optionalText,
      createdAt: c.text,
      deliveredAt: c.optionalText,
    },
    unique('eventId', 'subscriberId'),
    index('subscriberId', 'createdAt'),
    index('createdAt', 'id'),
    index('status', 'createdAt', 'id'),
  );
  await createTable(
    'attempts',
    {
      id: c.id,
      deliveryId: c.text,
      number: c.integer,
      status: c.optionalInteger,
      error: c.optionalText,
      response: c.text,
      durationMs: c.integer,
      createdAt: c.text,
    },
    index('deliveryId', 'number'),
    index('createdAt'),
  );
}

async function createMails({ types: c, createTable }: Baseline): Promise<void> {
  await createTable(
    'mails',
    {
      id: c.id,
      kind: c.text,
      status: c.text,
      recipient: c.text,
      replyTo: c.optionalText,
      subject: c.text,
      text: c.text,
      html: c.text,
      language: c.text,
      about: c.optionalText,
      messageId: c.text,
      uniqueKey: c.uniqueText,
      attempts: c.integer,
      error: c.optionalText,
      nextAttemptAt: c.optionalText,
      sealedLink: c.optionalText,
      expiresAt: c.optionalText,
      createdAt: c.text,
      sentAt: c.optionalText,
    },
    index('createdAt', 'id'),
    index('status', 'createdAt', 'id'),
    index('about', 'createdAt', 'id'),
    index('recipient', 'createdAt', 'id'),
  );
  await createTable('mailTexts', {
    id: c.id,
    kind: c.text,
    language: c.text,
    subject: c.text,
    text: c.text,
    updatedAt: c.text,
  });
  await createTable(
    'mailRefusals',
    { address: c.id, reason: c.text, mailId: c.optionalText, createdAt: c.text },
    index('createdAt', 'address'),
  );
  await createTable(
    'mailOptOuts',
    { id: c.id, address: c.text, formId: c.optionalText, createdAt: c.text },
    index('createdAt', 'id'),
  );
  await createTable(
    'digestEntries',
    { id: c.id, recipient: c.text, submissionId: c.text, dueAt: c.text },
    index('dueAt', 'recipient'),
  );
}
