// Every table: its owner (the only folder that writes it) and its columns, which are the same in both databases: IDs and
// times are text, flags are 0 or 1, money is an integer in minor units, JSON is text as it was written.

/** JSON as stored: parse it on read, stringify it on write. */
type JsonText = string;
/** RFC 3339 UTC with milliseconds, from the application's clock. */
type Time = string;
export type Flag = 0 | 1;

/**
 * Up to how many rows a table is quick to read as a whole, in less than 2 ms, if that is not as many as of most tables: of these
 * rows, conditions parse JSON.
 */
export const quickRows: Partial<Record<keyof Tables, number>> = { items: 1000, submissions: 1000 };

/** Table → the folder under src/ whose files may insert, update and delete. */
export const owners = {
  events: 'events',
  feed: 'events',
  jobs: 'jobs',
  limitedLanes: 'jobs',
  idempotencyKeys: 'http',
  limitCounts: 'limits',
  files: 'files',
  tokens: 'accounts',
  revokedTokens: 'accounts',
  users: 'accounts',
  sessions: 'accounts',
  passwordLinks: 'accounts',
  auditLog: 'accounts',
  secondFactors: 'accounts',
  recoveryCodes: 'accounts',
  passkeys: 'accounts',
  usedChallenges: 'accounts',
  postTypes: 'content',
  typeChanges: 'content',
  convertedItems: 'content',
  authors: 'content',
  items: 'content',
  terms: 'content',
  itemTerms: 'content',
  taxonomies: 'content',
  formerTerms: 'content',
  itemReferences: 'content',
  searchWords: 'content',
  searchLanguages: 'content',
  searchStale: 'content',
  formerSlugs: 'content',
  revisions: 'content',
  drafts: 'content',
  editors: 'content',
  media: 'content',
  mediaFiles: 'content',
  mediaTags: 'content',
  mediaInTexts: 'content',
  linksInTexts: 'content',
  savedViews: 'content',
  importSources: 'content',
  importLinks: 'content',
  imports: 'importers',
  backups: 'backups',
  contentVersion: 'database',
  typeVersion: 'database',
  schemaSupport: 'database',
  itemCounts: 'database',
  linkedItems: 'database',
  termItems: 'database',
  forms: 'forms',
  formVersions: 'forms',
  submissions: 'forms',
  spamSubmissions: 'forms',
  submissionDrafts: 'forms',
  usedSolutions: 'forms',
  spamNotes: 'forms',
  formSteps: 'forms',
  submissionNotes: 'forms',
  uniqueAnswers: 'forms',
  savedAnswers: 'forms',
  submissionReplies: 'forms',
  discounts: 'forms',
  payments: 'payments',
  refunds: 'payments',
  stock: 'payments',
  subscriptions: 'payments',
  processorEvents: 'payments',
  contacts: 'crm',
  processorCustomers: 'crm',
  invoices: 'invoices',
  creditNotes: 'invoices',
  documents: 'invoices',
  taxRates: 'invoices',
  numberSeries: 'invoices',
  vatIdChecks: 'invoices',
  subscribers: 'webhooks',
  deliveries: 'webhooks',
  attempts: 'webhooks',
  mails: 'mail',
  mailTexts: 'mail',
  mailRefusals: 'mail',
  erasures: 'privacy',
  mailOptOuts: 'mail',
  digestEntries: 'mail',
  settings: 'settings',
} as const satisfies Record<keyof Tables, string>;

export interface Tables {
  /** An address that a mail server has rejected for good, or from which a mail came back. */
  mailRefusals: {
    /** As addresses are compared. */
    address: string;
    reason: string;
    /** The mail that was rejected, if it is one of ours. */
    mailId: string | null;
    createdAt: Time;
  };

  /** Someone who does not want the notices of a form any more. */
  mailOptOuts: {
    /** `<address>:<form>` */
    id: string;
    /** As addresses are compared. */
    address: string;
    /** Null for the digests, and all notices. */
    formId: string | null;
    createdAt: Time;
  };

  /** A submission that a daily digest will report. */
  digestEntries: {
    /** `<submission>:<recipient>` */
    id: string;
    recipient: string;
    submissionId: string;
    dueAt: Time;
  };

  /** The text of a kind of mail in a language, as someone has edited it. */
  mailTexts: {
    /** `<kind>:<language>` */
    id: string;
    kind: string;
    language: string;
    subject: string;
    text: string;
    updatedAt: Time;
  };

