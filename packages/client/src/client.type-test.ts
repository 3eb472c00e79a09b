// What must compile and what must not. Only tsc checks this file: an expected error that does not occur is an error.

import type { Site } from '../test/support/example-site.d.ts';
import {
  createAdminClient,
  type ErrorCode,
  FrontdeskError,
  isOfForm,
  verifyWebhook,
  type WebhookEvent,
  type WebhookMessage,
} from './admin.ts';

const client = createAdminClient<Site>({ baseUrl: 'https://frontdesk.example/api/v1', token: 'fd_…' });
const products = client.content('product');

export async function typedContent(): Promise<void> {
  const { items, total } = await products.list({ orderBy: 'fields.price', order: 'asc', status: 'any' });
  const price: number | undefined = items[0]?.fields.price;
  const colour: 'red' | 'blue' | null | undefined = items[0]?.fields.colour;
  const item = await products.get('mug');
  const content: string = item.content;
  const { total: none } = await products.list({ total: false, select: ['title'] });
  const counts: [number, null] = [total, none];
  const { total: contacts } = await client.contacts.list({ search: 'ann', total: false });
  const noContacts: null = contacts;
  // @ts-expect-error null if it is not known before whether there is a total
  const perhaps: number = (await client.payments.list({ total: Math.random() > 0.5 })).total;
  console.log(counts, noContacts, perhaps, price, colour, content);
  await products.update(item.id, item, { ifMatch: item.etag });

  // @ts-expect-error a content type that the site does not have
  client.content('produkt');
  // @ts-expect-error a field that the type does not have
  console.log(item.fields.prize);
  // @ts-expect-error a number is not a string
  const wrong: string = item.fields.price;
  console.log(wrong);
  // @ts-expect-error items in lists have no content
  console.log(items[0]?.content);
}

export async function typedExpand(): Promise<void> {
  const { items } = await products.list({ expand: ['fields.photo'] });
  for (const { termNames } of (await products.list({ expand: ['tags'] })).items) console.log(termNames.tags?.new);
  const url: string | null | undefined = items[0]?.fields.photo?.url;
  const item = await products.get('mug', { expand: ['content', 'fields.photo', 'fields.about'] });
  const width: number | null | undefined = item.fields.photo?.width;
  const about: string | null | undefined = item.fields.about;
  const id: string | null | undefined = (await products.get('mug', { expand: ['content'] })).fields.photo;
  for await (const { fields } of products.all({ expand: ['fields.photo'] })) console.log(fields.photo?.srcset);
  const post = await client.content('post').get('news', { expand: ['fields.featuredImage'] });
  const image: unknown = post.fields.featuredImage;
  console.log(url, width, about, id, image);

  // @ts-expect-error only expanded media are records
  console.log((await products.get('mug')).fields.photo?.url);
  // @ts-expect-error no such field
  await products.get('mug', { expand: ['fields.foto'] });
  // @ts-expect-error a number cannot be expanded
  await products.list({ expand: ['fields.price'] });
  // @ts-expect-error items in lists have no content
  await products.list({ expand: ['content'] });
  // @ts-expect-error an expanded item cannot be sent back
  await products.update(item.id, item);
}

export async function typedSelect(): Promise<void> {
  const { items } = await products.list({
    select: ['title', 'tags', 'author', 'content', 'fields.price', 'fields.sku'],
  });
  const first = items[0];
  const price: number | undefined = first?.fields.price;
  const texts: (string | undefined)[] = [
    first?.id,
    first?.title,
    first?.author?.name,
    first?.content,
    first?.highlight?.text,
    ...(first?.tags ?? []),
  ];
  const item = await products.get('mug', { select: ['slug', 'fields'] });
  const photo: string | null | undefined = item.fields.photo;
  const both = await products.get('mug', { select: ['fields.photo'], expand: ['fields.photo'] });
  const url: string | null | undefined = both.fields.photo?.url;
  for await (const { content } of products.all({ select: ['content'], expand: ['content'] })) texts.push(content);
  const post = await client.content('post').get('news', { select: ['fields.subtitle', 'fields.other'] });
  const subtitle: string | null | undefined = post.fields.subtitle;
  const other: unknown = post.fields.other;
  console.log(price, texts, photo, url, subtitle, other, item.etag);

  // @ts-expect-error not selected
  console.log(first?.slug);
  // @ts-expect-error not selected
  console.log(first?.fields.photo);
  // @ts-expect-error no field is selected
  console.log((await products.get('mug', { select: ['slug'] })).fields);
  // @ts-expect-error no such member
  await products.list({ select: ['tittle'] });
  // @ts-expect-error no such field
  await products.list({ select: ['fields.prize'] });
  // @ts-expect-error lists do not say what a draft changes
  await products.list({ select: ['draft'] });
  // @ts-expect-error content that is not selected is not expanded
  await products.list({ select: ['title'], expand: ['content'] });
}

