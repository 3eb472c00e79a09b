// Hosted checkout over HTTP.

import Type from 'typebox';
import { type Context, inTransaction, RunAgain, type WriteContext } from '../context/context.ts';
import { ensureContact } from '../crm/payer-contact.ts';
import { routesOf } from '../http/describe-route.ts';
import { bodyOf, Id } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { ensureInvoice } from '../invoices/paid-invoices.ts';
import { type Fault, failBody } from '../lib/errors.ts';
import { idFrom } from '../lib/ids.ts';
import { isCurrency, isPayableAmount } from '../lib/money.ts';
import { findWebUrlFault, webUrlFaults } from '../lib/web-url.ts';
import { readSetting } from '../settings/settings.ts';
import { startCheckout } from './checkout.ts';
import { checkPayable } from './invoice-payments.ts';
import { Amount } from './payments.schemas.ts';
import { openPayment } from './payments.ts';

const ReturnUrl = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: 'An http or https URL; `{CHECKOUT_SESSION_ID}` is replaced',
});

const CheckoutBody = bodyOf(
  {
    amount: Amount,
    currency: Type.String({ minLength: 3, maxLength: 3, description: 'ISO 4217, lowercase' }),
    description: Type.Optional(Type.String({ description: 'What it is for, as the payer sees it', maxLength: 1000 })),
    contactId: Type.Optional({ ...Id, description: 'ID of the contact who pays' }),
    invoiceId: Type.Optional({ ...Id, description: 'ID of the invoice to pay' }),
    successUrl: Type.Optional(ReturnUrl),
    cancelUrl: Type.Optional(ReturnUrl),
  },
  {
    title: 'NewCheckout',
    description: 'A payment to request',
    examples: [
      {
        amount: 1250,
        currency: 'eur',
        description: 'Two tickets',
        successUrl: 'https://example.com/thanks',
        cancelUrl: 'https://example.com/cart',
      },
    ],
  },
);

type CheckoutInput = Type.Static<typeof CheckoutBody>;

const describe = routesOf('Payments');

export function checkoutRoutes(app: App): void {
  app.post(
    '/payments/checkout',
    describe('payments:write', 'createCheckout', 'Create a hosted checkout session', {
      body: CheckoutBody,
      200: Type.Object(
        { url: Type.String({ description: 'The hosted page to send the payer to' }) },
        { title: 'Checkout', description: 'A hosted checkout session' },
      ),
      problems: [502],
      config: { audit: 'never' },
    }),
    async (request) => {
      const input = { ...request.body, currency: request.body.currency.toLowerCase() };
      checkInput(input);
      const id = idFrom('pay', request.operation);
      await createPayment(request.ctx, id, input);
      return startCheckout(request.ctx, id);
    },
  );
}

function checkInput(input: CheckoutInput): void {
  const faults: Fault[] = [];
  if (!isCurrency(input.currency)) {
    faults.push({ pointer: '/currency', code: 'unknown_currency', detail: 'is not an ISO 4217 currency code' });
  } else if (!isPayableAmount(input.amount, input.currency)) {
    const detail = `cannot be paid in ${input.currency}: its last digits must be 0`;
    faults.push({ pointer: '/amount', code: 'not_payable', detail });
  }
  for (const name of ['successUrl', 'cancelUrl'] as const) {
    const value = input[name];
    const fault = value === undefined ? null : findWebUrlFault(value);
    if (fault) faults.push({ pointer: `/${name}`, code: 'format', detail: webUrlFaults[fault] });
  }
  if (faults.length > 0) throw failBody(faults);
}

async function createPayment(ctx: Context, id: string, input: CheckoutInput): Promise<void> {
  const { amount, currency, contactId = null, invoiceId = null } = input;
  const description = input.description || null;
  await inTransaction(ctx, async (ctx) => {
    if ((await readSetting<string>(ctx, 'unknownReferences')) === 'reject') await rejectUnknown(ctx, input);
    const email = contactId === null ? null : await keepContact(ctx, contactId);
    const facts = { contactId, amount, currency, description };
    if (invoiceId !== null) await ensureInvoice(ctx, invoiceId, facts, (row) => checkPayable(ctx, row, { id, amount }));
    await openPayment(ctx, {
      id,
      amount,
      currency,
      description,
      contactId,
      invoiceId,
      submissionId: null,
      email,
      successUrl: input.successUrl ?? null,
      cancelUrl: input.cancelUrl ?? null,
    });
  });
}

/** Creates the contact if it is new, and returns its email address. It is not deleted before the transaction ends. */
async function keepContact(ctx: WriteContext, id: string): Promise<string | null> {
  await ensureContact(ctx, id);
  const contact = ctx.db.selectFrom('contacts').select('email').where('id', '=', id);
  const found = await ctx.dialect.lockKeyShare(contact).executeTakeFirst();
  if (!found) throw new RunAgain();
  return found.email;
}

/** If the site is set to reject them, contacts and invoices that the CRM does not have are faults. */
async function rejectUnknown(ctx: WriteContext, { contactId, invoiceId }: CheckoutInput): Promise<void> {
  const faults: Fault[] = [];
  const isThere = async (table: 'contacts' | 'invoices', id: string): Promise<boolean> =>
    (await ctx.db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
  if (contactId !== undefined && !(await isThere('contacts', contactId))) {
    faults.push({ pointer: '/contactId', code: 'unknown', detail: 'is not a known contact' });
  }
  if (invoiceId !== undefined && !(await isThere('invoices', invoiceId))) {
    faults.push({ pointer: '/invoiceId', code: 'unknown', detail: 'is not a known invoice' });
  }
  if (faults.length > 0) throw failBody(faults);
}