  mails: {
    id: string;
    kind:
      | 'notice'
      | 'digest'
      | 'savedAnswers'
      | 'reply'
      | 'message'
      | 'receipt'
      | 'refund'
      | 'refundFailed'
      | 'refundFailedNotice'
      | 'invoice'
      | 'invoiceToPay'
      | 'invoiceReminder'
      | 'invoiceOverdue'
      | 'invoicePaid'
      | 'creditNote'
      | 'paymentFailed'
      | 'paymentFailedNotice'
      | 'receiverPaused'
      | 'receiverDisabled'
      | 'importFinished'
      | 'importFailed'
      | 'reset'
      | 'invitation'
      | 'newDevice'
      | 'passwordChanged'
      | 'secondFactorOff'
      | 'passkeyAdded'
      | 'passkeyRemoved';
    status: 'queued' | 'waiting' | 'sent' | 'failed';
    recipient: string;
    replyTo: string | null;
    subject: string;
    text: string;
    html: string;
    language: string;
    /** The ID of a submission, a payment, a user … */
    about: string | null;
    messageId: string;
    /** What it is about and to whom, so that each cause sends it once. */
    uniqueKey: string;
    attempts: number;
    /** Of the last attempt. */
    error: string | null;
    nextAttemptAt: Time | null;
    createdAt: Time;
    sentAt: Time | null;
    /** A link that only its recipient may read, encrypted. Null once it was sent. */
    sealedLink: string | null;
    /** When that link expires. */
    expiresAt: Time | null;
  };

  events: {
    id: string;
    type: string;
    /** Names the cause, so that each cause has one event: `succeeded:pi_…`, `submitted:sub_…`. */
    uniqueKey: string;
    /** The ID of what it is about: a submission, a payment, an item … */
    subject: string;
    /** 1, 2, 3 … per subject, so that receivers can ignore stale events. */
    sequence: number;
    contactId: string | null;
    data: JsonText;
    createdAt: Time;
    /** Its place in the feed: null until it is given one (events/feed.ts), 0 if it is not in the feed any more. */
    position: number | null;
  };

  /** One row: the last position that was given, and the last whose event is forgotten. */
  feed: { id: number; last: number; forgotten: number };

  jobs: {
    id: string;
    task: string;
    payload: JsonText;
    /** Jobs in the same lane share a limit and take turns with other lanes. */
    lane: string;
    /** Prevents a second job with the same key. */
    uniqueKey: string | null;
    runAt: Time;
    attempts: number;
    lockedUntil: Time | null;
    lockedBy: string | null;
    lastError: string | null;
    failedAt: Time | null;
    /** 1 if it is to run once more when it has ended: that was asked for while it ran. */
    again: Flag;
    createdAt: Time;
    /** The request that it follows from; null for what the service does by itself. */
    requestId: string | null;
    /** The span that stored it, as W3C Trace Context writes it; null without traces. */
    traceparent: string | null;
  };

  limitedLanes: {
    lane: string;
    reason: 'failing' | 'slow';
    /** When the limit was last set. Slow lanes take turns by it. */
    limitedAt: Time;
  };

  idempotencyKeys: {
    /** SHA-256 of caller, method, URL and key. */
    id: string;
    fingerprint: string;
    /** Seed of every ID the operation creates, so that a second run finds the work of the first. */
    operation: string;
    /** Null until the first request has finished. */
    status: number | null;
    headers: JsonText | null;
    body: string | null;
    lockedUntil: Time;
    /** The process that runs the request (jobs/leases.ts). */
    lockedBy: string | null;
    createdAt: Time;
  };

  files: {
    id: string;
    submissionId: string | null;
    fieldName: string;
    name: string;
    type: string;
    size: number;
    sha256: string;
    createdAt: Time;
    /** Why it cannot be downloaded (files/quarantine.ts); null if it can. */
    quarantine: 'waiting' | 'infected' | 'unscannable' | null;
    /** What was found in it, or why it could not be scanned. */
    quarantineNote: string | null;
  };

  tokens: {
    id: string;
    name: string;
    /** SHA-256 of the token, in hex. */
    hash: string;
    lastFour: string;
    scopes: JsonText;
    expiresAt: Time | null;
    lastUsedAt: Time | null;
    createdAt: Time;
    updatedAt: Time;
  };

  /** What the environment may not create again. `hash` is that of the token. */
  revokedTokens: { hash: string; revokedAt: Time };

  /** Who did what (accounts/audit). */
  auditLog: {
    id: string;
    createdAt: Time;
    actorKind: 'user' | 'token' | 'visitor' | 'command' | 'system';
    /** Of the user or the API key. */
    actorId: string | null;
    actorName: string | null;
    operation: string;
    thingKind: string | null;
    thingId: string | null;
    thingName: string | null;
    outcome: 'done' | 'denied';
    details: JsonText;
    ip: string | null;
    browser: string | null;
    requestId: string | null;
  };