export async function typedTerms(): Promise<void> {
  const { items } = await products.list({ terms: { regions: { under: ['asia'] } }, select: ['terms'] });
  const item = await products.get('mug');
  const slugs: (string[] | undefined)[] = [items[0]?.terms?.regions, item.terms?.regions];
  await products.update('mug', { terms: { regions: ['japan'] } });
  await products.list({ where: { not: { 'terms.regions': 'japan' } } });
  console.log(slugs);

  // @ts-expect-error pages have no regions
  await client.content('page').create({ title: 'x', terms: { regions: ['japan'] } });
  // @ts-expect-error no such taxonomy
  await products.update('mug', { terms: { colours: ['red'] } });
  // @ts-expect-error no such taxonomy
  console.log(item.terms?.colours);
  // @ts-expect-error no such taxonomy
  await products.list({ terms: { colours: 'red' } });
  // @ts-expect-error no such taxonomy
  await products.list({ where: { 'terms.colours': 'red' } });
  // @ts-expect-error no such taxonomy
  await products.list({ termFacets: ['terms.colours'] });
}

export async function typedReferences(): Promise<void> {
  const { items } = await products.list({
    expand: ['fields.brand.parent.logo', 'fields.related', 'fields.gallery', 'author'],
  });
  const [item] = items;
  const slug: string | undefined = item?.fields.brand?.slug;
  const logo: string | null | undefined = item?.fields.brand?.fields.logo;
  const parentLogo: string | null | undefined = item?.fields.brand?.fields.parent?.fields.logo?.url;
  const related: string | undefined = item?.fields.related?.[0]?.title;
  const url: string | null | undefined = item?.fields.gallery?.[0]?.url;
  const links: string[] | undefined = item?.author?.links.map(({ url }) => url);
  const portrait: string | null | undefined = item?.author?.picture?.url;
  const plain = (await products.get('mug')).fields;
  const id: string | null | undefined = plain.brand;
  const ids: string[] | null | undefined = plain.related;
  const label: string | undefined = plain.rows?.[0]?.label;
  const block = plain.body?.[0];
  const text: string | null = block?.type === 'quote' ? block.text : null;
  const amount: number | undefined = plain.cost?.amount;
  const { nextCursor } = await products.references('mug', { limit: 5 });
  console.log(slug, logo, parentLogo, related, url, id, ids, label, text, amount, links, portrait, nextCursor);
  await products.list({ filter: { 'brand.slug': 'delft', 'cost.amount': { gte: 5 } } });
  await products.list({ where: { or: [{ 'fields.brand.slug': 'delft' }, { 'fields.price': 3 }] } });
  await products.create({
    title: 'x',
    fields: { price: 1, sizes: [], body: [{ type: 'rule' }, { type: 'quote', text: 'x' }] },
  });

  // @ts-expect-error only an expanded author surely has links
  console.log((await products.get('mug')).author?.links.length);
  // @ts-expect-error only expanded references are items
  console.log(plain.brand?.slug);
  // @ts-expect-error no such block
  await products.update('mug', { fields: { body: [{ type: 'video' }] } });
  // @ts-expect-error a label is required in each row
  await products.update('mug', { fields: { rows: [{}] } });
}

