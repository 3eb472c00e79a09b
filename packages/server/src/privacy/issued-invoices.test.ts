// People who go away: what was issued to them stays as it was sent, without a link to them; what was not is erased.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDraft, credit, issue, startSelling } from '../../test/support/invoicing.ts';
import type { TestService } from '../../test/support/test-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { findPerson } from './person.ts';
import { parts } from './person-parts.ts';

const ada = { name: 'Ada Winter', email: 'ada@winter.example' };

async function startOwing(t: Parameters<typeof startSelling>[0]) {
  const service = await startSelling(t);
  const { body: contact } = await service.request('POST', '/contacts', { body: ada });
  const rest = { contactId: contact.id, description: 'Portrait of Ada Winter' };
  const { id: issuedId } = await createDraft(service, rest);
  const issued = await issue(service, issuedId);
  assert.equal(issued.status, 200, issued.text);
  const note = await credit(service, issuedId, { amount: 100, reason: 'Ada Winter was late' });
  assert.equal(note.status, 201, note.text);
  const draft = await createDraft(service, {
    ...{ ...rest, notes: 'For Ada Winter', buyer: { name: 'Ada Winter' } },
    lines: [{ description: 'Frame for Ada Winter', unitAmount: 100 }],
  });
  return { service, contactId: contact.id, issuedId, noteId: note.body.id, draftId: draft.id };
}

const readerOf = (service: TestService) => async (path: string) => (await service.request('GET', path)).body;

test('who is erased loses drafts, but not what was issued, which the law keeps', async (t) => {
  const { service, contactId, issuedId, noteId, draftId } = await startOwing(t);
  const read = readerOf(service);
  const elsewhere = { to: 'books@example.org', message: 'Dear Ada Winter' };
  for (const path of [`/invoices/${issuedId}/mail`, `/credit-notes/${noteId}/mail`])
    assert.equal((await service.request('POST', path, { body: elsewhere })).status, 202);
  await service.work();
  const before = { issued: await read(`/invoices/${issuedId}`), note: await read(`/credit-notes/${noteId}`) };
  const begun = await service.request('POST', '/privacy/erasures', { body: { contactId } });
  assert.equal(begun.status, 202, begun.text);
  await waitFor('the erasure', async () => (await read(`/privacy/erasures/${begun.body.id}`)).status === 'completed');
  const { erased } = await read(`/privacy/erasures/${begun.body.id}`);
  assert.deepEqual([erased.invoices, erased.creditNotes], [2, 1]);
  const issued = await read(`/invoices/${issuedId}`);
  const { updatedAt, version } = issued;
  assert.deepEqual(issued, { ...before.issued, contactId: null, updatedAt, version });
  const note = await read(`/credit-notes/${noteId}`);
  assert.deepEqual(note, { ...before.note, contactId: null, updatedAt: note.updatedAt, version: note.version });
  const draft = await service.request('GET', `/invoices/${draftId}`);
  assert.equal(draft.status, 200);
  assert.ok(!draft.text.includes('Winter'), draft.text);
  assert.deepEqual([draft.body.contactId, draft.body.buyer, draft.body.amount], [null, null, 100]);
  const mails = await service.context.db.selectFrom('mails').selectAll().execute();
  assert.ok(!JSON.stringify(mails).includes('Winter'), 'mails about them to others');
});

test('what a person was sent is in the export of the data', async (t) => {
  const { service, contactId, noteId } = await startOwing(t);
  const { payload, statusCode } = await service.app.inject({
    ...{ method: 'POST', url: '/api/v1/privacy/export', payload: { contactId } },
    headers: { authorization: `Bearer ${service.token}` },
  });
  assert.equal(statusCode, 200);
  assert.ok(payload.includes('creditNotes.json') && payload.includes(noteId));
  assert.ok(payload.includes('"description": "Frame for Ada Winter"'), 'documents as JSON, not as its text');
});

test('who is erased loses drafts that are created meanwhile', async (t) => {
  const { service, contactId, draftId } = await startOwing(t);
  const { context } = service;
  const person = await findPerson(context, { contactId });
  // As if the invoices had been erased just before it was created.
  const last = parts.at(-1);
  assert.equal(last?.name, 'contacts');
  await last.erase(context, person, [contactId], async () => {});
  assert.equal((await service.request('GET', `/contacts/${contactId}`)).status, 404);
  const { text, body } = await service.request('GET', `/invoices/${draftId}`);
  assert.ok(!text.includes('Winter'), text);
  assert.deepEqual([body.contactId, body.buyer], [null, null]);
});

test('a deleted contact leaves its invoices and credit notes', async (t) => {
  const { service, contactId, issuedId, noteId } = await startOwing(t);
  const read = readerOf(service);
  const before = await read(`/credit-notes/${noteId}`);
  const deleted = await service.request('DELETE', `/contacts/${contactId}`);
  assert.equal(deleted.status, 200, deleted.text);
  assert.equal((await read(`/invoices/${issuedId}`)).contactId, null);
  const after = await read(`/credit-notes/${noteId}`);
  assert.deepEqual([after.contactId, after.version, after.buyer], [null, before.version + 1, before.buyer]);
});
