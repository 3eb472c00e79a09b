// What keys may do that are limited to a content type and a form: every operation of the document, and what is in the
// responses.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { startContentService } from '../../test/support/content-service.ts';
import type { TestService } from '../../test/support/test-service.ts';

/**
 * Who may use an operation:
 *   readsType, writesType, readsForm, writesForm   a limited key for what the path names, with this scope
 *   ownOnly    a limited key, which gets only what it is limited to
 *   ownWrites  a limited key with a scope to write, for what it is limited to
 *   whole      only keys with a whole scope
 *   user       only signed-in users
 *   open       everyone
 */
type Rule =
  | 'readsType'
  | 'writesType'
  | 'readsForm'
  | 'writesForm'
  | 'ownOnly'
  | 'ownWrites'
  | 'whole'
  | 'user'
  | 'open';

const rules: Record<Rule, string> = {
  readsType: 'listItems getItem getItemByExternalId listItemUses listItemReferences getPostType',
  writesType:
    'createItem updateItem replaceItemByExternalId deleteItem updateItems listRevisions getRevision updateRevision getRevisionDiff applyRevision updateDraft deleteDraft applyDraft listFormerSlugs deleteFormerSlug createPreview',
  readsForm:
    'getForm getFormCode getFormVersion listAvailability getChallenge listStock listDiscounts getDiscount listFormSubmissions exportFormSubmissions exportFormSubmissionsXlsx exportFormSubmissionsNdjson getFormSummary getFormSubmission createRetentionPlan listFormWebhooks getFormWebhook',
  writesForm:
    'updateForm deleteForm deleteFormSubmission updateFormSpam deleteFormSpam createSubmission createQuote createFormWebhook deleteFormWebhook updateStock createDiscount updateDiscount deleteDiscount',
  ownOnly:
    'listPostTypes listForms getFile getSearchResults listEvents listSubmissions exportSubmissions exportSubmissionsXlsx exportSubmissionsNdjson getUnreadCount getSubmission listSubmissionStory listWebhooks getWebhook updateWebhook deleteWebhook replaceWebhookSecret sendWebhookTest',
  ownWrites:
    'updateSubmission updateSubmissions createSubmissionNote deleteSubmissionNote getSubmissionReplyDraft createSubmissionReply createWebhook',
  whole: `createPostType updatePostType deletePostType listTypeChanges getTypeChange applyTypeUndo listEditors createEditor deleteEditor
    listTags createTag getTag updateTag deleteTag listCategories createCategory getCategory updateCategory deleteCategory
    listLanguages listAuthors getAuthor createAuthor updateAuthor deleteAuthor mergeAuthors listMedia createMedia listMediaFolders listMediaTags getMedia getMediaByExternalId updateMedia deleteMedia listMediaUses
    createMediaLink replaceMediaFile listImports createImport getImport applyImport updateImport createForm getLooksColors
    createCheckout createRefund listPayments getPayment updatePayment replaceReservation getProcessor replaceProcessor deleteProcessor sendProcessorTest
    exportPayments exportPaymentsXlsx exportContacts exportContactsXlsx exportInvoices exportInvoicesXlsx exportCreditNotes exportCreditNotesXlsx
    getContactCredit getInvoiceMail sendInvoiceReminder getCreditNoteMail sendCreditNote
    getTaxReport exportTaxReport exportTaxReportXlsx exportInvoiceDocuments getMoneyReport getInvoiceSums
    issueInvoice getInvoiceDocument getCreditNoteDocument createInvoicePayment listCreditNotes getCreditNote createCreditNote listTaxRates createTaxRate getTaxRate updateTaxRate deleteTaxRate
    listContacts createContact getContact getContactByExternalId updateContact replaceContactByExternalId deleteContact listContactTimeline
    listInvoices createInvoice getInvoice getInvoiceByExternalId updateInvoice replaceInvoiceByExternalId deleteInvoice sendInvoice
    createPaymentWebhook listPaymentWebhooks getPaymentWebhook deletePaymentWebhook
    listDeliveries getDelivery sendDelivery sendFailedDeliveries
    listUsers createUser getUser updateUser deleteUser createToken listTokens updateToken deleteToken deleteUserSecondFactor deleteUserPasskeys listUserSessions deleteUserSessions deleteUserSession getSettings updateSettings getFileScan applyFileScan applyFileRelease getSpamSettings updateSpamSettings
    listTaxonomies createTaxonomy getTaxonomy updateTaxonomy deleteTaxonomy listTerms createTerm getTermTree getTerm
    updateTerm deleteTerm mergeTerm mergeTerms exportSite exportItems exportWordpress listBackups createBackup getBackup deleteBackup getBackupFile getBackupPlan updateBackupPlan listAuditEntries exportAuditEntries exportAuditEntriesNdjson getSummary getSystem getStorageUse applyTypeChange
    listMails getMail getMailPreview sendMail getMailServer replaceMailServer deleteMailServer sendMailTest createInvitation sendInvitation
    listMailKinds updateMailKind getMailText replaceMailText deleteMailText createMailTextPreview sendMailTextTest
    listMailRefusals createMailRefusal deleteMailRefusal listMailOptOuts deleteMailOptOut listAssignees
    exportPerson createErasurePlan createErasure listErasures getErasure`,
  user: `listSavedViews createSavedView updateSavedView deleteSavedView getMyAuthor updateMyAuthor listSessions deleteCurrentSession deleteSession getMe updatePassword deleteOtherSessions getSecondFactor createSecondFactor applySecondFactor deleteSecondFactor createRecoveryCodes listPasskeys createPasskeyOptions createPasskey updatePasskey deletePasskey`,
  open: 'createProcessorEvent getSetup createSetup createSession createPasskeyChallenge createPasskeySession getDocument createPasswordReset replacePasswordByLink',
};

