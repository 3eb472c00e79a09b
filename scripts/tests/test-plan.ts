// Which tests run with which command, and on which database.

import { globSync } from 'node:fs';
import type { TestRun } from './run-test-files.ts';

/** What `npm test` leaves to `npm run test:all`: browsers, killed processes, whole journeys. */
const slow = /^packages\/(admin\/e2e|server\/test\/(crash|journeys|upgrade))\//;

/** Of these, it runs twelve journeys in a browser, without checking how screens look (screens.ts), and three kills. */
const journeys = [
  ...['first-run', 'two-step-sign-in', 'history', 'media', 'looks', 'forms-on-other-sites', 'inbox', 'home'],
  ...['form-to-invoice', 'lists', 'keyboard', 'settings'],
].map((name) => `packages/admin/e2e/${name}.test.ts`);
const kills = ['killed', 'killed-mails', 'killed-holds'].map((name) => `packages/server/test/crash/${name}.test.ts`);

/** Tests of the server that use no database of the run, or for which it makes no difference. */
const withoutDatabase =
  /\/(lib|fields)\/|\/(architecture|words)\/|wordpress-(export|dates)|xml-text|sqlite-driver|database-outage|three-nodes|numbered-invoices|support\/|documents\/|\/(main|package|document\/complete|documents|media-load|bundle)\.test/;

/** Kills of what a transaction stores or a job repeats, whichever the database: how it locks and numbers does not matter to them. */
const killsOnEither = /\/killed-(archive|digests|import|mails|privacy|scans|spam|store-uploads|uploads)\.test/;

/** What `npm test` runs on PostgreSQL, too: what depends on the database most … */
const quickOnPostgres =
  /^packages\/server\/(src\/(database|jobs|payments|limits)|test\/(statements|random))\/|-races\.test/;

/** … and files of `packages/server/src` that run the statements of the others. A statement that none of them runs fails `npm test`. */
const statementsOnPostgres = new Set([
  'accounts/passkeys',
  'accounts/second-factor',
  'accounts/sessions',
  'accounts/tokens',
  'archive/damaged-archives',
  'content/api/editors',
  'content/api/external-items',
  'content/api/views',
  'content/authors/authors',
  'content/expand/expand-references',
  'content/lifecycle/drafts',
  'content/lifecycle/former-slugs',
  'content/lifecycle/revisions',
  'content/lifecycle/unpublishing',
  'content/lists/item-counts',
  'content/lists/many-items',
  'content/media/media',
  'content/model/memo',
  'content/search/search-items',
  'content/terms/taxonomies',
  'content/type-changes/stored-values',
  'content/type-changes/type-changes',
  'content/types/structured-fields',
  'crm/contacts',
  'crm/external-ids',
  'crm/timeline',
  'doctor/doctor',
  'document',
  'exporters/exporters',
  'exporters/list-exports',
  'forms/inbox/inbox',
  'forms/inbox/replies',
  'forms/page/embedding',
  'forms/page/later',
  'forms/page/thanks',
  'forms/payment/form-invoices',
  'forms/payment/item-options',
  'forms/payment/orders',
  'forms/retention/retention',
  'forms/scan/scan',
  'forms/spam/spam',
  'forms/summary/drop-off',
  'forms/summary/form-summary',
  'forms/unique/unique-answers',
  'http/health.routes',
  'http/idempotency',
  'importers/wordpress-reimport',
  'importers/wordpress-sources',
  'invoices/document-export',
  'invoices/invoice-taxes',
  'invoices/invoices',
  'invoices/issue-invoice',
  'invoices/settled-invoices',
  'invoices/tax-report',
  'invoices/vat-id-checks',
  'mail/digests',
  'mail/invoice-mails',
  'mail/invoice-reminders',
  'mail/mail',
  'mail/mail-kinds',
  'mail/payment-mails',
  'mail/team-mails',
  'overview/money-report',
  'overview/search',
  'privacy/privacy',
  'secret-key',
  'settings/favicon',
  'settings/site',
  'storage/s3-files',
  'webhooks/deliveries',
  'webhooks/feed/feed',
  'webhooks/subscribers',
]);

export function allTests(root: string): TestRun[] {
  const files = globSync('{packages/*/{src,test,e2e},scripts}/**/*.test.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    // The slow ones first, so that none runs alone at the end.
    .sort((a, b) => Number(slow.test(b)) - Number(slow.test(a)) || a.localeCompare(b));
  const onPostgres = files.filter(
    (file) => file.startsWith('packages/server/') && !withoutDatabase.test(file) && !killsOnEither.test(file),
  );
  return [
    ...files.map((file) => ({ file, dialect: 'sqlite' as const })),
    ...onPostgres.map((file) => ({ file, dialect: 'postgres' as const })),
  ];
}

/** Whether `npm test` runs it. */
export function isQuick({ file, dialect }: TestRun): boolean {
  if (slow.test(file)) return dialect === 'sqlite' && (journeys.includes(file) || kills.includes(file));
  const name = file.replace('packages/server/src/', '').replace('.test.ts', '');
  return dialect === 'sqlite' || quickOnPostgres.test(file) || statementsOnPostgres.has(name);
}

/** Whether `npm run test:rest` runs it: what `npm test` does not, or not all of. */
export function isRest(run: TestRun): boolean {
  return !isQuick(run) || journeys.includes(run.file);
}
