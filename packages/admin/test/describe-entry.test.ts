// The entries of the audit log in words.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeDetails, describeOperation } from '../src/settings/audit/describe-entry.ts';

test('an operation is described in the past, and what was denied as an attempt', () => {
  assert.equal(describeOperation('createUser'), 'Created user');
  assert.equal(describeOperation('deleteToken'), 'Revoked API key');
  assert.equal(describeOperation('updatePostType'), 'Updated content type');
  assert.equal(describeOperation('replaceMailServer'), 'Replaced mail server');
  assert.equal(describeOperation('applyTypeChange'), 'Retried type change');
  assert.equal(describeOperation('applyTypeUndo'), 'Undid type change');
  assert.equal(describeOperation('createSession'), 'Signed in');
  assert.equal(describeOperation('createSession', 'denied'), 'Tried to sign in');
  assert.equal(describeOperation('deleteUser', 'denied'), 'Tried to delete user');
});

test('a change names what was sent, a new record only its values', () => {
  const entry = { changed: ['name', 'email', 'role', 'successUrl'], values: { role: 'editor' }, ids: [] };
  assert.equal(describeDetails({ ...entry, operation: 'updateUser' }), 'Role: editor · Name, email, success url');
  assert.equal(describeDetails({ ...entry, operation: 'createUser' }), 'Role: editor');
  const several = { changed: ['ids', 'progress', 'note'], values: { progress: 'done' }, ids: ['sub_1', 'sub_2'] };
  assert.equal(describeDetails({ ...several, operation: 'updateSubmissions' }), 'Progress: done · 2 records · Note');
  const denied = { operation: 'createSession', changed: [], values: { code: 'invalid_credentials' }, ids: [] };
  assert.equal(describeDetails(denied), 'Invalid credentials');
});