type Operation = { operationId: string; path: string; method: string };

async function listOperations({ request }: TestService): Promise<Operation[]> {
  const { paths } = (await request('GET', '/openapi.json', { token: null })).body;
  return Object.entries(paths as Record<string, Record<string, { operationId?: string }>>).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId }]) =>
      operationId ? [{ operationId, path, method: method.toUpperCase() }] : [],
    ),
  );
}

/** Products and notes are private, tours can be read by everyone. */
async function startShop(t: Parameters<typeof startContentService>[0]) {
  const service = await startContentService(t);
  const { request, tokenWith } = service;
  const post = async (path: string, body: object) => {
    const answer = await request('POST', path, { body });
    assert.ok(answer.status < 300, `${path}: ${answer.text}`);
    return answer.body;
  };
  const note = { name: 'text', type: 'text' };
  await post('/types', { name: 'note', fields: [note] });
  await post('/types', { name: 'tour', plural: 'tours', publicRead: true, fields: [note] });
  await post('/types', {
    name: 'product',
    fields: [
      { name: 'note', type: 'reference', to: ['note'] },
      { name: 'tour', type: 'reference', to: ['tour'] },
      { name: 'any', type: 'reference' },
    ],
  });
  const create = async (type: string, title: string, status: string, fields = {}): Promise<string> =>
    (await post(`/content/${type}`, { title, status, fields, content: `<p>Zebra ${title}</p>` })).id;
  const ids = {
    note: await create('note', 'Secret note', 'publish'),
    noteDraft: await create('note', 'Secret draft', 'draft'),
    tour: await create('tour', 'Open tour', 'publish'),
    tourDraft: await create('tour', 'Future tour', 'draft'),
  };
  const fields = { note: ids.note, tour: ids.tour, any: ids.tourDraft };
  const product = await create('product', 'Chair', 'publish', fields);
  const productDraft = await create('product', 'Table', 'draft', { any: ids.note });
  await post('/content/note', { title: 'About chairs', content: `<a href="/x" data-item="${product}">Chair</a>` });
  const form = (slug: string, isPublic: boolean) =>
    post('/forms', { name: slug, slug, public: isPublic, fields: [{ name: 'name', type: 'text', label: 'Name' }] });
  const contact = await form('contact', false);
  const other = await form('jobs', false);
  const submissions = {
    contact: (await request('POST', '/forms/contact/submit', { body: { name: 'Zebra Ada' } })).body.submissionId,
    jobs: (await request('POST', '/forms/jobs/submit', { body: { name: 'Zebra Bob' } })).body.submissionId,
  };
  const reader = await tokenWith('content:read:product', 'forms:read:contact');
  const writer = await tokenWith('content:write:products', `forms:write:${contact.id}`);
  /** A key without any of these scopes. */
  const stranger = await tokenWith('crm:read');
  return { service, ids: { ...ids, product, productDraft }, submissions, contact, other, reader, writer, stranger };
}