  /** The time-based codes that users sign in with beside their password (decision 0096). */
  secondFactors: {
    userId: string;
    /** The secret, encrypted. */
    sealedSecret: string;
    /** Null until the user has entered a first code: it is not asked for before. */
    confirmedAt: Time | null;
    /** Of the last code that was used, in steps of 30 seconds: none works twice. */
    lastStep: number;
    createdAt: Time;
  };

  /** Each replaces a code once, and is deleted then. */
  recoveryCodes: {
    /** SHA-256 of the code with the ID of its user, in hex. */
    hash: string;
    userId: string;
    createdAt: Time;
  };

  /** The credentials with which users sign in without a password (decision 0104). */
  passkeys: {
    id: string;
    userId: string;
    /** That of the authenticator, in base64url. */
    credentialId: string;
    /** In COSE (RFC 9052), in base64url. */
    publicKey: string;
    /** How often the authenticator says that it has signed; 0 for those that do not count. */
    counter: number;
    /** How browsers reach the authenticator, as JSON: a list of words. */
    transports: string;
    /** The host for which it was made: it signs in nowhere else. */
    host: string;
    /** Whether it may be on several devices of its user. */
    synced: Flag;
    name: string;
    createdAt: Time;
    lastUsedAt: Time | null;
  };

  /** Challenges that passkeys have answered, until they expire: each counts once. */
  usedChallenges: {
    /** SHA-256, in hex. */
    hash: string;
    expiresAt: Time;
  };

  passwordLinks: {
    id: string;
    userId: string;
    purpose: 'reset' | 'invitation';
    /** SHA-256 of the token in the link, in hex. */
    hash: string;
    createdAt: Time;
    expiresAt: Time;
  };

  users: {
    id: string;
    email: string;
    /** The normalized address; unique. */
    emailKey: string;
    name: string;
    role: 'owner' | 'admin' | 'editor' | 'author' | 'support';
    /** Argon2id, as a PHC string. */
    passwordHash: string;
    createdAt: Time;
    updatedAt: Time;
  };

  sessions: {
    id: string;
    userId: string;
    /** SHA-256 of the cookie's token, in hex. */
    hash: string;
    userAgent: string | null;
    ip: string | null;
    /** How it began. */
    signedInWith: 'password' | 'code' | 'passkey' | 'link';
    createdAt: Time;
    /** Rounded to the minute. */
    lastSeenAt: Time;
  };

  postTypes: {
    name: string;
    plural: string;
    label: string;
    strict: Flag;
    publicRead: Flag;
    /** Patterns of the URLs of its items (content/types/item-urls.ts). */
    url: string | null;
    previewUrl: string | null;
    builtIn: Flag;
    fields: JsonText;
    /** The names of the site's own taxonomies that its items have (content/taxonomies); null for none. */
    taxonomies: JsonText | null;
    createdAt: Time;
    updatedAt: Time;
  };

  authors: {
    id: string;
    slug: string;
    name: string;
    email: string | null;
    createdAt: Time;
    /** Null: never changed. */
    updatedAt: Time | null;
    bio: string | null;
    /** A media record. */
    pictureId: string | null;
    links: JsonText | null;
    /** The user who it is; it is none if the user is gone. */
    userId: string | null;
  };

  items: {
    id: string;
    type: string;
    slug: string;
    title: string;
    /** The folded title, so that both databases sort it the same way. */
    titleKey: string;
    excerpt: string;
    /** 1 if the excerpt is generated from the content. */
    excerptIsMade: Flag;
    content: string;
    /** `publish` with a future publishedAt means scheduled. */
    status: 'draft' | 'publish' | 'trash';
    fields: JsonText;
    /** The texts among `fields`, folded, so that both databases sort and search them the same way. */
    foldedFields: JsonText;
    menuOrder: number;
    publishedAt: Time | null;
    /** publishedAt, or createdAt if there is none: the order of `orderBy=date`. */
    sortDate: Time;
    parentId: string | null;
    authorId: string | null;
    /** The source of an imported item, so that a second import finds it. */
    sourceKey: string | null;
    version: number;
    createdAt: Time;
    updatedAt: Time;
    /** What made it what it is (content/model/changes.ts); null if that was before revisions were stored. */
    lastChange: JsonText | null;
    /** Who saved its draft and when (content/model/item-json.ts); null if it has none. */
    draft: JsonText | null;
    /** When it was moved to the trash; null outside it. */
    trashedAt: Time | null;
    /** When a published or scheduled item becomes a draft (content/unpublishing). */
    unpublishAt: Time | null;
    /** BCP 47, in canonical form; null for that of the site. */
    language: string | null;
    /** What another system calls it, unique in its content type. */
    externalId: string | null;
  };

