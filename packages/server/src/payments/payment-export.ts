// The export of payments: one row for each. Who paid is in it by ID: names and addresses need the scope `crm:read`.

import type { Table } from '../lib/table-files.ts';
import { summarizeLines } from './payment-lines.ts';
import type { Payment } from './payments.schemas.ts';

export const paymentTable: Table<Payment> = {
  title: 'Payments',
  currencyOf: ({ currency }) => currency,
  columns: [
    { name: 'createdAt', label: 'Created (UTC)', kind: 'time', of: ({ createdAt }) => createdAt },
    { name: 'paidAt', label: 'Paid (UTC)', kind: 'time', of: ({ paidAt }) => paidAt },
    { name: 'status', label: 'Status', of: ({ status }) => status },
    { name: 'description', label: 'Description', of: ({ description }) => description },
    { name: 'bought', label: 'Bought', of: ({ lines }) => (lines?.length ? summarizeLines(lines) : null) },
    { name: 'currency', label: 'Currency', of: ({ currency }) => currency },
    { name: 'amount', label: 'Amount', kind: 'money', of: ({ amount }) => amount },
    { name: 'amountReceived', label: 'Received', kind: 'money', of: ({ amountReceived }) => amountReceived },
    { name: 'amountRefunded', label: 'Refunded', kind: 'money', of: ({ amountRefunded }) => amountRefunded },
    { name: 'discountCode', label: 'Discount code', of: ({ discount }) => discount?.code },
    { name: 'discount', label: 'Discount', kind: 'money', of: ({ discount }) => discount?.amount },
    { name: 'method', label: 'Method', of: ({ method }) => method },
    { name: 'reference', label: 'Reference', of: ({ reference }) => reference },
    { name: 'disputed', label: 'Disputed', of: ({ disputed }) => disputed },
    { name: 'underpaid', label: 'Underpaid', of: ({ underpaid }) => underpaid },
    { name: 'review', label: 'Needs review', of: ({ review }) => review },
    { name: 'failureMessage', label: 'Failure', of: ({ failureMessage }) => failureMessage },
    { name: 'id', label: 'ID', of: ({ id }) => id },
    { name: 'contactId', label: 'Contact ID', of: ({ contactId }) => contactId },
    { name: 'invoiceId', label: 'Invoice ID', of: ({ invoiceId }) => invoiceId },
    { name: 'submissionId', label: 'Submission ID', of: ({ submissionId }) => submissionId },
    { name: 'paymentIntentId', label: 'Payment intent', of: ({ paymentIntentId }) => paymentIntentId },
    { name: 'checkoutSessionId', label: 'Checkout session', of: ({ checkoutSessionId }) => checkoutSessionId },
    { name: 'updatedAt', label: 'Updated (UTC)', kind: 'time', of: ({ updatedAt }) => updatedAt },
  ],
};