test('every operation is open to limited keys for what they are limited to, or not at all', async (t) => {
  const shop = await startShop(t);
  const { service, ids, contact, other, submissions, reader, writer } = shop;
  const ruleOf = new Map(
    Object.entries(rules).flatMap(([rule, names]) => names.split(/\s+/).map((name) => [name, rule as Rule] as const)),
  );
  const operations = await listOperations(service);
  assert.deepEqual(
    operations.map(({ operationId }) => operationId).filter((name) => !ruleOf.has(name)),
    [],
    'Say in `rules` what limited keys may do, and in docs/accounts.md',
  );
  const page = await readFile(new URL('../../../../docs/accounts.md', import.meta.url), 'utf8');
  const open = (['readsType', 'writesType', 'readsForm', 'writesForm', 'ownOnly', 'ownWrites'] as const).flatMap(
    (rule) => rules[rule].split(' '),
  );
  assert.deepEqual(
    open.filter((name) => !page.includes(`\`${name}\``)),
    [],
  );
  assert.deepEqual(
    [...ruleOf.keys()].filter((name) => !operations.some(({ operationId }) => operationId === name)),
    [],
  );

  const own = {
    type: 'product',
    name: 'product',
    form: contact.id,
    item: ids.product,
    submission: submissions.contact,
  };
  const others = { type: 'note', name: 'note', form: other.id, item: ids.note, submission: submissions.jobs };
  const missing = { type: 'nothing', name: 'nothing', form: 'nothing', item: ids.note, submission: submissions.jobs };
  const call = (operation: Operation, about: typeof own, token: string | null) => {
    const { path, method } = operation;
    const isForm = path.startsWith('/forms/');
    const url = path
      .replace('{type}', about.type)
      .replace('{name}', about.name)
      .replace('{submissionId}', about.submission)
      .replace('{id}', isForm ? about.form : path.startsWith('/content/') ? about.item : 'none')
      .replace(/\{\w+\}/g, '1');
    const body = ['POST', 'PATCH', 'PUT'].includes(method) ? { body: {} } : {};
    return service.request(method, path.startsWith('/api/') ? `/${path}` : url, { token, ...body });
  };
  const isDenied = (status: number) => status === 401 || status === 403;

  // What deletes comes last, and forms after what belongs to them.
  const isLast = ({ method, path }: Operation) => (method === 'DELETE' ? 1 : 0) + (path === '/forms/{id}' ? 1 : 0);
  for (const operation of operations.sort((a, b) => isLast(a) - isLast(b))) {
    const { operationId: name } = operation;
    const rule = ruleOf.get(name) as Rule;
    const statusOf = async (about: typeof own, token: string | null) => (await call(operation, about, token)).status;
    if (rule === 'open') continue;
    assert.equal(await statusOf(own, null), 401, `${name} without a key`);
    if (rule === 'ownOnly') {
      assert.ok(!isDenied(await statusOf(own, reader)), name);
      continue;
    }
    if (rule === 'ownWrites') {
      assert.deepEqual([await statusOf(own, reader), isDenied(await statusOf(own, writer))], [403, false], name);
      continue;
    }
    const writes = rule.startsWith('writes');
    for (const about of [others, missing])
      for (const token of [reader, writer]) {
        const status = await statusOf(about, token);
        // Whether a form exists is no secret: visitors see public ones at these paths.
        const isOpenPath =
          about === missing &&
          ['getForm', 'listAvailability', 'getChallenge', 'createSubmission', 'createQuote'].includes(name);
        assert.equal(status, isOpenPath ? 404 : 403, `${name} for ${about.type}`);
      }
    const isForOwn = rule.startsWith('reads') || writes;
    const byReader = await statusOf(own, reader);
    assert.equal(isDenied(byReader), !isForOwn || writes, `${name} with a key that reads: ${byReader}`);
    const byWriter = await statusOf(own, writer);
    assert.equal(isDenied(byWriter), !isForOwn, `${name} with a key that writes: ${byWriter}`);
  }
});