  /** The different words of all items (content/search/vocabulary.ts). A word may be there twice. */
  searchWords: {
    /** In lower case, as it is written. */
    spelling: string;
    /** As the full-text index has it; with hyphens, several words with spaces between them. */
    words: string;
    /** The same for words that have the same stem in their language. */
    stem: string;
    /** `stem` from behind, to look for endings. */
    reversed: string;
    /** Of the items that have it, as content/search/vocabulary.ts names it; '' for that of the site. */
    language: string;
  };

  /** The languages of the vocabulary, without that of the site. */
  searchLanguages: { language: string };

  /** Items whose words in the full-text index are to be written again. */
  searchStale: { itemId: string };

  /** Slugs that items had while they were public; the last item that gave a slug up has it. */
  formerSlugs: { type: string; slug: string; itemId: string; createdAt: Time };

  terms: {
    id: string;
    /** `tag`, `category` or the name of one of the site's own. */
    taxonomy: string;
    slug: string;
    name: string;
    description: string;
    parentId: string | null;
    createdAt: Time;
    updatedAt: Time;
    /** The place among those with the same parent. */
    menuOrder: number;
  };

  itemTerms: { itemId: string; termId: string };

  /** Taxonomies of the site's own. `postTypes` says which types have them. */
  taxonomies: {
    name: string;
    /** In the plural. */
    label: string;
    singular: string;
    description: string;
    nested: Flag;
    publicRead: Flag;
    createdAt: Time;
    updatedAt: Time;
  };

  /** Slugs of terms that were merged with another one, which answers at them. */
  formerTerms: { taxonomy: string; slug: string; termId: string };

  /** What the custom fields of items refer to: IDs of items and media. */
  itemReferences: { itemId: string; field: string; targetId: string };

  /** What items were before. The `lastChange` of the item moves here with the state that it made. */
  revisions: {
    itemId: string;
    /** The `version` of the item. */
    number: number;
    change: JsonText;
    name: string | null;
    createdAt: Time;
    /** When the next change made another state of it. */
    replacedAt: Time;
    /** `daily`: kept when others of its day were deleted. `named`: kept for good. */
    stage: 'new' | 'daily' | 'named';
    /** The item's members as JSON (content/lifecycle/states.ts). */
    state: Buffer;
  };

  /** What will change in an item when it is published, as the body of an update. */
  drafts: { itemId: string; change: JsonText };

  /** Who is editing which item now. Unused where one process serves the database alone, which keeps them in memory. */
  editors: {
    /** The user or key, and the window. */
    key: string;
    itemId: string;
    type: string;
    userId: string;
    name: string | null;
    since: Time;
    seenAt: Time;
  };

  backups: {
    id: string;
    status: 'pending' | 'running' | 'completed' | 'failed';
    /** 1 until it ends, else null: only one can be active. */
    active: 1 | null;
    cause: 'schedule' | 'request';
    /** In the folder of backups; null until it is there, and once it has been removed. */
    fileName: string | null;
    size: number | null;
    rowCount: number | null;
    fileCount: number | null;
    missingFiles: number | null;
    /** Whether the key that encrypts stored secrets is in it. */
    key: 'sealed' | 'left out' | 'none' | null;
    error: string | null;
    /** How often a process began it. */
    runs: number;
    createdAt: Time;
    startedAt: Time | null;
    endedAt: Time | null;
  };

  imports: {
    id: string;
    status: 'pending' | 'checking' | 'checked' | 'importing' | 'completed' | 'failed' | 'canceled';
    /** 1 until it ends or waits to be started, else null: only one can be active. */
    active: 1 | null;
    /** In the storage; null once the bytes are removed. */
    fileId: string | null;
    fileName: string;
    size: number;
    options: JsonText;
    progress: JsonText | null;
    summary: JsonText | null;
    report: JsonText | null;
    error: JsonText | null;
    /** How often a process began it. */
    runs: number;
    actor: JsonText;
    createdAt: Time;
    startedAt: Time | null;
    endedAt: Time | null;
  };

  /** Changes of content types that can be undone (content/type-changes). */
  typeChanges: {
    id: string;
    type: string;
    status: 'converting' | 'completed' | 'undoing' | 'undone' | 'failed';
    /** Whether stored values are converted. */
    converts: Flag;
    /** What changed: members of the type. */
    before: JsonText;
    after: JsonText;
    /** The ID of the last item that was read; empty for none. */
    lastItem: string;
    readItems: number;
    allItems: number;
    result: JsonText;
    actor: JsonText;
    createdAt: Time;
    endedAt: Time | null;
  };

