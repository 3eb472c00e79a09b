// What an archive of a site contains: for each table either how it is archived, or why it is not.

import type { Row } from '../database/dialect.ts';
import type { Tables } from '../database/tables.ts';
import { archivedParts } from '../forms/form/parts.ts';

/** The parts of a site, which can be archived alone, in the order in which they are put back. */
export const parts = {
  settings: 'the settings of the site',
  content: 'content types, items with their history, tags, categories and other taxonomies, authors, shared views',
  media: 'the media library with its files',
  forms: 'forms, submissions and their files',
  contacts: 'contacts',
  payments: 'payments, refunds, invoices, credit notes and their documents, tax rates, subscriptions',
  events: 'what happened, as timelines show it',
  webhooks: 'webhooks and their deliveries',
} as const;
export type Part = keyof typeof parts;
export const partNames = Object.keys(parts) as Part[];

type Json = 'object' | 'array' | 'any';

export type ArchivedTable<Name extends keyof Tables = keyof Tables> = {
  part: Part;
  /** What names a row: rows are in this order. */
  key: readonly (keyof Tables[Name] & string)[];
  /** The columns with JSON, and what is in them. */
  json?: { readonly [Column in keyof Tables[Name]]?: Json };
  /** The column whose value is the ID of stored bytes, which are archived with the row. */
  bytes?: 'id';
  /** Only rows with one of these values: the others are of this installation. */
  only?: { column: keyof Tables[Name] & string; values: readonly (string | number)[] };
  /** Values that are not archived as they are. */
  without?: Partial<Row<Name>>;
  /** Columns that earlier versions had: their values are not stored. */
  former?: readonly string[];
  /** Rows that a new site has as well, all or those with this value: those of the archive take their place. */
  initial?: 'all' | { column: keyof Tables[Name] & string; value: string | number };
};

type LeftOut = { leftOut: string };

/** By name, and among those that visitors or secrets depend on none. */
const settings = [
  ...[
    'siteName',
    'logo',
    'brandColor',
    'looks',
    'currency',
    'timeZone',
    'locale',
    'firstDayOfWeek',
    'firstSteps',
    'invoicing',
  ],
  ...[
    'unknownReferences',
    'revisionsAllDays',
    'revisionsDailyDays',
    'trashDays',
    'eventDays',
    'auditDays',
    'requireSecondFactor',
    'deliveryDays',
    'mailDays',
    'processorEventDays',
  ],
  ...['mailKindsOff', 'spam'],
];

const counted = { leftOut: 'Triggers count it again' };
const running = { leftOut: 'Work of the running service, which must not be done twice' };
const undoing = { leftOut: 'A change of a type is undone where it was made; revisions have the values from before' };
const accounts = { leftOut: 'Who can sign in, and with what, belongs to the installation' };

