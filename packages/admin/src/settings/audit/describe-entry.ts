// An entry of the audit log in words: "Created user", "Tried to sign in", and what the request sent.

import type { AuditEntry } from '@frontdesk/client';
import { humanize } from '../../ui/format.ts';

/** Verbs whose past is not regular. */
const pasts: Record<string, string> = { send: 'sent' };

/** What records are called on the screens, where operations of the API say something else. */
const nouns: Record<string, string> = {
  token: 'API key',
  'post type': 'content type',
  'former slug': 'former address',
};

type Words = readonly [done: string, tried: string];

/** Operations whose names say too little. */
const phrases: Record<string, Words> = {
  createSetup: ['Set up the site', 'set up the site'],
  createSession: ['Signed in', 'sign in'],
  createPasskeySession: ['Signed in with a passkey', 'sign in with a passkey'],
  deleteCurrentSession: ['Signed out', 'sign out'],
  deleteSession: ['Signed out a device', 'sign out a device'],
  deleteOtherSessions: ['Signed out all other devices', 'sign out all other devices'],
  deleteUserSession: ['Signed out a device of', 'sign out a device of'],
  deleteUserSessions: ['Signed out everywhere', 'sign out everywhere'],
  updatePassword: ['Changed their password', 'change their password'],
  replacePasswordByLink: ['Chose a password with a link', 'choose a password with a link'],
  sendInvitation: ['Sent another invitation to', 'send another invitation to'],
  createSecondFactor: ['Started to set up two-step sign-in', 'set up two-step sign-in'],
  applySecondFactor: ['Switched on two-step sign-in', 'switch on two-step sign-in'],
  deleteSecondFactor: ['Switched off two-step sign-in', 'switch off two-step sign-in'],
  deleteUserSecondFactor: ['Switched off two-step sign-in of', 'switch off two-step sign-in of'],
  createRecoveryCodes: ['Created new recovery codes', 'create new recovery codes'],
  createPasskeyOptions: ['Started to add a passkey', 'add a passkey'],
  deleteUserPasskeys: ['Removed all passkeys of', 'remove all passkeys of'],
  replaceProcessor: ['Entered the keys of the payment processor', 'enter the keys of the payment processor'],
  deleteProcessor: ['Removed the keys of the payment processor', 'remove the keys of the payment processor'],
  sendProcessorTest: ['Tested the payment processor', 'test the payment processor'],
  updateItems: ['Changed several items', 'change several items'],
  applyDraft: ['Published draft', 'publish draft'],
  applyRevision: ['Restored revision', 'restore revision'],
  applyTypeChange: ['Retried type change', 'retry type change'],
  applyTypeUndo: ['Undid type change', 'undo type change'],
  applyImport: ['Started import', 'start import'],
  applyFileRelease: ['Released file', 'release file'],
  applyFileScan: ['Scanned file again', 'scan file again'],
  deleteToken: ['Revoked API key', 'revoke API key'],
  createInvitation: ['Invited user', 'invite user'],
  createMedia: ['Uploaded media', 'upload media'],
  exportAuditEntries: ['Exported audit log', 'export audit log'],
  exportPerson: ['Exported all about one person', 'export all about one person'],
};

/** "Created user"; of what was denied, "Tried to create user". Commands keep their names. */
export function describeOperation(operation: string, outcome: AuditEntry['outcome'] = 'done'): string {
  const anyFormat = operation.replace(/(?:Xlsx|Ndjson)$/, '');
  const [done, tried] = phrases[anyFormat] ?? regularPhrase(anyFormat);
  return outcome === 'done' ? done : `Tried to ${tried}`;
}

function regularPhrase(operation: string): Words {
  const [verb = '', ...others] = operation.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).split(' ');
  const noun = others.join(' ');
  const object = nouns[noun] ?? noun;
  return [
    [capitalized(pastOf(verb)), object],
    [verb, object],
  ].map((words) => words.join(' ').trim()) as [string, string];
}

function pastOf(verb: string): string {
  if (pasts[verb]) return pasts[verb];
  if (verb.endsWith('e')) return `${verb}d`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${verb}ed`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type Details = Pick<AuditEntry, 'operation' | 'changed' | 'values' | 'ids'>;

/** What the request changed, or why it was denied: "Role: editor · Name, email". What is new has all members. */
export function describeDetails({ operation, changed, values, ids }: Details): string {
  const { code, ...others } = values;
  const isChange = /^(update|replace)/.test(operation);
  const isNamed = (member: string): boolean => !Object.hasOwn(values, member) && member !== 'ids';
  const names = isChange ? changed.filter(isNamed).map(humanize) : [];
  return [
    ...(code === undefined ? [] : [humanize(String(code))]),
    ...Object.entries(others).map(([member, value]) => `${humanize(member)}: ${[value].flat().join(', ')}`),
    ...(ids.length > 1 ? [`${ids.length} records`] : []),
    ...(names.length > 0 ? [capitalized(names.join(', ').toLowerCase())] : []),
  ].join(' · ');
}

/** The operations that people look for, in the order of the filter. */
export const oftenSought = [
  'createSession',
  'createPasskeySession',
  'createUser',
  'createInvitation',
  'updateUser',
  'deleteUser',
  'createToken',
  'updateToken',
  'deleteToken',
  'updateSettings',
  'createItem',
  'updateItem',
  'deleteItem',
  'createForm',
  'updateForm',
  'deleteForm',
  'createRefund',
  'createErasure',
  'exportPerson',
  'exportSite',
  'exportAuditEntries',
];
