// The rules of ARCHITECTURE.md as data. Places are globs inside a package's `src`.

import type { Places } from './places.ts';

export const packageNames = ['server', 'admin', 'client', 'payment-sandbox'] as const;
export type PackageName = (typeof packageNames)[number];

/** Nowhere in the packages that are not named. */
type PlacesByPackage = Partial<Record<PackageName, Places>>;

const everywhere: Places = ['**'];
const nowhere: Places = [];

/**
 * Each package by levels: a file imports from its own level or from those before it. A package that is not here is all
 * on one level.
 */
export const levels: Partial<Record<PackageName, readonly (readonly string[])[]>> = {
  server: [
    ['lib', 'languages', 'storage', 'config'],
    ['telemetry'],
    ['database'],
    ['context', 'fields'],
    ['events', 'jobs', 'limits', 'files'],
    ['http', 'manual', 'metrics'],
    [
      'accounts',
      'archive',
      'backups',
      'content',
      'crm',
      'exporters',
      'forms',
      'importers',
      'invoices',
      'mail',
      'payments',
      'privacy',
      'settings',
      'webhooks',
    ],
    ['document', 'overview'],
    ['*.ts', 'bundle.mjs', 'doctor', 'processes'],
    ['commands'],
  ],
  admin: [
    ['api', 'embed'],
    ['ui'],
    ['accounts'],
    ['shell'],
    ['media'],
    ['fields', 'records'],
    ['content', 'crm', 'forms', 'home', 'payments', 'settings'],
    ['main.tsx', 'router.tsx'],
  ],
  client: [['*.ts'], ['cli'], ['schema'], ['commands']],
};

/** The rooms of slices of the server by floors, as the levels are: `.` are the files beside the rooms. */
export const floors: Readonly<Record<string, readonly (readonly string[])[]>> = {
  content: [
    ['types', 'model', 'sources'],
    ['search', 'terms', 'references', 'media', 'authors', 'expand'],
    ['conditions', 'select', 'lists'],
    ['lifecycle'],
    ['api', 'imports', 'type-changes'],
  ],
  forms: [
    ['form'],
    ['answers', 'payment', 'spam', 'altcha', 'unique', 'scan'],
    ['submit', 'results', 'retention', 'privacy'],
    ['page', 'inbox', 'exports', 'summary', '.'],
  ],
};

/** The level whose folders are slices: they do not import each other … */
export const sliceLevels: Partial<Record<PackageName, number>> = { server: 6, admin: 6 };

