// The client against the real service.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startReceiver } from '../../server/test/support/receiver.ts';
import { startTestService, type TestService } from '../../server/test/support/test-service.ts';
import { type AdminClient, createAdminClient } from '../src/admin.ts';
import { type Client, createClient } from '../src/client.ts';
import type { UploadProgress } from '../src/fetch-with-progress.ts';
import { FrontdeskError } from '../src/frontdesk-error.ts';
import { verifyWebhook } from '../src/webhooks.ts';

async function start(t: TestContext): Promise<{ service: TestService; client: AdminClient; visitor: Client }> {
  const service = await startTestService(t);
  const baseUrl = `${await service.listen()}/api/v1`;
  return { service, client: createAdminClient({ baseUrl, token: service.token }), visitor: createClient({ baseUrl }) };
}

function isProblem(code: string) {
  return (error: unknown): boolean => error instanceof FrontdeskError && error.code === code;
}

test('items are created, filtered and sorted, updated with If-Match, listed and deleted', async (t) => {
  const { client } = await start(t);
  await client.types.create({
    name: 'product',
    plural: 'products',
    fields: [
      { name: 'price', type: 'number', required: true },
      { name: 'colours', type: 'multiselect', options: ['red', 'blue'] },
    ],
  });
  const products = client.content('product');
  for (const price of [30, 10, 20]) {
    await products.create({ title: `At ${price}`, status: 'publish', fields: { price, colours: ['red'] } });
  }
  const { items, total } = await products.list({
    orderBy: 'fields.price',
    order: 'asc',
    filter: { price: { gte: 15 }, colours: { contains: 'red' } },
  });
  assert.deepEqual([total, items.map(({ title }) => title)], [2, ['At 20', 'At 30']]);

  const titles: string[] = [];
  for await (const { title } of products.all({ orderBy: 'title', order: 'asc', limit: 2 })) titles.push(title);
  assert.deepEqual(titles, ['At 10', 'At 20', 'At 30']);

  const item = await products.get('at-10');
  const changed = await products.update(item.id, { fields: { price: 11 } }, { ifMatch: item.etag });
  assert.deepEqual([changed.fields.price, changed.version], [11, item.version + 1]);
  await assert.rejects(products.update(item.id, { title: 'x' }, { ifMatch: item.etag }), isProblem('version_mismatch'));
  await assert.rejects(products.create({ title: 'Free', fields: { prize: 1 } }), (error) => {
    assert.ok(error instanceof FrontdeskError && error.status === 422);
    assert.deepEqual(error.errors.map(({ pointer }) => pointer).sort(), ['/fields/price', '/fields/prize']);
    assert.ok(error.requestId);
    return true;
  });
  assert.equal((await products.delete(item.id)).status, 'trash');
  assert.deepEqual(await products.delete(item.id, { force: true }), { id: item.id, deleted: true });
});

test('an item can be sent back as it was read', async (t) => {
  const { client } = await start(t);
  await client.types.create({ name: 'note', plural: 'notes' });
  const notes = client.content('note');
  const read = await notes.get((await notes.create({ title: 'Once' })).id);
  assert.deepEqual(await notes.update(read.id, read, { ifMatch: read.etag }), read);
});

test('a draft is saved, published and taken back to an earlier revision', async (t) => {
  const { client } = await start(t);
  await client.types.create({ name: 'note', plural: 'notes' });
  const notes = client.content('note');
  const { id, etag } = await notes.create({ title: 'Once', status: 'publish' });
  const draft = await notes.updateDraft(id, { title: 'Twice' }, { ifMatch: etag });
  assert.deepEqual([draft.title, draft.draft?.changed, (await notes.get(id)).title], ['Twice', ['title'], 'Once']);
  assert.equal((await notes.updateDraft(id, draft, { ifMatch: draft.etag })).etag, draft.etag);
  const open = await client.editors.open({ itemId: id, window: 'window-1' });
  assert.deepEqual([open.others, open.saved.draftVersion], [[], 1]);
  assert.deepEqual((await client.editors.list({ type: 'notes' })).items[0]?.itemId, id);
  assert.equal((await client.editors.close('window-1', { keepalive: true })).deleted, true);
  assert.deepEqual((await client.editors.list()).items, []);
  assert.equal((await notes.get(id, { version: 'draft' })).title, 'Twice');
  const published = await notes.publish(id, {}, { ifMatch: draft.etag });
  assert.equal(published.title, 'Twice');
  const revisions = notes.revisions(id);
  const numbers: number[] = [];
  for await (const { number } of revisions.all({ limit: 1 })) numbers.push(number);
  assert.deepEqual(numbers, [2, 1]);
  assert.deepEqual((await revisions.compare(1)).changes, [{ member: 'title', before: 'Once', after: 'Twice' }]);
  assert.equal((await revisions.rename(1, 'First')).name, 'First');
  assert.deepEqual([(await revisions.get(1)).item.title, (await revisions.list()).total], ['Once', 2]);
  const restored = await revisions.restore(1, { to: 'draft', ifMatch: published.etag });
  assert.equal(restored.title, 'Once');
  assert.equal((await notes.discardDraft(id)).title, 'Twice');
  assert.equal((await revisions.restore(1)).title, 'Once');
});