  /** Items that a change of their type has converted: their custom fields before and after it. */
  convertedItems: {
    changeId: string;
    itemId: string;
    before: JsonText;
    after: JsonText;
    /** What the draft of the item changes; null if it was not converted. */
    draftBefore: JsonText | null;
    draftAfter: JsonText | null;
    /** What an import kept apart, if some of it is shown now. */
    hiddenBefore: JsonText | null;
  };

  savedViews: {
    id: string;
    /** Of the items in the list. */
    type: string;
    userId: string;
    /** As it was when the view was saved. */
    userName: string;
    name: string;
    /** Whether other users see it. */
    shared: Flag;
    /** The query of the list in the admin, by the names of its parameters. */
    search: JsonText;
    version: number;
    createdAt: Time;
    updatedAt: Time;
  };

  media: {
    id: string;
    title: string;
    alt: string;
    caption: string;
    description: string;
    mimeType: string | null;
    sourceUrl: string | null;
    fileId: string | null;
    itemId: string | null;
    sourceKey: string | null;
    externalId: string | null;
    createdAt: Time;
    updatedAt: Time;
    /** As it was uploaded. */
    fileName: string | null;
    /** Names joined by slashes; empty for none. */
    folder: string;
    private: Flag;
    /** The point that stays visible when a picture is cropped: parts of its width and height, from 0 to 1. */
    focalX: number | null;
    focalY: number | null;
    /** Its texts and file name as one folded text, for the search. */
    searchKey: string;
  };

  /** Stored bytes, which records share if they are the same. A row never changes. */
  mediaFiles: {
    /** Of the bytes in the file storage. */
    id: string;
    /** Of the file as it was sent, in hex: pictures are stored without metadata. */
    sha256: string;
    mimeType: string;
    size: number;
    width: number | null;
    height: number | null;
    /** A tiny picture, as a data URL. */
    placeholder: string | null;
    createdAt: Time;
  };

  mediaTags: { mediaId: string; tag: string };

  /** Which texts of items, other than fields for media, contain the URL of a record. */
  mediaInTexts: { itemId: string; mediaId: string };
  linksInTexts: { itemId: string; targetId: string };

  /** What was imported, so that a second import can say what changed. */
  importSources: {
    /** Names the record in the other system, like the `sourceKey` of items and media. */
    sourceKey: string;
    /** The ID of an item, media record, author or term, or the name of a content type. */
    recordId: string;
    /** SHA-256 of what the other system had. */
    digest: string;
    /** What the import stored last: the item's version, or the `updatedAt` of a media record. Otherwise it was edited here. */
    stamp: string;
    /** Custom fields that the other system hides and the type does not declare. */
    hiddenFields: JsonText | null;
  };

  /** Open links of imported records: their targets have not been imported yet. */
  importLinks: {
    /** `<fromId> <kind>` */
    id: string;
    /** The other system: `wordpress:site.test`. */
    source: string;
    kind: 'parent' | 'image' | 'item' | 'termParent' | 'term' | 'author';
    fromId: string;
    /** The source key of what it points to; of `term` and `author` its own. */
    target: string;
  };

  /** One row; on PostgreSQL a view (decision 0024). Triggers increase its value with every change of content, which makes cached responses stale. */
  contentVersion: { id: number; value: number };

  /** The same for content types. */
  typeVersion: { id: number; value: number };
  /** One row: the migration that a version must know to run on this schema (database/migrations/migrate.ts). */
  schemaSupport: { oldest: string };

  /** The number of items; triggers keep it. PostgreSQL may have it in parts (decision 0024). */
  itemCounts: { type: string; status: 'draft' | 'publish' | 'trash'; count: number };

  /** Items by their terms, and by the items that they refer to with a field; triggers keep them. */
  linkedItems: Pick<Tables['items'], 'id' | 'type' | 'status' | 'sortDate' | 'titleKey' | 'menuOrder'> & {
    /** The ID of the term or the item. */
    toId: string;
    /** Empty for a term. */
    field: string;
  };

  /** A view of `itemTerms` in which the items of a term are found (decision 0079). */
  termItems: Tables['itemTerms'];

  forms: {
    id: string;
    slug: string;
    name: string;
    public: Flag;
    open: Flag;
    strict: Flag;
    maxSubmissions: number | null;
    /** Where visitors are sent after submitting, or after paying. */
    successUrl: string | null;
    fields: JsonText;
    settings: JsonText;
    /** The sites that may show the form; none for all. */
    origins: JsonText;
    /** Of its texts; null for that of the site. */
    language: string | null;
    /** The same texts in other languages. */
    translations: JsonText;
    version: number;
    createdAt: Time;
    updatedAt: Time;
  };