/** … but along these edges. */
export const edges: readonly { from: string; to: string }[] = [
  {
    from: 'forms/**',
    to: 'payments/{payments,payments.schemas,payment-lines,reservations,checkout,late-events,outcome}.ts',
  },
  { from: 'forms/submit/submissions.ts', to: 'crm/contacts.ts' },
  {
    from: 'forms/results/**',
    to: 'content/{lifecycle/create-item,media/{media,media-file,media-types},types/post-types}.ts',
  },
  { from: 'forms/form/{item-options,result-settings}.ts', to: 'content/types/post-types.ts' },
  { from: 'forms/form/item-options.ts', to: 'content/lists/published-items.ts' },
  { from: 'forms/{form,results}/*.ts', to: 'mail/template.ts' },
  { from: 'payments/reservations.ts', to: 'content/lifecycle/item-stock.ts' },
  { from: 'payments/**', to: 'crm/payer-contact.ts' },
  { from: 'payments/**', to: 'invoices/{contact-credit,invoices,paid-invoices,invoice-link,vat-id-checks}.ts' },
  { from: 'payments/payment-lines.ts', to: 'invoices/{invoices.schemas,paper}.ts' },
  {
    from: 'forms/{form,payment}/*.ts',
    to: 'invoices/{applied-rates,calculate,invoices.schemas,tax-prices,tax-rates,vat-id-checks}.ts',
  },
  {
    from: 'payments/page/*.ts',
    to: 'invoices/{buyer-language,credit-notes,documents,invoices.schemas,quantity-words}.ts',
  },
  { from: 'crm/contacts.ts', to: 'invoices/{contact-credit,credit-notes,invoices,paper,vat-id-checks}.ts' },
  { from: 'importers/**', to: 'content/{imports,sources}/*.ts' },
  { from: 'exporters/*.ts', to: 'content/media/media-address.ts' },
  { from: 'archive/import-archive.ts', to: 'content/imports/restore-content.ts' },
  { from: 'archive/archived-tables.ts', to: 'forms/form/parts.ts' },
  { from: 'archive/import-archive.ts', to: 'webhooks/subscribers.ts' },
  { from: 'forms/privacy/*.ts', to: 'content/{lifecycle/{change-item,delete-media},types/post-types}.ts' },
  { from: 'forms/privacy/*.ts', to: 'crm/contacts.ts' },
  {
    from: 'privacy/**',
    to: 'forms/{form/{form,parts,fitting-value,form-versions},answers/submission-rows,results/{submission-list,submissions.schemas},privacy/*}.ts',
  },
  { from: 'privacy/**', to: 'crm/{contacts,erase-contact}.ts' },
  { from: 'privacy/**', to: 'mail/{erase-mails,erase-notices,refusals/refusals}.ts' },
  { from: 'privacy/**', to: 'payments/reduce-payments.ts' },
  { from: 'privacy/**', to: 'invoices/credit-notes.ts' },
  { from: 'privacy/**', to: 'webhooks/delivery-history.ts' },
  { from: 'privacy/**', to: 'archive/pack-entries.ts' },
  { from: 'backups/**', to: 'archive/{archive-format,pack-entries,read-tar}.ts' },
  { from: 'forms/**', to: 'mail/{form-mail,outbox}.ts' },
  { from: 'forms/submit/saved-answers.ts', to: 'mail/outbox.ts' },
  { from: 'forms/page/*.ts', to: 'mail/layout.ts' },
  { from: 'forms/inbox/replies.ts', to: 'mail/{personal-mail,refusals/refusals}.ts' },
  { from: 'accounts/**', to: 'mail/account-mails.ts' },
  { from: 'webhooks/deliver.ts', to: 'mail/team-mails.ts' },
  { from: 'importers/run-import.ts', to: 'mail/team-mails.ts' },
  { from: 'mail/layout.ts', to: 'payments/payment-lines.ts' },
  { from: 'mail/invoice-mails.ts', to: 'invoices/{buyer-language,documents,invoice-link,invoices}.ts' },
  { from: 'mail/payment-mails.ts', to: 'invoices/buyer-language.ts' },
  { from: 'mail/invoice-reminders.ts', to: 'invoices/invoices.ts' },
  {
    from: '**',
    to: 'settings/{invoicing,settings,site,site-formats,site-logo,public-pictures,looks,page-looks}.ts',
  },
];

/** Who may import a module. Imports of types may have more room, and single names may be free for all. */
export type ModuleRule = Places | { in: Places; types?: Places; names?: readonly string[] };

const web: Places = [
  'http/**',
  '**/*.routes.ts',
  'accounts/guard.ts',
  'accounts/audit/audit-requests.ts',
  'app.ts',
  'document.ts',
  'document/routes.ts',
  'content/api/item-requests.ts',
  'forms/{form/origins,submit/{requested-form,take-submission}}.ts',
  'forms/page/{send-page,submit-page,read-sent,thanks-page}.ts',
];