test('two requests with the same idempotency key create one item', async (t) => {
  const { client } = await start(t);
  await client.types.create({ name: 'note', plural: 'notes' });
  const notes = client.content('note');
  const [first, second] = [
    await notes.create({ title: 'Once' }, { idempotencyKey: 'key-1' }),
    await notes.create({ title: 'Once' }, { idempotencyKey: 'key-1' }),
  ];
  assert.equal(second.id, first.id);
  assert.equal((await notes.list({ status: 'any' })).total, 1);
});

test('a visitor submits with a file; the owner reads it, downloads it, and the webhook is verified', async (t) => {
  const { service, client, visitor } = await start(t);
  const receiver = await startReceiver(t);
  await client.forms.create({
    name: 'Job',
    slug: 'job',
    public: true,
    fields: [
      { name: 'name', type: 'text', required: true },
      { name: 'email', type: 'email', required: true },
      { name: 'years', type: 'integer' },
      { name: 'cv', type: 'file', accept: ['text/plain'] },
    ],
  });
  const job = client.forms('job');
  const { secret } = await job.webhooks.create({ url: receiver.url, events: ['submitted'] });
  const cv = new File(['I can count.\n'], 'résumé.txt', { type: 'text/plain' });
  const { submissionId, status } = await visitor
    .forms('job')
    .submit({ name: 'Ada', email: 'ada@example.com', years: 36, cv });
  assert.equal(status, 'ok');
  await assert.rejects(visitor.forms('job').submit({ name: 'Ada' }), isProblem('invalid_body'));
  await assert.rejects(visitor.forms('job').submissions(), isProblem('unauthenticated'));

  const submission = await job.submission(submissionId);
  assert.equal(submission.data.years, 36);
  const [file = assert.fail()] = submission.files;
  const download = await client.files.download(file.id);
  assert.deepEqual([download.name, await download.response.text()], ['résumé.txt', 'I can count.\n']);
  assert.match(await (await job.exportSubmissions()).text(), /ada@example\.com/);

  await service.work();
  const { body, headers } = await receiver.received(1);
  const event = await verifyWebhook({ body, headers, secret });
  assert.ok(event.type === 'submitted');
  assert.deepEqual(
    [event.submission.id, event.form.slug, event.contact?.email, event.sequence],
    [submissionId, 'job', 'ada@example.com', 1],
  );
  const { items: deliveries } = await client.deliveries.list({ type: 'submitted' });
  assert.equal(deliveries[0]?.eventId, event.id);
});

test('tags, categories, authors and media', async (t) => {
  const { client } = await start(t);
  const tag = await client.tags.create({ name: 'Red' });
  assert.equal((await client.tags.get('red')).id, tag.id);
  assert.equal((await client.categories.list()).total, 0);
  const author = await client.authors.create({ name: 'Ann' });
  const { etag } = await client.authors.update('ann', { bio: 'At sea.' }, { ifMatch: author.etag });
  assert.equal((await client.authors.get(author.id)).etag, etag);
  await client.authors.create({ name: 'Bob' });
  assert.deepEqual(await client.authors.delete('ann', { replaceBy: 'bob' }), { id: author.id, deleted: true });
  assert.equal((await client.authors.list()).total, 1);
  await assert.rejects(client.authors.mine(), { code: 'user_needed' });
  assert.equal((await client.media.list()).total, 0);
});

