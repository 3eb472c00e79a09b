// Every table: its owner (the only folder that writes it) and its columns. Both databases hold the same shapes:
// ids and times are text, flags 0 or 1, money integer minor units, JSON is text as it was written.

/** JSON as stored; parse on read, stringify on write. */
type JsonText = string;
/** RFC 3339 UTC with milliseconds, from the application's clock. */
type Time = string;
type Flag = 0 | 1;

/** Table → the folder under src/ whose files may insert, update and delete. */
export const owners = {
  events: 'events',
  jobs: 'jobs',
  idempotencyKeys: 'http',
  files: 'files',
  tokens: 'accounts',
  users: 'accounts',
  sessions: 'accounts',
  postTypes: 'content',
  authors: 'content',
  items: 'content',
  terms: 'content',
  itemTerms: 'content',
  media: 'content',
  contentVersion: 'database',
  forms: 'forms',
  submissions: 'forms',
  payments: 'payments',
  refunds: 'payments',
  subscriptions: 'payments',
  processorEvents: 'payments',
  contacts: 'crm',
  processorCustomers: 'crm',
  invoices: 'crm',
  subscribers: 'webhooks',
  deliveries: 'webhooks',
  attempts: 'webhooks',
  settings: 'settings',
} as const satisfies Record<keyof Tables, string>;

export interface Tables {
  events: EventsTable;
  jobs: JobsTable;
  idempotencyKeys: IdempotencyKeysTable;
  files: FilesTable;
  tokens: TokensTable;
  users: UsersTable;
  sessions: SessionsTable;
  postTypes: PostTypesTable;
  authors: AuthorsTable;
  items: ItemsTable;
  terms: TermsTable;
  itemTerms: ItemTermsTable;
  media: MediaTable;
  contentVersion: ContentVersionTable;
  forms: FormsTable;
  submissions: SubmissionsTable;
  payments: PaymentsTable;
  refunds: RefundsTable;
  subscriptions: SubscriptionsTable;
  processorEvents: ProcessorEventsTable;
  contacts: ContactsTable;
  processorCustomers: ProcessorCustomersTable;
  invoices: InvoicesTable;
  subscribers: SubscribersTable;
  deliveries: DeliveriesTable;
  attempts: AttemptsTable;
  settings: SettingsTable;
}

export interface EventsTable {
  id: string;
  type: string;
  /** One row per cause, for ever: `succeeded:pi_…`, `submitted:sub_…`. */
  uniqueKey: string;
  /** What it is about: a submission, a payment, an item … */
  subject: string;
  /** 1, 2, 3 … per subject, so that receivers can drop what is stale. */
  sequence: number;
  contactId: string | null;
  data: JsonText;
  createdAt: Time;
}

export interface JobsTable {
  id: string;
  task: string;
  payload: JsonText;
  /** Jobs of one lane share a limit and take turns with other lanes. */
  lane: string;
  /** While set, no second job with this key is stored. */
  uniqueKey: string | null;
  runAt: Time;
  attempts: number;
  lockedUntil: Time | null;
  lockedBy: string | null;
  lastError: string | null;
  failedAt: Time | null;
  createdAt: Time;
}

export interface IdempotencyKeysTable {
  /** SHA-256 of who, method, route and key. */
  id: string;
  fingerprint: string;
  /** Seed of every id the operation makes, so that a second run finds the work of the first. */
  operation: string;
  /** Null while the first request runs. */
  status: number | null;
  headers: JsonText | null;
  body: string | null;
  lockedUntil: Time;
  createdAt: Time;
}

export interface FilesTable {
  id: string;
  submissionId: string | null;
  fieldName: string;
  name: string;
  type: string;
  size: number;
  sha256: string;
  createdAt: Time;
}

export interface TokensTable {
  id: string;
  name: string;
  /** SHA-256 of the whole token, hex. */
  hash: string;
  lastFour: string;
  scopes: JsonText;
  expiresAt: Time | null;
  lastUsedAt: Time | null;
  createdAt: Time;
}

export interface UsersTable {
  id: string;
  email: string;
  /** The address normalised; unique. */
  emailKey: string;
  name: string;
  role: 'owner' | 'editor';
  /** Argon2id, as a PHC string. */
  passwordHash: string;
  createdAt: Time;
  updatedAt: Time;
}

export interface SessionsTable {
  id: string;
  userId: string;
  /** SHA-256 of the cookie's token, hex. */
  hash: string;
  userAgent: string | null;
  ip: string | null;
  createdAt: Time;
  /** To the minute. */
  lastSeenAt: Time;
}

export interface PostTypesTable {
  name: string;
  plural: string;
  label: string;
  strict: Flag;
  publicRead: Flag;
  builtIn: Flag;
  fields: JsonText;
  createdAt: Time;
  updatedAt: Time;
}

export interface AuthorsTable {
  id: string;
  slug: string;
  name: string;
  email: string | null;
  createdAt: Time;
}

export interface ItemsTable {
  id: string;
  type: string;
  slug: string;
  title: string;
  /** The title folded, so that both databases sort it alike. */
  titleKey: string;
  excerpt: string;
  /** 1 while the excerpt is made from the content. */
  excerptIsMade: Flag;
  content: string;
  /** draft, publish or trash; `publish` with a future publishedAt is scheduled. */
  status: 'draft' | 'publish' | 'trash';
  fields: JsonText;
  menuOrder: number;
  publishedAt: Time | null;
  /** publishedAt, or createdAt where there is none: what `orderBy=date` sorts. */
  sortDate: Time;
  parentId: string | null;
  authorId: string | null;
  /** Where an imported item came from; importing again finds it. */
  sourceKey: string | null;
  version: number;
  createdAt: Time;
  updatedAt: Time;
}

