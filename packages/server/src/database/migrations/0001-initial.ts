// The initial schema, with keys and indexes. The columns are described in tables.ts.

import { type Kysely, sql } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const c = columnsFor(dialect);
  type Columns = Record<string, (typeof c)[keyof typeof c]>;

  const createTable = async (name: keyof Tables, columns: Columns): Promise<void> => {
    let table = db.schema.createTable(name);
    for (const [column, [type, build]] of Object.entries(columns)) table = table.addColumn(column, type, build);
    await table.execute();
  };
  const createIndex = async (
    table: keyof Tables,
    columns: string[],
    options: { unique?: boolean; where?: string } = {},
  ): Promise<void> => {
    const name = `${table}${columns.map((column) => column[0]?.toUpperCase() + column.slice(1)).join('')}`;
    const list = columns.map((column) => `"${column}"`).join(', ');
    const where = options.where ? ` where ${options.where}` : '';
    await sql
      .raw(`create ${options.unique ? 'unique ' : ''}index "${name}" on "${table}" (${list})${where}`)
      .execute(db);
  };

  await createTable('events', {
    id: c.id,
    type: c.text,
    uniqueKey: c.uniqueText,
    subject: c.text,
    sequence: c.integer,
    contactId: c.optionalText,
    data: c.json,
    createdAt: c.text,
  });
  await createIndex('events', ['subject', 'sequence'], { unique: true });
  await createIndex('events', ['contactId', 'createdAt']);

  await createTable('jobs', {
    id: c.id,
    task: c.text,
    payload: c.json,
    lane: c.text,
    uniqueKey: c.optionalUniqueText,
    runAt: c.text,
    attempts: c.integer,
    lockedUntil: c.optionalText,
    lockedBy: c.optionalText,
    lastError: c.optionalText,
    failedAt: c.optionalText,
    createdAt: c.text,
  });
  await createIndex('jobs', ['runAt', 'id'], { where: '"failedAt" is null' });
  await createIndex('jobs', ['lane', 'runAt', 'id'], { where: '"failedAt" is null' });
  await createIndex('jobs', ['lane', 'lockedUntil'], { where: '"lockedUntil" is not null' });

  await createTable('idempotencyKeys', {
    id: c.id,
    fingerprint: c.text,
    operation: c.text,
    status: c.optionalInteger,
    headers: c.optionalJson,
    body: c.optionalText,
    lockedUntil: c.text,
    createdAt: c.text,
  });
  await createIndex('idempotencyKeys', ['createdAt']);

  await createTable('files', {
    id: c.id,
    submissionId: c.optionalText,
    fieldName: c.text,
    name: c.text,
    type: c.text,
    size: c.money,
    sha256: c.text,
    createdAt: c.text,
  });
  await createIndex('files', ['submissionId']);

  await createTable('tokens', {
    id: c.id,
    name: c.text,
    hash: c.uniqueText,
    lastFour: c.text,
    scopes: c.json,
    expiresAt: c.optionalText,
    lastUsedAt: c.optionalText,
    createdAt: c.text,
  });

  await createTable('users', {
    id: c.id,
    email: c.text,
    emailKey: c.uniqueText,
    name: c.text,
    role: c.text,
    passwordHash: c.text,
    createdAt: c.text,
    updatedAt: c.text,
  });

  await createTable('sessions', {
    id: c.id,
    userId: c.text,
    hash: c.uniqueText,
    userAgent: c.optionalText,
    ip: c.optionalText,
    createdAt: c.text,
    lastSeenAt: c.text,
  });
  await createIndex('sessions', ['userId']);
  await createIndex('sessions', ['lastSeenAt']);

  await createTable('postTypes', {
    name: c.id,
    plural: c.uniqueText,
    label: c.text,
    strict: c.flag,
    publicRead: c.flag,
    builtIn: c.flag,
    fields: c.json,
    createdAt: c.text,
    updatedAt: c.text,
  });

  await createTable('authors', {
    id: c.id,
    slug: c.uniqueText,
    name: c.text,
    email: c.optionalText,
    createdAt: c.text,
  });

  await createTable('items', {
    id: c.id,
    type: c.text,
    slug: c.text,
    title: c.text,
    titleKey: c.text,
    excerpt: c.text,
    excerptIsMade: c.flag,
    content: c.text,
    status: c.text,
    fields: c.json,
    menuOrder: c.integer,
    publishedAt: c.optionalText,
    sortDate: c.text,
    parentId: c.optionalText,
    authorId: c.optionalText,
    sourceKey: c.optionalUniqueText,
    version: c.integer,
    createdAt: c.text,
    updatedAt: c.text,
  });
  await createIndex('items', ['type', 'slug'], { unique: true });
  await createIndex('items', ['type', 'status', 'sortDate', 'id']);
  await createIndex('items', ['type', 'status', 'titleKey', 'id']);
  await createIndex('items', ['type', 'status', 'menuOrder', 'id']);
  await createIndex('items', ['parentId']);

  await createTable('terms', {
    id: c.id,
    taxonomy: c.text,
    slug: c.text,
    name: c.text,
    description: c.text,
    parentId: c.optionalText,
    createdAt: c.text,
  });
  await createIndex('terms', ['taxonomy', 'slug'], { unique: true });
  await createIndex('terms', ['taxonomy', 'name']);

  await createTable('itemTerms', { itemId: c.text, termId: c.text });
  await createIndex('itemTerms', ['itemId', 'termId'], { unique: true });
  await createIndex('itemTerms', ['termId', 'itemId']);

  await createTable('media', {
    id: c.id,
    title: c.text,
    alt: c.text,
    caption: c.text,
    description: c.text,
    mimeType: c.optionalText,
    sourceUrl: c.optionalText,
    fileId: c.optionalText,
    itemId: c.optionalText,
    sourceKey: c.optionalUniqueText,
    createdAt: c.text,
    updatedAt: c.text,
  });

  await createTable('forms', {
    id: c.id,
    slug: c.uniqueText,
    name: c.text,
    public: c.flag,
    open: c.flag,
    strict: c.flag,
    maxSubmissions: c.optionalInteger,
    successUrl: c.optionalText,
    fields: c.json,
    settings: c.json,
    version: c.integer,
    createdAt: c.text,
    updatedAt: c.text,
  });

  await createTable('submissions', {
    id: c.id,
    formId: c.text,
    status: c.text,
    data: c.json,
    extra: c.json,
    searchText: c.text,
    contactId: c.optionalText,
    paymentId: c.optionalUniqueText,
    createdAt: c.text,
    updatedAt: c.text,
  });
  await createIndex('submissions', ['formId', 'createdAt', 'id']);
  await createIndex('submissions', ['contactId']);

  await createTable('payments', {
    id: c.id,
    status: c.text,
    amount: c.money,
    currency: c.text,
    amountReceived: c.money,
    amountRefunded: c.money,
    amountPending: c.money,
    disputed: c.flag,
    description: c.optionalText,
    contactId: c.optionalText,
    invoiceId: c.optionalText,
    submissionId: c.optionalText,
    checkoutSessionId: c.optionalUniqueText,
    checkoutUrl: c.optionalText,
    checkoutExpiresAt: c.optionalText,
    checkoutAttempts: c.integer,
    paymentIntentId: c.optionalUniqueText,
    chargeId: c.optionalText,
    customerId: c.optionalText,
    email: c.optionalText,
    successUrl: c.optionalText,
    cancelUrl: c.optionalText,
    failureMessage: c.optionalText,
    livemode: c.flag,
    version: c.integer,
    createdAt: c.text,
    updatedAt: c.text,
    paidAt: c.optionalText,
  });
  await createIndex('payments', ['createdAt', 'id']);
  await createIndex('payments', ['contactId']);
  await createIndex('payments', ['invoiceId']);
  await createIndex('payments', ['chargeId']);
  await createIndex('payments', ['customerId']);
  await createIndex('payments', ['status', 'updatedAt']);

  await createTable('refunds', {
    id: c.id,
    paymentId: c.text,
    processorRefundId: c.optionalUniqueText,
    amount: c.money,
    currency: c.text,
    reason: c.optionalText,
    status: c.text,
    failureMessage: c.optionalText,
    createdAt: c.text,
    updatedAt: c.text,
  });
  await createIndex('refunds', ['paymentId']);

  await createTable('subscriptions', {
    id: c.id,
    status: c.text,
    contactId: c.optionalText,
    customerId: c.optionalText,
    snapshot: c.json,
    processorCreated: c.money,
    version: c.integer,
    createdAt: c.text,
    updatedAt: c.text,
  });
  await createIndex('subscriptions', ['customerId']);

  await createTable('processorEvents', {
    id: c.id,
    type: c.text,
    apiVersion: c.optionalText,
    created: c.money,
    livemode: c.flag,
    body: c.text,
    status: c.text,
    receivedAt: c.text,
    processedAt: c.optionalText,
  });
  await createIndex('processorEvents', ['status', 'receivedAt']);

  await createTable('contacts', {
    id: c.id,
    email: c.optionalText,
    emailKey: c.optionalUniqueText,
    name: c.optionalText,
    phone: c.optionalText,
    searchKey: c.text,
    source: c.text,
    fields: c.json,
    version: c.integer,
    createdAt: c.text,
    updatedAt: c.text,
  });
  await createIndex('contacts', ['createdAt', 'id']);

  await createTable('processorCustomers', { customerId: c.id, contactId: c.text });
  await createIndex('processorCustomers', ['contactId']);

  await createTable('invoices', {
    id: c.id,
    number: c.optionalText,
    contactId: c.optionalText,
    status: c.text,
    amount: c.optionalMoney,
    amountPaid: c.money,
    currency: c.optionalText,
    description: c.optionalText,
    processorInvoiceId: c.optionalUniqueText,
    subscriptionId: c.optionalText,
    dueAt: c.optionalText,
    paidAt: c.optionalText,
    version: c.integer,
    createdAt: c.text,
    updatedAt: c.text,
  });
  await createIndex('invoices', ['contactId']);
  await createIndex('invoices', ['createdAt', 'id']);

  await createTable('subscribers', {
    id: c.id,
    formId: c.optionalText,
    url: c.text,
    events: c.json,
    secret: c.text,
    previousSecret: c.optionalText,
    previousSecretUntil: c.optionalText,
    status: c.text,
    failingSince: c.optionalText,
    createdAt: c.text,
    updatedAt: c.text,
  });
  await createIndex('subscribers', ['formId']);

  await createTable('deliveries', {
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
  });
  await createIndex('deliveries', ['eventId', 'subscriberId'], { unique: true });
  await createIndex('deliveries', ['subscriberId', 'createdAt']);
  await createIndex('deliveries', ['createdAt', 'id']);

  await createTable('attempts', {
    id: c.id,
    deliveryId: c.text,
    number: c.integer,
    status: c.optionalInteger,
    error: c.optionalText,
    response: c.text,
    durationMs: c.integer,
    createdAt: c.text,
  });
  await createIndex('attempts', ['deliveryId', 'number']);
  await createIndex('attempts', ['createdAt']);

  await createTable('settings', { name: c.id, value: c.json, updatedAt: c.text });

  await dialect.countChanges(db, 'contentVersion', ['postTypes', 'authors', 'items', 'terms', 'itemTerms']);
  await dialect.search.create(db);
}