export async function typedStructures(): Promise<void> {
  const { fields } = await products.get('mug', { expand: ['fields.rows.brand.logo', 'fields.rows.part'] });
  const row = fields.rows?.[0];
  const label: string | undefined = row?.label;
  const logo: string | null | undefined = row?.brand?.fields.logo?.url;
  const part: string | undefined = row?.part?.title;
  const photoId: string | null | undefined = fields.specs?.photo;
  const { items } = await products.list({ expand: ['fields.specs', 'fields.body'] });
  const photo: string | null | undefined = items[0]?.fields.specs?.photo?.url;
  const note: string | null | undefined = items[0]?.fields.specs?.note;
  const brandId: string | null | undefined = items[0]?.fields.rows?.[0]?.brand;
  const block = items[0]?.fields.body?.[0];
  const width: number | null | undefined = block?.type === 'row' ? block.pics?.[0]?.width : null;
  const text: string | null = block?.type === 'quote' ? block.text : null;
  console.log(label, logo, part, photoId, photo, note, brandId, width, text);

  // @ts-expect-error only what is named is expanded
  console.log(fields.specs?.photo?.url);
  // @ts-expect-error an expanded reference is no ID
  const id: string | null | undefined = row?.brand;
  // @ts-expect-error the logo behind the brand is named, its parent is not
  console.log(id, row?.brand?.fields.parent?.slug);
  // @ts-expect-error a text cannot be expanded
  await products.list({ expand: ['fields.rows.label'] });
  // @ts-expect-error no such field in a row
  await products.list({ expand: ['fields.rows.foto'] });
}

export async function typedOrder(): Promise<void> {
  await products.list({ orderBy: 'relevance', search: 'mug' });
  await products.list({ orderBy: 'fields.on-sale' });
  // @ts-expect-error not an order
  await products.list({ orderBy: 'prize' });
  // @ts-expect-error no such field
  await products.list({ orderBy: 'fields.prize' });
  // @ts-expect-error not sortable
  await products.list({ orderBy: 'fields.sizes' });
  // @ts-expect-error not a direction
  await products.list({ order: 'up' });
  // @ts-expect-error no such parameter
  await products.list({ page: 2 });
}

export async function typedSort(): Promise<void> {
  await products.list({ sort: ['-fields.price', 'title', '-updatedAt'] });
  for await (const { id } of products.all({ sort: ['fields.on-sale'] })) console.log(id);
  // @ts-expect-error not a key
  await products.list({ sort: ['prize'] });
  // @ts-expect-error no such field
  await products.list({ sort: ['-fields.prize'] });
  // @ts-expect-error not sortable
  await products.list({ sort: ['fields.sizes'] });
  // @ts-expect-error an order by itself
  await products.list({ sort: ['relevance'] });
}

export async function typedFacets(): Promise<void> {
  const { termFacets } = await products.list({ termFacets: ['tag', 'terms.regions'], where: { language: 'de' } });
  const found = await client.search({ q: 'lamp', termFacets: ['category'] });
  const counts: number[] = [termFacets?.tag?.[0]?.count ?? 0, found.termFacets?.category?.[0]?.count ?? 0];
  console.log(counts);
  // @ts-expect-error not a taxonomy
  await products.list({ termFacets: ['tags'] });
  // @ts-expect-error only pages have counts
  products.all({ termFacets: ['tag'] });
}

export async function typedFilters(): Promise<void> {
  await products.list({ filter: { price: { gte: 10, lt: 20 }, colour: 'red', sizes: { contains: 's' } } });
  await products.list({ filter: { colour: { in: ['red', 'blue'] }, sku: { contains: 'A' }, extra: { exists: true } } });
  // @ts-expect-error a number is compared with a number
  await products.list({ filter: { price: { gte: '10' } } });
  // @ts-expect-error no such field
  await products.list({ filter: { prize: 1 } });
  // @ts-expect-error no such option
  await products.list({ filter: { colour: 'green' } });
  // @ts-expect-error rich text is not sortable
  await products.list({ filter: { about: { gt: 'a' } } });
  for await (const { fields } of products.all({ filter: { stock: { gt: 0 } }, limit: 50 })) console.log(fields.stock);
  // @ts-expect-error `all` has no offset
  products.all({ offset: 10 });
}

