// Mistakes that people make with the client: none of them compiles. Only tsc checks this file, and an expected error that does not occur is
// an error. Each stands alone, so that nothing but the mistake is wrong.

import type { Country, Site } from '../test/support/example-site.d.ts';
import { createAdminClient } from './admin.ts';
import { createClient, FrontdeskError, isOfForm, verifyWebhook } from './client.ts';

const client = createClient<Site>({ baseUrl: 'https://frontdesk.example/api/v1' });
const admin = createAdminClient<Site>({ baseUrl: 'https://frontdesk.example/api/v1', token: 'fd_…' });
const products = client.content('product');
const contact = client.forms('contact');
const tickets = client.forms('tickets');
const email = 'ada@example.com';
const ada = { name: 'Ada', email, terms: true } as const;
const early = { line: 'ticket', option: 'early' } as const;

export async function mistakes(error: unknown, body: string, headers: Headers): Promise<void> {
  // @ts-expect-error 1: a client of nothing
  createClient({});
  // @ts-expect-error 2: the key under another name
  createClient({ baseUrl: '/api/v1', apiKey: 'fd_…' });
  // @ts-expect-error 3: a misspelt content type
  client.content('prodcut');
  // @ts-expect-error 4: a misspelt field
  console.log((await products.get('mug')).fields.colr);
  // @ts-expect-error 5: a field that may be absent, used as if it were there
  console.log((await products.get('mug')).fields.sku.length);
  // @ts-expect-error 6: the content of an item in a list
  console.log((await products.list()).items[0]?.content);
  // @ts-expect-error 7: an item in a list that may be empty
  console.log((await products.list()).items[0].title);
  // @ts-expect-error 8: a status as other systems call it
  await products.list({ status: 'published' });
  // @ts-expect-error 9: pages by number
  await products.list({ page: 2 });
  // @ts-expect-error 10: an order by a field without `fields.`
  await products.list({ orderBy: 'price' });
  // @ts-expect-error 11: an operator that does not exist
  await products.list({ filter: { price: { $gt: 10 } } });
  // @ts-expect-error 12: an option that the field does not have
  await products.list({ filter: { colour: 'green' } });
  // @ts-expect-error 13: the URL of a picture that is not expanded
  console.log((await products.get('mug')).fields.photo?.url);
  // @ts-expect-error 14: a price as text
  await products.create({ title: 'Mug', fields: { price: '12.50', sizes: [] } });
  // @ts-expect-error 15: null for a required field
  await products.create({ title: 'Mug', fields: { price: null, sizes: [] } });
  // @ts-expect-error 16: fields beside the title
  await products.create({ title: 'Mug', price: 12.5 });
  // @ts-expect-error 17: a misspelt form
  client.forms('contakt');
  // @ts-expect-error 18: a required answer is missing
  await contact.submit({ name: 'Ada', terms: true });
  // @ts-expect-error 19: null for a required answer
  await contact.submit({ name: null, email, terms: true });
  // @ts-expect-error 20: a required consent that was not given
  await contact.submit({ name: 'Ada', email, terms: false });
  // @ts-expect-error 21: a country by its name
  await contact.submit({ ...ada, home: { street: 'A', city: 'B', country: 'Austria' } });
  // @ts-expect-error 22: a file as text
  await client.forms('job-application').submit({ cv: 'cv.pdf' });
  // @ts-expect-error 23: an order without lines
  await tickets.submit({ email, order: { discountCode: 'SUMMER' } });
  // @ts-expect-error 24: an option that is not for sale
  await tickets.submit({ email, order: { lines: [{ line: 'ticket', option: 'late' }] } });
  // @ts-expect-error 25: a line without the option that it needs
  await tickets.submit({ email, order: { lines: [{ line: 'ticket', quantity: 2 }] } });
  // @ts-expect-error 26: an order in another currency than the form's
  await tickets.submit({ email, order: { lines: [early], currency: 'usd' } });
  // @ts-expect-error 27: a quantity as text, as inputs have it
  await tickets.submit({ email, order: { lines: [{ ...early, quantity: '2' }] } });
  // @ts-expect-error 28: a currency that does not exist
  await client.payments.checkout({ amount: 1250, currency: 'euro' });
  // @ts-expect-error 29: a currency in capitals, as ISO 4217 writes it
  await client.payments.checkout({ amount: 1250, currency: 'EUR' });
  // @ts-expect-error 30: a reason that the processor does not know
  await client.payments.refund({ paymentIntentId: 'pi_…', reason: 'customer_request' });
  // @ts-expect-error 31: an event of payments for a form
  await admin.forms('contact').webhooks.create({ url: 'https://example.com/hook', events: ['payment.succeeded'] });
  // @ts-expect-error 32: contacts without the client for them
  await client.contacts.list();
  // @ts-expect-error 33: a webhook whose body was parsed
  await verifyWebhook({ body: JSON.parse(body) as object, headers, secret: 'whsec_…' });
  // @ts-expect-error 34: a secret that the environment may not have
  await verifyWebhook({ body, headers, secret: process.env.WEBHOOK_SECRET });
  const event = await verifyWebhook<Site>({ body, headers, secret: 'whsec_…' });
  // @ts-expect-error 35: an answer of another form
  if (isOfForm(event, 'contact')) console.log(event.submission.data.salary);
  // @ts-expect-error 36: a misspelt code of an error
  if (error instanceof FrontdeskError && error.code === 'form_is_closed') return;
  // @ts-expect-error 37: a rule that no value can break
  if (error instanceof FrontdeskError && error.errors.some(({ code }) => code === 'requird')) return;
  // @ts-expect-error 38: a country of its own
  const country: Country = 'UK';
  console.log(country);
}