/** Files of the server that are part of another package, too: they import nothing of their own package but types and each other. */
export const sharedSources: Partial<Record<PackageName, Record<string, Places>>> = {
  admin: {
    '../../server/src/fields/visible-names.ts': ['forms/builder/form-preview.tsx'],
    '../../server/src/fields/normal-forms.ts': ['forms/builder/form-preview.tsx', 'fields/field-kinds.ts'],
    '../../server/src/fields/stock-keys.ts': ['fields/form-sales.ts'],
    '../../server/src/forms/payment/take-off.ts': ['fields/order-answers.ts'],
    '../../server/src/invoices/tax-prices.ts': ['fields/{order-answers,order-taxes}.ts'],
    '../../server/src/lib/instant.ts': ['forms/draft/field-draft.ts'],
    '../../server/src/events/event-types.ts': ['settings/*.tsx', 'settings/event-subjects.ts'],
  },
};

/** Every module that a package may import. What is not listed may not be imported at all. */
export const modules: Record<PackageName, Record<string, ModuleRule>> = {
  server: {
    '@fastify/*': web,
    '@frontdesk/payment-sandbox': ['sandbox.ts'],
    '@frontdesk/payment-sandbox/currencies': ['lib/money.ts', 'fields/order-control.ts', 'forms/**', 'payments/**'],
    '@embedpdf/fonts-*': ['invoices/document-fonts.ts'],
    '@myriaddreamin/typst-ts-node-compiler': ['invoices/render-sheet.ts'],
    '@node-rs/argon2': ['accounts/passwords.ts'],
    '@orama/stemmers/*': ['content/search/vocabulary.ts'],
    ajv: { in: ['lib/validation.ts'], types: ['fields/**', 'http/compile-schemas.ts'] },
    'ajv-formats': ['lib/validation.ts'],
    'altcha/external': ['forms/altcha/altcha.routes.ts'],
    'altcha-lib': ['forms/altcha/altcha.ts'],
    'altcha-lib/algorithms/pbkdf2': ['forms/altcha/altcha.ts'],
    aws4fetch: ['lib/s3/s3-request.ts'],
    '@simplewebauthn/server': ['accounts/challenges.ts'],
    'better-sqlite3': ['database/**'],
    signature_pad: ['forms/page/form-page.routes.ts'],
    'cli-progress': ['commands/{archive-import,backup,files,import,restore}-command.ts'],
    commander: ['commands/{program,server-command}.ts', 'commands/{account-commands,export-command,import-command}.ts'],
    'currency-codes': ['lib/money.ts'],
    'disposable-email-domains-js': ['forms/spam/score.ts'],
    entities: ['lib/html-{tags,text}.ts', 'importers/**'],
    'fast-querystring': ['http/form-bodies.ts'],
    fastify: web,
    'file-type': ['files/sniff.ts'],
    'hucre/xlsx': ['lib/table-files.ts', 'forms/exports/exports.test.ts', 'exporters/list-exports.test.ts'],
    htmlparser2: ['lib/html-tags.ts'],
    'ipaddr.js': ['lib/public-address.ts'],
    kysely: { in: ['database/**'], types: everywhere, names: ['sql'] },
    'kysely/migration': ['database/migrations/migrate.ts'],
    'kysely/readonly': ['context/context.ts', 'database/database.ts'],
    leven: ['config/config.ts', 'content/search/read-search.ts', 'lib/names.ts'],
    '@speed-highlight/core/languages': ['manual/highlight-code.ts'],
    '@speed-highlight/core/tokenize': ['manual/highlight-code.ts'],
    marked: ['manual/render-page.ts'],
    minisearch: ['manual/search-pages.ts'],
    negotiator: ['http/headers.ts', 'languages/language.ts'],
    nodemailer: ['mail/smtp.ts'],
    otpauth: ['accounts/second-factor.ts'],
    pg: ['database/**'],
    'pg-copy-streams': ['database/copies/**'],
    '@opentelemetry/{api,exporter-trace-otlp-http,resources,sdk-trace}': ['telemetry/spans.ts'],
    'prom-client': ['telemetry/{metrics,durations}.ts'],
    re2js: ['fields/patterns.ts'],
    'temporal-polyfill': ['lib/temporal.ts'],
    saxes: ['importers/**', 'lib/s3/s3-error.ts'],
    sharp: ['storage/picture-tasks.ts'],
    'stdnum/lib/cjs/*/*.js': ['lib/vat-ids.ts'],
    stripe: ['payments/processor/stripe.ts'],
    'tar-stream': ['archive/{pack-entries,read-tar}.ts'],
    yazl: ['lib/write-zip.ts'],
    yauzl: ['invoices/document-export.test.ts'],
    tinypool: ['lib/off-thread.ts', 'database/sqlite-slow-reads.ts'],
    typebox: everywhere,
    'typebox/value': ['settings/looks.ts'],
    unpdf: ['invoices/pdf-documents.test.ts'],
    uqr: ['invoices/epc-code.ts'],

    'node:{crypto,path,stream,timers,timers/promises,url,util,zlib}': everywhere,
    'node:child_process': ['backups/run-backup.ts', 'lib/task-process.ts', 'importers/importing.ts'],
    'node:buffer': ['http/encodings.ts'],
    'node:{fs,fs/promises}': [
      'archive/read-tar.ts',
      'backups/**',
      'bundle.mjs',
      'commands/{backup,export}-command.ts',
      'lib/{read-text-file,read-version}.ts',
      'database/copies/**',
      'doctor/check-folder.ts',
      'document/site-document.ts',
      'database/{database,sqlite,waiting-writers}.ts',
      'storage/data-folder.ts',
      'storage/local-storage.ts',
      'http/admin.routes.ts',
      'http/static-files.ts',
      'importers/**',
      'jobs/leases.ts',
      'lib/s3/s3-roles.ts',
      'lib/sealed-box.ts',
      'start-errors.ts',
      'manual/{manual.routes,render-page}.ts',
      'serve.ts',
      'metrics/scrape.ts',
    ],
    'node:readline/promises': ['commands/restore-command.ts'],
    'node:stream/promises': ['backups/**'],
    'node:module': ['run.ts'],
    'node:async_hooks': ['telemetry/observer.ts'],
    'node:v8': ['run.ts', 'database/**'],
    'node:os': [
      'bundle.mjs',
      'commands/program.ts',
      'storage/picture-process.ts',
      'processes/low-priority.ts',
      'jobs/leases.ts',
    ],
    'node:events': ['archive/read-tar.ts', 'database/copies/**', 'commands/export-command.ts', 'importers/**'],
    'node:worker_threads': ['database/**', 'importers/**'],
    // Doors to the network. A type opens none; serve.ts tries the one that the service will listen at.
    'node:net': {
      in: ['storage/clamd.ts', 'lib/public-fetch.ts', 'serve.ts'],
      types: ['http/**', 'lib/public-fetch.ts'],
    },
    'node:{http,https,dns/promises}': {
      in: ['lib/public-fetch.ts', 'lib/s3/s3-exchange.ts', 'metrics/metrics-server.ts'],
      types: ['http/**', 'lib/s3/**', 'lib/public-fetch.ts', 'telemetry.ts', 'webhooks/deliver.ts'],
    },
  },
  admin: {
    '@frontdesk/client{,/admin}': {
      in: ['api/api.ts'],
      types: everywhere,
      names: ['FrontdeskError', 'mergePatchBetween'],
    },
    '@frontdesk/payment-sandbox/currencies': ['ui/{format,money-text}.ts', 'fields/order-answers.ts'],
    '@mantine/{core,hooks}': everywhere,
    '@mantine/{core,notifications,spotlight}/styles.css': ['main.tsx'],
    '@mantine/dates{,/styles.css}': ['ui/calendar.tsx'],
    '@mantine/modals': ['main.tsx', 'ui/confirm.tsx'],
    '@mantine/notifications': ['ui/{toast,toast-area,notification-list}.tsx'],
    '@mantine/spotlight': ['shell/**'],
    '@mantine/tiptap{,/styles.css}': ['content/**'],
    '@tabler/icons-react': everywhere,
    '@simplewebauthn/browser': ['accounts/webauthn.ts'],
    uqr: ['settings/second-factor-section.tsx'],
    '@tanstack/react-{query,router}': everywhere,
    '@tiptap/**': ['content/**'],
    react: everywhere,
    'react-dom': ['content/editor/**'],
    'react-dom/client': ['main.tsx'],
  },
  // Runs in browsers as well: only its commands read files.
  client: {
    'node:fs/promises': [
      'cli/read-input.ts',
      'commands/{api-commands,imports-upload,media-upload,schema,write-types}.ts',
    ],
    'node:path': ['commands/{imports-upload,media-upload,write-types}.ts'],
    'node:{fs,stream}': ['commands/{imports-upload,media-upload}.ts'],
    'node:timers/promises': ['commands/imports-upload.ts'],
    'node:readline/promises': ['commands/schema.ts'],
    'node:stream/consumers': ['cli/read-input.ts', 'commands/webhooks-listen.ts'],
    'node:{events,http}': ['commands/webhooks-listen.ts'],
    'node:net': { in: nowhere, types: ['commands/webhooks-listen.ts'] },
    'node:util': ['commands/cli.ts'],
    yaml: ['schema/yaml-file.ts'],
  },
  // Speaks Stripe's types, but nothing of ours and nothing of Stripe's code.
  'payment-sandbox': {
    'better-sqlite3': ['store.ts'],
    qs: ['form-body.ts'],
    stripe: { in: nowhere, types: everywhere },
    'node:{crypto,timers/promises,util}': everywhere,
    'node:http': { in: ['server.ts'], types: everywhere },
    'node:net': { in: nowhere, types: ['server.ts'] },
  },
};

