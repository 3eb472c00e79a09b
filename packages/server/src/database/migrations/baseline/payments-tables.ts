// Payments, what they take from the stock, and the contacts and invoices behind them.

import { type Baseline, index, key, where } from './create-tables.ts';

export async function createPayments(baseline: Baseline): Promise<void> {
  const { types: c, createTable } = baseline;
  await createTable(
    'payments',
    {
      id: c.id,
      status: c.text,
      amount: c.money,
      currency: c.text,
      amountReceived: c.money,
      amountRefunded: c.money,
      amountPending: c.money,
      disputed: c.flag,
      description: c.optionalText,
      lines: c.optionalJson,
      reservation: c.optionalJson,
      reservationStatus: c.optionalText,
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
      review: c.optionalText,
      livemode: c.flag,
      version: c.integer,
      createdAt: c.text,
      updatedAt: c.text,
      paidAt: c.optionalText,
    },
    index('createdAt', 'id'),
    index('contactId'),
    index('invoiceId'),
    index('chargeId'),
    index('customerId'),
    index('status', 'updatedAt'),
  );
  await createTable(
    'refunds',
    {
      id: c.id,
      paymentId: c.text,
      processorRefundId: c.optionalUniqueText,
      amount: c.money,
      currency: c.text,
      reason: c.optionalText,
      restock: c.flag,
      status: c.text,
      failureMessage: c.optionalText,
      createdAt: c.text,
      updatedAt: c.text,
    },
    index('paymentId'),
    index('status', 'createdAt'),
  );
  await createTable(
    'stock',
    { formId: c.text, key: c.text, total: c.optionalInteger, held: c.integer, sold: c.integer },
    key('formId', 'key'),
  );
  await createTable(
    'subscriptions',
    {
      id: c.id,
      status: c.text,
      contactId: c.optionalText,
      customerId: c.optionalText,
      snapshot: c.json,
      processorCreated: c.bigInteger,
      version: c.integer,
      createdAt: c.text,
      updatedAt: c.text,
    },
    index('customerId'),
  );
  await createTable(
    'processorEvents',
    {
      id: c.id,
      type: c.text,
      apiVersion: c.optionalText,
      created: c.bigInteger,
      livemode: c.flag,
      body: c.text,
      status: c.text,
      receivedAt: c.text,
      processedAt: c.optionalText,
    },
    index('status', 'receivedAt'),
  );
  await createCrm(baseline);
}

async function createCrm({ types: c, createTable }: Baseline): Promise<void> {
  await createTable(
    'contacts',
    {
      id: c.id,
      email: c.optionalText,
      emailKey: c.optionalUniqueText,
      externalId: c.optionalUniqueText,
      name: c.optionalText,
      phone: c.optionalText,
      searchKey: c.text,
      source: c.text,
      fields: c.json,
      version: c.integer,
      createdAt: c.text,
      updatedAt: c.text,
    },
    index('createdAt', 'id'),
  );
  await createTable('processorCustomers', { customerId: c.id, contactId: c.text, named: c.flag }, index('contactId'));
  await createTable(
    'invoices',
    {
      id: c.id,
      externalId: c.optionalUniqueText,
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
      sentAt: c.optionalText,
      paidAt: c.optionalText,
      version: c.integer,
      createdAt: c.text,
      updatedAt: c.text,
    },
    index('contactId'),
    where('"subscriptionId" is not null', index('subscriptionId')),
    index('createdAt', 'id'),
  );
}