export async function typedWhere(): Promise<void> {
  await products.list({
    where: {
      or: [{ 'fields.price': { gte: 10 } }, { tag: { in: ['a', 'b'] } }, { category: { under: ['fruit'] } }],
      not: { author: 'ann', 'fields.colour': { nin: ['red'] } },
      publishedAt: { gte: '2027-01-01' },
      'fields.sku': { startsWith: 'A' },
      'fields.sizes': { all: ['s', 'm'] },
    },
  });
  await client.content('post').list({ where: { 'fields.anything': 1, 'fields.subtitle': { contains: 'x' } } });
  // @ts-expect-error no such field
  await products.list({ where: { 'fields.prize': 1 } });
  // @ts-expect-error fields begin with `fields.`
  await products.list({ where: { or: [{ price: 1 }] } });
  // @ts-expect-error a number is compared with a number
  await products.list({ where: { not: { 'fields.price': { gt: '10' } } } });
  // @ts-expect-error tags have no children
  await products.list({ where: { tag: { under: ['a'] } } });
  // @ts-expect-error a declared field of an open type keeps its type
  await client.content('post').list({ where: { 'fields.subtitle': 3 } });
}

export async function typedChanges(): Promise<void> {
  const made = await products.create({ title: 'Mug', fields: { price: 12.5, sizes: ['s'] } });
  await products.update(made.id, { fields: { price: 13, colour: null } }, { ifMatch: made.etag });
  const gone: { deleted: true } = await products.delete(made.id, { force: true });
  const trashed: string = (await products.delete(made.id)).status;
  console.log(gone, trashed);
  await client.content('page').create({ title: 'About' });
  await client.content('post').create({ title: 'News', fields: { subtitle: 'x', anything: [1] } });

  // @ts-expect-error a required field is missing
  await products.create({ title: 'Mug', fields: { price: 1 } });
  // @ts-expect-error all required fields are missing
  await products.create({ title: 'Mug' });
  // @ts-expect-error a title is required
  await products.create({ fields: { price: 1, sizes: [] } });
  // @ts-expect-error a field that the type does not have
  await products.create({ title: 'Mug', fields: { price: 1, sizes: [], prize: 2 } });
  // @ts-expect-error a string is not a number
  await products.update('mug', { fields: { price: '13' } });
  // @ts-expect-error no such option
  await products.update('mug', { fields: { sizes: ['xxl'] } });
  // @ts-expect-error no such status
  await products.update('mug', { status: 'published' });
  // @ts-expect-error a declared field of an open type keeps its type
  await client.content('post').create({ title: 'News', fields: { subtitle: 3 } });
  // @ts-expect-error a strict type without fields
  await client.content('blank').create({ title: 'x', fields: { any: 1 } });
}

export async function typedBulk(): Promise<void> {
  const { results } = await products.bulk(
    [
      { action: 'create', title: 'Mug', fields: { price: 12.5, sizes: ['s'] } },
      { action: 'update', id: 'mug', fields: { price: 13, colour: null }, addTags: ['new'] },
      { action: 'delete', id: 'cup', references: 'clear' },
    ],
    { dryRun: true },
  );
  const before: string[] | undefined = results[1]?.previous?.tags;
  console.log(before);

  // @ts-expect-error no such action
  await products.bulk([{ action: 'burn', id: 'mug' }]);
  // @ts-expect-error a required field is missing
  await products.bulk([{ action: 'create', title: 'Mug', fields: { price: 1 } }]);
  // @ts-expect-error a string is not a number
  await products.bulk([{ action: 'update', id: 'mug', fields: { price: '13' } }]);
  // @ts-expect-error an update names its item
  await products.bulk([{ action: 'update', title: 'Cup' }]);
}

export async function typedForms(): Promise<void> {
  const contact = client.forms('contact');
  const { paymentUrl } = await contact.submit({ name: 'Ada', email: 'ada@example.com', terms: true, days: ['mon'] });
  await client.forms('job-application').submit({ cv: new File(['…'], 'cv.txt'), samples: [new Blob(['…'])] });
  await contact.submit(new FormData());
  const { items } = await contact.submissions({ status: 'paid', limit: 100 });
  const name: string | undefined = items[0]?.data.name;
  const files: string[] | undefined = (await client.forms('job-application').submission('sub_1')).data.cv;
  console.log(paymentUrl, name, files);
  await contact.webhooks.create({ url: 'https://example.com/hook', events: ['submitted', 'paid'] });

  // @ts-expect-error a form that the site does not have
  client.forms('contakt');
  // @ts-expect-error a field that the form does not have
  await contact.submit({ name: 'Ada', email: 'ada@example.com', terms: true, phone: '1' });
  // @ts-expect-error a required field is missing
  await contact.submit({ name: 'Ada', terms: true });
  // @ts-expect-error a required consent must be true
  await contact.submit({ name: 'Ada', email: 'ada@example.com', terms: false });
  // @ts-expect-error a payment field has no value
  await contact.submit({ name: 'Ada', email: 'ada@example.com', terms: true, fee: 1 });
  // @ts-expect-error not an event of forms
  await contact.webhooks.create({ url: 'https://example.com/hook', events: ['payment.succeeded'] });
}