/** Files that import what has no name here: the bundle is named after its sources. */
export const computedImports: Partial<Record<PackageName, string[]>> = { server: ['bundle.mjs'] };

/** The entries of packages, the only files that export what others declare. */
export const reexports: PlacesByPackage = { client: ['{client,admin}.ts'], 'payment-sandbox': ['server.ts'] };

/** Methods of Kysely that write the table they are given. */
export const tableWriters: readonly string[] = ['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'];

/** Where tables of any owner may be written. */
export const anyTable: Places = ['database/**'];

/** Where SQL may do anything, and speak the words of one database. */
export const databaseOnly: Places = ['database/**'];

/** Words of one database, found in any text of the code. */
export const wordsAnywhere =
  /json_(?:extract|each|type|typeof|array|object|set)\b|\bjsonb\w*|->>|#>>?|\bilike\b|\bfor (?:no key )?(?:update|share)\b|\bskip locked\b|\b(?:tsvector|tsquery|fts5|bm25|strftime|julianday|sqlite_\w+|pg_\w+)\b/i;

/** More of them, found in SQL only: elsewhere they mean other things. */
export const wordsInSql =
  /::\s*\w+|@>|\b(?:pragma|glob|rowid|collate|interval|lateral|unnest|to_char|date_trunc|ifnull|group_concat|string_agg|distinct on)\b|\b(?:now|random|datetime|instr|any|array_agg)\s*\(/i;

/** Members of Kysely's objects and of the dialect that only some files may use. */
export const databaseMembers: Record<string, Places> = {
  'dialect.name': databaseOnly,
  'db.schema': databaseOnly,
  'writer.schema': databaseOnly,
  executeQuery: databaseOnly,
  forUpdate: databaseOnly,
  forNoKeyUpdate: databaseOnly,
  forShare: databaseOnly,
  forKeyShare: databaseOnly,
  skipLocked: databaseOnly,
  noWait: databaseOnly,
  distinctOn: databaseOnly,
  transaction: [...databaseOnly, 'context/context.ts'],
  startTransaction: [...databaseOnly, 'context/context.ts'],
};

const network: PlacesByPackage = {
  admin: ['api/api.ts'],
  client: ['{connection,fetch-with-progress}.ts'],
  server: ['doctor/check-service.ts'],
  'payment-sandbox': ['event-delivery.ts'],
};
const clock: PlacesByPackage = {
  server: ['database/**', 'storage/{local,s3}-storage.ts', 'http/**', 'lib/**', 'system-context.ts'],
  admin: everywhere,
  client: everywhere,
  'payment-sandbox': everywhere,
};

/**
 * Globals by where they may be used, also as members of globalThis and as imports from Node's modules. `x itself` is the object passed on as a whole, so that its members would go unseen.
 */
export const globals: Record<string, PlacesByPackage> = {
  fetch: network,
  WebSocket: {},
  EventSource: {},
  XMLHttpRequest: { client: ['fetch-with-progress.ts'] },
  'navigator.sendBeacon': {},
  'process.env': {
    server: ['config/config.ts', 'main.ts', 'processes/low-priority.ts'],
    'payment-sandbox': ['main.ts'],
  },
  'Date.now': clock,
  'new Date()': clock,
  'Math.random': { server: ['jobs/schedules.ts'], client: ['connection.ts'] },
  // Ids come from lib/ids.ts. These are no ids of rows.
  'crypto.randomUUID': {
    server: ['http/**', 'jobs/leases.ts', 'lib/sealed-box.ts'],
    client: ['commands/api-commands.ts'],
  },
  'globalThis itself': { admin: ['ui/style-nonce.ts'] },
  'process itself': {},
  'Math itself': {},
  'Date itself': {},
  'process.getBuiltinModule': {
    server: ['bundle.mjs', 'lib/public-fetch.ts'],
    'payment-sandbox': ['server.ts', 'post-event.ts'],
  },
  'module.createRequire': {},
  // Not every Node that the package for npm supports has them.
  Temporal: { server: ['lib/temporal.ts'] },
  'RegExp.escape': {},
  eval: {},
  Function: {},
};

/** What leads out of a transaction: contexts by name and by type, and what else they offer besides data. */
export const contexts = {
  names: ['ctx', 'context'],
  types: [
    'Context',
    'ReadContext',
    'WriteContext',
    'Mailer',
    'Processor',
    'PublicFetch',
    'FileStorage',
    'Pictures',
    'PictureSizes',
  ],
  doors: ['db', 'mailer', 'processor', 'fetch', 'files', 'pictures', 'scanner'],
};

/** The tables of field kinds, the only files that name a kind, and what is generated from them. */
export const fieldKindTables: PlacesByPackage = {
  server: ['fields/field-kinds.ts'],
  admin: ['fields/field-kinds.ts'],
  client: ['api-types.ts'],
};

/** Names of kinds that mean other things as well. They count only where the type of a field is asked for … */
export const wordsLikeKinds: readonly string[] = [
  'address',
  'scale',
  ...['text', 'number', 'integer', 'boolean', 'date', 'url', 'email', 'phone', 'media', 'reference', 'list', 'json'],
  ...[
    'consent',
    'hidden',
    'file',
    'payment',
    'select',
    'radio',
    'checkbox',
    'time',
    'color',
    'slug',
    'money',
    'group',
    'signature',
  ],
  'blocks',
];

/** … and not where `type` is never that of a field: parts of multipart bodies and of numbers, JSON Schema. */
export const otherTypes: PlacesByPackage = {
  server: ['http/**', 'archive/read-tar.ts', 'database/stored-rows.ts', 'document/site-operations.ts'],
  admin: ['ui/format.ts'],
  client: ['schema/check-schema.ts'],
};

export const fileNames = {
  pattern: /^[a-z0-9]+(-[a-z0-9]+)*(\.routes|\.schemas)?\.(tsx?|mjs)$/,
  junk: /^(index|utils?|types|helpers?|common|shared|misc)\.(tsx?|mjs)$/,
};