  /** What forms asked before their fields or translations were changed. */
  formVersions: {
    formId: string;
    /** The last version of the form that asked this; the first is the one after the row before. */
    lastVersion: number;
    fields: JsonText;
    language: string | null;
    translations: JsonText;
    replacedAt: Time;
  };

  submissions: {
    id: string;
    formId: string;
    status: 'submitted' | 'awaiting_payment' | 'paid';
    data: JsonText;
    /** Values under keys that the form does not declare. */
    extra: JsonText;
    /** All answers as one folded text, for the search. */
    searchText: string;
    /** In which it was submitted; null for that of the site, or unknown. */
    language: string | null;
    contactId: string | null;
    paymentId: string | null;
    createdAt: Time;
    updatedAt: Time;
    /** What people do with it in the inbox; `updatedAt` does not change with it. */
    unread: Flag;
    starred: Flag;
    progress: 'new' | 'in_progress' | 'done';
    /** The user in charge, who may have been deleted. */
    assigneeId: string | null;
    /** When answers were removed, by field, or null where there was none to remove; null if none was looked at. */
    removedAnswers: JsonText | null;
    /** The version of the form that its answers were checked with; null if that was before versions were stored. */
    formVersion: number | null;
    /** What was agreed to, by field: the text as it was shown, and the version of the form that has it; null for nothing. */
    consents: JsonText | null;
  };

  submissionNotes: {
    id: string;
    submissionId: string;
    /** The user or API key. */
    authorId: string | null;
    /** As it was when the note was written. */
    authorName: string | null;
    text: string;
    createdAt: Time;
  };

  /** The draft items of submissions. */
  submissionDrafts: {
    submissionId: string;
    /** The content type. */
    type: string;
    /** Null if it could not be made. */
    itemId: string | null;
    /** What kept it, or a part of it, from being made. */
    fault: string | null;
    createdAt: Time;
  };

  /** Answers that visitors go on with later. */
  savedAnswers: {
    /** The operation of their submission. */
    id: string;
    formId: string;
    /** Where the link was mailed to. */
    email: string;
    language: string;
    answers: JsonText;
    /** How many links were mailed, and when the last one was. */
    mails: number;
    mailedAt: Time;
    expiresAt: Time;
  };

  /** Answers that no other submission of the form may have. */
  uniqueAnswers: {
    /** A hash of the form, the field and the answer. */
    key: string;
    formId: string;
    field: string;
    submissionId: string;
  };

  /** What a user has written to who submitted a form. The key of its mail is `message:<id>`. */
  submissionReplies: {
    id: string;
    submissionId: string;
    recipient: string;
    subject: string;
    text: string;
    /** The user or API key. */
    authorId: string | null;
    /** As it was when the reply was written. */
    authorName: string | null;
    createdAt: Time;
  };

  /** Solutions of ALTCHA that were used, until they expire. */
  usedSolutions: {
    /** The nonce of the challenge. */
    id: string;
    submissionId: string;
    expiresAt: string;
  };
  /** What limits have counted (limits/limit-counts.ts). */
  limitCounts: {
    /** A mark of the limit and of what it counts. */
    id: string;
    tries: number;
    /** The end of the window or of the delay. */
    until: Time;
    lastAt: Time;
    expiresAt: Time;
  };
  /** What each process has noted to recognize spam (forms/spam/shared-notes.ts). */
  spamNotes: {
    id: string;
    processId: string;
    kind: 'texts' | 'senders';
    notes: JsonText;
    createdAt: Time;
    expiresAt: Time;
  };
  /** How many visitors got how far in a form with several steps, by the day when they opened it. */
  formSteps: {
    formId: string;
    /** In the time zone of the site. */
    day: string;
    /** From 1; 0 counts those who submitted the form. */
    step: number;
    reached: number;
    /** Those who got no further. */
    lastReached: number;
  };
  /** Submissions that are spam: what `submissions` has, and why they are here. */
  spamSubmissions: Omit<Tables['submissions'], 'unread' | 'starred' | 'progress' | 'assigneeId'> & {
    /** Null if a person moved it here. */
    score: number | null;
    scoreLimit: number | null;
    /** Signals and their points (forms/spam/score.ts). */
    reasons: JsonText;
    /** Where its payer would come back to, if not to the URLs of the form. */
    returnTo: JsonText;
    /** Whether its event was published before it came here. */
    published: Flag;
    movedAt: Time;
  };