test('a limited key reads its own type as a whole key does, and others as a key without the scope', async (t) => {
  const { service, ids, contact, reader, writer, stranger, submissions } = await startShop(t);
  const { request, tokenWith } = service;
  const get = async (path: string, token: string) => {
    const { status, body, headers } = await request('GET', path, { token });
    return { status, body: { ...body, instance: undefined }, etag: headers.etag };
  };
  const [wholeReader, wholeWriter] = [await tokenWith('content:read'), await tokenWith('content:write')];
  const queries = [
    '',
    '?status=any',
    '?search=zebra&highlight=true',
    '?expand=content&select=title,content',
    '?cursor=',
  ];
  const ownPaths = [
    ...queries.map((query) => `/content/products${query}`),
    `/content/product/${ids.product}`,
    `/content/product/${ids.productDraft}`,
    `/content/product/${ids.product}?version=draft`,
    '/types/product',
    '/content/product?fields[note]=x&sort=title',
  ];
  for (const path of ownPaths) {
    assert.deepEqual(await get(path, reader), await get(path, wholeReader), path);
    assert.deepEqual(await get(path, writer), await get(path, wholeWriter), path);
  }
  assert.equal((await get('/content/product?status=any', reader)).body.total, 1);
  assert.equal((await get('/content/product?status=any', writer)).body.total, 2);
  const otherPaths = ['note', 'tour', 'tours', 'nothing'].flatMap((type) => [
    ...queries.map((query) => `/content/${type}${query}`),
    ...Object.values(ids).map((id) => `/content/${type}/${id}?expand=author`),
    `/content/${type}/${ids.tour}/references`,
    `/content/${type}/${ids.tourDraft}?version=draft`,
    `/types/${type}`,
  ]);
  for (const path of otherPaths)
    for (const token of [reader, writer]) {
      const [given, expected] = [await get(path, token), await get(path, stranger)];
      // What refers to public tours from its own type is seen.
      if (path.endsWith('/references') && expected.status === 200) continue;
      assert.deepEqual(given, expected, path);
    }

  // What products refer to is seen only where everyone sees it.
  const expanded = (token: string) =>
    get(`/content/product/${ids.product}?expand=fields.note,fields.tour,fields.any`, token).then(
      ({ body }) => body.fields,
    );
  for (const token of [reader, writer]) {
    const { note, tour, any } = await expanded(token);
    assert.deepEqual([note, tour.title, any], [null, 'Open tour', null]);
    assert.equal((await get('/content/product?fields[note.title]=Secret note', token)).status, 400);
    assert.equal((await get('/content/product?fields[tour.title]=Open tour', token)).body.total, 1);
    assert.equal((await get('/content/product?status=any&fields[any.title]=Secret note', token)).body.total, 0);
    assert.equal((await get('/content/product?status=any&fields[any.title]=Future tour', token)).body.total, 0);
    const references = (await get(`/content/tour/${ids.tour}/references`, token)).body.items;
    assert.deepEqual(
      references.map(({ id }: { id: string }) => id),
      [ids.product],
    );
    assert.deepEqual((await get(`/content/product/${ids.product}/uses`, token)).body.items, []);
    assert.deepEqual((await get(`/content/product/${ids.product}/references`, token)).body.items, []);
  }
  assert.equal((await get('/content/product?status=any&fields[any.title]=Secret note', wholeWriter)).body.total, 1);
  assert.equal((await expanded(wholeReader)).note.title, 'Secret note');

  // Search, feed, lists of types and forms, and the document.
  const search = await get('/search?q=zebra&facets=true', writer);
  assert.deepEqual(
    search.body.items.map(({ id }: { id: string }) => id).sort(),
    [ids.product, ids.productDraft, submissions.contact].sort(),
  );
  assert.deepEqual(search.body.facets, { total: 2, types: [{ type: 'product', count: 2 }] });
  assert.deepEqual((await get('/search?q=zebra&facets=true', reader)).body.facets.total, 1);
  for (const query of ['secret', 'jobs', 'zebr bob'])
    assert.deepEqual((await get(`/search?q=${query}`, writer)).body.items, []);
  const feed = (await get('/events', reader)).body.items;
  const isOwn = ({ data, form }: { data?: { type?: string; id: string }; form?: { id: string } }) =>
    data?.type === 'product' || (data ?? form)?.id === contact.id;
  assert.ok(feed.length >= 2 && feed.every(isOwn), JSON.stringify(feed));
  assert.deepEqual((await get('/events?types=note', reader)).body.items, []);
  assert.equal((await get('/events?events=payment.succeeded', reader)).status, 403);
  assert.ok((await get('/events', await tokenWith('content:read'))).body.items.some((event: never) => !isOwn(event)));
  const names = async (path: string) => (await get(path, reader)).body.items.map(({ name }: { name: string }) => name);
  assert.deepEqual([await names('/types'), await names('/forms')], [['product'], ['contact']]);
  assert.equal((await get('/forms', reader)).body.total, 1);
  const site = (await get('/openapi.json', reader)).body['x-site'];
  assert.deepEqual(
    [site.types.map(({ name }: { name: string }) => name), site.forms.map(({ slug }: { slug: string }) => slug)],
    [['product'], ['contact']],
  );
});