export const archivedTables: { readonly [Name in keyof Tables]: ArchivedTable<Name> | LeftOut } = {
  settings: {
    part: 'settings',
    key: ['name'],
    json: { value: 'any' },
    only: { column: 'name', values: settings },
    initial: 'all',
  },
  mailTexts: { part: 'settings', key: ['id'] },
  postTypes: {
    part: 'content',
    key: ['name'],
    json: { fields: 'array', taxonomies: 'array' },
    initial: { column: 'builtIn', value: 1 },
  },
  taxonomies: { part: 'content', key: ['name'] },
  // Users are not archived.
  authors: { part: 'content', key: ['id'], json: { links: 'array' }, without: { userId: null } },
  typeChanges: undoing,
  convertedItems: undoing,
  terms: { part: 'content', key: ['id'] },
  formerTerms: { part: 'content', key: ['taxonomy', 'slug'] },
  items: {
    part: 'content',
    key: ['id'],
    json: { fields: 'object', foldedFields: 'object', lastChange: 'object', draft: 'object' },
  },
  itemTerms: { part: 'content', key: ['itemId', 'termId'] },
  itemReferences: { part: 'content', key: ['itemId', 'field', 'targetId'] },
  formerSlugs: { part: 'content', key: ['type', 'slug'] },
  revisions: { part: 'content', key: ['itemId', 'number'], json: { change: 'object' } },
  drafts: { part: 'content', key: ['itemId'], json: { change: 'object' } },
  savedViews: {
    part: 'content',
    key: ['id'],
    json: { search: 'object' },
    // The others can be seen only by users, who are not archived.
    only: { column: 'shared', values: [1] },
  },
  importSources: { part: 'content', key: ['sourceKey'], json: { hiddenFields: 'object' } },
  importLinks: { part: 'content', key: ['id'] },
  linksInTexts: { part: 'content', key: ['itemId', 'targetId'] },
  mediaInTexts: { part: 'content', key: ['itemId', 'mediaId'] },
  media: { part: 'media', key: ['id'] },
  mediaFiles: { part: 'media', key: ['id'], bytes: 'id' },
  mediaTags: { part: 'media', key: ['mediaId', 'tag'] },
  forms: {
    part: 'forms',
    key: ['id'],
    json: { fields: 'array', settings: 'object', origins: 'array', translations: 'object' },
  },
  submissions: {
    part: 'forms',
    key: ['id'],
    json: { data: 'object', extra: 'object', removedAnswers: 'object', consents: 'object' },
    without: { assigneeId: null },
  },
  // With it, because one of them may turn out to be none.
  spamSubmissions: {
    part: 'forms',
    key: ['id'],
    json: {
      data: 'object',
      extra: 'object',
      removedAnswers: 'object',
      consents: 'object',
      reasons: 'array',
      returnTo: 'any',
    },
  },
  ...archivedParts,
  contacts: { part: 'contacts', key: ['id'], json: { fields: 'object' } },
  taxRates: { part: 'payments', key: ['id'] },
  numberSeries: { part: 'payments', key: ['id'] },
  invoices: { part: 'payments', key: ['id'], json: { paper: 'object' } },
  creditNotes: { part: 'payments', key: ['id'], json: { paper: 'object' } },
  documents: { part: 'payments', key: ['recordId', 'format'] },
  payments: { part: 'payments', key: ['id'], json: { lines: 'object', reservation: 'object' } },
  refunds: { part: 'payments', key: ['id'] },
  subscriptions: { part: 'payments', key: ['id'], json: { snapshot: 'object' } },
  processorCustomers: { part: 'payments', key: ['customerId'] },
  processorEvents: { part: 'payments', key: ['id'] },
  events: { part: 'events', key: ['id'], json: { data: 'any' } },
  feed: { part: 'events', key: ['id'], initial: 'all' },
  subscribers: {
    part: 'webhooks',
    key: ['id'],
    json: { events: 'array', types: 'array' },
    // Where builds from before the first release had secrets that were not encrypted yet.
    former: ['secret', 'previousSecret'],
  },
  deliveries: { part: 'webhooks', key: ['id'] },
  attempts: { part: 'webhooks', key: ['id'] },
  erasures: { leftOut: 'Proofs of what was done to the data of this installation, with a key that is only here' },
  tokens: accounts,
  revokedTokens: accounts,
  users: accounts,
  sessions: accounts,
  passwordLinks: accounts,
  secondFactors: accounts,
  recoveryCodes: accounts,
  passkeys: accounts,
  usedChallenges: { leftOut: 'They expire after some minutes' },
  auditLog: { leftOut: 'What was done in this installation, by its users and keys' },
  jobs: running,
  limitedLanes: running,
  idempotencyKeys: running,
  imports: { leftOut: 'Reports of what was imported; an uploaded file is not kept' },
  backups: { leftOut: 'Backups of this installation, in its folder' },
  mailRefusals: { leftOut: 'What mail servers said to this installation' },
  mailOptOuts: { leftOut: 'Who wants no notices of this installation' },
  digestEntries: { leftOut: 'Notices on their way to people' },
  mails: { leftOut: 'They went to people, and must not be sent again by another installation' },
  vatIdChecks: { leftOut: 'They expire after a day; invoices have copies' },
  usedSolutions: { leftOut: 'They expire after half an hour' },
  limitCounts: { leftOut: 'They expire after a day, and only this key can use them' },
  spamNotes: { leftOut: 'They expire after three days, and only this key can use them' },
  editors: { leftOut: 'Who is editing now' },
  searchWords: { leftOut: 'Made from the words of the items' },
  searchLanguages: { leftOut: 'Made from the words of the items' },
  searchStale: { leftOut: 'Made from the words of the items' },
  contentVersion: counted,
  typeVersion: counted,
  schemaSupport: { leftOut: 'About the database that the site is in' },
  itemCounts: counted,
  linkedItems: { leftOut: 'Triggers store it again' },
  termItems: { leftOut: 'A view of other tables' },
};

/** The archived tables of these parts, by name, in the order in which they are put back. */
export function tablesOf(chosen: readonly Part[]): [name: keyof Tables, table: ArchivedTable][] {
  return Object.entries(archivedTables).flatMap(([name, table]) =>
    'part' in table && chosen.includes(table.part) ? [[name as keyof Tables, table as ArchivedTable]] : [],
  );
}

/** The table with this name, if it is archived. */
export function findArchivedTable(name: string): ArchivedTable | null {
  const table = Object.hasOwn(archivedTables, name) ? archivedTables[name as keyof Tables] : null;
  return table && 'part' in table ? (table as ArchivedTable) : null;
}