  payments: {
    id: string;
    status: 'open' | 'processing' | 'succeeded' | 'failed' | 'canceled' | 'expired';
    amount: number;
    currency: string;
    /** What the processor received, to compare with `amount`. */
    amountReceived: number;
    /** Sum of the successful refunds. */
    amountRefunded: number;
    /** Sum of the pending refunds. */
    amountPending: number;
    disputed: Flag;
    description: string | null;
    contactId: string | null;
    invoiceId: string | null;
    submissionId: string | null;
    checkoutSessionId: string | null;
    checkoutUrl: string | null;
    checkoutExpiresAt: Time | null;
    /** Number of checkout sessions requested; part of the processor's idempotency key. */
    checkoutAttempts: number;
    /** How it was paid, of one that a person recorded; null for those of the processor. */
    method: 'transfer' | 'cash' | 'card' | 'credit' | 'other' | null;
    /** What the bank statement says, of one that a person recorded. */
    reference: string | null;
    paymentIntentId: string | null;
    chargeId: string | null;
    customerId: string | null;
    email: string | null;
    successUrl: string | null;
    cancelUrl: string | null;
    failureMessage: string | null;
    /** Why a person should look at it. */
    review: string | null;
    livemode: Flag;
    version: number;
    createdAt: Time;
    updatedAt: Time;
    paidAt: Time | null;
    /** What was bought (payments/payment-lines.ts); null for a single price. */
    lines: JsonText | null;
    /** What it has taken from the stock, and what became of that (payments/reservations.ts); null for nothing. */
    reservation: JsonText | null;
    reservationStatus: 'held' | 'sold' | 'released' | 'unavailable' | null;
  };

  /** What is sold in limited numbers, and the uses of discount codes. */
  stock: {
    formId: string;
    /** A line, an option, the places, or a discount. */
    key: string;
    /** Null for any number. */
    total: number | null;
    /** Taken by open checkouts. */
    held: number;
    sold: number;
  };

  discounts: {
    id: string;
    formId: string;
    /** In capital letters. */
    code: string;
    /** As codes are compared. */
    codeKey: string;
    percentOff: number | null;
    amountOff: number | null;
    /** Of `amountOff`. */
    currency: string | null;
    /** Names of lines, or of options as `line/option`; null for everything. */
    appliesTo: JsonText | null;
    validFrom: Time | null;
    validUntil: Time | null;
    version: number;
    createdAt: Time;
    updatedAt: Time;
  };

  refunds: {
    id: string;
    paymentId: string;
    processorRefundId: string | null;
    amount: number;
    currency: string;
    reason: string | null;
    status: 'pending' | 'succeeded' | 'failed' | 'canceled';
    failureMessage: string | null;
    createdAt: Time;
    updatedAt: Time;
    /** Whether what was sold goes back to the stock once it has succeeded. */
    restock: Flag;
    /** Whether it credits the invoice of the payment once it has succeeded. */
    creditNote: Flag;
  };

  subscriptions: {
    /** The processor's ID, because subscriptions start there. */
    id: string;
    status: string;
    contactId: string | null;
    customerId: string | null;
    /** Normalized state: status, items, period, cancellation, trial, pause. */
    snapshot: JsonText;
    /** `created` of the newest native event applied, in seconds. */
    processorCreated: number;
    version: number;
    createdAt: Time;
    updatedAt: Time;
  };

  processorEvents: {
    id: string;
    type: string;
    apiVersion: string | null;
    created: number;
    livemode: Flag;
    body: string;
    /** `flagged`: its money makes no sense, so it was not applied. */
    status: 'received' | 'processed' | 'ignored' | 'flagged';
    receivedAt: Time;
    processedAt: Time | null;
  };

  contacts: {
    id: string;
    email: string | null;
    /** The normalized address; unique. */
    emailKey: string | null;
    name: string | null;
    phone: string | null;
    /** What another system calls it; unique. */
    externalId: string | null;
    /** Name, email and phone as one folded text, for the search. */
    searchKey: string;
    source: string;
    fields: JsonText;
    version: number;
    createdAt: Time;
    updatedAt: Time;
  };

  processorCustomers: {
    customerId: string;
    contactId: string;
    /** Whether metadata names the contact. Otherwise it was found by its address. */
    named: Flag;
  };