test('media are uploaded as files, streams and URLs, replaced, linked and deleted', async (t) => {
  const { client, service } = await start(t);
  const text = (words: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(words);
  const file = new File([text('one')], 'a "first".txt', { type: 'text/plain' });
  const progress: UploadProgress[] = [];
  const media = await client.media.upload(
    file,
    { alt: 'First', tags: ['a', 'b'], focalX: 0.5, private: true },
    { onProgress: (part) => progress.push(part) },
  );
  assert.deepEqual(progress.at(-1), { sent: file.size, total: file.size });
  assert.deepEqual([media.fileName, media.tags, media.focalX, media.private], ['a "first".txt', ['a', 'b'], 0.5, true]);
  const stream = new Blob([text('two')]).stream();
  const streamed = await client.media.upload({ stream, name: 'b.csv', type: 'text/csv' }, { folder: 'Lists' });
  assert.deepEqual([streamed.fileName, streamed.mimeType, streamed.folder], ['b.csv', 'text/csv', 'Lists']);
  const link = await client.media.link(media.id, { expiresInSeconds: 60 });
  const read = (url: string) =>
    service.request('GET', `/${new URL(url).pathname}${new URL(url).search}`, { token: null });
  assert.equal((await read(link.url)).text, 'one');
  assert.equal((await read(media.url as string)).status, 401);
  const replaced = await client.media.replace(media.id, new Blob([text('three')], { type: 'text/plain' }), {
    name: 'c.txt',
  });
  assert.deepEqual([replaced.id, replaced.alt, replaced.fileName], [media.id, 'First', 'c.txt']);
  assert.deepEqual(await client.media.folders(), [{ name: 'Lists', count: 1 }]);
  assert.equal((await client.media.tags()).length, 2);
  assert.deepEqual(await client.media.uses(media.id), []);
  await assert.rejects(client.media.upload({ url: 'http://127.0.0.1:1/a.png' }), { status: 422 });
  await assert.rejects(client.media.upload(new Blob([text('<html>')]), {}, { name: 'a.html' }), {
    code: 'invalid_body',
  });
  assert.deepEqual(await client.media.delete(media.id), { id: media.id, deleted: true });
  assert.equal((await client.media.list({ folder: 'Lists' })).total, 1);
});

test('contacts, invoices, subscribers and tokens', async (t) => {
  const { client } = await start(t);
  const contact = await client.contacts.create({ email: 'ada@example.com', fields: { since: 1815 } });
  const invoice = await client.invoices.create({ amount: 500, currency: 'eur', contactId: contact.id });
  await client.invoices.update(invoice.id, { description: 'Tour' }, { ifMatch: invoice.etag });
  assert.equal((await client.contacts.list({ search: 'ada' })).total, 1);
  assert.ok(Array.isArray((await client.contacts.timeline(contact.id)).items));
  assert.equal((await client.payments.list({ status: 'succeeded' })).total, 0);
  const hook = await client.payments.webhooks.create({
    url: 'http://127.0.0.1:18080/hook',
    events: ['payment.succeeded'],
  });
  const rotated = await client.webhooks.rotateSecret(hook.id);
  assert.notEqual(rotated.secret, hook.secret);
  assert.deepEqual(await client.payments.webhooks.delete(hook.id), { id: hook.id, deleted: true });
  const key = await client.tokens.create({ name: 'Till', scopes: ['payments:read'] });
  assert.equal(
    (await client.tokens.list()).items.some(({ id }) => id === key.id),
    true,
  );
  await client.tokens.delete(key.id);
});

test('events are followed with their types, and a webhook for content is registered', async (t) => {
  const { client } = await start(t);
  await client.types.create({ name: 'product', plural: 'products' });
  const hook = await client.webhooks.create({
    ...{ url: 'http://127.0.0.1:18080/hook', events: ['item.updated'], types: ['products'] },
  });
  const listed = await client.webhooks.get(hook.id);
  assert.deepEqual(listed.types, ['product']);
  const products = client.content('product');
  const { id } = await products.create({ title: 'One', slug: 'one', status: 'publish' });
  const { items, after } = await client.events.list({ types: ['product'], events: ['item.published'] });
  assert.equal(items.length, 1);
  const seen: (string | null)[] = [];
  const follow = async (): Promise<void> => {
    for await (const event of client.events.stream({ after })) {
      if (event.type === 'item.updated' || event.type === 'item.deleted') seen.push(event.data.title);
      if (event.type === 'item.deleted') return;
    }
  };
  const following = follow();
  await products.update(id, { title: 'Two' });
  await products.delete(id, { force: true });
  await following;
  assert.deepEqual(seen, ['Two', null]);
  await assert.rejects(client.events.stream({ after: '999' }).next(), isProblem('events_forgotten'));
});