export interface TermsTable {
  id: string;
  taxonomy: 'tag' | 'category';
  slug: string;
  name: string;
  description: string;
  parentId: string | null;
  createdAt: Time;
}

export interface ItemTermsTable {
  itemId: string;
  termId: string;
}

export interface MediaTable {
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
  createdAt: Time;
  updatedAt: Time;
}

/** One row; its value rises with every change of content (a trigger does it), so that cached answers know their time. */
export interface ContentVersionTable {
  id: number;
  value: number;
}

export interface FormsTable {
  id: string;
  slug: string;
  name: string;
  public: Flag;
  open: Flag;
  strict: Flag;
  maxSubmissions: number | null;
  /** Where a visitor goes once the submission is accepted, or paid. */
  successUrl: string | null;
  fields: JsonText;
  settings: JsonText;
  version: number;
  createdAt: Time;
  updatedAt: Time;
}

export interface SubmissionsTable {
  id: string;
  formId: string;
  status: 'submitted' | 'awaiting_payment' | 'paid';
  data: JsonText;
  /** Undeclared keys of an open form, kept apart. */
  extra: JsonText;
  /** The answers as one folded text, for the list's search. */
  searchText: string;
  contactId: string | null;
  paymentId: string | null;
  createdAt: Time;
  updatedAt: Time;
}

export interface PaymentsTable {
  id: string;
  status: 'open' | 'processing' | 'succeeded' | 'failed' | 'canceled' | 'expired';
  amount: number;
  currency: string;
  /** What the processor says it received; compared with `amount`. */
  amountReceived: number;
  /** Sum of the refunds that succeeded. */
  amountRefunded: number;
  /** Sum of the refunds that are reserved but not settled. */
  amountPending: number;
  disputed: Flag;
  description: string | null;
  contactId: string | null;
  invoiceId: string | null;
  submissionId: string | null;
  checkoutSessionId: string | null;
  checkoutUrl: string | null;
  checkoutExpiresAt: Time | null;
  /** How many checkout sessions were asked for: part of the processor's idempotency key. */
  checkoutAttempts: number;
  paymentIntentId: string | null;
  chargeId: string | null;
  customerId: string | null;
  email: string | null;
  successUrl: string | null;
  cancelUrl: string | null;
  failureMessage: string | null;
  livemode: Flag;
  version: number;
  createdAt: Time;
  updatedAt: Time;
  paidAt: Time | null;
}

export interface RefundsTable {
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
}

export interface SubscriptionsTable {
  /** The processor's id: subscriptions are begun there. */
  id: string;
  status: string;
  contactId: string | null;
  customerId: string | null;
  /** Normalised state: status, items, period, cancel flags, trial, pause. */
  snapshot: JsonText;
  /** `created` of the newest native event applied, whole seconds. */
  processorCreated: number;
  version: number;
  createdAt: Time;
  updatedAt: Time;
}

export interface ProcessorEventsTable {
  id: string;
  type: string;
  apiVersion: string | null;
  created: number;
  livemode: Flag;
  body: string;
  status: 'received' | 'processed' | 'ignored';
  receivedAt: Time;
  processedAt: Time | null;
}

export interface ContactsTable {
  id: string;
  email: string | null;
  /** The address normalised; unique. */
  emailKey: string | null;
  name: string | null;
  phone: string | null;
  /** Name, address and telephone folded: what a search looks through on both databases. */
  searchKey: string;
  source: string;
  fields: JsonText;
  version: number;
  createdAt: Time;
  updatedAt: Time;
}

export interface ProcessorCustomersTable {
  customerId: string;
  contactId: string;
}

export interface InvoicesTable {
  id: string;
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
  paidAt: Time | null;
  version: number;
  createdAt: Time;
  updatedAt: Time;
}

export interface SubscribersTable {
  id: string;
  /** Null: a subscriber of the workspace's payment events. */
  formId: string | null;
  url: string;
  events: JsonText;
  secret: string;
  previousSecret: string | null;
  previousSecretUntil: Time | null;
  status: 'active' | 'paused' | 'disabled';
  /** Since when there was nothing but failure. */
  failingSince: Time | null;
  createdAt: Time;
  updatedAt: Time;
}

export interface DeliveriesTable {
  id: string;
  eventId: string;
  subscriberId: string;
  /** Null: of a subscriber of the workspace. Stays when the subscriber is removed. */
  formId: string | null;
  type: string;
  /** Where the last attempt went, or the first will go. */
  url: string;
  /** Serialised once; byte-identical on every attempt. */
  body: string;
  status: 'pending' | 'delivered' | 'failed';
  /** Why it failed: the error of the last attempt, or what made a further one pointless. */
  failure: string | null;
  attempts: number;
  nextAttemptAt: Time | null;
  createdAt: Time;
  deliveredAt: Time | null;
}

export interface AttemptsTable {
  id: string;
  deliveryId: string;
  number: number;
  status: number | null;
  error: string | null;
  response: string;
  durationMs: number;
  createdAt: Time;
}

export interface SettingsTable {
  name: string;
  value: JsonText;
  updatedAt: Time;
}