  invoices: {
    id: string;
    /** What another system calls it; unique. */
    externalId: string | null;
    number: string | null;
    contactId: string | null;
    status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
    amount: number | null;
    amountPaid: number;
    currency: string | null;
    description: string | null;
    processorInvoiceId: string | null;
    subscriptionId: string | null;
    dueAt: Time | null;
    /** When it was last mailed to its contact. */
    sentAt: Time | null;
    paidAt: Time | null;
    /** What its document says: seller, buyer, lines, taxes (invoices/paper.ts); null if it has only an amount. */
    paper: JsonText | null;
    /** Since when it cannot be changed. Triggers hold what the document says from then on. */
    issuedAt: Time | null;
    /** The day in the time zone of the site. */
    issueDay: string | null;
    /** The series that its number was drawn from; null for numbers from elsewhere. */
    numberSeries: string | null;
    /** What credit notes have taken back. */
    amountCredited: number;
    /** What of the payments was refunded. */
    amountRefunded: number;
    /** What was paid too much and has paid other invoices, of a contact that is gone; before, its payments say it (invoices/contact-credit.ts). */
    creditUsed: number;
    /** Whether the schedule of reminders leaves it out. */
    remindersPaused: Flag;
    /** The last step of that schedule that was used: days after `dueAt`. */
    reminderDays: number | null;
    /** The tax in its amount; null until it is issued. */
    taxAmount: number | null;
    version: number;
    createdAt: Time;
    updatedAt: Time;
  };

  /** Takes back an invoice, or a part of it. Like an issued invoice it cannot be changed. */
  creditNotes: {
    id: string;
    number: string;
    numberSeries: string;
    invoiceId: string;
    contactId: string | null;
    /** The refund that it belongs to. */
    refundId: string | null;
    amount: number;
    /** The tax in its amount. */
    taxAmount: number;
    currency: string;
    reason: string | null;
    paper: JsonText;
    issuedAt: Time;
    issueDay: string;
    version: number;
    createdAt: Time;
    updatedAt: Time;
  };

  /** What was rendered of an invoice or credit note, once: what is shown later is what was sent. */
  documents: {
    /** The invoice or credit note. */
    recordId: string;
    format: 'pdf' | 'ubl' | 'cii' | 'xrechnung';
    /** SHA-256, in hexadecimal digits. */
    digest: string;
    bytes: Buffer;
    createdAt: Time;
  };

  taxRates: {
    id: string;
    name: string;
    /** A decimal number, such as `19`. */
    percent: string;
    country: string;
    category: 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O';
    reason: string | null;
    /** The first and the last day. */
    validFrom: string | null;
    validUntil: string | null;
    version: number;
    createdAt: Time;
    updatedAt: Time;
  };

  /** What the EU last said of a VAT ID. Used again for a day at most. */
  vatIdChecks: {
    vatId: string;
    /** The VAT ID of the seller for whom it was asked. */
    requester: string | null;
    inUse: Flag;
    name: string | null;
    address: string | null;
    /** Proves that it was asked; none without a requester. */
    consultationNumber: string | null;
    checkedAt: Time;
  };

  /** The last number that was drawn from a series. Its ID is the pattern with the year filled in. */
  numberSeries: {
    id: string;
    last: number;
    issuedAt: Time;
    issueDay: string;
  };

  subscribers: {
    id: string;
    /** Of events about a form only those of this one; null for all. */
    formId: string | null;
    /** Names of content types: of events about items only those of these; null for all. */
    types: JsonText | null;
    url: string;
    events: JsonText;
    /** The secret and the one it replaced, encrypted (webhooks/subscribers.ts). */
    sealedSecrets: string;
    previousSecretUntil: Time | null;
    status: 'active' | 'paused' | 'disabled';
    /** When the first of an unbroken series of failures happened. */
    failingSince: Time | null;
    version: number;
    createdAt: Time;
    updatedAt: Time;
  };

  deliveries: {
    id: string;
    eventId: string;
    subscriberId: string;
    /** The form that the event is about; of a test that of the subscriber. */
    formId: string | null;
    type: string;
    /** URL of the last attempt, or of the first if there was none yet. */
    url: string;
    /** Serialized once, so that it is byte-identical on every attempt. */
    body: string;
    status: 'pending' | 'delivered' | 'failed';
    /** The error of the last attempt, or why no further attempt is made. */
    failure: string | null;
    attempts: number;
    nextAttemptAt: Time | null;
    createdAt: Time;
    deliveredAt: Time | null;
  };

  attempts: {
    id: string;
    deliveryId: string;
    number: number;
    status: number | null;
    error: string | null;
    response: string;
    durationMs: number;
    createdAt: Time;
  };

  /** Erasures of all about one person (privacy/erasures.ts). */
  erasures: {
    id: string;
    status: 'running' | 'completed';
    /** Who is erased; null once it has ended. */
    person: JsonText | null;
    /** Of the address, with a key of this installation. */
    personHash: string;
    /** How many records of each kind. */
    erased: JsonText;
    /** The IDs of items made from submissions that people must look at. */
    keptItems: JsonText;
    /** The user or API key. */
    actorId: string;
    actorName: string | null;
    createdAt: Time;
    completedAt: Time | null;
  };

  settings: {
    name: string;
    value: JsonText;
    updatedAt: Time;
  };
}