export async function typedOrders(): Promise<void> {
  const tickets = client.forms('tickets');
  await tickets.submit({
    email: 'ada@example.com',
    order: {
      lines: [{ line: 'ticket', option: 'early', quantity: 2 }, { line: 'lunch' }, { line: 'gift', amount: 1000 }],
      discountCode: 'SUMMER',
      currency: 'eur',
    },
  });
  const { items } = await tickets.submissions();
  const email: string | undefined = items[0]?.data.email;
  const total: number | undefined = items[0]?.payment?.amount;
  // @ts-expect-error what was bought is in the payment
  console.log(email, total, items[0]?.data.order);
  // @ts-expect-error a required line must be chosen
  await tickets.submit({ email: 'ada@example.com' });
}

export async function typedPayments(): Promise<void> {
  const { url } = await client.payments.checkout({ amount: 1250, currency: 'usd', contactId: 'con_1' });
  await client.payments.refund({ paymentIntentId: 'pi_1', reason: 'requested_by_customer' });
  await client.payments.webhooks.create({ url, events: ['payment.refunded'] });
  // @ts-expect-error no such reason
  await client.payments.refund({ paymentIntentId: 'pi_1', reason: 'regret' });
  // @ts-expect-error an amount is required
  await client.payments.checkout({ currency: 'usd' });
  // @ts-expect-error not an event of payments
  await client.payments.webhooks.create({ url, events: ['submitted'] });
}

export function typedEvents(event: WebhookEvent): string | number | null | undefined {
  if (event.type === 'submitted' || event.type === 'paid') return event.submission.id;
  if (event.type === 'payment.refunded') return event.data.payment?.paymentIntentId;
  if (event.type === 'payment.succeeded') return event.data.amountReceived;
  // @ts-expect-error no such event
  if (event.type === 'payment.happened') return null;
  return event.id;
}

export async function typedFormEvents(message: WebhookMessage): Promise<unknown> {
  const event = await verifyWebhook<Site>(message);
  if (isOfForm(event, 'contact')) {
    const email: string | undefined = event.submission.data.email;
    // @ts-expect-error a field of another form
    console.log(email, event.submission.data.cv);
  }
  if (isOfForm(event, 'job-application')) {
    const files: string[] | undefined = event.submission.data.cv;
    console.log(files, event.type === 'paid');
  }
  const loose = await verifyWebhook(message);
  if (isOfForm(loose, 'any')) return loose.submission.data.email;
  return event.type === 'item.published' ? event.data.slug : event.id;
}

export async function typedPlurals(): Promise<void> {
  const { items } = await client.content('brand-names').list({ expand: ['fields.logo'] });
  const url: string | null | undefined = items[0]?.fields.logo?.url;
  console.log(url);
  // @ts-expect-error neither a name nor a plural
  client.content('brandnames');
}

export function typedErrors(error: unknown): string {
  if (!(error instanceof FrontdeskError)) return '';
  const code: ErrorCode = error.code;
  // @ts-expect-error no such code
  if (error.code === 'form_closd') return code;
  return error.code === 'timeout' || error.code === 'form_closed' ? error.title : code;
}

/** Without a Site everything is there, loosely. */
export async function untyped(): Promise<void> {
  const loose = createAdminClient({ baseUrl: '/api/v1' });
  const { items } = await loose.content('anything').list({ orderBy: 'fields.x', filter: { x: { gte: 1, in: ['a'] } } });
  const value: unknown = items[0]?.fields.x;
  await loose.content('anything').create({ title: 'x', fields: { y: 1 } });
  await loose.forms('any').submit({ name: 'x', file: new Blob([]) });
  const me = await loose.request<{ id: string }>('GET', '/me', { query: { a: 1 } });
  console.log(value, me.id);
  // @ts-expect-error not an order on any site
  await loose.content('anything').list({ orderBy: 'prize' });
}