test('a key that writes one type changes nothing of another, and does not learn its titles', async (t) => {
  const { service, ids, writer } = await startShop(t);
  const { request, tokenWith } = service;
  const refer = { title: 'Refers', fields: { product: ids.product } };
  const declared = [{ name: 'product', type: 'reference', to: ['product'] }];
  await request('PATCH', '/types/note', { body: { fields: [{ name: 'text', type: 'text' }, ...declared] } });
  assert.equal((await request('POST', '/content/note', { body: refer })).status, 201);
  const path = `/content/product/${ids.product}?force=true`;
  const refused = await request('DELETE', path, { token: writer });
  assert.deepEqual([refused.status, refused.body.code, refused.body.referrers], [409, 'still_referenced', []]);
  assert.equal(refused.body.referrersTotal, 2);
  assert.ok(!/Refers|About chairs/.test(refused.text), refused.text);
  const cleared = await request('DELETE', `${path}&references=clear`, { token: writer });
  assert.deepEqual([cleared.status, cleared.body.code], [403, 'insufficient_scope']);
  const bulk = { operations: [{ action: 'delete', id: ids.product, references: 'clear' }] };
  const inBulk = await request('POST', '/content/product/bulk', { body: bulk, token: writer });
  assert.deepEqual([inBulk.status, inBulk.body.errors[0].code], [422, 'insufficient_scope']);
  assert.equal((await request('GET', `/content/product/${ids.product}`)).status, 200);
  const both = await tokenWith('content:write:product', 'content:write:note');
  assert.equal((await request('DELETE', `${path}&references=clear`, { token: both })).status, 200);
});

test('a limited scope names a content type or form that exists, and a form by its ID', async (t) => {
  const { service, contact } = await startShop(t);
  const { request } = service;
  const create = (...scopes: string[]) => request('POST', '/tokens', { body: { name: 'key', scopes } });
  const created = await create('content:read:products', 'content:read:product', 'forms:write:contact', 'crm:read');
  assert.deepEqual(created.body.scopes, ['content:read:product', `forms:write:${contact.id}`, 'crm:read']);
  const unknown = await create('content:read:chair', 'forms:read:product');
  assert.equal(unknown.status, 422);
  assert.deepEqual(
    unknown.body.errors.map(({ pointer, detail }: { pointer: string; detail: string }) => [pointer, detail]),
    [
      ['/scopes/0', 'names no content type: there is no "chair"'],
      ['/scopes/1', 'names no form: there is no "product"'],
    ],
  );
  for (const scope of ['payments:read:product', 'content:read:', 'content:delete:product', 'admin:product']) {
    const refused = await create(scope);
    assert.equal(
      refused.body.errors[0].detail,
      'must be a scope, such as content:read, or content:read:product for one content type',
    );
  }

  // Another form with the slug is another form.
  const { token } = created.body;
  await request('PATCH', '/forms/contact', { body: { slug: 'old' } });
  await request('PATCH', '/forms/jobs', { body: { slug: 'contact' } });
  assert.equal((await request('GET', '/forms/contact/submissions', { token })).status, 403);
  assert.equal((await request('GET', '/forms/old/submissions', { token })).status, 200);
});
