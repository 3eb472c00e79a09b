// The shapes of the API. Generated from docs/openapi.json by npm run generate: do not edit.

/** Stable, for programs. New ones may be added */
export type ProblemCode =
  | 'already_paid'
  | 'already_refunded'
  | 'already_set_up'
  | 'amount_too_large'
  | 'author_in_use'
  | 'author_not_found'
  | 'backup_not_found'
  | 'body_too_large'
  | 'challenge_failed'
  | 'checkout_expired'
  | 'conflict'
  | 'contact_not_found'
  | 'credit_note_not_found'
  | 'cross_origin'
  | 'delivery_not_found'
  | 'discount_not_found'
  | 'email_taken'
  | 'erasure_blocked'
  | 'erasure_not_found'
  | 'events_forgotten'
  | 'expectation_failed'
  | 'external_id_taken'
  | 'fetch_failed'
  | 'fields_in_use'
  | 'file_not_found'
  | 'file_quarantined'
  | 'file_too_large'
  | 'form_closed'
  | 'form_full'
  | 'form_not_found'
  | 'form_version_not_found'
  | 'headers_too_large'
  | 'idempotency_key_reused'
  | 'import_in_progress'
  | 'import_not_found'
  | 'insufficient_scope'
  | 'internal_error'
  | 'invalid_body'
  | 'invalid_code'
  | 'invalid_credentials'
  | 'invalid_header'
  | 'invalid_passkey'
  | 'invalid_query'
  | 'invalid_setup_code'
  | 'invalid_signature'
  | 'invalid_token'
  | 'invoice_issued'
  | 'invoice_not_found'
  | 'invoice_not_payable'
  | 'item_in_trash'
  | 'item_not_found'
  | 'last_owner'
  | 'link_expired'
  | 'mail_not_found'
  | 'mail_opt_out_not_found'
  | 'mail_refusal_not_found'
  | 'malformed_body'
  | 'malformed_json'
  | 'malformed_request'
  | 'malformed_url'
  | 'media_not_found'
  | 'method_not_allowed'
  | 'name_taken'
  | 'not_acceptable'
  | 'not_found'
  | 'not_paid'
  | 'not_utf8'
  | 'nothing_reserved'
  | 'nothing_to_publish'
  | 'origin_not_allowed'
  | 'overloaded'
  | 'owner_needed'
  | 'passkey_not_found'
  | 'passkey_required'
  | 'passkeys_unavailable'
  | 'payment_disputed'
  | 'payment_not_found'
  | 'picture_unusable'
  | 'processor_error'
  | 'processor_refused'
  | 'processor_unreachable'
  | 'query_too_slow'
  | 'rate_limited'
  | 'receiver_not_configured'
  | 'refund_not_found'
  | 'request_in_progress'
  | 'request_timeout'
  | 'revision_not_found'
  | 'revision_pruned'
  | 'second_factor_needed'
  | 'second_factor_required'
  | 'seller_missing'
  | 'session_not_found'
  | 'shutting_down'
  | 'slug_taken'
  | 'sold_out'
  | 'still_referenced'
  | 'stock_not_found'
  | 'store_unavailable'
  | 'submission_not_found'
  | 'submission_paid'
  | 'subscriber_gone'
  | 'subscriber_not_found'
  | 'tax_rate_not_found'
  | 'taxonomy_in_use'
  | 'taxonomy_not_found'
  | 'term_not_found'
  | 'token_in_query'
  | 'token_not_found'
  | 'type_change_not_found'
  | 'type_in_use'
  | 'type_not_found'
  | 'unauthenticated'
  | 'unsupported_media_type'
  | 'user_has_author'
  | 'user_needed'
  | 'user_not_found'
  | 'vat_id_unchecked'
  | 'version_mismatch'
  | 'view_not_found';
/** The rule that a value breaks. New ones may be added */
export type FaultCode =
  | 'address_not_public'
  | 'already_paid'
  | 'before_start'
  | 'broken'
  | 'circular'
  | 'contact_not_found'
  | 'empty'
  | 'fetch_failed'
  | 'file_gone'
  | 'format'
  | 'format_maximum'
  | 'format_minimum'
  | 'has_credentials'
  | 'invalid'
  | 'invalid_code'
  | 'invalid_name'
  | 'invalid_pattern'
  | 'invalid_text'
  | 'invalid_url'
  | 'invalid_vat_id'
  | 'mail_server'
  | 'max_items'
  | 'max_length'
  | 'max_properties'
  | 'maximum'
  | 'min_items'
  | 'min_length'
  | 'min_properties'
  | 'minimum'
  | 'missing_variable'
  | 'multiple_of'
  | 'needed'
  | 'no_address'
  | 'no_sizes'
  | 'not'
  | 'not_a_file'
  | 'not_allowed'
  | 'not_an_export'
  | 'not_for_this'
  | 'not_found'
  | 'not_payable'
  | 'not_unique'
  | 'one_of'
  | 'other_price'
  | 'out_of_range'
  | 'pattern'
  | 'plain_password'
  | 'port_not_allowed'
  | 'refused'
  | 'required'
  | 'scheme_not_allowed'
  | 'sold_out'
  | 'too_common'
  | 'too_complex'
  | 'too_deep'
  | 'too_large'
  | 'too_long'
  | 'too_many'
  | 'too_many_files'
  | 'too_many_pixels'
  | 'too_many_unknown'
  | 'too_short'
  | 'too_slow'
  | 'type_not_allowed'
  | 'unique_items'
  | 'unknown'
  | 'unknown_currency'
  | 'unknown_field'
  | 'unknown_language'
  | 'unknown_locale'
  | 'unknown_option'
  | 'unknown_time_zone'
  | 'unknown_type'
  | 'unknown_variable'
  | 'unusable_logo'
  | 'unusable_picture'
  | 'used_up'
  | 'values_do_not_fit'
  | 'vat_id_not_in_use'
  | 'vat_id_unchecked'
  | 'wrong'
  | 'wrong_count'
  | 'wrong_type';
/** `publish` is public, `scheduled` will be at `publishedAt`, `trash` is kept for a while before it is deleted */
export type ItemStatus = 'draft' | 'publish' | 'scheduled' | 'trash';
/** The same in a list */
export type ListedItemOrSelection = ListedItem | SelectedItem;
/** Number of all matching records; null only with `total=false` */
export type ListTotal = number | null;
/** The item, or with `select` the members of it that were asked for */
export type ItemOrSelection = Item | SelectedItem;
/** The item in the trash; with `force=true` its ID */
export type TrashedOrDeleted = Item | Deleted;
/** One change. `action` says which */
export type BulkOperation =
  CreateOperation | UpdateOperation | PublishOperation | TrashOperation | RestoreOperation | DeleteOperation;
/** `restore` brought an earlier revision back */
export type ChangeAction = 'create' | 'update' | 'publish' | 'unpublish' | 'trash' | 'untrash' | 'restore';
/** How it was changed: in the admin, with an API key, by an import, at a time that was set, or by the service. Null for changes from before revisions were stored */
export type ChangeWay = 'admin' | 'key' | 'import' | 'schedule' | 'system';
/** What can be chosen: a text, or one with a label */
export type FieldOption = string | LabeledOption;
/** A question of a table: a text, or one with a label */
export type FieldRow = string | LabeledRow;
/** A field with another name is removed and added */
export type FieldPlanChange = 'added' | 'removed' | 'changed';
/** While it is `converting` or `undoing`, items follow one after another. `failed`: some could not, and `problem` says why */
export type TypeChangeStatus = 'converting' | 'completed' | 'undoing' | 'undone' | 'failed';
/** `checking`: the file is read to its end before anything is stored. `checked`: it waits to be started. After `failed` and `canceled`, what has been stored stays; importing the file again continues */
export type ImportStatus = 'pending' | 'checking' | 'checked' | 'importing' | 'completed' | 'failed' | 'canceled';
/** `submitted` if nothing has to be paid. `spam` is kept apart: lists, counts and exports have it only if they are asked for it */
export type SubmissionStatus = 'submitted' | 'awaiting_payment' | 'paid' | 'spam';
/** As in EN 16931: `S` standard or reduced rate, `Z` zero rated, `E` exempt from tax, `AE` reverse charge, `K` intra-Community supply, `G` export outside the EU, `O` outside the scope of tax */
export type TaxCategory = 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O';
/** As whom the tax rules see a buyer: `domestic` is in the country of the seller, or in none that is known; `eu_business` in another one of the EU, with a valid VAT ID; `eu_consumer` there without; `abroad` outside the EU */
export type BuyerKind = 'domestic' | 'eu_business' | 'eu_consumer' | 'abroad';
/** What became of the stock and places of a payment: `held` while the checkout is open, `released` if it ended unpaid or a person returned them to the stock; `unavailable` if it was paid after that, and they were sold to others */
export type ReservationStatus = 'held' | 'sold' | 'released' | 'unavailable';
/** How far it has been dealt with. Setting `done` marks it as read, too */
export type SubmissionProgress = 'new' | 'in_progress' | 'done';
/** A `MailStatus`, or `refused` if it failed and the address accepts no mail, or `unknown` if it came from an archive */
export type SubmissionReplyStatus = 'queued' | 'waiting' | 'sent' | 'failed' | 'refused' | 'unknown';
/** A day, a week from Monday on, or a month */
export type SummaryInterval = 'day' | 'week' | 'month';
/** What the processor is given as the reason */
export type RefundReason = 'duplicate' | 'fraudulent' | 'requested_by_customer';
/** `pending` until the processor reports the result */
export type RefundStatus = 'pending' | 'succeeded' | 'failed' | 'canceled';
/** `processing`: the bank has yet to confirm; `expired`: the checkout ended without a payment */
export type PaymentStatus = 'open' | 'processing' | 'succeeded' | 'failed' | 'canceled' | 'expired';
/** How money arrived without the payment processor; `credit` is what the contact had paid too much before */
export type PaymentMethod = 'transfer' | 'cash' | 'card' | 'credit' | 'other';
/** `open` can be paid; `void` was withdrawn; `uncollectible` was given up, by the processor */
export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
/** Any event that a webhook can get */
export type WebhookEventName =
  | 'item.published'
  | 'item.updated'
  | 'item.unpublished'
  | 'item.trashed'
  | 'item.deleted'
  | 'submitted'
  | 'paid'
  | 'scanned'
  | 'payment.succeeded'
  | 'payment.failed'
  | 'payment.refunded'
  | 'subscription.created'
  | 'subscription.updated'
  | 'subscription.canceled'
  | 'invoice.paid'
  | 'invoice.payment_failed'
  | 'contact.created'
  | 'contact.updated'
  | 'contact.deleted'
  | 'invoice.created'
  | 'invoice.updated'
  | 'invoice.deleted'
  | 'credit_note.created'
  | 'form.created'
  | 'form.updated'
  | 'form.deleted'
  | 'webhook.created'
  | 'webhook.updated'
  | 'webhook.deleted';
/** `pending` is sent, or sent again, at `nextAttemptAt`; `failed` was given up */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed';
/** What happened to a submission */
export type FormEventName = 'submitted' | 'paid' | 'scanned';
/** What happened to a payment, subscription or invoice */
export type PaymentEventName =
  | 'payment.succeeded'
  | 'payment.failed'
  | 'payment.refunded'
  | 'subscription.created'
  | 'subscription.updated'
  | 'subscription.canceled'
  | 'invoice.paid'
  | 'invoice.payment_failed';
/** An event in the feed, as webhooks get it, with its `cursor`. Records are as they are now; one that is gone is `{id, deleted: true}` */
export type FeedEvent =
  | ItemFeedEvent
  | FormFeedEvent
  | PaymentResultFeedEvent
  | PaymentRefundedFeedEvent
  | SubscriptionFeedEvent
  | InvoiceFeedEvent
  | ContactChangeFeedEvent
  | InvoiceChangeFeedEvent
  | CreditNoteChangeFeedEvent
  | FormChangeFeedEvent
  | WebhookChangeFeedEvent;
/** What the mail is: a `MailKind`, or `message` for a reply that a user has written to a submission */
export type OutboxKind =
  | 'notice'
  | 'digest'
  | 'savedAnswers'
  | 'reply'
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
  | 'passkeyRemoved'
  | 'message';
/** `queued`: it is sent now or at `nextAttemptAt`; `waiting`: no mail server is set; `sent`: the server accepted it; `failed`: `error` says why */
export type MailStatus = 'queued' | 'waiting' | 'sent' | 'failed';
/** `tls`: from the start, usually on port 465; `starttls`: usually on port 587; `none`: not encrypted */
export type MailSecurity = 'tls' | 'starttls' | 'none';
/** `notice`: someone submitted a form; `digest`: all submissions of a day, in place of notices; `reply`: the answer of a form to who submitted it; `receipt`, `refund`, `refundFailed`, `invoice`, `paymentFailed`: to a payer; `invoiceToPay`: an open invoice, sent to its contact by a user; `invoiceReminder`, `invoiceOverdue`: a reminder of one, until the day on which it is due and after it; `invoicePaid`: a copy of one that is paid; `creditNote`: a credit note of one; `refundFailedNotice`, `paymentFailedNotice`, `receiverPaused`, `receiverDisabled`: to the owners; `importFinished`, `importFailed`: to the user who started it; `reset`: a link to set a new password; `invitation`: a link for a new user; `newDevice`: a sign-in from a browser that the user has not used before; `passwordChanged`, `secondFactorOff`, `passkeyAdded`, `passkeyRemoved`: to the user */
export type MailKind =
  | 'notice'
  | 'digest'
  | 'savedAnswers'
  | 'reply'
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
/** A language that mails have texts in */
export type MailLanguage =
  'en' | 'de' | 'fr' | 'es' | 'it' | 'nl' | 'pt' | 'pl' | 'sv' | 'tr' | 'ar' | 'he' | 'ja' | 'zh';
/** An `owner` may do everything; an `admin` everything but what concerns owners; an `editor` works with content and forms, and reads payments and contacts; an `author` works with content; `support` works with submissions and contacts, and reads content and payments */
export type Role = 'owner' | 'admin' | 'editor' | 'author' | 'support';
/** What someone may do */
export type TokenScope =
  | 'content:read'
  | 'content:write'
  | 'forms:read'
  | 'forms:write'
  | 'payments:read'
  | 'payments:write'
  | 'crm:read'
  | 'crm:write'
  | 'admin';
/** `completed`: it was written, read back and compared */
export type BackupStatus = 'pending' | 'running' | 'completed' | 'failed';
/** Whether the key that encrypts stored secrets is in it, sealed by the passphrase */
export type BackupKey = 'sealed' | 'left out' | 'none';
/** `failed`: the last one failed. `late`: there is none, or the newest is too old */
export type BackupWarning = 'failed' | 'late';
/** Any event, identified by `name` */
export type WebhookEvent =
  | ItemEvent
  | FormEvent
  | PaymentResultEvent
  | PaymentRefundedEvent
  | SubscriptionEvent
  | InvoiceEvent
  | ContactChangeEvent
  | InvoiceChangeEvent
  | CreditNoteChangeEvent
  | FormChangeEvent
  | WebhookChangeEvent
  | TestEvent;

/** One fault of a request */
export interface Fault {
  /** JSON pointer into the body, or the name of a query parameter */
  pointer: string;
  /** The rule that the value breaks, or why an operation of several failed */
  code: FaultCode | ProblemCode;
  /** What is expected, to be read after the name of the member */
  detail: string;
}
/** Problem details (RFC 9457) */
export interface Problem {
  /** A URN that ends with the `code` */
  type: string;
  /** What happened, the same for every problem with this `code` */
  title: string;
  /** The HTTP status of the response */
  status: number;
  /** What happened in this case, or what to do, as a sentence for people */
  detail?: string;
  /** A URN that ends with the ID of the request, as in the log */
  instance?: string;
  /** Stable, for programs. New ones may be added */
  code: ProblemCode;
  /** Every fault of the request, if it is invalid */
  errors?: Fault[];
  [k: string]: unknown;
}
/** Confirms a native event */
export interface ReceivedEvent {
  /** It is stored and will be applied */
  received: true;
}
/** With a token, this names the fields of the types of the site */
export interface ItemFilters {
  [k: string]: string;
}
/** Conditions on what every item has, by name and operator */
export interface ItemConditions {
  /** It is this */
  id?: string;
  /** It is this */
  'id[eq]'?: string;
  /** It is not this */
  'id[ne]'?: string;
  /** It is one of these, separated by commas */
  'id[in]'?: string;
  /** It is none of these, separated by commas */
  'id[nin]'?: string;
  /** It is this */
  slug?: string;
  /** It is this */
  'slug[eq]'?: string;
  /** It is not this */
  'slug[ne]'?: string;
  /** It is one of these, separated by commas */
  'slug[in]'?: string;
  /** It is none of these, separated by commas */
  'slug[nin]'?: string;
  /** It contains this text, or this entry */
  'slug[contains]'?: string;
  /** It begins with this text */
  'slug[startsWith]'?: string;
  /** It ends with this text */
  'slug[endsWith]'?: string;
  /** It is this */
  title?: string;
  /** It is this */
  'title[eq]'?: string;
  /** It is not this */
  'title[ne]'?: string;
  /** It is one of these, separated by commas */
  'title[in]'?: string;
  /** It is none of these, separated by commas */
  'title[nin]'?: string;
  /** It is more, or later */
  'title[gt]'?: string;
  /** It is this or more, or later */
  'title[gte]'?: string;
  /** It is less, or earlier */
  'title[lt]'?: string;
  /** It is this or less, or earlier */
  'title[lte]'?: string;
  /** It contains this text, or this entry */
  'title[contains]'?: string;
  /** It begins with this text */
  'title[startsWith]'?: string;
  /** It is this */
  publishedAt?: string;
  /** It is this */
  'publishedAt[eq]'?: string;
  /** It is not this */
  'publishedAt[ne]'?: string;
  /** It is one of these, separated by commas */
  'publishedAt[in]'?: string;
  /** It is none of these, separated by commas */
  'publishedAt[nin]'?: string;
  /** It is more, or later */
  'publishedAt[gt]'?: string;
  /** It is this or more, or later */
  'publishedAt[gte]'?: string;
  /** It is less, or earlier */
  'publishedAt[lt]'?: string;
  /** It is this or less, or earlier */
  'publishedAt[lte]'?: string;
  /** Whether there is one */
  'publishedAt[exists]'?: boolean;
  /** It is this */
  createdAt?: string;
  /** It is this */
  'createdAt[eq]'?: string;
  /** It is not this */
  'createdAt[ne]'?: string;
  /** It is one of these, separated by commas */
  'createdAt[in]'?: string;
  /** It is none of these, separated by commas */
  'createdAt[nin]'?: string;
  /** It is more, or later */
  'createdAt[gt]'?: string;
  /** It is this or more, or later */
  'createdAt[gte]'?: string;
  /** It is less, or earlier */
  'createdAt[lt]'?: string;
  /** It is this or less, or earlier */
  'createdAt[lte]'?: string;
  /** It is this */
  updatedAt?: string;
  /** It is this */
  'updatedAt[eq]'?: string;
  /** It is not this */
  'updatedAt[ne]'?: string;
  /** It is one of these, separated by commas */
  'updatedAt[in]'?: string;
  /** It is none of these, separated by commas */
  'updatedAt[nin]'?: string;
  /** It is more, or later */
  'updatedAt[gt]'?: string;
  /** It is this or more, or later */
  'updatedAt[gte]'?: string;
  /** It is less, or earlier */
  'updatedAt[lt]'?: string;
  /** It is this or less, or earlier */
  'updatedAt[lte]'?: string;
  /** It is this */
  menuOrder?: string;
  /** It is this */
  'menuOrder[eq]'?: string;
  /** It is not this */
  'menuOrder[ne]'?: string;
  /** It is one of these, separated by commas */
  'menuOrder[in]'?: string;
  /** It is none of these, separated by commas */
  'menuOrder[nin]'?: string;
  /** It is more, or later */
  'menuOrder[gt]'?: string;
  /** It is this or more, or later */
  'menuOrder[gte]'?: string;
  /** It is less, or earlier */
  'menuOrder[lt]'?: string;
  /** It is this or less, or earlier */
  'menuOrder[lte]'?: string;
  /** It is this */
  author?: string;
  /** It is this */
  'author[eq]'?: string;
  /** It is not this */
  'author[ne]'?: string;
  /** It is one of these, separated by commas */
  'author[in]'?: string;
  /** It is none of these, separated by commas */
  'author[nin]'?: string;
  /** Whether there is one */
  'author[exists]'?: boolean;
  /** It is this */
  parent?: string;
  /** It is this */
  'parent[eq]'?: string;
  /** It is not this */
  'parent[ne]'?: string;
  /** It is one of these, separated by commas */
  'parent[in]'?: string;
  /** It is none of these, separated by commas */
  'parent[nin]'?: string;
  /** Whether there is one */
  'parent[exists]'?: boolean;
  /** It is this */
  language?: string;
  /** It is this */
  'language[eq]'?: string;
  /** It is not this */
  'language[ne]'?: string;
  /** It is one of these, separated by commas */
  'language[in]'?: string;
  /** It is none of these, separated by commas */
  'language[nin]'?: string;
  /** Whether there is one */
  'language[exists]'?: boolean;
  /** It is this */
  externalId?: string;
  /** It is this */
  'externalId[eq]'?: string;
  /** It is not this */
  'externalId[ne]'?: string;
  /** It is one of these, separated by commas */
  'externalId[in]'?: string;
  /** It is none of these, separated by commas */
  'externalId[nin]'?: string;
  /** Whether there is one */
  'externalId[exists]'?: boolean;
  /** It is this */
  'tag[eq]'?: string;
  /** It is not this */
  'tag[ne]'?: string;
  /** It is one of these, separated by commas */
  'tag[in]'?: string;
  /** It is none of these, separated by commas */
  'tag[nin]'?: string;
  /** It has all of these, separated by commas */
  'tag[all]'?: string;
  /** Whether there is one */
  'tag[exists]'?: boolean;
  /** It is this */
  'category[eq]'?: string;
  /** It is not this */
  'category[ne]'?: string;
  /** It is one of these, separated by commas */
  'category[in]'?: string;
  /** It is none of these, separated by commas */
  'category[nin]'?: string;
  /** It has all of these, separated by commas */
  'category[all]'?: string;
  /** Whether there is one */
  'category[exists]'?: boolean;
  /** It is one of these or below them, separated by commas */
  'category[under]'?: string;
}
/** Conditions on terms, by taxonomy and operator */
export interface TermConditions {
  [k: string]: string;
}
/** A media record in a field of an item that was read with `expand` */
export interface ExpandedMedia {
  /** ID of the media record */
  id: string;
  /** Null if the caller may not read the file */
  url: string | null;
  /** In pixels */
  width: number | null;
  /** In pixels */
  height: number | null;
  /** Text that describes the picture to people who cannot see it */
  alt: string;
  /** URLs of smaller sizes with their widths; null if there are none */
  srcset: string | null;
}
/** An item in a field of another one that was read with `expand` */
export interface ExpandedItem {
  /** Opaque ID */
  id: string;
  /** Names the item in URLs */
  slug: string;
  /** Text without markup */
  title: string;
  /** A short text without markup */
  excerpt: string;
  /** Singular name of the content type */
  type: string;
  /** Other than `publish` only for callers with content:write */
  status: 'draft' | 'publish' | 'scheduled';
  /** When it became public or will */
  publishedAt: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
  /** Custom fields of the content type */
  fields: {
    [k: string]: unknown;
  };
}
/** A link on the page of an author */
export interface AuthorLink {
  /** What readers see */
  label: string;
  /** `https://`, `http://` or `mailto:` */
  url: string;
}
/** HTML without elements but `<mark>` around the words of a search; only with `highlight` */
export interface Highlight {
  /** The title */
  title: string;
  /** The part of the content with the first of the words; else the excerpt */
  text: string;
}
/** An item in a list */
export interface ListedItem {
  /** Opaque ID */
  id: string;
  /** Names the item in URLs, unique in its content type */
  slug: string;
  /** Text without markup */
  title: string;
  /** A short text without markup, from the content if none was given */
  excerpt: string;
  /** Custom fields of the content type */
  fields: {
    [k: string]: unknown;
  };
  /** Singular name of the content type */
  type: string;
  /** `publish` is public, `scheduled` will be at `publishedAt`, `trash` is kept for a while before it is deleted */
  status: ItemStatus;
  /** When it became public or will; null for a draft that never was */
  publishedAt: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
  /** Only if it is not that of the site (`locale` of the settings): a tag (BCP 47) */
  language?: string;
  /** Only if it has one: what another system calls it */
  externalId?: string;
  /** Only in the trash: when it was moved there. It is deleted permanently `trashDays` (settings) later */
  trashedAt?: string;
  /** Only if it is set, and for callers with content:write: when the item becomes a draft */
  unpublishAt?: string;
  /** Only if it has a draft, and for callers with content:write */
  drafted?: true;
  /** Who wrote it; null if that is not known. More than slug and name only with `expand=author` */
  author?: {
    /** Slug of the author */
    slug: string;
    /** What readers see */
    name: string;
    /** Opaque ID */
    id?: string;
    /** Text without markup */
    bio?: string;
    /** A media record in a field of an item that was read with `expand` */
    picture?: ExpandedMedia | null;
    /** Up to 20, in the order to show them */
    links?: AuthorLink[];
  } | null;
  /** Only with `expand=tags`, `categories` or `terms`: the names of these terms by their slugs, under `tags`, `categories` or the name of the taxonomy */
  termNames?: {
    [k: string]: {
      [k: string]: string;
    };
  };
  /** HTML without elements but `<mark>` around the words of a search; only with `highlight` */
  highlight?: Highlight;
}
/** A user or an API key */
export interface ChangeMaker {
  /** Opaque ID */
  id: string;
  /** As it was at that time */
  name: string | null;
}
/** What will change in an item when its draft is published */
export interface DraftNote {
  /** Increases by 1 with every change of the draft */
  version: number;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
  /** A user or an API key */
  by: ChangeMaker | null;
  /** The members that will change when it is published, custom fields as `fields.` and their name */
  changed: string[];
  /** When it will be published */
  publishAt: string | null;
  /** Why it was not published at its time */
  problem: string | null;
}
/** An item with the members that `select` names */
export interface SelectedItem {
  /** Opaque ID */
  id: string;
  /** Names the item in URLs, unique in its content type */
  slug?: string;
  /** Text without markup */
  title?: string;
  /** A short text without markup, from the content if none was given */
  excerpt?: string;
  /** Custom fields of the content type */
  fields?: {
    [k: string]: unknown;
  };
  /** Singular name of the content type */
  type?: string;
  /** `publish` is public, `scheduled` will be at `publishedAt`, `trash` is kept for a while before it is deleted */
  status?: ItemStatus;
  /** When it became public or will; null for a draft that never was */
  publishedAt?: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt?: string;
  /** Only if it is not that of the site (`locale` of the settings): a tag (BCP 47) */
  language?: string;
  /** Only if it has one: what another system calls it */
  externalId?: string;
  /** Only in the trash: when it was moved there. It is deleted permanently `trashDays` (settings) later */
  trashedAt?: string;
  /** Only if it is set, and for callers with content:write: when the item becomes a draft */
  unpublishAt?: string;
  /** Only if it has a draft, and for callers with content:write */
  drafted?: true;
  /** Who wrote it; null if that is not known. More than slug and name only with `expand=author` */
  author?: {
    /** Slug of the author */
    slug: string;
    /** What readers see */
    name: string;
    /** Opaque ID */
    id?: string;
    /** Text without markup */
    bio?: string;
    /** A media record in a field of an item that was read with `expand` */
    picture?: ExpandedMedia | null;
    /** Up to 20, in the order to show them */
    links?: AuthorLink[];
  } | null;
  /** Only with `expand=tags`, `categories` or `terms`: the names of these terms by their slugs, under `tags`, `categories` or the name of the taxonomy */
  termNames?: {
    [k: string]: {
      [k: string]: string;
    };
  };
  /** HTML without elements but `<mark>` around the words of a search; only with `highlight` */
  highlight?: Highlight;
  /** HTML */
  content?: string;
  /** Place among others when they are sorted by `menu_order` */
  menuOrder?: number;
  /** Slugs */
  tags?: string[];
  /** Slugs */
  categories?: string[];
  /** Only if the type has taxonomies of the site: slugs of terms by the names of the taxonomies */
  terms?: {
    [k: string]: string[];
  };
  /** The item above it, in a tree of pages */
  parentId?: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** Increases by 1 with every change */
  version?: number;
  /** What will change in an item when its draft is published */
  draft?: DraftNote;
  /** Only at a slug that the item no longer has: its present URL in the API */
  redirect?: string;
}
/** A term with the number of its items */
export interface TermCount {
  /** Slug of a term */
  slug: string;
  /** Only for callers who may read the terms of the taxonomy */
  name?: string;
  /** How many of all items that are found have the term */
  count: number;
}
/** Only with `termFacets`: the terms of each taxonomy that was asked for, the 100 with the most items, the most first */
export interface TermFacets {
  [k: string]: TermCount[];
}
/** A page of items */
export interface ItemList {
  /** The items of this page */
  items: ListedItemOrSelection[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** Cursor of the next page; only with `cursor` */
  nextCursor?: string | null;
  /** Only with `termFacets`: the terms of each taxonomy that was asked for, the 100 with the most items, the most first */
  termFacets?: TermFacets;
}
/** An item to create */
export interface NewItem {
  /** What another system calls it. No two items of a type can have the same; those in the trash keep theirs */
  externalId?: string | null;
  /** Text without markup, not blank */
  title: string;
  /** HTML body of the item, within the 1 MiB of UTF-8 that a request body can have: about 340,000 characters of Chinese, Japanese or Korean */
  content?: string;
  /** Names the item in URLs. Made from the title if absent, and numbered if another item has it */
  slug?: string;
  /** Made from the content if null or never set */
  excerpt?: string | null;
  /** Custom fields of the content type */
  fields?: {
    [k: string]: unknown;
  };
  /** Place among others when they are sorted by `menu_order` */
  menuOrder?: number;
  /**
   * Slugs or names; created on first use
   *
   * @maxItems 100
   */
  tags?: string[];
  /**
   * Slugs or names; created on first use
   *
   * @maxItems 100
   */
  categories?: string[];
  /** Terms in the taxonomies of the type, by their names: slugs or names, created on first use. Other taxonomies stay as they are */
  terms?: {
    /**
     * Slugs or names; created on first use
     *
     * @maxItems 100
     */
    [k: string]: string[];
  };
  /** RFC 3339; a future time schedules the item */
  publishedAt?: string | null;
  /** ID of the item above it, of the same type */
  parentId?: string | null;
  /** Language of its texts (BCP 47), by whose rules they are searched; null for that of the site */
  language?: string | null;
  /** ID or slug of an author; by default the signed-in user who creates the item */
  authorId?: string | null;
  /** `scheduled` requires a `publishedAt` in the future. By default `draft` */
  status?: 'draft' | 'publish' | 'scheduled';
  /** RFC 3339: when a published or scheduled item becomes a draft; null: not at a time */
  unpublishAt?: string | null;
}
/** An item with its content */
export interface Item {
  /** Opaque ID */
  id: string;
  /** Names the item in URLs, unique in its content type */
  slug: string;
  /** Text without markup */
  title: string;
  /** A short text without markup, from the content if none was given */
  excerpt: string;
  /** Custom fields of the content type */
  fields: {
    [k: string]: unknown;
  };
  /** Singular name of the content type */
  type: string;
  /** `publish` is public, `scheduled` will be at `publishedAt`, `trash` is kept for a while before it is deleted */
  status: ItemStatus;
  /** When it became public or will; null for a draft that never was */
  publishedAt: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
  /** Only if it is not that of the site (`locale` of the settings): a tag (BCP 47) */
  language?: string;
  /** Only if it has one: what another system calls it */
  externalId?: string;
  /** Only in the trash: when it was moved there. It is deleted permanently `trashDays` (settings) later */
  trashedAt?: string;
  /** Only if it is set, and for callers with content:write: when the item becomes a draft */
  unpublishAt?: string;
  /** HTML */
  content: string;
  /** Place among others when they are sorted by `menu_order` */
  menuOrder: number;
  /** Slugs */
  tags: string[];
  /** Slugs */
  categories: string[];
  /** Only if the type has taxonomies of the site: slugs of terms by the names of the taxonomies */
  terms?: {
    [k: string]: string[];
  };
  /** The item above it, in a tree of pages */
  parentId: string | null;
  /** Who wrote it; null if that is not known. More than slug and name only with `expand=author` */
  author: {
    /** Slug of the author */
    slug: string;
    /** What readers see */
    name: string;
    /** Opaque ID */
    id?: string;
    /** Text without markup */
    bio?: string;
    /** A media record in a field of an item that was read with `expand` */
    picture?: ExpandedMedia | null;
    /** Up to 20, in the order to show them */
    links?: AuthorLink[];
  } | null;
  /** Only with `expand=tags`, `categories` or `terms`: the names of these terms by their slugs, under `tags`, `categories` or the name of the taxonomy */
  termNames?: {
    [k: string]: {
      [k: string]: string;
    };
  };
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** Increases by 1 with every change */
  version: number;
  /** What will change in an item when its draft is published */
  draft?: DraftNote;
  /** Only at a slug that the item no longer has: its present URL in the API */
  redirect?: string;
}
/** An item can be sent back as it was read. `fields` merges key by key, and null removes a key. A `status` other than `trash` restores an item from the trash, under a numbered slug if another item has its slug now. The rules of the type bind the fields that change, and all fields when the item is published */
export interface ItemChange {
  /** What another system calls it. No two items of a type can have the same; those in the trash keep theirs */
  externalId?: string | null;
  /** Text without markup, not blank */
  title?: string;
  /** HTML body of the item, within the 1 MiB of UTF-8 that a request body can have: about 340,000 characters of Chinese, Japanese or Korean */
  content?: string;
  /** Made from the title again if null */
  slug?: string | null;
  /** Made from the content if null or never set */
  excerpt?: string | null;
  /** Custom fields of the content type */
  fields?: {
    [k: string]: unknown;
  };
  /** Place among others when they are sorted by `menu_order` */
  menuOrder?: number;
  /**
   * Slugs or names; created on first use
   *
   * @maxItems 100
   */
  tags?: string[];
  /**
   * Slugs or names; created on first use
   *
   * @maxItems 100
   */
  categories?: string[];
  /** Terms in the taxonomies of the type, by their names: slugs or names, created on first use. Other taxonomies stay as they are */
  terms?: {
    /**
     * Slugs or names; created on first use
     *
     * @maxItems 100
     */
    [k: string]: string[];
  };
  /** RFC 3339; a future time schedules the item */
  publishedAt?: string | null;
  /** ID of the item above it, of the same type */
  parentId?: string | null;
  /** Language of its texts (BCP 47), by whose rules they are searched; null for that of the site */
  language?: string | null;
  /** ID or slug of an author; by default the signed-in user who creates the item */
  authorId?: string | null;
  /** `publish` is public, `scheduled` will be at `publishedAt`, `trash` is kept for a while before it is deleted */
  status?: ItemStatus;
  /** RFC 3339: when a published or scheduled item becomes a draft; null: not at a time */
  unpublishAt?: string | null;
  /** Accepted only as it was read */
  id?: string;
  /** Accepted only as it was read */
  type?: string;
  /** Accepted only as it was read */
  author?: {
    /** Slug of the author */
    slug: string;
    /** What readers see */
    name: string;
    /** Opaque ID */
    id?: string;
    /** Text without markup */
    bio?: string;
    /** A media record in a field of an item that was read with `expand` */
    picture?: ExpandedMedia | null;
    /** Up to 20, in the order to show them */
    links?: AuthorLink[];
  } | null;
  /** Accepted only as it was read */
  createdAt?: string;
  /** Accepted only as it was read */
  updatedAt?: string;
  /** Accepted only as it was read */
  version?: number;
  /** What will change in an item when its draft is published */
  draft?: DraftNote;
  /** Accepted only as it was read */
  trashedAt?: string;
  /** Accepted only as it was read */
  drafted?: boolean;
  /** Accepted only as it was read */
  redirect?: string;
}
/** The ID of what was deleted */
export interface Deleted {
  /** Opaque ID */
  id: string;
  /** Confirms the deletion */
  deleted: true;
}
/** What another system knows of an item. What is left out stays as it is; `fields` merges key by key, and null removes a key. A new one needs a `title`, and begins as a draft unless `status` says otherwise */
export interface ExternalItem {
  /** Text without markup, not blank */
  title?: string;
  /** HTML body of the item, within the 1 MiB of UTF-8 that a request body can have: about 340,000 characters of Chinese, Japanese or Korean */
  content?: string;
  /** Made from the title again if null */
  slug?: string | null;
  /** Made from the content if null or never set */
  excerpt?: string | null;
  /** Custom fields of the content type */
  fields?: {
    [k: string]: unknown;
  };
  /** Place among others when they are sorted by `menu_order` */
  menuOrder?: number;
  /**
   * Slugs or names; created on first use
   *
   * @maxItems 100
   */
  tags?: string[];
  /**
   * Slugs or names; created on first use
   *
   * @maxItems 100
   */
  categories?: string[];
  /** Terms in the taxonomies of the type, by their names: slugs or names, created on first use. Other taxonomies stay as they are */
  terms?: {
    /**
     * Slugs or names; created on first use
     *
     * @maxItems 100
     */
    [k: string]: string[];
  };
  /** RFC 3339; a future time schedules the item */
  publishedAt?: string | null;
  /** ID of the item above it, of the same type */
  parentId?: string | null;
  /** Language of its texts (BCP 47), by whose rules they are searched; null for that of the site */
  language?: string | null;
  /** ID or slug of an author; by default the signed-in user who creates the item */
  authorId?: string | null;
  /** `publish` is public, `scheduled` will be at `publishedAt`, `trash` is kept for a while before it is deleted */
  status?: ItemStatus;
  /** RFC 3339: when a published or scheduled item becomes a draft; null: not at a time */
  unpublishAt?: string | null;
}
/** Creates an item, like `POST /content/:type` */
export interface CreateOperation {
  /** Creates an item */
  action: 'create';
  /** What another system calls it. No two items of a type can have the same; those in the trash keep theirs */
  externalId?: string | null;
  /** Text without markup, not blank */
  title: string;
  /** HTML body of the item, within the 1 MiB of UTF-8 that a request body can have: about 340,000 characters of Chinese, Japanese or Korean */
  content?: string;
  /** Names the item in URLs. Made from the title if absent, and numbered if another item has it */
  slug?: string;
  /** Made from the content if null or never set */
  excerpt?: string | null;
  /** Custom fields of the content type */
  fields?: {
    [k: string]: unknown;
  };
  /** Place among others when they are sorted by `menu_order` */
  menuOrder?: number;
  /**
   * Slugs or names; created on first use
   *
   * @maxItems 100
   */
  tags?: string[];
  /**
   * Slugs or names; created on first use
   *
   * @maxItems 100
   */
  categories?: string[];
  /** Terms in the taxonomies of the type, by their names: slugs or names, created on first use. Other taxonomies stay as they are */
  terms?: {
    /**
     * Slugs or names; created on first use
     *
     * @maxItems 100
     */
    [k: string]: string[];
  };
  /** RFC 3339; a future time schedules the item */
  publishedAt?: string | null;
  /** ID of the item above it, of the same type */
  parentId?: string | null;
  /** Language of its texts (BCP 47), by whose rules they are searched; null for that of the site */
  language?: string | null;
  /** ID or slug of an author; by default the signed-in user who creates the item */
  authorId?: string | null;
  /** `scheduled` requires a `publishedAt` in the future. By default `draft` */
  status?: 'draft' | 'publish' | 'scheduled';
  /** RFC 3339: when a published or scheduled item becomes a draft; null: not at a time */
  unpublishAt?: string | null;
}
/** Updates an item, like `PATCH /content/:type/:id`, and can add and remove single tags, categories and other terms */
export interface UpdateOperation {
  /** Updates an item */
  action: 'update';
  /** ID or slug of an item that exists before the request */
  id: string;
  /** The `ETag` of the item as it was read, as in the header `If-Match` */
  ifMatch?: string;
  /** What another system calls it. No two items of a type can have the same; those in the trash keep theirs */
  externalId?: string | null;
  /** Text without markup, not blank */
  title?: string;
  /** HTML body of the item, within the 1 MiB of UTF-8 that a request body can have: about 340,000 characters of Chinese, Japanese or Korean */
  content?: string;
  /** Made from the title again if null */
  slug?: string | null;
  /** Made from the content if null or never set */
  excerpt?: string | null;
  /** Custom fields of the content type */
  fields?: {
    [k: string]: unknown;
  };
  /** Place among others when they are sorted by `menu_order` */
  menuOrder?: number;
  /**
   * Slugs or names; created on first use
   *
   * @maxItems 100
   */
  tags?: string[];
  /**
   * Slugs or names; created on first use
   *
   * @maxItems 100
   */
  categories?: string[];
  /** Terms in the taxonomies of the type, by their names: slugs or names, created on first use. Other taxonomies stay as they are */
  terms?: {
    /**
     * Slugs or names; created on first use
     *
     * @maxItems 100
     */
    [k: string]: string[];
  };
  /** RFC 3339; a future time schedules the item */
  publishedAt?: string | null;
  /** ID of the item above it, of the same type */
  parentId?: string | null;
  /** Language of its texts (BCP 47), by whose rules they are searched; null for that of the site */
  language?: string | null;
  /** ID or slug of an author; by default the signed-in user who creates the item */
  authorId?: string | null;
  /** `publish` is public, `scheduled` will be at `publishedAt`, `trash` is kept for a while before it is deleted */
  status?: ItemStatus;
  /** RFC 3339: when a published or scheduled item becomes a draft; null: not at a time */
  unpublishAt?: string | null;
  /** Accepted only as it was read */
  type?: string;
  /** Accepted only as it was read */
  author?: {
    /** Slug of the author */
    slug: string;
    /** What readers see */
    name: string;
    /** Opaque ID */
    id?: string;
    /** Text without markup */
    bio?: string;
    /** A media record in a field of an item that was read with `expand` */
    picture?: ExpandedMedia | null;
    /** Up to 20, in the order to show them */
    links?: AuthorLink[];
  } | null;
  /** Accepted only as it was read */
  createdAt?: string;
  /** Accepted only as it was read */
  updatedAt?: string;
  /** Accepted only as it was read */
  version?: number;
  /** What will change in an item when its draft is published */
  draft?: DraftNote;
  /** Accepted only as it was read */
  trashedAt?: string;
  /** Accepted only as it was read */
  drafted?: boolean;
  /** Accepted only as it was read */
  redirect?: string;
  /**
   * Slugs or names of tags to add to those that the item has
   *
   * @maxItems 100
   */
  addTags?: string[];
  /**
   * Slugs or names of tags to remove. Those that the item does not have are ignored
   *
   * @maxItems 100
   */
  removeTags?: string[];
  /**
   * Slugs or names of categories to add to those that the item has
   *
   * @maxItems 100
   */
  addCategories?: string[];
  /**
   * Slugs or names of categories to remove. Those that the item does not have are ignored
   *
   * @maxItems 100
   */
  removeCategories?: string[];
  /** Slugs or names of terms to add, by the names of the taxonomies of the type */
  addTerms?: {
    /**
     * Slugs or names; created on first use
     *
     * @maxItems 100
     */
    [k: string]: string[];
  };
  /** Slugs or names of terms to remove, by taxonomy. Those that the item does not have are ignored */
  removeTerms?: {
    /**
     * Slugs or names; created on first use
     *
     * @maxItems 100
     */
    [k: string]: string[];
  };
}
/** Publishes an item with its draft, like `POST /content/:type/:id/publish` */
export interface PublishOperation {
  /** Publishes an item */
  action: 'publish';
  /** ID or slug of an item that exists before the request */
  id: string;
  /** The `ETag` of the item as it was read, as in the header `If-Match` */
  ifMatch?: string;
}
/** Moves an item to the trash. One that is already there stays as it is */
export interface TrashOperation {
  /** Moves an item to the trash */
  action: 'trash';
  /** ID or slug of an item that exists before the request */
  id: string;
  /** The `ETag` of the item as it was read, as in the header `If-Match` */
  ifMatch?: string;
}
/** Restores an item from the trash. One that is elsewhere stays as it is */
export interface RestoreOperation {
  /** Restores an item from the trash */
  action: 'restore';
  /** ID or slug of an item that exists before the request */
  id: string;
  /** The `ETag` of the item as it was read, as in the header `If-Match` */
  ifMatch?: string;
  /** What it becomes. By default `draft` */
  status?: 'draft' | 'publish' | 'scheduled';
}
/** Deletes an item permanently, like `DELETE /content/:type/:id?force=true`. References of items that the same request deletes are no obstacle */
export interface DeleteOperation {
  /** Deletes an item permanently */
  action: 'delete';
  /** ID or slug of an item that exists before the request */
  id: string;
  /** The `ETag` of the item as it was read, as in the header `If-Match` */
  ifMatch?: string;
  /** Remove the references of other items to it. Without this, it is not deleted while other items refer to it (409) */
  references?: 'clear';
}
/** Changes of items of one type, which all happen or none of them */
export interface BulkRequest {
  /**
   * All happen, or none of them
   *
   * @minItems 1
   * @maxItems 1000
   */
  operations: BulkOperation[];
}
/** What the item was before; null for a new one */
export interface BulkPrevious {
  /** `publish` is public, `scheduled` will be at `publishedAt`, `trash` is kept for a while before it is deleted */
  status: ItemStatus;
  /** RFC 3339 in UTC, with milliseconds */
  publishedAt: string | null;
  /** Slugs */
  tags: string[];
  /** Slugs */
  categories: string[];
  /** Only if the type has taxonomies of the site: slugs of terms by the names of the taxonomies */
  terms?: {
    [k: string]: string[];
  };
}
/** What one operation did */
export interface BulkResult {
  /** The `action` of the operation */
  action: 'create' | 'update' | 'publish' | 'trash' | 'restore' | 'delete';
  /** Null for an item that a dry run would create */
  id: string | null;
  /** Slug of the item, as it is now */
  slug: string;
  /** Null for a deleted item */
  status: ItemStatus | null;
  /** Null for a deleted item */
  version: number | null;
  /** Whether it changed anything */
  changed: boolean;
  /** What the item was before; null for a new one */
  previous: BulkPrevious | null;
}
/** What the operations did, or would do */
export interface BulkResponse {
  /** Whether nothing was changed, because the request said so */
  dryRun: boolean;
  /** One for each operation, in their order */
  results: BulkResult[];
}
/** Conditions on members of the records, by name and operator */
export interface RevisionFilters {
  /** It is not this */
  'number[ne]'?: number;
  /** It is one of these, separated by commas */
  'number[in]'?: string;
  /** It is none of these, separated by commas */
  'number[nin]'?: string;
  /** It is more, or later */
  'number[gt]'?: number;
  /** It is this or more, or later */
  'number[gte]'?: number;
  /** It is less, or earlier */
  'number[lt]'?: number;
  /** It is this or less, or earlier */
  'number[lte]'?: number;
  /** It is not this */
  'action[ne]'?: 'create' | 'update' | 'publish' | 'unpublish' | 'trash' | 'untrash' | 'restore';
  /** It is one of these, separated by commas */
  'action[in]'?: string;
  /** It is none of these, separated by commas */
  'action[nin]'?: string;
  /** It is not this */
  'name[ne]'?: string;
  /** It is one of these, separated by commas */
  'name[in]'?: string;
  /** It is none of these, separated by commas */
  'name[nin]'?: string;
  /** Whether there is one */
  'name[exists]'?: boolean;
  /** It is more, or later */
  'createdAt[gt]'?: string;
  /** It is this or more, or later */
  'createdAt[gte]'?: string;
  /** It is less, or earlier */
  'createdAt[lt]'?: string;
  /** It is this or less, or earlier */
  'createdAt[lte]'?: string;
}
/** What an item was between two changes, and the change that made it so */
export interface Revision {
  /** The `version` that the item had */
  number: number;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** `restore` brought an earlier revision back */
  action: ChangeAction;
  /** How it was changed: in the admin, with an API key, by an import, at a time that was set, or by the service. Null for changes from before revisions were stored */
  way: ChangeWay | null;
  /** A user or an API key */
  by: ChangeMaker | null;
  /** The members with other values than before, custom fields as `fields.` and their name */
  changed: string[];
  /** A named revision is always kept */
  name: string | null;
  /** Whether it is what the item is now */
  current: boolean;
}
/** A page of a list */
export interface RevisionList {
  /** The records of this page */
  items: Revision[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** A revision with what the item was */
export interface WholeRevision {
  /** The `version` that the item had */
  number: number;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** `restore` brought an earlier revision back */
  action: ChangeAction;
  /** How it was changed: in the admin, with an API key, by an import, at a time that was set, or by the service. Null for changes from before revisions were stored */
  way: ChangeWay | null;
  /** A user or an API key */
  by: ChangeMaker | null;
  /** The members with other values than before, custom fields as `fields.` and their name */
  changed: string[];
  /** A named revision is always kept */
  name: string | null;
  /** Whether it is what the item is now */
  current: boolean;
  /** What the item was */
  item: {
    /** Text without markup */
    title: string;
    /** Names the item in URLs, unique in its content type */
    slug: string;
    /** A short text without markup, from the content if none was given */
    excerpt: string;
    /** HTML */
    content: string;
    /** When it became public or will; null for a draft that never was */
    publishedAt: string | null;
    /** Only if it is set, and for callers with content:write: when the item becomes a draft */
    unpublishAt?: string;
    /** Place among others when they are sorted by `menu_order` */
    menuOrder: number;
    /** Slugs */
    tags: string[];
    /** Slugs */
    categories: string[];
    /** Only if the type has taxonomies of the site: slugs of terms by the names of the taxonomies */
    terms?: {
      [k: string]: string[];
    };
    /** The item above it, in a tree of pages */
    parentId: string | null;
    /** Only if it is not that of the site (`locale` of the settings): a tag (BCP 47) */
    language?: string;
    /** Custom fields, as they were */
    fields: {
      [k: string]: unknown;
    };
    /** What it was; a scheduled item was `publish` with a time in the future */
    status: 'draft' | 'publish' | 'trash';
    /** ID of its author */
    authorId: string | null;
  };
}
/** A name for a revision */
export interface RevisionName {
  /** A name under which it is always kept; null removes it */
  name: string | null;
}
/** The members that differ between two revisions */
export interface Differences {
  /** Number of the earlier revision */
  from: number;
  /** Number of the later revision */
  to: number;
  /** One entry for each member that differs */
  changes: {
    /** A member of the item; custom fields are `fields.` and their name */
    member: string;
    /** Null if it had none */
    before: unknown;
    /** Null if it has none */
    after: unknown;
  }[];
}
/** What will change when the draft is published. It is not checked before that, so it may be incomplete. `fields` merges key by key, and null removes a key */
export interface DraftChange {
  /** May be empty until it is published */
  title?: string;
  /** HTML body of the item, within the 1 MiB of UTF-8 that a request body can have: about 340,000 characters of Chinese, Japanese or Korean */
  content?: string;
  /** Names the item in URLs. Made from the title if absent, and numbered if another item has it */
  slug?: string;
  /** Made from the content if null or never set */
  excerpt?: string | null;
  /** Custom fields of the content type */
  fields?: {
    [k: string]: unknown;
  };
  /** Place among others when they are sorted by `menu_order` */
  menuOrder?: number;
  /**
   * Slugs or names; created on first use
   *
   * @maxItems 100
   */
  tags?: string[];
  /**
   * Slugs or names; created on first use
   *
   * @maxItems 100
   */
  categories?: string[];
  /** Terms in the taxonomies of the type, by their names: slugs or names, created on first use. Other taxonomies stay as they are */
  terms?: {
    /**
     * Slugs or names; created on first use
     *
     * @maxItems 100
     */
    [k: string]: string[];
  };
  /** RFC 3339; a future time schedules the item */
  publishedAt?: string | null;
  /** ID of the item above it, of the same type */
  parentId?: string | null;
  /** Language of its texts (BCP 47), by whose rules they are searched; null for that of the site */
  language?: string | null;
  /** ID or slug of an author; by default the signed-in user who creates the item */
  authorId?: string | null;
  /** Accepted only as it was read */
  id?: string;
  /** Accepted only as it was read */
  type?: string;
  /** Accepted only as it was read */
  author?: {
    /** Slug of the author */
    slug: string;
    /** What readers see */
    name: string;
    /** Opaque ID */
    id?: string;
    /** Text without markup */
    bio?: string;
    /** A media record in a field of an item that was read with `expand` */
    picture?: ExpandedMedia | null;
    /** Up to 20, in the order to show them */
    links?: AuthorLink[];
  } | null;
  /** Accepted only as it was read */
  createdAt?: string;
  /** Accepted only as it was read */
  updatedAt?: string;
  /** Accepted only as it was read */
  version?: number;
  /** What will change in an item when its draft is published */
  draft?: DraftNote;
  /** Accepted only as it was read */
  trashedAt?: string;
  /** Accepted only as it was read */
  drafted?: boolean;
  /** Accepted only as it was read */
  redirect?: string;
  /** Accepted only as it was read */
  status?: string;
  /** Accepted only as it was read */
  unpublishAt?: string;
  /** Accepted only as it was read */
  externalId?: string;
}
/** When to publish */
export interface Publication {
  /** RFC 3339; now without it. Null: a draft that waits for its time does not any more */
  at?: string | null;
}
/** Conditions on members of the records, by name and operator */
export interface EditorFilters {
  /** It is more, or later */
  'since[gt]'?: string;
  /** It is this or more, or later */
  'since[gte]'?: string;
  /** It is less, or earlier */
  'since[lt]'?: string;
  /** It is this or less, or earlier */
  'since[lte]'?: string;
  /** It is more, or later */
  'seenAt[gt]'?: string;
  /** It is this or more, or later */
  'seenAt[gte]'?: string;
  /** It is less, or earlier */
  'seenAt[lt]'?: string;
  /** It is this or less, or earlier */
  'seenAt[lte]'?: string;
}
/** A user or API key that is editing an item now */
export interface Editor {
  /** Opaque ID */
  itemId: string;
  /** Singular name of the content type */
  type: string;
  /** A user or an API key */
  by: ChangeMaker;
  /** RFC 3339 in UTC, with milliseconds */
  since: string;
  /** RFC 3339 in UTC, with milliseconds */
  seenAt: string;
}
/** A page of a list */
export interface EditorList {
  /** The records of this page */
  items: Editor[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** An item that is open in a window */
export interface OpenEditor {
  /** Opaque ID */
  itemId: string;
  /** Chosen by the caller at random for each window: 8 to 64 letters, digits, hyphens and underscores */
  window: string;
}
/** Who else is editing an item, and when it was saved last */
export interface Editing {
  /** The other windows with this item, the first opened first */
  others: Editor[];
  /** When the item or its draft was saved last, and by whom */
  saved: {
    /** The `version` of the item */
    version: number;
    /** Null without a draft */
    draftVersion: number | null;
    /** RFC 3339 in UTC, with milliseconds */
    at: string;
    /** A user or an API key */
    by: ChangeMaker | null;
  };
}
/** Conditions on members of the records, by name and operator */
export interface FormerSlugFilters {
  /** It is not this */
  'slug[ne]'?: string;
  /** It is one of these, separated by commas */
  'slug[in]'?: string;
  /** It is none of these, separated by commas */
  'slug[nin]'?: string;
  /** It is more, or later */
  'createdAt[gt]'?: string;
  /** It is this or more, or later */
  'createdAt[gte]'?: string;
  /** It is less, or earlier */
  'createdAt[lt]'?: string;
  /** It is this or less, or earlier */
  'createdAt[lte]'?: string;
}
/** A slug that an item had, and still answers at */
export interface FormerSlug {
  /** A slug that the item had */
  slug: string;
  /** When the item got another slug */
  createdAt: string;
}
/** A page of a list */
export interface FormerSlugList {
  /** The records of this page */
  items: FormerSlug[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** Conditions on members of the records, by name and operator */
export interface ItemUseFilters {
  /** It is not this */
  'type[ne]'?: string;
  /** It is one of these, separated by commas */
  'type[in]'?: string;
  /** It is none of these, separated by commas */
  'type[nin]'?: string;
  /** It is not this */
  'slug[ne]'?: string;
  /** It is one of these, separated by commas */
  'slug[in]'?: string;
  /** It is none of these, separated by commas */
  'slug[nin]'?: string;
}
/** An item that refers to another one */
export interface ItemUse {
  /** Opaque ID */
  id: string;
  /** Singular name of the content type */
  type: string;
  /** Names the item in URLs */
  slug: string;
  /** Title of the item */
  title: string;
  /** Fields that refer to it; `content` for a text that links to it with `data-item` */
  fields: string[];
}
/** A page of a list */
export interface ItemUseList {
  /** The records of this page */
  items: ItemUse[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** An item that refers to another one */
export interface ItemReference {
  /** Opaque ID */
  id: string;
  /** Singular name of the content type */
  type: string;
  /** Names the item in URLs */
  slug: string;
  /** Title of the item */
  title: string;
  /** Other than `publish` only for callers with content:write */
  status: 'draft' | 'publish' | 'scheduled';
  /** Fields that refer to it, such as `brand` or `rows.photo`; `content` for a text that links to it */
  fields: string[];
}
/** A page of what refers to an item */
export interface ItemReferenceList {
  /** The items of this page */
  items: ItemReference[];
  /** Counting would read all texts */
  total: null;
  /** Cursor of the next page; a page may have fewer than `limit` */
  nextCursor: string | null;
}
/** How long the link works */
export interface PreviewBody {
  /** Seconds. By default `604800` */
  expiresInSeconds?: number;
}
/** A link with which anyone can read the draft of an item until it expires */
export interface Preview {
  /** From `previewUrl` of the type, or else a simple page of the service */
  url: string;
  /** For `GET /content/:type/:id?preview=<token>` */
  token: string;
  /** RFC 3339 in UTC, with milliseconds */
  expiresAt: string;
}
/** Conditions on members of the records, by name and operator */
export interface PostTypeFilters {
  /** It is not this */
  'name[ne]'?: string;
  /** It is one of these, separated by commas */
  'name[in]'?: string;
  /** It is none of these, separated by commas */
  'name[nin]'?: string;
  /** It is not this */
  'plural[ne]'?: string;
  /** It is one of these, separated by commas */
  'plural[in]'?: string;
  /** It is none of these, separated by commas */
  'plural[nin]'?: string;
  /** It is not this */
  'strict[ne]'?: boolean;
  /** It is not this */
  'publicRead[ne]'?: boolean;
  /** It is not this */
  'builtIn[ne]'?: boolean;
  /** It is more, or later */
  'createdAt[gt]'?: string;
  /** It is this or more, or later */
  'createdAt[gte]'?: string;
  /** It is less, or earlier */
  'createdAt[lt]'?: string;
  /** It is this or less, or earlier */
  'createdAt[lte]'?: string;
  /** It is more, or later */
  'updatedAt[gt]'?: string;
  /** It is this or more, or later */
  'updatedAt[gte]'?: string;
  /** It is less, or earlier */
  'updatedAt[lt]'?: string;
  /** It is this or less, or earlier */
  'updatedAt[lte]'?: string;
}
/** An option with a label */
export interface LabeledOption {
  /** What is stored */
  value: string;
  /** What people see */
  label: string;
  /** In a form, the ID of a picture in the media library that is shown with the option. It must not be private */
  image?: string;
}
/** A question of a table with a label */
export interface LabeledRow {
  /** What is stored */
  value: string;
  /** What people see */
  label: string;
}
/** An option with its price */
export interface PriceOption {
  /** Names the option in answers */
  value: string;
  /** What people see */
  label: string;
  /** Price of one in the minor unit of the currency, such as cents; 0 if it is free */
  amount: number;
  /** How many are for sale in all, including those that are sold; without it, any number */
  stock?: number;
  /** In a form, the ID of a picture in the media library that is shown with the option. It must not be private */
  image?: string;
}
/** What the visitor of a form can buy */
export interface PriceLine {
  /** Names the line in answers */
  name: string;
  /** `item` has one price, `choice` a price for each option, and in `custom` the visitor enters the amount */
  type: 'item' | 'choice' | 'custom';
  /** What people see instead of the name */
  label?: string;
  /** A hint below the label */
  help?: string;
  /** Whether an option must be chosen, or an amount entered; false by default */
  required?: boolean;
  /** Price of one in the minor unit of the currency, such as cents; 0 if it is free */
  amount?: number;
  /** How many are for sale in all, including those that are sold; without it, any number */
  stock?: number;
  /** Minimum quantity, 1 by default. An item with 0 is an extra that visitors may add */
  minQuantity?: number;
  /** Maximum quantity, of each option; 1 by default */
  maxQuantity?: number;
  /**
   * What can be chosen, with prices. Only options that are items can be none
   *
   * @maxItems 100
   */
  options?: PriceOption[];
  /** The published items of a content type as the options, instead of `options`: at most 100 in the order of `menuOrder` and title. The ID of an item names the option */
  optionsFrom?: {
    /** Name of the content type */
    type: string;
    /** Its money field with the price. Items without one, or in another currency, are not for sale */
    price: string;
    /** Its integer field that says how many are left. It counts down when a checkout holds some, and up when they come back */
    stock?: string;
    /** Its text or choice field with the ID of the tax rate; without a value, that of the line or the form. Items with an unknown rate are not for sale, nor are those whose rate cannot be on an invoice with the others, because only one of them is outside the scope of tax */
    taxRate?: string;
    /** Its media field with the picture that is shown with the option, unless it is private; of several, the first */
    picture?: string;
    /** Conditions that its items must meet, as in the `where` of lists of items */
    where?: {
      [k: string]: unknown;
    };
  };
  /** Whether several options can be chosen */
  multiple?: boolean;
  /** Minimum amount in the minor unit of the currency */
  minimum?: number;
  /** Maximum amount in the minor unit of the currency */
  maximum?: number;
  /** The amount that the page suggests */
  preset?: number;
  /** ID of its tax rate on the invoice, if not that of `invoice` */
  taxRateId?: string;
  /** Whether each one takes one of the `places`. If no line does, each submission takes one */
  takesPlaces?: boolean;
}
/** Issues an invoice, with a number and the tax of each line, when a submission is paid */
export interface InvoiceSettings {
  /** ID of the tax rate of all lines without one of their own. Without it, no tax is due on them */
  taxRateId?: string;
  /** Whether the prices include tax; true by default. Otherwise it is added to them */
  pricesIncludeTax?: boolean;
}
/** In a form, when the field applies: if the answer to `field` is `equals`, is not `notEquals`, or, without both, if there is one. A field that does not apply is hidden and never required, and its answer is not stored. Texts are compared without case and spaces at their ends; times, addresses, telephone numbers and URLs in any notation. Of files, repeated groups and answers with several parts, only whether there is one can be tested */
export interface FieldCondition {
  /** Name of another field of the form */
  field: string;
  /** The answer that it must have */
  equals?: unknown;
  /** The answer that it must not have */
  notEquals?: unknown;
}
/** A custom field of a content type, or a question of a form */
export interface FieldDeclaration {
  /** Key of the value */
  name: string;
  /** Kind of field */
  type:
    | 'text'
    | 'textarea'
    | 'richtext'
    | 'number'
    | 'integer'
    | 'boolean'
    | 'date'
    | 'datetime'
    | 'select'
    | 'radio'
    | 'multiselect'
    | 'checkbox'
    | 'url'
    | 'email'
    | 'phone'
    | 'media'
    | 'reference'
    | 'time'
    | 'color'
    | 'slug'
    | 'money'
    | 'geo'
    | 'group'
    | 'list'
    | 'blocks'
    | 'json'
    | 'consent'
    | 'hidden'
    | 'file'
    | 'signature'
    | 'payment'
    | 'rating'
    | 'scale'
    | 'matrix'
    | 'daterange'
    | 'address'
    | 'billing'
    | 'repeat'
    | 'calculation'
    | 'headline'
    | 'textblock';
  /** What people see instead of the name */
  label?: string;
  /** A hint beside the field */
  help?: string;
  /** Whether a value is required; a text must not be blank, and a list not empty */
  required?: boolean;
  /** Value if none is sent */
  default?: unknown;
  /** Minimum value, earliest date, minimum number of characters, or of entries in a list */
  min?: number | string;
  /** Maximum value, latest date, maximum number of characters, or of entries in a list. Characters are counted as browsers do: most emoji are two */
  max?: number | string;
  /** Regular expression that the whole text must match, without look-around and back-references */
  pattern?: string;
  /**
   * What can be chosen: texts, or objects whose `label` people see instead of the `value`
   *
   * @minItems 1
   * @maxItems 1000
   */
  options?: FieldOption[];
  /**
   * The questions of a table, whose columns are the `options`: texts, or objects like those
   *
   * @minItems 1
   * @maxItems 100
   */
  rows?: FieldRow[];
  /** How a calculation is worked out from other answers, such as `guests * 25 + if(room = "sea", 10, 0)`: numbers, texts in quotes, names of fields, `+ - * / %`, comparisons, and `if`, `min`, `max`, `sum`, `round`, `floor`, `ceil`, `abs`, `count`, `days` */
  formula?: string;
  /** To how many decimals a calculation is rounded; at most 6 if absent */
  decimals?: number;
  /** What the lowest number of a scale means */
  minLabel?: string;
  /** What the highest number of a scale means */
  maxLabel?: string;
  /** Whether two items of a type, or two submissions of a form, may not have the same value */
  unique?: boolean;
  /** Whether lists that filter or sort by the field use an index, which keeps them fast with many items */
  indexed?: boolean;
  /** The scope that reading the field requires, besides reading the item. For everyone else neither the field nor its values exist: `content:read` hides it from visitors, `content:write` from all who may not change the items */
  scope?: 'content:read' | 'content:write';
  /**
   * The fields of a group, or of each row of a repeated one
   *
   * @minItems 1
   * @maxItems 200
   */
  fields?: FieldDeclaration[];
  /** What each entry of a list is: a declaration without `name`, such as `{ "type": "number", "min": 0 }` or a group. Without it, the entries are texts */
  of?: EntryDeclaration;
  /**
   * The blocks that a list can have: each has a `name`, which its values have as `type`, and `fields`
   *
   * @minItems 1
   * @maxItems 100
   */
  blocks?: BlockDeclaration[];
  /**
   * Singular names of the content types whose items can be referred to; without it, all
   *
   * @minItems 1
   * @maxItems 50
   */
  to?: string[];
  /** Whether the value is a list of several */
  multiple?: boolean;
  /** What happens when a referenced item or media record is deleted permanently: `refuse`, the default, rejects that unless the request clears references; `clear` removes the reference; `keep` leaves the ID */
  onDelete?: 'refuse' | 'clear' | 'keep';
  /** Accepted media types and file extensions, such as image/png, image/* or .csv */
  accept?: string[];
  /** Maximum size of one file in bytes */
  maxSize?: number;
  /** Maximum number of files */
  maxFiles?: number;
  /** Price in the minor unit of the currency, such as cents */
  amount?: number;
  /** ISO 4217, such as eur */
  currency?: Currency;
  /** What the payment is for */
  description?: string;
  /**
   * What can be bought, instead of one `amount`
   *
   * @minItems 1
   * @maxItems 50
   */
  lines?: PriceLine[];
  /** How many places there are for all submissions together */
  places?: number;
  /** Whether visitors see how many are left, not only what is sold out */
  showAvailable?: boolean;
  /** How long stock and places are held for a visitor who is about to pay; 60 by default */
  holdMinutes?: number;
  /** Whether visitors can enter a discount code */
  discountCodes?: boolean;
  /** Issues an invoice, with a number and the tax of each line, when a submission is paid */
  invoice?: InvoiceSettings;
  /** In a form, when the field applies: if the answer to `field` is `equals`, is not `notEquals`, or, without both, if there is one. A field that does not apply is hidden and never required, and its answer is not stored. Texts are compared without case and spaces at their ends; times, addresses, telephone numbers and URLs in any notation. Of files, repeated groups and answers with several parts, only whether there is one can be tested */
  visibleWhen?: FieldCondition;
  /** In a form, the part of the hosted page that shows the field */
  step?: number;
}
/** What each entry of a list is: a declaration without `name`, such as `{ "type": "number", "min": 0 }` or a group. Without it, the entries are texts */
export interface EntryDeclaration {
  /** Kind of field */
  type:
    | 'text'
    | 'textarea'
    | 'richtext'
    | 'number'
    | 'integer'
    | 'boolean'
    | 'date'
    | 'datetime'
    | 'select'
    | 'radio'
    | 'multiselect'
    | 'checkbox'
    | 'url'
    | 'email'
    | 'phone'
    | 'media'
    | 'reference'
    | 'time'
    | 'color'
    | 'slug'
    | 'money'
    | 'geo'
    | 'group'
    | 'list'
    | 'blocks'
    | 'json'
    | 'consent'
    | 'hidden'
    | 'file'
    | 'signature'
    | 'payment'
    | 'rating'
    | 'scale'
    | 'matrix'
    | 'daterange'
    | 'address'
    | 'billing'
    | 'repeat'
    | 'calculation'
    | 'headline'
    | 'textblock';
  /** What people see instead of the name */
  label?: string;
  /** A hint beside the field */
  help?: string;
  /** Whether a value is required; a text must not be blank, and a list not empty */
  required?: boolean;
  /** Value if none is sent */
  default?: unknown;
  /** Minimum value, earliest date, minimum number of characters, or of entries in a list */
  min?: number | string;
  /** Maximum value, latest date, maximum number of characters, or of entries in a list. Characters are counted as browsers do: most emoji are two */
  max?: number | string;
  /** Regular expression that the whole text must match, without look-around and back-references */
  pattern?: string;
  /**
   * What can be chosen: texts, or objects whose `label` people see instead of the `value`
   *
   * @minItems 1
   * @maxItems 1000
   */
  options?: FieldOption[];
  /**
   * The questions of a table, whose columns are the `options`: texts, or objects like those
   *
   * @minItems 1
   * @maxItems 100
   */
  rows?: FieldRow[];
  /** How a calculation is worked out from other answers, such as `guests * 25 + if(room = "sea", 10, 0)`: numbers, texts in quotes, names of fields, `+ - * / %`, comparisons, and `if`, `min`, `max`, `sum`, `round`, `floor`, `ceil`, `abs`, `count`, `days` */
  formula?: string;
  /** To how many decimals a calculation is rounded; at most 6 if absent */
  decimals?: number;
  /** What the lowest number of a scale means */
  minLabel?: string;
  /** What the highest number of a scale means */
  maxLabel?: string;
  /** Whether two items of a type, or two submissions of a form, may not have the same value */
  unique?: boolean;
  /** Whether lists that filter or sort by the field use an index, which keeps them fast with many items */
  indexed?: boolean;
  /** The scope that reading the field requires, besides reading the item. For everyone else neither the field nor its values exist: `content:read` hides it from visitors, `content:write` from all who may not change the items */
  scope?: 'content:read' | 'content:write';
  /**
   * The fields of a group, or of each row of a repeated one
   *
   * @minItems 1
   * @maxItems 200
   */
  fields?: FieldDeclaration[];
  /** What each entry of a list is: a declaration without `name`, such as `{ "type": "number", "min": 0 }` or a group. Without it, the entries are texts */
  of?: EntryDeclaration1;
  /**
   * The blocks that a list can have: each has a `name`, which its values have as `type`, and `fields`
   *
   * @minItems 1
   * @maxItems 100
   */
  blocks?: BlockDeclaration[];
  /**
   * Singular names of the content types whose items can be referred to; without it, all
   *
   * @minItems 1
   * @maxItems 50
   */
  to?: string[];
  /** Whether the value is a list of several */
  multiple?: boolean;
  /** What happens when a referenced item or media record is deleted permanently: `refuse`, the default, rejects that unless the request clears references; `clear` removes the reference; `keep` leaves the ID */
  onDelete?: 'refuse' | 'clear' | 'keep';
  /** Accepted media types and file extensions, such as image/png, image/* or .csv */
  accept?: string[];
  /** Maximum size of one file in bytes */
  maxSize?: number;
  /** Maximum number of files */
  maxFiles?: number;
  /** Price in the minor unit of the currency, such as cents */
  amount?: number;
  /** ISO 4217, such as eur */
  currency?: Currency;
  /** What the payment is for */
  description?: string;
  /**
   * What can be bought, instead of one `amount`
   *
   * @minItems 1
   * @maxItems 50
   */
  lines?: PriceLine[];
  /** How many places there are for all submissions together */
  places?: number;
  /** Whether visitors see how many are left, not only what is sold out */
  showAvailable?: boolean;
  /** How long stock and places are held for a visitor who is about to pay; 60 by default */
  holdMinutes?: number;
  /** Whether visitors can enter a discount code */
  discountCodes?: boolean;
  /** Issues an invoice, with a number and the tax of each line, when a submission is paid */
  invoice?: InvoiceSettings;
  /** In a form, when the field applies: if the answer to `field` is `equals`, is not `notEquals`, or, without both, if there is one. A field that does not apply is hidden and never required, and its answer is not stored. Texts are compared without case and spaces at their ends; times, addresses, telephone numbers and URLs in any notation. Of files, repeated groups and answers with several parts, only whether there is one can be tested */
  visibleWhen?: FieldCondition;
  /** In a form, the part of the hosted page that shows the field */
  step?: number;
}
/** What each entry of a list is: a declaration without `name`, such as `{ "type": "number", "min": 0 }` or a group. Without it, the entries are texts */
export interface EntryDeclaration1 {
  /** Kind of field */
  type:
    | 'text'
    | 'textarea'
    | 'richtext'
    | 'number'
    | 'integer'
    | 'boolean'
    | 'date'
    | 'datetime'
    | 'select'
    | 'radio'
    | 'multiselect'
    | 'checkbox'
    | 'url'
    | 'email'
    | 'phone'
    | 'media'
    | 'reference'
    | 'time'
    | 'color'
    | 'slug'
    | 'money'
    | 'geo'
    | 'group'
    | 'list'
    | 'blocks'
    | 'json'
    | 'consent'
    | 'hidden'
    | 'file'
    | 'signature'
    | 'payment'
    | 'rating'
    | 'scale'
    | 'matrix'
    | 'daterange'
    | 'address'
    | 'billing'
    | 'repeat'
    | 'calculation'
    | 'headline'
    | 'textblock';
  /** What people see instead of the name */
  label?: string;
  /** A hint beside the field */
  help?: string;
  /** Whether a value is required; a text must not be blank, and a list not empty */
  required?: boolean;
  /** Value if none is sent */
  default?: unknown;
  /** Minimum value, earliest date, minimum number of characters, or of entries in a list */
  min?: number | string;
  /** Maximum value, latest date, maximum number of characters, or of entries in a list. Characters are counted as browsers do: most emoji are two */
  max?: number | string;
  /** Regular expression that the whole text must match, without look-around and back-references */
  pattern?: string;
  /**
   * What can be chosen: texts, or objects whose `label` people see instead of the `value`
   *
   * @minItems 1
   * @maxItems 1000
   */
  options?: FieldOption[];
  /**
   * The questions of a table, whose columns are the `options`: texts, or objects like those
   *
   * @minItems 1
   * @maxItems 100
   */
  rows?: FieldRow[];
  /** How a calculation is worked out from other answers, such as `guests * 25 + if(room = "sea", 10, 0)`: numbers, texts in quotes, names of fields, `+ - * / %`, comparisons, and `if`, `min`, `max`, `sum`, `round`, `floor`, `ceil`, `abs`, `count`, `days` */
  formula?: string;
  /** To how many decimals a calculation is rounded; at most 6 if absent */
  decimals?: number;
  /** What the lowest number of a scale means */
  minLabel?: string;
  /** What the highest number of a scale means */
  maxLabel?: string;
  /** Whether two items of a type, or two submissions of a form, may not have the same value */
  unique?: boolean;
  /** Whether lists that filter or sort by the field use an index, which keeps them fast with many items */
  indexed?: boolean;
  /** The scope that reading the field requires, besides reading the item. For everyone else neither the field nor its values exist: `content:read` hides it from visitors, `content:write` from all who may not change the items */
  scope?: 'content:read' | 'content:write';
  /**
   * The fields of a group, or of each row of a repeated one
   *
   * @minItems 1
   * @maxItems 200
   */
  fields?: FieldDeclaration[];
  /** What each entry of a list is: a declaration without `name`, such as `{ "type": "number", "min": 0 }` or a group. Without it, the entries are texts */
  of?: EntryDeclaration1;
  /**
   * The blocks that a list can have: each has a `name`, which its values have as `type`, and `fields`
   *
   * @minItems 1
   * @maxItems 100
   */
  blocks?: BlockDeclaration[];
  /**
   * Singular names of the content types whose items can be referred to; without it, all
   *
   * @minItems 1
   * @maxItems 50
   */
  to?: string[];
  /** Whether the value is a list of several */
  multiple?: boolean;
  /** What happens when a referenced item or media record is deleted permanently: `refuse`, the default, rejects that unless the request clears references; `clear` removes the reference; `keep` leaves the ID */
  onDelete?: 'refuse' | 'clear' | 'keep';
  /** Accepted media types and file extensions, such as image/png, image/* or .csv */
  accept?: string[];
  /** Maximum size of one file in bytes */
  maxSize?: number;
  /** Maximum number of files */
  maxFiles?: number;
  /** Price in the minor unit of the currency, such as cents */
  amount?: number;
  /** ISO 4217, such as eur */
  currency?: Currency;
  /** What the payment is for */
  description?: string;
  /**
   * What can be bought, instead of one `amount`
   *
   * @minItems 1
   * @maxItems 50
   */
  lines?: PriceLine[];
  /** How many places there are for all submissions together */
  places?: number;
  /** Whether visitors see how many are left, not only what is sold out */
  showAvailable?: boolean;
  /** How long stock and places are held for a visitor who is about to pay; 60 by default */
  holdMinutes?: number;
  /** Whether visitors can enter a discount code */
  discountCodes?: boolean;
  /** Issues an invoice, with a number and the tax of each line, when a submission is paid */
  invoice?: InvoiceSettings;
  /** In a form, when the field applies: if the answer to `field` is `equals`, is not `notEquals`, or, without both, if there is one. A field that does not apply is hidden and never required, and its answer is not stored. Texts are compared without case and spaces at their ends; times, addresses, telephone numbers and URLs in any notation. Of files, repeated groups and answers with several parts, only whether there is one can be tested */
  visibleWhen?: FieldCondition;
  /** In a form, the part of the hosted page that shows the field */
  step?: number;
}
/** A kind of block in a field */
export interface BlockDeclaration {
  /** The `type` of its values */
  name: string;
  /** What people see instead of the name */
  label?: string;
  /**
   * The fields of the block
   *
   * @maxItems 200
   */
  fields: FieldDeclaration[];
}
/** A kind of content and its custom fields */
export interface PostType {
  /** Singular name, as in URLs */
  name: string;
  /** Plural name, which also works in URLs; the name and `s` by default */
  plural: string;
  /** What people see, in the plural, such as Products; made from `plural` by default */
  label: string;
  /** Whether undeclared custom fields are rejected */
  strict: boolean;
  /** Whether published items can be read without a token */
  publicRead: boolean;
  /** Where items are on the site: an http or https URL with `{slug}` or `{id}`, and perhaps `{type}` and `{plural}` */
  url?: string;
  /** Where the site shows items that are not published. As `url`; `{token}` is what reads the draft: `GET /content/:type/:id?preview=<token>` */
  previewUrl?: string;
  /** Posts and pages, which cannot be deleted */
  builtIn: boolean;
  /**
   * In the order in which people see them
   *
   * @maxItems 200
   */
  fields: FieldDeclaration[];
  /** Only if there are any: the names of the taxonomies of the site that its items have */
  taxonomies?: string[];
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
}
/** A page of a list */
export interface PostTypeList {
  /** The records of this page */
  items: PostType[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** A content type to create */
export interface NewPostType {
  /** Singular name, as in URLs */
  name: string;
  /** Plural name, which also works in URLs; the name and `s` by default */
  plural?: string;
  /** What people see, in the plural, such as Products; made from `plural` by default */
  label?: string;
  /** Whether undeclared custom fields are rejected */
  strict?: boolean;
  /** Whether published items can be read without a token */
  publicRead?: boolean;
  /** Where items are on the site: an http or https URL with `{slug}` or `{id}`, and perhaps `{type}` and `{plural}` */
  url?: string | null;
  /** Where the site shows items that are not published. As `url`; `{token}` is what reads the draft: `GET /content/:type/:id?preview=<token>` */
  previewUrl?: string | null;
  /**
   * In the order in which people see them
   *
   * @maxItems 200
   */
  fields?: FieldDeclaration[];
}
/** Only the given members change */
export interface PostTypeChange {
  /** Plural name, which also works in URLs; the name and `s` by default */
  plural?: string;
  /** What people see, in the plural, such as Products; made from `plural` by default */
  label?: string;
  /** Whether undeclared custom fields are rejected */
  strict?: boolean;
  /** Whether published items can be read without a token */
  publicRead?: boolean;
  /** Where items are on the site: an http or https URL with `{slug}` or `{id}`, and perhaps `{type}` and `{plural}` */
  url?: string | null;
  /** Where the site shows items that are not published. As `url`; `{token}` is what reads the draft: `GET /content/:type/:id?preview=<token>` */
  previewUrl?: string | null;
  /**
   * In the order in which people see them
   *
   * @maxItems 200
   */
  fields?: FieldDeclaration[];
}
/** What a change of a content type means for stored values */
export interface FieldConversion {
  /** Name of the field */
  field: string;
  /** Stored values of another kind that can be converted */
  convertible: number;
  /** Stored values that cannot be converted */
  misfits: number;
  /** Some of the values that cannot be converted */
  examples: {
    /** Opaque ID */
    itemId: string;
    /** The stored value */
    value: unknown;
  }[];
}
/** An item with a stored value, and what becomes of it */
export interface PlannedValue {
  /** Opaque ID */
  id: string;
  /** Names the item in URLs */
  slug: string;
  /** Title of the item */
  title: string;
  /** The stored value; long ones are cut */
  value: unknown;
  /** What it would be converted to; null for a value that says nothing */
  result?: unknown;
  /** Why it does not fit */
  reason?: string;
}
/** What a change of a content type means for one field */
export interface FieldPlan {
  /** Name of the field; `rows.price` for one that is removed inside of another */
  field: string;
  /** A field with another name is removed and added */
  change: FieldPlanChange;
  /** The kind of the field before */
  from: string | null;
  /** The kind of the field after */
  to: string | null;
  /** Items with a value of this name. Those of a removed field keep it */
  values: number;
  /** Items whose value would be converted with `convert=true` */
  converted: number;
  /** Items that would no longer fit. Their values stay as they are, and must fit before the field is changed or the item is published */
  unfit: number;
  /** At most 20 items that would not fit, then at most 20 that would be converted */
  examples: PlannedValue[];
}
/** What a change of a content type would mean for its items */
export interface TypeChangePlan {
  /** Items of the type, including those in the trash */
  items: number;
  /** Fields whose values or rules change */
  fields: FieldPlan[];
}
/** A change of a content type, with what became of its items */
export interface TypeChange {
  /** Opaque ID */
  id: string;
  /** Singular name of the content type */
  type: string;
  /** While it is `converting` or `undoing`, items follow one after another. `failed`: some could not, and `problem` says why */
  status: TypeChangeStatus;
  /** What changed: members of the type, and fields as `fields.` and their name */
  members: string[];
  /** Whether stored values are converted */
  valuesConverted: boolean;
  /** A user or an API key */
  by: ChangeMaker | null;
  /** How far it is */
  progress: {
    /** Items that have been read */
    read: number;
    /** Items of the type when it began */
    total: number;
  };
  /** Fields with stored values that did not fit */
  conversions: FieldConversion[];
  /** When it was undone: items that had been edited or created since, perhaps before they were converted, and keep these values */
  left: number;
  /** At most 20 of them, with the fields that were edited */
  leftItems: {
    /** Opaque ID */
    id: string;
    /** Names the item in URLs */
    slug: string;
    /** Title of the item */
    title: string;
    /** Names of the edited fields */
    fields: string[];
  }[];
  /** Why it failed. Fields cannot be changed until it has been tried again (`POST /types/:name/changes/:id/retry`) or undone */
  problem: string | null;
  /** Whether it is the last change, and can be undone now */
  undoable: boolean;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** When all items had followed */
  endedAt: string | null;
  /** When it can no longer be undone */
  keptUntil: string | null;
}
/** A content type, and what its change means for stored values: `plan` of a dry run, `change` if values are converted */
export interface ChangedPostType {
  /** Singular name, as in URLs */
  name: string;
  /** Plural name, which also works in URLs; the name and `s` by default */
  plural: string;
  /** What people see, in the plural, such as Products; made from `plural` by default */
  label: string;
  /** Whether undeclared custom fields are rejected */
  strict: boolean;
  /** Whether published items can be read without a token */
  publicRead: boolean;
  /** Where items are on the site: an http or https URL with `{slug}` or `{id}`, and perhaps `{type}` and `{plural}` */
  url?: string;
  /** Where the site shows items that are not published. As `url`; `{token}` is what reads the draft: `GET /content/:type/:id?preview=<token>` */
  previewUrl?: string;
  /** Posts and pages, which cannot be deleted */
  builtIn: boolean;
  /**
   * In the order in which people see them
   *
   * @maxItems 200
   */
  fields: FieldDeclaration[];
  /** Only if there are any: the names of the taxonomies of the site that its items have */
  taxonomies?: string[];
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
  /** Fields with stored values that did not fit */
  conversions?: FieldConversion[];
  /** What a change of a content type would mean for its items */
  plan?: TypeChangePlan;
  /** A change of a content type, with what became of its items */
  change?: TypeChange;
}
/** Conditions on members of the records, by name and operator */
export interface TypeChangeFilters {
  /** It is not this */
  'status[ne]'?: 'converting' | 'completed' | 'undoing' | 'undone' | 'failed';
  /** It is one of these, separated by commas */
  'status[in]'?: string;
  /** It is none of these, separated by commas */
  'status[nin]'?: string;
  /** It is more, or later */
  'createdAt[gt]'?: string;
  /** It is this or more, or later */
  'createdAt[gte]'?: string;
  /** It is less, or earlier */
  'createdAt[lt]'?: string;
  /** It is this or less, or earlier */
  'createdAt[lte]'?: string;
  /** It is more, or later */
  'endedAt[gt]'?: string;
  /** It is this or more, or later */
  'endedAt[gte]'?: string;
  /** It is less, or earlier */
  'endedAt[lt]'?: string;
  /** It is this or less, or earlier */
  'endedAt[lte]'?: string;
  /** Whether there is one */
  'endedAt[exists]'?: boolean;
}
/** A page of a list */
export interface TypeChangeList {
  /** The records of this page */
  items: TypeChange[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** Conditions on members of the records, by name and operator */
export interface SavedViewFilters {
  /** It is not this */
  'name[ne]'?: string;
  /** It is one of these, separated by commas */
  'name[in]'?: string;
  /** It is none of these, separated by commas */
  'name[nin]'?: string;
  /** It is not this */
  'shared[ne]'?: boolean;
  /** It is more, or later */
  'createdAt[gt]'?: string;
  /** It is this or more, or later */
  'createdAt[gte]'?: string;
  /** It is less, or earlier */
  'createdAt[lt]'?: string;
  /** It is this or less, or earlier */
  'createdAt[lte]'?: string;
  /** It is more, or later */
  'updatedAt[gt]'?: string;
  /** It is this or more, or later */
  'updatedAt[gte]'?: string;
  /** It is less, or earlier */
  'updatedAt[lt]'?: string;
  /** It is this or less, or earlier */
  'updatedAt[lte]'?: string;
}
/** Filters, order and columns of a list of items, under a name */
export interface SavedView {
  /** Opaque ID */
  id: string;
  /** Singular name of the content type; `forms.inbox` for the inbox */
  type: string;
  /** What people see in the list of views */
  name: string;
  /** Whether all users see it */
  shared: boolean;
  /** The query of the list in the admin: filters, order, columns and size of a page */
  search: {
    [k: string]: string;
  };
  /** Who saved it */
  by: {
    /** Opaque ID */
    id: string;
    /** Name of the user */
    name: string;
  };
  /** Whether you can change and delete it: yours, and as an owner all shared ones */
  editable: boolean;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
  /** Increases by 1 with every change */
  version: number;
}
/** A page of a list */
export interface SavedViewList {
  /** The records of this page */
  items: SavedView[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** A view to save */
export interface NewSavedView {
  /** Singular or plural name of a content type, or `forms.inbox` */
  type: string;
  /** What people see in the list of views */
  name: string;
  /** Whether all users see it. By default `false` */
  shared?: boolean;
  /** The query of the list in the admin: filters, order, columns and size of a page */
  search: {
    [k: string]: string;
  };
}
/** Only the given members change; `search` merges by key */
export interface SavedViewChange {
  /** What people see in the list of views */
  name?: string;
  /** Whether all users see it */
  shared?: boolean;
  /** The query of the list in the admin: filters, order, columns and size of a page */
  search?: {
    [k: string]: string | null;
  };
}
/** Conditions on members of the records, by name and operator */
export interface TermFilters {
  /** It is not this */
  'slug[ne]'?: string;
  /** It is one of these, separated by commas */
  'slug[in]'?: string;
  /** It is none of these, separated by commas */
  'slug[nin]'?: string;
  /** It is not this */
  'name[ne]'?: string;
  /** It is one of these, separated by commas */
  'name[in]'?: string;
  /** It is none of these, separated by commas */
  'name[nin]'?: string;
  /** It is not this */
  'parentId[ne]'?: string;
  /** It is one of these, separated by commas */
  'parentId[in]'?: string;
  /** It is none of these, separated by commas */
  'parentId[nin]'?: string;
  /** Whether there is one */
  'parentId[exists]'?: boolean;
  /** It is more, or later */
  'updatedAt[gt]'?: string;
  /** It is this or more, or later */
  'updatedAt[gte]'?: string;
  /** It is less, or earlier */
  'updatedAt[lt]'?: string;
  /** It is this or less, or earlier */
  'updatedAt[lte]'?: string;
}
/** A tag or a category */
export interface Term {
  /** Opaque ID */
  id: string;
  /** Names the term in URLs and filters */
  slug: string;
  /** What people see */
  name: string;
  /** Text without markup */
  description: string;
  /** The term above it, in a nested taxonomy */
  parentId: string | null;
  /** Number of published items with this term */
  count: number;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
}
/** A page of a list */
export interface TermList {
  /** The records of this page */
  items: Term[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** A term to create */
export interface NewTerm {
  /** What people see, not blank */
  name: string;
  /** Names the term in URLs and filters; made from the name if absent */
  slug?: string;
  /** Text without markup */
  description?: string;
  /** Slug or ID of a term of the same taxonomy that can be nested, such as a category */
  parent?: string | null;
}
/** Only the given members change */
export interface TermChange {
  /** What people see, not blank */
  name?: string;
  /** Names the term in URLs and filters; made from the name if absent */
  slug?: string;
  /** Text without markup */
  description?: string;
  /** Slug or ID of a term of the same taxonomy that can be nested, such as a category */
  parent?: string | null;
}
/** Conditions on members of the records, by name and operator */
export interface TaxonomyFilters {
  /** It is not this */
  'name[ne]'?: string;
  /** It is one of these, separated by commas */
  'name[in]'?: string;
  /** It is none of these, separated by commas */
  'name[nin]'?: string;
  /** It is not this */
  'nested[ne]'?: boolean;
  /** It is not this */
  'publicRead[ne]'?: boolean;
  /** It is not this */
  'builtIn[ne]'?: boolean;
  /** It is more, or later */
  'createdAt[gt]'?: string;
  /** It is this or more, or later */
  'createdAt[gte]'?: string;
  /** It is less, or earlier */
  'createdAt[lt]'?: string;
  /** It is this or less, or earlier */
  'createdAt[lte]'?: string;
  /** Whether there is one */
  'createdAt[exists]'?: boolean;
  /** It is more, or later */
  'updatedAt[gt]'?: string;
  /** It is this or more, or later */
  'updatedAt[gte]'?: string;
  /** It is less, or earlier */
  'updatedAt[lt]'?: string;
  /** It is this or less, or earlier */
  'updatedAt[lte]'?: string;
  /** Whether there is one */
  'updatedAt[exists]'?: boolean;
}
/** What items are sorted into: its terms are those of items of some types */
export interface Taxonomy {
  /** As in URLs, in `terms` of items and in filters (`terms[brands]=nike`): it cannot be changed */
  name: string;
  /** What people see, in the plural, such as Brands; made from `name` by default */
  label: string;
  /** What people see for one term, such as Brand; `label` by default */
  singular: string;
  /** What its terms are for */
  description: string;
  /** Whether terms can have a parent */
  nested: boolean;
  /** Whether its terms can be read without a token */
  publicRead: boolean;
  /** The singular names of the content types whose items have its terms */
  types: string[];
  /** Tags and categories, which all types have and which cannot be changed */
  builtIn: boolean;
  /** Null for tags and categories */
  createdAt: string | null;
  /** Null for tags and categories */
  updatedAt: string | null;
}
/** A page of a list */
export interface TaxonomyList {
  /** The records of this page */
  items: Taxonomy[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** A taxonomy to create */
export interface NewTaxonomy {
  /** As in URLs, in `terms` of items and in filters (`terms[brands]=nike`): it cannot be changed */
  name: string;
  /** What people see, in the plural, such as Brands; made from `name` by default */
  label?: string;
  /** What people see for one term, such as Brand; `label` by default */
  singular?: string;
  /** What its terms are for */
  description?: string;
  /** Whether terms can have a parent */
  nested?: boolean;
  /** Whether its terms can be read without a token */
  publicRead?: boolean;
  /**
   * The singular names of the content types whose items have its terms
   *
   * @maxItems 200
   */
  types?: string[];
}
/** Only the given members change */
export interface TaxonomyChange {
  /** What people see, in the plural, such as Brands; made from `name` by default */
  label?: string;
  /** What people see for one term, such as Brand; `label` by default */
  singular?: string;
  /** What its terms are for */
  description?: string;
  /** Whether terms can have a parent */
  nested?: boolean;
  /** Whether its terms can be read without a token */
  publicRead?: boolean;
  /**
   * The singular names of the content types whose items have its terms
   *
   * @maxItems 200
   */
  types?: string[];
}
/** Conditions on members of the records, by name and operator */
export interface TaxonomyTermFilters {
  /** It is not this */
  'slug[ne]'?: string;
  /** It is one of these, separated by commas */
  'slug[in]'?: string;
  /** It is none of these, separated by commas */
  'slug[nin]'?: string;
  /** It is not this */
  'name[ne]'?: string;
  /** It is one of these, separated by commas */
  'name[in]'?: string;
  /** It is none of these, separated by commas */
  'name[nin]'?: string;
  /** It is not this */
  'parentId[ne]'?: string;
  /** It is one of these, separated by commas */
  'parentId[in]'?: string;
  /** It is none of these, separated by commas */
  'parentId[nin]'?: string;
  /** Whether there is one */
  'parentId[exists]'?: boolean;
  /** It is more, or later */
  'updatedAt[gt]'?: string;
  /** It is this or more, or later */
  'updatedAt[gte]'?: string;
  /** It is less, or earlier */
  'updatedAt[lt]'?: string;
  /** It is this or less, or earlier */
  'updatedAt[lte]'?: string;
  /** It is not this */
  'menuOrder[ne]'?: number;
  /** It is one of these, separated by commas */
  'menuOrder[in]'?: string;
  /** It is none of these, separated by commas */
  'menuOrder[nin]'?: string;
  /** It is more, or later */
  'menuOrder[gt]'?: number;
  /** It is this or more, or later */
  'menuOrder[gte]'?: number;
  /** It is less, or earlier */
  'menuOrder[lt]'?: number;
  /** It is this or less, or earlier */
  'menuOrder[lte]'?: number;
}
/** A term of a taxonomy */
export interface TaxonomyTerm {
  /** Opaque ID */
  id: string;
  /** Names the term in URLs and filters */
  slug: string;
  /** What people see */
  name: string;
  /** Text without markup */
  description: string;
  /** The term above it, in a nested taxonomy */
  parentId: string | null;
  /** Number of published items with this term */
  count: number;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
  /** The place among the terms with the same parent, in trees; of equal ones the slug decides */
  menuOrder: number;
}
/** A page of a list */
export interface TaxonomyTermList {
  /** The records of this page */
  items: TaxonomyTerm[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** A term to create */
export interface NewTaxonomyTerm {
  /** What people see, not blank */
  name: string;
  /** Names the term in URLs and filters; made from the name if absent */
  slug?: string;
  /** Text without markup */
  description?: string;
  /** Slug or ID of a term of the same taxonomy that can be nested, such as a category */
  parent?: string | null;
  /** The place among the terms with the same parent, in trees; of equal ones the slug decides */
  menuOrder?: number;
}
/** Only the given members change */
export interface TaxonomyTermChange {
  /** What people see, not blank */
  name?: string;
  /** Names the term in URLs and filters; made from the name if absent */
  slug?: string;
  /** Text without markup */
  description?: string;
  /** Slug or ID of a term of the same taxonomy that can be nested, such as a category */
  parent?: string | null;
  /** The place among the terms with the same parent, in trees; of equal ones the slug decides */
  menuOrder?: number;
}
/** A term of a taxonomy at its place in the tree */
export interface TreeTerm {
  /** Opaque ID */
  id: string;
  /** Names the term in URLs and filters */
  slug: string;
  /** What people see */
  name: string;
  /** Text without markup */
  description: string;
  /** The term above it, in a nested taxonomy */
  parentId: string | null;
  /** Number of published items with this term */
  count: number;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
  /** The place among the terms with the same parent, in trees; of equal ones the slug decides */
  menuOrder: number;
  /** How many terms are above it */
  depth: number;
}
/** A page of a list */
export interface TreeTermList {
  /** The records of this page */
  items: TreeTerm[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** Terms to merge with another one */
export interface TermsMerge {
  /**
   * Slugs or IDs of the terms that are merged, and deleted
   *
   * @minItems 1
   * @maxItems 100
   */
  terms: string[];
  /** Slug or ID of the term that stays, of the same taxonomy */
  into: string;
}
/** The term that stays, and what it got */
export interface MergedTerm {
  /** A term of a taxonomy */
  term: TaxonomyTerm;
  /** How many items had the term that was merged, drafts and the trash included */
  items: number;
  /** How many terms were directly below it */
  children: number;
  /** Whether nothing was changed, because the request said so */
  dryRun: boolean;
}
/** The term to merge with */
export interface TermMerge {
  /** Slug or ID of the term that stays, of the same taxonomy */
  into: string;
}
/** Conditions on members of the records, by name and operator */
export interface AuthorFilters {
  /** It is not this */
  'slug[ne]'?: string;
  /** It is one of these, separated by commas */
  'slug[in]'?: string;
  /** It is none of these, separated by commas */
  'slug[nin]'?: string;
  /** It is not this */
  'name[ne]'?: string;
  /** It is one of these, separated by commas */
  'name[in]'?: string;
  /** It is none of these, separated by commas */
  'name[nin]'?: string;
  /** It is more, or later */
  'createdAt[gt]'?: string;
  /** It is this or more, or later */
  'createdAt[gte]'?: string;
  /** It is less, or earlier */
  'createdAt[lt]'?: string;
  /** It is this or less, or earlier */
  'createdAt[lte]'?: string;
  /** It is more, or later */
  'updatedAt[gt]'?: string;
  /** It is this or more, or later */
  'updatedAt[gte]'?: string;
  /** It is less, or earlier */
  'updatedAt[lt]'?: string;
  /** It is this or less, or earlier */
  'updatedAt[lte]'?: string;
}
/** An author of items */
export interface Author {
  /** Opaque ID */
  id: string;
  /** Names the author in URLs */
  slug: string;
  /** What readers see */
  name: string;
  /** Text without markup */
  bio: string;
  /** ID of a media record */
  pictureId: string | null;
  /** A media record in a field of an item that was read with `expand` */
  picture: ExpandedMedia | null;
  /** Up to 20, in the order to show them */
  links: AuthorLink[];
  /** Number of published items of this author */
  count: number;
  /** Only with content:write */
  email?: string | null;
  /** The user who is this author; only with content:write */
  userId?: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
}
/** A page of a list */
export interface AuthorList {
  /** The records of this page */
  items: Author[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** An author to create */
export interface NewAuthor {
  /** What readers see, not blank */
  name: string;
  /** Names the author in URLs; made from the name if absent */
  slug?: string;
  /** Text without markup */
  bio?: string;
  /** ID of a media record */
  pictureId?: string | null;
  /**
   * In the order to show them
   *
   * @maxItems 20
   */
  links?: AuthorLink[];
  /** Never public */
  email?: string | null;
  /** The user who is this author; requires `admin`. Null: an author who cannot sign in */
  userId?: string | null;
}
/** Only the given members change */
export interface AuthorChange {
  /** What readers see, not blank */
  name?: string;
  /** Names the author in URLs; made from the name if absent */
  slug?: string;
  /** Text without markup */
  bio?: string;
  /** ID of a media record */
  pictureId?: string | null;
  /**
   * In the order to show them
   *
   * @maxItems 20
   */
  links?: AuthorLink[];
  /** Never public */
  email?: string | null;
  /** The user who is this author; requires `admin`. Null: an author who cannot sign in */
  userId?: string | null;
}
/** Authors to merge with another one */
export interface AuthorsMerge {
  /**
   * Slugs or IDs of the authors who are merged, and deleted
   *
   * @minItems 1
   * @maxItems 100
   */
  authors: string[];
  /** Slug or ID of the author who stays */
  into: string;
}
/** The author who stays */
export interface MergedAuthors {
  /** An author of items */
  author: Author;
  /** How many items the author got, drafts and the trash included */
  items: number;
}
/** A language that items have */
export interface ItemLanguage {
  /** BCP 47 */
  language: string;
}
/** A page of a list */
export interface ItemLanguageList {
  /** The records of this page */
  items: ItemLanguage[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** Conditions on members of the records, by name and operator */
export interface MediaFilters {
  /** It is not this */
  'mimeType[ne]'?: string;
  /** It is one of these, separated by commas */
  'mimeType[in]'?: string;
  /** It is none of these, separated by commas */
  'mimeType[nin]'?: string;
  /** Whether there is one */
  'mimeType[exists]'?: boolean;
  /** It is not this */
  'folder[ne]'?: string;
  /** It is one of these, separated by commas */
  'folder[in]'?: string;
  /** It is none of these, separated by commas */
  'folder[nin]'?: string;
  /** It is not this */
  'sha256[ne]'?: string;
  /** It is one of these, separated by commas */
  'sha256[in]'?: string;
  /** It is none of these, separated by commas */
  'sha256[nin]'?: string;
  /** Whether there is one */
  'sha256[exists]'?: boolean;
  /** It is not this */
  'fileName[ne]'?: string;
  /** It is one of these, separated by commas */
  'fileName[in]'?: string;
  /** It is none of these, separated by commas */
  'fileName[nin]'?: string;
  /** Whether there is one */
  'fileName[exists]'?: boolean;
  /** It is not this */
  'size[ne]'?: number;
  /** It is one of these, separated by commas */
  'size[in]'?: string;
  /** It is none of these, separated by commas */
  'size[nin]'?: string;
  /** It is more, or later */
  'size[gt]'?: number;
  /** It is this or more, or later */
  'size[gte]'?: number;
  /** It is less, or earlier */
  'size[lt]'?: number;
  /** It is this or less, or earlier */
  'size[lte]'?: number;
  /** It is not this */
  'width[ne]'?: number;
  /** It is one of these, separated by commas */
  'width[in]'?: string;
  /** It is none of these, separated by commas */
  'width[nin]'?: string;
  /** It is more, or later */
  'width[gt]'?: number;
  /** It is this or more, or later */
  'width[gte]'?: number;
  /** It is less, or earlier */
  'width[lt]'?: number;
  /** It is this or less, or earlier */
  'width[lte]'?: number;
  /** Whether there is one */
  'width[exists]'?: boolean;
  /** It is not this */
  'height[ne]'?: number;
  /** It is one of these, separated by commas */
  'height[in]'?: string;
  /** It is none of these, separated by commas */
  'height[nin]'?: string;
  /** It is more, or later */
  'height[gt]'?: number;
  /** It is this or more, or later */
  'height[gte]'?: number;
  /** It is less, or earlier */
  'height[lt]'?: number;
  /** It is this or less, or earlier */
  'height[lte]'?: number;
  /** Whether there is one */
  'height[exists]'?: boolean;
  /** It is not this */
  'private[ne]'?: boolean;
  /** It is not this */
  'itemId[ne]'?: string;
  /** It is one of these, separated by commas */
  'itemId[in]'?: string;
  /** It is none of these, separated by commas */
  'itemId[nin]'?: string;
  /** Whether there is one */
  'itemId[exists]'?: boolean;
  /** It is not this */
  'externalId[ne]'?: string;
  /** It is one of these, separated by commas */
  'externalId[in]'?: string;
  /** It is none of these, separated by commas */
  'externalId[nin]'?: string;
  /** Whether there is one */
  'externalId[exists]'?: boolean;
  /** It is more, or later */
  'createdAt[gt]'?: string;
  /** It is this or more, or later */
  'createdAt[gte]'?: string;
  /** It is less, or earlier */
  'createdAt[lt]'?: string;
  /** It is this or less, or earlier */
  'createdAt[lte]'?: string;
  /** It is more, or later */
  'updatedAt[gt]'?: string;
  /** It is this or more, or later */
  'updatedAt[gte]'?: string;
  /** It is less, or earlier */
  'updatedAt[lt]'?: string;
  /** It is this or less, or earlier */
  'updatedAt[lte]'?: string;
}
/** A picture or another file used in items */
export interface Media {
  /** Opaque ID */
  id: string;
  /** What another system calls it. No two of them can have the same */
  externalId: string | null;
  /** A name for people, from the file name if none was given */
  title: string;
  /** Text that describes the picture to people who cannot see it */
  alt: string;
  /** Text beneath the picture */
  caption: string;
  /** Notes about the file */
  description: string;
  /** Media type of the file, found in its bytes */
  mimeType: string | null;
  /** Where it was imported from */
  sourceUrl: string | null;
  /** The stored file; null if it is still on the imported site */
  fileId: string | null;
  /** The item it was uploaded to */
  itemId: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
  /** Where the file is: the URL changes when the file is replaced, and old ones lead to the new file. Without a file, the `sourceUrl` */
  url: string | null;
  /** As it was uploaded */
  fileName: string | null;
  /** Bytes of the file behind `url` */
  size: number | null;
  /** In pixels */
  width: number | null;
  /** In pixels */
  height: number | null;
  /** A tiny picture as a data URL, to be shown while the file is loaded */
  placeholder: string | null;
  /** URLs of smaller sizes with their widths, for `<img srcset>`; null if there are none */
  srcset: string | null;
  /** SHA-256 of the file as it was sent, in hex */
  sha256: string | null;
  /** What stays visible when the picture is cropped: 0 is the left edge, 1 the right one */
  focalX: number | null;
  /** The same from top to bottom */
  focalY: number | null;
  /** Names joined by slashes; empty for none */
  folder: string;
  /** Labels to find it by */
  tags: string[];
  /** Whether the file requires a key with `content:read`, or a link that expires */
  private: boolean;
}
/** A page of a list */
export interface MediaList {
  /** The records of this page */
  items: Media[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** A file to fetch, and its texts */
export interface MediaFromUrl {
  /** Where to fetch the file from */
  url: string;
  /** What another system calls it. No two of them can have the same */
  externalId?: string | null;
  /** A name for people, from the file name if none was given */
  title?: string;
  /** Text that describes the picture to people who cannot see it */
  alt?: string;
  /** Text beneath the picture */
  caption?: string;
  /** Notes about the file */
  description?: string;
  /** Names joined by slashes, such as `Products/2027`; empty for none */
  folder?: string;
  /**
   * Labels to find it by, without commas
   *
   * @maxItems 50
   */
  tags?: string[];
  /** What stays visible when the picture is cropped, from 0 (left) to 1 (right) */
  focalX?: number | null;
  /** What stays visible when the picture is cropped, from 0 (top) to 1 (bottom) */
  focalY?: number | null;
  /** Whether the file requires a key with `content:read`, or a link that expires */
  private?: boolean;
}
/** Conditions on members of the records, by name and operator */
export interface MediaLabelFilters {
  /** It is not this */
  'name[ne]'?: string;
  /** It is one of these, separated by commas */
  'name[in]'?: string;
  /** It is none of these, separated by commas */
  'name[nin]'?: string;
  /** It is not this */
  'count[ne]'?: number;
  /** It is one of these, separated by commas */
  'count[in]'?: string;
  /** It is none of these, separated by commas */
  'count[nin]'?: string;
  /** It is more, or later */
  'count[gt]'?: number;
  /** It is this or more, or later */
  'count[gte]'?: number;
  /** It is less, or earlier */
  'count[lt]'?: number;
  /** It is this or less, or earlier */
  'count[lte]'?: number;
}
/** A folder or tag, and how many records it has */
export interface MediaLabel {
  /** Name of the folder or tag */
  name: string;
  /** Number of records that have it */
  count: number;
}
/** A page of a list */
export interface MediaLabelList {
  /** The records of this page */
  items: MediaLabel[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** The texts to update */
export interface MediaTexts {
  /** What another system calls it. No two of them can have the same */
  externalId?: string | null;
  /** A name for people, from the file name if none was given */
  title?: string;
  /** Text that describes the picture to people who cannot see it */
  alt?: string;
  /** Text beneath the picture */
  caption?: string;
  /** Notes about the file */
  description?: string;
  /** Names joined by slashes, such as `Products/2027`; empty for none */
  folder?: string;
  /**
   * Labels to find it by, without commas
   *
   * @maxItems 50
   */
  tags?: string[];
  /** What stays visible when the picture is cropped, from 0 (left) to 1 (right) */
  focalX?: number | null;
  /** What stays visible when the picture is cropped, from 0 (top) to 1 (bottom) */
  focalY?: number | null;
  /** Whether the file requires a key with `content:read`, or a link that expires */
  private?: boolean;
}
/** Conditions on members of the records, by name and operator */
export interface MediaUseFilters {
  /** It is not this */
  'type[ne]'?: string;
  /** It is one of these, separated by commas */
  'type[in]'?: string;
  /** It is none of these, separated by commas */
  'type[nin]'?: string;
  /** It is not this */
  'slug[ne]'?: string;
  /** It is one of these, separated by commas */
  'slug[in]'?: string;
  /** It is none of these, separated by commas */
  'slug[nin]'?: string;
}
/** An item that uses a media record */
export interface MediaUse {
  /** Opaque ID */
  id: string;
  /** Singular name of the content type */
  type: string;
  /** Names the item in URLs */
  slug: string;
  /** Title of the item */
  title: string;
  /** Fields that refer to it; `content` for a text that contains its URL */
  fields: string[];
}
/** A form that shows a media record: in its looks, or beside a choice */
export interface FormUse {
  /** Opaque ID */
  id: string;
  /** Names the form in URLs */
  slug: string;
  /** Name of the form */
  name: string;
}
/** Where a media record is used */
export interface MediaUses {
  /** The records of this page */
  items: MediaUse[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
  /** The forms that show it and that the caller may read, by name */
  forms: FormUse[];
  /** The settings of the site that have it */
  site: ('logo' | 'looks')[];
}
/** How long the link works */
export interface MediaLinkBody {
  /** Seconds. By default `3600` */
  expiresInSeconds?: number;
}
/** A URL that anyone can use until it expires */
export interface MediaLink {
  /** The file, for anyone who has the URL */
  url: string;
  /** When the URL stops working */
  expiresAt: string;
}
/** A file to fetch */
export interface FileFromUrl {
  /** Where to fetch the file from */
  url: string;
}
/** Conditions on members of the records, by name and operator */
export interface ImportFilters {
  /** It is not this */
  'status[ne]'?: 'pending' | 'checking' | 'checked' | 'importing' | 'completed' | 'failed' | 'canceled';
  /** It is one of these, separated by commas */
  'status[in]'?: string;
  /** It is none of these, separated by commas */
  'status[nin]'?: string;
  /** It is not this */
  'fileName[ne]'?: string;
  /** It is one of these, separated by commas */
  'fileName[in]'?: string;
  /** It is none of these, separated by commas */
  'fileName[nin]'?: string;
  /** It is more, or later */
  'createdAt[gt]'?: string;
  /** It is this or more, or later */
  'createdAt[gte]'?: string;
  /** It is less, or earlier */
  'createdAt[lt]'?: string;
  /** It is this or less, or earlier */
  'createdAt[lte]'?: string;
  /** It is more, or later */
  'startedAt[gt]'?: string;
  /** It is this or more, or later */
  'startedAt[gte]'?: string;
  /** It is less, or earlier */
  'startedAt[lt]'?: string;
  /** It is this or less, or earlier */
  'startedAt[lte]'?: string;
  /** Whether there is one */
  'startedAt[exists]'?: boolean;
  /** It is more, or later */
  'endedAt[gt]'?: string;
  /** It is this or more, or later */
  'endedAt[gte]'?: string;
  /** It is less, or earlier */
  'endedAt[lt]'?: string;
  /** It is this or less, or earlier */
  'endedAt[lte]'?: string;
  /** Whether there is one */
  'endedAt[exists]'?: boolean;
}
/** Read it again every second or so */
export interface ImportProgress {
  /** How much of the file has been read in this phase */
  bytes: number;
  /** Records created so far */
  created: number;
  /** Records updated so far */
  updated: number;
  /** Records that were there already */
  unchanged: number;
  /** Records of kinds that are not imported */
  skipped: number;
  /** Records that were changed in both places */
  problems: number;
}
/** What an export has */
export interface ImportSummary {
  /** Of the format */
  version: string;
  /** Of the site */
  title: string;
  /** Of the site */
  baseUrl: string;
  /** Number of authors */
  authors: number;
  /** By taxonomy */
  terms: {
    /** Number of records */
    [k: string]: number;
  };
  /** By content type, with those that will be skipped */
  items: {
    /** Number of records */
    [k: string]: number;
  };
  /** Number of comments, which are not imported */
  comments: number;
  /** What is never imported */
  skipped: {
    /** A kind of record */
    what: string;
    /** Number of records */
    count: number;
    /** Why these are not imported */
    why: string;
  }[];
  /** Of dates that are not given in UTC */
  timeZone: {
    /** An IANA name or an offset such as `+02:00` */
    name: string;
    /** Whether it was given, published items show it, or it is UTC because they do not */
    from: 'option' | 'export' | 'default';
  };
}
/** Something that an import found; with an ID if it is an item or a media record */
export interface ImportedRecord {
  /** As it is called in the export */
  name: string;
  /** The content type, if it is an item */
  type?: string;
  /** Of the item or media record */
  id?: string;
}
/** Records that an import counted, and the first of them */
export interface ImportedRecords {
  /** A kind of record, or a sentence about the records */
  what: string;
  /** Number of records */
  count: number;
  /** The first of them */
  examples: ImportedRecord[];
}
/** What an import has done */
export interface ImportReport {
  /** The site that was exported */
  site: {
    /** Name of the site */
    title: string;
    /** URL of the site */
    link: string;
  };
  /** Of dates that are not given in UTC */
  timeZone: {
    /** An IANA name or an offset such as `+02:00` */
    name: string;
    /** Whether it was given, published items show it, or it is UTC because they do not */
    from: 'option' | 'export' | 'default';
  };
  /** By kind: content types, `media`, `tag`, `category`, `author` */
  created: {
    /** Number of records */
    [k: string]: number;
  };
  /** By kind: unchanged since an earlier import, or there under the same slug */
  existing: {
    /** Number of records */
    [k: string]: number;
  };
  /** Changed in the export, and left as they are: `update` updates them */
  changed: ImportedRecords[];
  /** Changed in the export, and updated here */
  updated: ImportedRecords[];
  /** Changed in the export and edited here: left as edited here */
  edited: ImportedRecords[];
  /** What is never imported */
  skipped: {
    /** A kind of record */
    what: string;
    /** Number of records */
    count: number;
    /** Why these are not imported */
    why: string;
  }[];
  /** Custom fields that WordPress hides: kept apart until a content type declares them */
  hidden: string[];
  /** What waits for another file of the same site, with some of the IDs or names that it waits for */
  open: {
    /** What it waits for */
    what: string;
    /** Number of records that wait */
    count: number;
    /** Some IDs or names */
    examples: string[];
  }[];
  /** What differs from the export */
  notes: ImportedRecords[];
}
/** Why an import failed */
export interface ImportError {
  /** One sentence for the person who chose the file */
  detail: string;
  /** In the file */
  line: number | null;
  /** In the line */
  column: number | null;
}
/** The import of an uploaded export */
export interface Import {
  /** Opaque ID */
  id: string;
  /** `checking`: the file is read to its end before anything is stored. `checked`: it waits to be started. After `failed` and `canceled`, what has been stored stays; importing the file again continues */
  status: ImportStatus;
  /** As it was uploaded */
  fileName: string;
  /** Of the file, in bytes */
  size: number;
  /** Whether items that changed in the export and were not edited here are updated */
  update: boolean;
  /** Whether webhooks and the feed of events are notified of what it publishes and updates */
  events: boolean;
  /** Of dates that are not given in UTC, such as `Europe/Vienna` or `+02:00`. Null: as published items show */
  timeZone: string | null;
  /** Read it again every second or so */
  progress: ImportProgress | null;
  /** How often it was begun. More than once if the service stopped meanwhile: what was stored before counts as unchanged then */
  runs: number;
  /** What an export has */
  summary: ImportSummary | null;
  /** What an import has done */
  report: ImportReport | null;
  /** Why an import failed */
  error: ImportError | null;
  /** The user or API key that started it */
  by: {
    /** Opaque ID */
    id: string;
    /** As it was at that time */
    name: string | null;
  } | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** When it was begun for the first time */
  startedAt: string | null;
  /** When it was completed, failed or canceled */
  endedAt: string | null;
}
/** A page of a list */
export interface ImportList {
  /** The records of this page */
  items: Import[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** What to change of an import */
export interface ImportChange {
  /** Ends an import that has not ended */
  status: 'canceled';
}
/** Options that replace those that came with the file */
export interface ImportStart {
  /** Whether items that changed in the export and were not edited here are updated */
  update?: boolean;
  /** Whether webhooks and the feed of events are notified of what it publishes and updates */
  events?: boolean;
  /** Of dates that are not given in UTC, such as `Europe/Vienna` or `+02:00`. Null: as published items show */
  timeZone?: string | null;
}
/** The colors of a page, in the light or in the dark */
export interface SchemeColors {
  /** Around the form */
  page: string;
  /** Of the form */
  card: string;
  /** Of texts */
  text: string;
  /** Of less important texts */
  soft: string;
  /** Of the borders of inputs */
  line: string;
  /** Of faults */
  error: string;
  /** Of links */
  link: string;
  /** Of buttons and marks */
  accent: string;
  /** Of texts on buttons */
  onAccent: string;
  /** The minimum contrast of a text, by WCAG 2.2: 4.5 or more */
  textContrast: number;
  /** The minimum contrast of a control, by WCAG 2.2: 3 or more */
  controlContrast: number;
}
/** What a page makes of chosen colors */
export interface LooksColors {
  /** The colors of a page, in the light or in the dark */
  light: SchemeColors;
  /** The colors of a page, in the light or in the dark */
  dark: SchemeColors;
  /** The chosen colors that could not be seen, or would dazzle */
  adjusted: {
    /** Which of the chosen colors */
    color: 'brandColor' | 'backgroundColor';
    /** Where */
    scheme: 'light' | 'dark';
    /** The chosen color */
    chosen: string;
    /** What is shown instead */
    shown: string;
  }[];
}
/** Who is notified if an answer is this one */
export interface NoticeRule {
  /** The name of a field */
  field: string;
  /** Its answer, or one of its answers */
  is: string | boolean;
  /**
   * Who is notified of each submission with this answer
   *
   * @minItems 1
   * @maxItems 10
   */
  to: string[];
}
/** Mails about submissions. Variables are `{{site}}`, `{{form}}`, `{{answers}}` and `{{answers.<name of a field>}}` */
export interface FormMail {
  /** The notice of a submission. Its `Reply-To` is who submitted the form */
  notice?: {
    /**
     * Who is notified of each submission; an empty list for no one
     *
     * @maxItems 10
     */
    to: string[];
    /**
     * Who is notified as well, depending on answers
     *
     * @maxItems 30
     */
    rules?: NoticeRule[];
    /** Its subject, which may have variables; a standard one if absent or empty */
    subject?: string;
    /** When one mail a day reports all submissions, in the time zone of the site, in place of a notice of each */
    daily?: string;
  } | null;
  /** The answer to who submitted the form, if it has a field for an email address */
  reply?: {
    /** Whether it is sent */
    on: boolean;
    /** Its subject, which may have variables; a standard one if absent or empty */
    subject?: string;
    /** Paragraphs, separated by empty lines, which may have variables; a standard text if empty */
    text: string;
  } | null;
}
/** How the form recognizes spam; what is absent is as the site has it */
export interface FormSpam {
  /** From which score on submissions are spam: `lenient` from 80 points on, `normal` from 50, `strict` from 30; with `off` nothing is scored */
  level?: 'off' | 'lenient' | 'normal' | 'strict';
  /** Whether browsers solve a proof of work (ALTCHA): `score` adds points to submissions of visitors without a solution, and `required` rejects them; with `off` nothing is asked for */
  altcha?: 'off' | 'score' | 'required';
}
/** How the page of the form looks. What is absent is as the site has it */
export interface FormLooks {
  /** Light, dark, or as the device of the visitor has it */
  theme?: 'light' | 'dark' | 'auto';
  /** A font that the device of the visitor has: nothing is loaded */
  font?: 'sans' | 'serif' | 'rounded' | 'mono';
  /** Of inputs, buttons and the page */
  corners?: 'square' | 'soft' | 'round';
  /** Around the form. In the dark, a dark shade of it, of which the form gets one, too; `none` for none although the site has one */
  backgroundColor?: string;
  /** The ID of a picture in the media library that is not private: it covers the background, around the form; `none` for none although the site has one */
  backgroundPicture?: string;
  /** The ID of a picture in the media library that is not private: it stands above the form; `none` for none although the site has one */
  cover?: string;
  /** The ID of a picture in the media library that is not private: it replaces the logo and the name of the site; `none` for none although the site has one */
  logo?: string;
  /** Of buttons and links, in a shade that can be seen; `none` for none although the site has one */
  brandColor?: string;
}
/** How long the submissions of a form are kept; without an entry, for good */
export interface FormRetention {
  /** After how many days a submission is deleted with all that belongs to it; null for never */
  days?: number | null;
  /** After how many days only the answers to some fields are removed, with their files; by name */
  fields?: {
    /** After how many days the answers are removed */
    [k: string]: number;
  };
}
/** The item that each submission makes, as a draft; with a payment, once it is paid. Variables are `{{form}}` and `{{answers.<name of a field>}}` */
export interface DraftItem {
  /** The content type, by its singular name */
  type: string;
  /** Its title, which may have variables */
  title: string;
  /** Its paragraphs, separated by empty lines, which may have variables */
  content?: string;
  /** Which answers fill its fields: names of fields of the form, by names of fields of the type */
  fields?: {
    [k: string]: string;
  };
}
/** Visitors can save their answers on the page of the form, and get a link by mail to go on. It needs a mail server */
export interface SaveForLater {
  /** How long saved answers are kept, and their link works */
  days: number;
}
/** The texts of a field of a repeated group in another language */
export interface RowFieldTranslation {
  /** Its label */
  label?: string;
  /** Its help */
  help?: string;
  /** The labels of its options, by their values */
  options?: {
    [k: string]: string;
  };
}
/** The texts of a line of a price in another language */
export interface LineTranslation {
  /** Its label */
  label?: string;
  /** Its help */
  help?: string;
  /** The labels of its options, by their values */
  options?: {
    [k: string]: string;
  };
}
/** The texts of a field in another language */
export interface FieldTranslation {
  /** Its label; of a consent, what is agreed to */
  label?: string;
  /** Its help */
  help?: string;
  /** The description of a price */
  description?: string;
  /** The labels of its options, by their values */
  options?: {
    [k: string]: string;
  };
  /** Of a repeated group: the texts of its fields, by their names */
  fields?: {
    [k: string]: RowFieldTranslation;
  };
  /** Of a payment field: the texts of its lines, by their names */
  lines?: {
    [k: string]: LineTranslation;
  };
}
/** The texts of a form in another language */
export interface FormTranslation {
  /** The name of the form */
  name?: string;
  /** The introduction */
  description?: string;
  /** What the button says */
  button?: string;
  /** The text after a submission */
  thanks?: string;
  /** The text of a form that is closed */
  closed?: string;
  /** The texts of its fields, by their names */
  fields?: {
    [k: string]: FieldTranslation;
  };
}
/** A form to create */
export interface NewForm {
  /** What people see */
  name: string;
  /** Generated from the name if absent */
  slug?: string;
  /** Whether the form can be submitted without a token. By default `true` */
  public?: boolean;
  /** Whether the form accepts submissions. By default `true` */
  open?: boolean;
  /** Whether unknown keys are rejected; otherwise they are stored in `extra`. By default `false` */
  strict?: boolean;
  /** Further submissions are rejected */
  maxSubmissions?: number | null;
  /** Where visitors go after submitting or paying; a page of the service by default. `{submissionId}` in it is the ID of the submission */
  successUrl?: string | null;
  /**
   * In the order in which people see them
   *
   * @maxItems 200
   */
  fields: FieldDeclaration[];
  /** What the form does besides asking; what is absent is as by default */
  settings?: {
    /** What the hosted page says above the fields */
    description?: string | null;
    /** What its button says */
    button?: string | null;
    /** What it says after a submission */
    thanks?: string | null;
    /** What it says while the form accepts no submissions */
    closed?: string | null;
    /** Where payers go who cancel; a page of the service by default */
    cancelUrl?: string | null;
    /** When the form begins to accept submissions */
    opensAt?: string | null;
    /** From when on the form rejects submissions */
    closesAt?: string | null;
    /** Mails about submissions. Variables are `{{site}}`, `{{form}}`, `{{answers}}` and `{{answers.<name of a field>}}` */
    mail?: FormMail | null;
    /** How the form recognizes spam; what is absent is as the site has it */
    spam?: FormSpam | null;
    /** How the page of the form looks. What is absent is as the site has it */
    looks?: FormLooks | null;
    /** How long the submissions of a form are kept; without an entry, for good */
    retention?: FormRetention | null;
    /** Which answers fill the contact: names of fields of the form, by `email`, `name`, `phone` or the key in `fields` of the contact. Without the first three, the form finds them by the kinds and names of its fields. What the contact has already stays */
    contactFields?: {
      [k: string]: string;
    } | null;
    /** The item that each submission makes, as a draft; with a payment, once it is paid. Variables are `{{form}}` and `{{answers.<name of a field>}}` */
    draftItem?: DraftItem | null;
    /** Visitors can save their answers on the page of the form, and get a link by mail to go on. It needs a mail server */
    saveForLater?: SaveForLater | null;
  };
  /**
   * The sites whose pages may embed and submit the form, by origin. None: all sites. Payers come back only to pages of these sites
   *
   * @maxItems 50
   */
  origins?: string[];
  /** The language of its texts; null for that of the site */
  language?: ('en' | 'de' | 'fr' | 'es' | 'it' | 'nl' | 'pt' | 'pl' | 'sv' | 'tr' | 'ar' | 'he' | 'ja' | 'zh') | null;
  /** Its texts in other languages, by their codes: en, de, fr, es, it, nl, pt, pl, sv, tr, ar, he, ja, zh. Browsers get the one they prefer */
  translations?: {
    [k: string]: FormTranslation;
  };
}
/** A form. Visitors see it up to `successUrl`; the rest needs `forms:read` */
export interface Form {
  /** Opaque ID */
  id: string;
  /** Names the form in URLs */
  slug: string;
  /** What people see */
  name: string;
  /** Whether the form can be submitted without a token */
  public: boolean;
  /** Whether the form accepts submissions */
  open: boolean;
  /**
   * In the order in which people see them
   *
   * @maxItems 200
   */
  fields: FieldDeclaration[];
  /** Whether unknown keys are rejected; otherwise they are stored in `extra` */
  strict?: boolean;
  /** Further submissions are rejected; null for no limit */
  maxSubmissions?: number | null;
  /** Where visitors go after submitting or paying; null for a page of the service */
  successUrl?: string | null;
  /** The hosted page shows the texts `description`, `button`, `thanks` and `closed`; payers who cancel go to `cancelUrl`; `opensAt` and `closesAt` say when the form accepts submissions while it is open; `mail` are the mails about submissions, `spam` says how spam is recognized, `looks` how the page looks, `retention` how long submissions are kept, `saveForLater` whether visitors can go on later, and `contactFields` and `draftItem` what a submission fills besides */
  settings?: {
    [k: string]: unknown;
  };
  /**
   * The sites whose pages may embed and submit the form, by origin. None: all sites. Payers come back only to pages of these sites
   *
   * @maxItems 50
   */
  origins?: string[];
  /** The language of its texts; null for that of the site */
  language?: ('en' | 'de' | 'fr' | 'es' | 'it' | 'nl' | 'pt' | 'pl' | 'sv' | 'tr' | 'ar' | 'he' | 'ja' | 'zh') | null;
  /** Its texts in other languages, by their codes: en, de, fr, es, it, nl, pt, pl, sv, tr, ar, he, ja, zh. Browsers get the one they prefer */
  translations?: {
    [k: string]: FormTranslation;
  };
  /** Number of submissions */
  submissionCount?: number;
  /** Increases by 1 with every change */
  version?: number;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt?: string;
}
/** Conditions on members of the records, by name and operator */
export interface FormFilters {
  /** It is not this */
  'slug[ne]'?: string;
  /** It is one of these, separated by commas */
  'slug[in]'?: string;
  /** It is none of these, separated by commas */
  'slug[nin]'?: string;
  /** It is not this */
  'name[ne]'?: string;
  /** It is one of these, separated by commas */
  'name[in]'?: string;
  /** It is none of these, separated by commas */
  'name[nin]'?: string;
  /** It is not this */
  'public[ne]'?: boolean;
  /** It is not this */
  'open[ne]'?: boolean;
  /** It is not this */
  'language[ne]'?: 'en' | 'de' | 'fr' | 'es' | 'it' | 'nl' | 'pt' | 'pl' | 'sv' | 'tr' | 'ar' | 'he' | 'ja' | 'zh';
  /** It is one of these, separated by commas */
  'language[in]'?: string;
  /** It is none of these, separated by commas */
  'language[nin]'?: string;
  /** Whether there is one */
  'language[exists]'?: boolean;
  /** It is more, or later */
  'createdAt[gt]'?: string;
  /** It is this or more, or later */
  'createdAt[gte]'?: string;
  /** It is less, or earlier */
  'createdAt[lt]'?: string;
  /** It is this or less, or earlier */
  'createdAt[lte]'?: string;
  /** It is more, or later */
  'updatedAt[gt]'?: string;
  /** It is this or more, or later */
  'updatedAt[gte]'?: string;
  /** It is less, or earlier */
  'updatedAt[lt]'?: string;
  /** It is this or less, or earlier */
  'updatedAt[lte]'?: string;
}
/** A page of a list */
export interface FormList {
  /** The records of this page */
  items: Form[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** Mails about submissions. Variables are `{{site}}`, `{{form}}`, `{{answers}}` and `{{answers.<name of a field>}}` */
export interface FormMailChange {
  /** The notice of a submission. Its `Reply-To` is who submitted the form */
  notice?: {
    /**
     * Who is notified of each submission; an empty list for no one
     *
     * @maxItems 10
     */
    to?: string[];
    /**
     * Who is notified as well, depending on answers
     *
     * @maxItems 30
     */
    rules?: NoticeRule[] | null;
    /** Its subject, which may have variables; a standard one if absent or empty */
    subject?: string | null;
    /** When one mail a day reports all submissions, in the time zone of the site, in place of a notice of each */
    daily?: string | null;
  } | null;
  /** The answer to who submitted the form, if it has a field for an email address */
  reply?: {
    /** Whether it is sent */
    on?: boolean;
    /** Its subject, which may have variables; a standard one if absent or empty */
    subject?: string | null;
    /** Paragraphs, separated by empty lines, which may have variables; a standard text if empty */
    text?: string;
  } | null;
}
/** How the form recognizes spam; what is absent is as the site has it */
export interface FormSpamChange {
  /** From which score on submissions are spam: `lenient` from 80 points on, `normal` from 50, `strict` from 30; with `off` nothing is scored */
  level?: ('off' | 'lenient' | 'normal' | 'strict') | null;
  /** Whether browsers solve a proof of work (ALTCHA): `score` adds points to submissions of visitors without a solution, and `required` rejects them; with `off` nothing is asked for */
  altcha?: ('off' | 'score' | 'required') | null;
}
/** How the page of the form looks. What is absent is as the site has it */
export interface FormLooksChange {
  /** Light, dark, or as the device of the visitor has it */
  theme?: ('light' | 'dark' | 'auto') | null;
  /** A font that the device of the visitor has: nothing is loaded */
  font?: ('sans' | 'serif' | 'rounded' | 'mono') | null;
  /** Of inputs, buttons and the page */
  corners?: ('square' | 'soft' | 'round') | null;
  /** Around the form. In the dark, a dark shade of it, of which the form gets one, too; `none` for none although the site has one */
  backgroundColor?: string | null;
  /** The ID of a picture in the media library that is not private: it covers the background, around the form; `none` for none although the site has one */
  backgroundPicture?: string | null;
  /** The ID of a picture in the media library that is not private: it stands above the form; `none` for none although the site has one */
  cover?: string | null;
  /** The ID of a picture in the media library that is not private: it replaces the logo and the name of the site; `none` for none although the site has one */
  logo?: string | null;
  /** Of buttons and links, in a shade that can be seen; `none` for none although the site has one */
  brandColor?: string | null;
}
/** How long the submissions of a form are kept; without an entry, for good */
export interface FormRetentionChange {
  /** After how many days a submission is deleted with all that belongs to it; null for never */
  days?: number | null;
  /** After how many days only the answers to some fields are removed, with their files; by name */
  fields?: {
    /** After how many days the answers are removed */
    [k: string]: number | null;
  } | null;
}
/** The item that each submission makes, as a draft; with a payment, once it is paid. Variables are `{{form}}` and `{{answers.<name of a field>}}` */
export interface DraftItemChange {
  /** The content type, by its singular name */
  type?: string;
  /** Its title, which may have variables */
  title?: string;
  /** Its paragraphs, separated by empty lines, which may have variables */
  content?: string | null;
  /** Which answers fill its fields: names of fields of the form, by names of fields of the type */
  fields?: {
    [k: string]: string | null;
  } | null;
}
/** Visitors can save their answers on the page of the form, and get a link by mail to go on. It needs a mail server */
export interface SaveForLaterChange {
  /** How long saved answers are kept, and their link works */
  days?: number;
}
/** The texts of a field of a repeated group in another language */
export interface RowFieldTranslationChange {
  /** Its label */
  label?: string | null;
  /** Its help */
  help?: string | null;
  /** The labels of its options, by their values */
  options?: {
    [k: string]: string | null;
  } | null;
}
/** The texts of a line of a price in another language */
export interface LineTranslationChange {
  /** Its label */
  label?: string | null;
  /** Its help */
  help?: string | null;
  /** The labels of its options, by their values */
  options?: {
    [k: string]: string | null;
  } | null;
}
/** The texts of a field in another language */
export interface FieldTranslationChange {
  /** Its label; of a consent, what is agreed to */
  label?: string | null;
  /** Its help */
  help?: string | null;
  /** The description of a price */
  description?: string | null;
  /** The labels of its options, by their values */
  options?: {
    [k: string]: string | null;
  } | null;
  /** Of a repeated group: the texts of its fields, by their names */
  fields?: {
    [k: string]: RowFieldTranslationChange | null;
  } | null;
  /** Of a payment field: the texts of its lines, by their names */
  lines?: {
    [k: string]: LineTranslationChange | null;
  } | null;
}
/** The texts of a form in another language */
export interface FormTranslationChange {
  /** The name of the form */
  name?: string | null;
  /** The introduction */
  description?: string | null;
  /** What the button says */
  button?: string | null;
  /** The text after a submission */
  thanks?: string | null;
  /** The text of a form that is closed */
  closed?: string | null;
  /** The texts of its fields, by their names */
  fields?: {
    [k: string]: FieldTranslationChange | null;
  } | null;
}
/** What is absent stays. `settings` and `translations` merge by key at every depth, and null removes */
export interface FormChange {
  /** Generated from the name if absent */
  slug?: string;
  /** What people see */
  name?: string;
  /** Whether the form can be submitted without a token */
  public?: boolean;
  /** Whether the form accepts submissions */
  open?: boolean;
  /** Whether unknown keys are rejected; otherwise they are stored in `extra` */
  strict?: boolean;
  /** Further submissions are rejected */
  maxSubmissions?: number | null;
  /** Where visitors go after submitting or paying; a page of the service by default. `{submissionId}` in it is the ID of the submission */
  successUrl?: string | null;
  /**
   * In the order in which people see them
   *
   * @maxItems 200
   */
  fields?: FieldDeclaration[];
  /** What the form does besides asking; what is absent is as by default */
  settings?: {
    /** What the hosted page says above the fields */
    description?: string | null;
    /** What its button says */
    button?: string | null;
    /** What it says after a submission */
    thanks?: string | null;
    /** What it says while the form accepts no submissions */
    closed?: string | null;
    /** Where payers go who cancel; a page of the service by default */
    cancelUrl?: string | null;
    /** When the form begins to accept submissions */
    opensAt?: string | null;
    /** From when on the form rejects submissions */
    closesAt?: string | null;
    /** Mails about submissions. Variables are `{{site}}`, `{{form}}`, `{{answers}}` and `{{answers.<name of a field>}}` */
    mail?: FormMailChange | null;
    /** How the form recognizes spam; what is absent is as the site has it */
    spam?: FormSpamChange | null;
    /** How the page of the form looks. What is absent is as the site has it */
    looks?: FormLooksChange | null;
    /** How long the submissions of a form are kept; without an entry, for good */
    retention?: FormRetentionChange | null;
    /** Which answers fill the contact: names of fields of the form, by `email`, `name`, `phone` or the key in `fields` of the contact. Without the first three, the form finds them by the kinds and names of its fields. What the contact has already stays */
    contactFields?: {
      [k: string]: string | null;
    } | null;
    /** The item that each submission makes, as a draft; with a payment, once it is paid. Variables are `{{form}}` and `{{answers.<name of a field>}}` */
    draftItem?: DraftItemChange | null;
    /** Visitors can save their answers on the page of the form, and get a link by mail to go on. It needs a mail server */
    saveForLater?: SaveForLaterChange | null;
  } | null;
  /**
   * The sites whose pages may embed and submit the form, by origin. None: all sites. Payers come back only to pages of these sites
   *
   * @maxItems 50
   */
  origins?: string[];
  /** The language of its texts; null for that of the site */
  language?: ('en' | 'de' | 'fr' | 'es' | 'it' | 'nl' | 'pt' | 'pl' | 'sv' | 'tr' | 'ar' | 'he' | 'ja' | 'zh') | null;
  /** Its texts in other languages, by their codes: en, de, fr, es, it, nl, pt, pl, sv, tr, ar, he, ja, zh. Browsers get the one they prefer */
  translations?: {
    [k: string]: FormTranslationChange | null;
  } | null;
}
/** What to put on a page of another site, by way */
export interface FormCode {
  /** The script and the element that embed the form */
  script: string;
  /** A frame with the page of the form */
  iframe: string;
  /** A form to style, with all fields */
  html: string;
  /** A component of React, which uses the client */
  react: string;
}
/** What a form asked in one of its versions */
export interface FormVersion {
  /** The last version of the form with these questions, so far */
  version: number;
  /**
   * In the order in which people see them
   *
   * @maxItems 200
   */
  fields: FieldDeclaration[];
  /** The language of its texts; null for that of the site */
  language: string | null;
  /** Its texts in other languages, by their codes: en, de, fr, es, it, nl, pt, pl, sv, tr, ar, he, ja, zh. Browsers get the one they prefer */
  translations: {
    [k: string]: FormTranslation;
  };
  /** When the form began to ask something else; null if it asks this */
  replacedAt: string | null;
}
/** Conditions on answers, by field and operator */
export interface AnswerConditions {
  [k: string]: string;
}
/** Conditions on members of the records, by name and operator */
export interface InboxSubmissionFilters {
  /** It is not this */
  'contactId[ne]'?: string;
  /** It is one of these, separated by commas */
  'contactId[in]'?: string;
  /** It is none of these, separated by commas */
  'contactId[nin]'?: string;
  /** Whether there is one */
  'contactId[exists]'?: boolean;
  /** It is more, or later */
  'createdAt[gt]'?: string;
  /** It is this or more, or later */
  'createdAt[gte]'?: string;
  /** It is less, or earlier */
  'createdAt[lt]'?: string;
  /** It is this or less, or earlier */
  'createdAt[lte]'?: string;
  /** It is not this */
  'progress[ne]'?: 'new' | 'in_progress' | 'done';
  /** It is one of these, separated by commas */
  'progress[in]'?: string;
  /** It is none of these, separated by commas */
  'progress[nin]'?: string;
  /** It is not this */
  'assigneeId[ne]'?: string;
  /** It is one of these, separated by commas */
  'assigneeId[in]'?: string;
  /** It is none of these, separated by commas */
  'assigneeId[nin]'?: string;
  /** Whether there is one */
  'assigneeId[exists]'?: boolean;
}
/** What a line is taxed with */
export interface LineTax {
  /** A decimal number with up to four decimals */
  percent: string;
  /** As in EN 16931: `S` standard or reduced rate, `Z` zero rated, `E` exempt from tax, `AE` reverse charge, `K` intra-Community supply, `G` export outside the EU, `O` outside the scope of tax */
  category: TaxCategory;
  /** Why no tax is due */
  reason: string | null;
}
/** A part of what was bought */
export interface PaymentLine {
  /** Name of the line in the form */
  name: string;
  /** The chosen option; null if the line has none */
  option: string | null;
  /** What the payer sees */
  label: string;
  /** The item that was bought; absent if the option is none */
  itemId?: string;
  /** How many were bought */
  quantity: number;
  /** Price of one, in the smallest unit of the currency */
  unitAmount: number;
  /** Price of all, before the discount, in the smallest unit of the currency */
  amount: number;
  /** What the discount takes off this line, in the smallest unit of the currency */
  discount: number;
  /** ID of its tax rate; absent if the form issues no invoice */
  taxRateId?: string | null;
  /** What a line is taxed with */
  tax?: LineTax | null;
}
/** A discount code that was used */
export interface PaymentDiscount {
  /** The discount code, in capital letters */
  code: string;
  /** What it takes off, in the smallest unit of the currency */
  amount: number;
}
/** What is due for one tax */
export interface TaxTotal {
  /** A decimal number with up to four decimals */
  percent: string;
  /** As in EN 16931: `S` standard or reduced rate, `Z` zero rated, `E` exempt from tax, `AE` reverse charge, `K` intra-Community supply, `G` export outside the EU, `O` outside the scope of tax */
  category: TaxCategory;
  /** Why no tax is due */
  reason: string | null;
  /** What is taxed */
  base: number;
  /** The tax on it */
  tax: number;
}
/** Something that was agreed to with a submission */
export interface Consent {
  /** Name of the field */
  field: string;
  /** What the visitor read, in their language: the label, and the help below it */
  text: string;
  /** Version of the form that has this text */
  version: number;
  /** When it was agreed to */
  at: string;
}
/** Why a submission counts as spam */
export interface SpamReason {
  /** What was noticed. New ones may be added */
  signal:
    | 'honeypot'
    | 'time'
    | 'altcha'
    | 'links'
    | 'words'
    | 'gibberish'
    | 'script'
    | 'name'
    | 'email'
    | 'repeated'
    | 'rate'
    | 'blockedWord'
    | 'blockedDomain'
    | 'blockedAddress';
  /** What it adds to the score */
  points: number;
  /** What was noticed, as a sentence for people */
  detail: string;
}
/** Why it is spam */
export interface Spam {
  /** The sum of the points; null if a person moved it to the spam */
  score: number | null;
  /** From which score on it was spam */
  limit: number | null;
  /** What adds up to the score */
  reasons: SpamReason[];
  /** Since when it is spam */
  since: string;
}
/** A submission in the inbox */
export interface InboxSubmission {
  /** Opaque ID */
  id: string;
  /** ID of the form */
  formId: string;
  /** `submitted` if nothing has to be paid. `spam` is kept apart: lists, counts and exports have it only if they are asked for it */
  status: SubmissionStatus;
  /** Answers by field name */
  data: {
    [k: string]: unknown;
  };
  /** Answers to what the form does not ask */
  extra: {
    [k: string]: unknown;
  };
  /** The uploaded files */
  files: {
    /** Opaque ID */
    id: string;
    /** Name of the field that it answers */
    field: string;
    /** As it was uploaded */
    name: string;
    /** Media type, found in its bytes */
    type: string;
    /** Bytes */
    size: number;
    /** Why it cannot be downloaded; absent if it can */
    quarantine?: {
      /** Whether it waits for its scan, something was found in it, or it cannot be scanned */
      reason: 'waiting' | 'infected' | 'unscannable';
      /** What was found, or why it cannot be scanned; null while it waits */
      note: string | null;
    };
  }[];
  /** The contact who submitted it */
  contactId: string | null;
  /** In which it was submitted; absent if it is that of the site */
  language?: string;
  /** What was or must be paid; null if nothing */
  payment: {
    /** Opaque ID */
    id: string;
    /** A `PaymentStatus` */
    status: string;
    /** In the smallest unit of the currency */
    amount: number;
    /** ISO 4217, lowercase */
    currency: string;
    /** The processor's ID of the payment intent */
    paymentIntentId: string | null;
    /** In the smallest unit of the currency */
    amountRefunded: number;
    /** What was bought; absent if the form has a fixed price */
    lines?: PaymentLine[];
    /** A discount code that was used */
    discount?: PaymentDiscount | null;
    /** Whether the amounts of the lines include tax; absent if the form issues no invoice */
    pricesIncludeTax?: boolean;
    /** What is due for each tax; absent if the form issues no invoice */
    taxes?: TaxTotal[];
    /** As whom the tax rules see a buyer: `domestic` is in the country of the seller, or in none that is known; `eu_business` in another one of the EU, with a valid VAT ID; `eu_consumer` there without; `abroad` outside the EU */
    taxedAs?: BuyerKind;
    /** What became of the stock and places of a payment: `held` while the checkout is open, `released` if it ended unpaid or a person returned them to the stock; `unavailable` if it was paid after that, and they were sold to others */
    reservation?: ReservationStatus;
  } | null;
  /** The version of the form that it answers: `GET /forms/{id}/versions/{version}` has its questions. Absent if it is older than these */
  formVersion?: number;
  /** What was agreed to, as it was shown; absent for nothing */
  consents?: Consent[];
  /** The answers that were removed because their time was over; absent if none was */
  removed?: {
    /** Name of the field */
    field: string;
    /** When its answer and files were removed */
    at: string;
  }[];
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** Why it is spam */
  spam?: Spam;
  /** The form that was submitted */
  form: {
    /** ID of the form */
    id: string;
    /** Names the form in URLs */
    slug: string;
    /** What people see */
    name: string;
  };
  /** Whether no one has read it yet. It is the same for all users */
  unread: boolean;
  /** Whether it has a star. It is the same for all users */
  starred: boolean;
  /** How far it has been dealt with. Setting `done` marks it as read, too */
  progress: SubmissionProgress;
  /** The user in charge; null if there is none */
  assignee: {
    /** Opaque ID */
    id: string;
    /** Name of the user */
    name: string | null;
  } | null;
  /** Number of notes */
  noteCount: number;
}
/** A page of a list */
export interface InboxSubmissionList {
  /** The records of this page */
  items: InboxSubmission[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** The given members are replaced */
export interface SubmissionChange {
  /** Whether no one has read it yet. It is the same for all users */
  unread?: boolean;
  /** Whether it has a star. It is the same for all users */
  starred?: boolean;
  /** How far it has been dealt with. Setting `done` marks it as read, too */
  progress?: SubmissionProgress;
  /** ID of the user in charge */
  assigneeId?: string | null;
}
/** What to do with several submissions */
export interface SubmissionsChange {
  /**
   * Submissions of any forms, spam as well; up to 100 for `spam` and `notSpam`
   *
   * @minItems 1
   * @maxItems 1000
   *
   * Items: Opaque ID
   */
  ids: string[];
  /** What to do with them */
  action: 'update' | 'delete' | 'spam' | 'notSpam';
  /** The given members are replaced */
  change?: SubmissionChange;
}
/** What became of the submissions */
export interface SortedSpam {
  /**
   * IDs of the submissions that are now as the request says
   *
   * Items: Opaque ID
   */
  done: string[];
  /** Those that stay as they are, and why */
  failed: {
    /** Opaque ID */
    id: string;
    /** The code of the problem */
    code: string;
    /** What happened */
    detail: string;
  }[];
}
/** How many submissions are unread */
export interface UnreadCount {
  /** Number of unread submissions */
  unread: number;
}
/** A user who can be in charge of submissions */
export interface Assignee {
  /** Opaque ID */
  id: string;
  /** Name of the user */
  name: string | null;
}
/** A page of a list */
export interface AssigneeList {
  /** The records of this page */
  items: Assignee[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** Conditions on members of the records, by name and operator */
export interface StoryEntryFilters {
  /** It is not this */
  'kind[ne]'?: 'note' | 'mail' | 'event' | 'item';
  /** It is one of these, separated by commas */
  'kind[in]'?: string;
  /** It is none of these, separated by commas */
  'kind[nin]'?: string;
  /** It is more, or later */
  'at[gt]'?: string;
  /** It is this or more, or later */
  'at[gte]'?: string;
  /** It is less, or earlier */
  'at[lt]'?: string;
  /** It is this or less, or earlier */
  'at[lte]'?: string;
}
/** A note about a submission, which its sender does not see */
export interface SubmissionNote {
  /** Opaque ID */
  id: string;
  /** For those who work on it */
  text: string;
  /** Who wrote it; null if it came from an archive */
  by: {
    /** Opaque ID */
    id: string;
    /** Name of the user or API key */
    name: string | null;
  } | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
}
/** One part of what happened with a submission */
export interface StoryEntry {
  /** Which of the members `note`, `mail`, `event` and `item` it has */
  kind: 'note' | 'mail' | 'event' | 'item';
  /** RFC 3339 in UTC, with milliseconds */
  at: string;
  /** A note about a submission, which its sender does not see */
  note?: SubmissionNote;
  /** A mail about the submission */
  mail?: {
    /** Opaque ID */
    id: string;
    /** An `OutboxKind`; `message` for a reply */
    kind: string;
    /** A `MailStatus`; of a reply a `SubmissionReplyStatus` */
    status: string;
    /** Who gets it */
    recipient: string;
    /** Its subject */
    subject: string;
    /** What was written in the inbox; null for other mails */
    text: string | null;
    /** What went wrong in the last attempt */
    error: string | null;
    /** Who wrote it; null if it came from an archive */
    by: {
      /** Opaque ID */
      id: string;
      /** Name of the user or API key */
      name: string | null;
    } | null;
  };
  /** What happened to the submission or its payment */
  event?: {
    /** Opaque ID */
    id: string;
    /** Name of the event, such as `submission.submitted` */
    type: string;
  };
  /** The draft that was made of the submission */
  item?: {
    /** Singular name of the content type */
    type: string;
    /** The item; null if it could not be made */
    itemId: string | null;
    /** What kept it, or a part of it, from being made */
    fault: string | null;
  };
}
/** A page of a list */
export interface StoryEntryList {
  /** The records of this page */
  items: StoryEntry[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** A note to add */
export interface NewSubmissionNote {
  /** For those who work on it */
  text: string;
}
/** What is known of a reply before it is written */
export interface SubmissionReplyDraft {
  /** Who a reply can go to, without whom none can be sent; the first by default */
  recipients: {
    /** An email address */
    address: string;
    /** Where it is from: an answer, or the contact of the submission */
    source: 'answer' | 'contact';
    /** Label of the field; null for the contact */
    label: string | null;
    /** Why the address accepts no mail, as its server said; null if nothing is known */
    refusal: string | null;
  }[];
  /** A subject to begin with */
  subject: string;
  /** Where answers to the reply go: the first address that the form notifies, or that of the signed-in user; null for the sender of all mails */
  replyTo: string | null;
  /** Whether a mail server is set. Without one, replies wait in the outbox */
  mailServerConfigured: boolean;
}
/** A reply to send */
export interface NewSubmissionReply {
  /** One of the `recipients` of the draft; the first by default */
  to?: string;
  /** The subject of the mail */
  subject: string;
  /** What is written: paragraphs, separated by empty lines */
  text: string;
}
/** A reply by mail to who submitted a form */
export interface SubmissionReply {
  /** Opaque ID */
  id: string;
  /** Who gets it */
  recipient: string;
  /** The subject of the mail */
  subject: string;
  /** What is written: paragraphs, separated by empty lines */
  text: string;
  /** A `MailStatus`, or `refused` if it failed and the address accepts no mail, or `unknown` if it came from an archive */
  status: SubmissionReplyStatus;
  /** What went wrong in the last attempt */
  error: string | null;
  /** Who wrote it; null if it came from an archive */
  by: {
    /** Opaque ID */
    id: string;
    /** Name of the user or API key */
    name: string | null;
  } | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
}
/** Conditions on members of the records, by name and operator */
export interface AvailabilityFilters {
  /** It is not this */
  'line[ne]'?: string;
  /** It is one of these, separated by commas */
  'line[in]'?: string;
  /** It is none of these, separated by commas */
  'line[nin]'?: string;
  /** Whether there is one */
  'line[exists]'?: boolean;
  /** It is not this */
  'soldOut[ne]'?: boolean;
}
/** Whether something of a form can still be bought */
export interface Availability {
  /** Name of the line; null for the places of the form */
  line: string | null;
  /** The option; null if the line has none */
  option: string | null;
  /** What people see */
  label: string;
  /** Whether none is left */
  soldOut: boolean;
  /** How many are left; null unless the form shows it */
  available: number | null;
}
/** A page of a list */
export interface AvailabilityList {
  /** The records of this page */
  items: Availability[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** Conditions on members of the records, by name and operator */
export interface StockFilters {
  /** It is not this */
  'line[ne]'?: string;
  /** It is one of these, separated by commas */
  'line[in]'?: string;
  /** It is none of these, separated by commas */
  'line[nin]'?: string;
  /** Whether there is one */
  'line[exists]'?: boolean;
  /** It is not this */
  'available[ne]'?: number;
  /** It is one of these, separated by commas */
  'available[in]'?: string;
  /** It is none of these, separated by commas */
  'available[nin]'?: string;
  /** It is more, or later */
  'available[gt]'?: number;
  /** It is this or more, or later */
  'available[gte]'?: number;
  /** It is less, or earlier */
  'available[lt]'?: number;
  /** It is this or less, or earlier */
  'available[lte]'?: number;
  /** Whether there is one */
  'available[exists]'?: boolean;
}
/** What a form sells in a limited number */
export interface Stock {
  /** Name of the line; null for the places of the form */
  line: string | null;
  /** The option; null if the line has none */
  option: string | null;
  /** What people see */
  label: string;
  /** How many are for sale in all; null for any number */
  total: number | null;
  /** How many open checkouts hold */
  held: number;
  /** How many are sold */
  sold: number;
  /** How many are left; null for any number */
  available: number | null;
}
/** A page of a list */
export interface StockList {
  /** The records of this page */
  items: Stock[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** Counts what was sold or returned elsewhere */
export interface StockCorrection {
  /** Name of the line; null for the places of the form */
  line: string | null;
  /** The option; null if the line has none */
  option?: string | null;
  /** How many are sold, elsewhere too */
  sold: number;
}
/** Conditions on members of the records, by name and operator */
export interface DiscountFilters {
  /** It is not this */
  'code[ne]'?: string;
  /** It is one of these, separated by commas */
  'code[in]'?: string;
  /** It is none of these, separated by commas */
  'code[nin]'?: string;
  /** It is more, or later */
  'validFrom[gt]'?: string;
  /** It is this or more, or later */
  'validFrom[gte]'?: string;
  /** It is less, or earlier */
  'validFrom[lt]'?: string;
  /** It is this or less, or earlier */
  'validFrom[lte]'?: string;
  /** Whether there is one */
  'validFrom[exists]'?: boolean;
  /** It is more, or later */
  'validUntil[gt]'?: string;
  /** It is this or more, or later */
  'validUntil[gte]'?: string;
  /** It is less, or earlier */
  'validUntil[lt]'?: string;
  /** It is this or less, or earlier */
  'validUntil[lte]'?: string;
  /** Whether there is one */
  'validUntil[exists]'?: boolean;
  /** It is not this */
  'used[ne]'?: number;
  /** It is one of these, separated by commas */
  'used[in]'?: string;
  /** It is none of these, separated by commas */
  'used[nin]'?: string;
  /** It is more, or later */
  'used[gt]'?: number;
  /** It is this or more, or later */
  'used[gte]'?: number;
  /** It is less, or earlier */
  'used[lt]'?: number;
  /** It is this or less, or earlier */
  'used[lte]'?: number;
  /** It is more, or later */
  'createdAt[gt]'?: string;
  /** It is this or more, or later */
  'createdAt[gte]'?: string;
  /** It is less, or earlier */
  'createdAt[lt]'?: string;
  /** It is this or less, or earlier */
  'createdAt[lte]'?: string;
  /** It is more, or later */
  'updatedAt[gt]'?: string;
  /** It is this or more, or later */
  'updatedAt[gte]'?: string;
  /** It is less, or earlier */
  'updatedAt[lt]'?: string;
  /** It is this or less, or earlier */
  'updatedAt[lte]'?: string;
}
/** A discount code of a form */
export interface Discount {
  /** Opaque ID */
  id: string;
  /** ID of the form */
  formId: string;
  /** What visitors enter, in capital letters */
  code: string;
  /** What it takes off, in percent; null with `amountOff` */
  percentOff: number | null;
  /** What it takes off, in the smallest unit of the currency; null with `percentOff` */
  amountOff: number | null;
  /**
   * Names of the lines, or options as `line/option`, that it is for; null for all
   *
   * @minItems 1
   * @maxItems 100
   */
  appliesTo: string[] | null;
  /** From when it can be used; null for always */
  validFrom: string | null;
  /** Until when it can be used; null for always */
  validUntil: string | null;
  /** How often it can be used; null for no limit */
  maxUses: number | null;
  /** Of `amountOff`; in another currency the code is not valid */
  currency: string | null;
  /** Number of open checkouts that use it */
  held: number;
  /** Number of payments that used it */
  used: number;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
  /** Increases by 1 with every change; uses do not count */
  version: number;
}
/** A page of a list */
export interface DiscountList {
  /** The records of this page */
  items: Discount[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** A discount code to create */
export interface NewDiscount {
  /** What visitors enter; case, accents, spaces and the width of letters do not matter */
  code: string;
  /** What it takes off, in percent; null with `amountOff` */
  percentOff?: number | null;
  /** What it takes off, in the smallest unit of the currency; null with `percentOff` */
  amountOff?: number | null;
  /**
   * Names of the lines, or options as `line/option`, that it is for; null for all
   *
   * @minItems 1
   * @maxItems 100
   */
  appliesTo?: string[] | null;
  /** From when it can be used; null for always */
  validFrom?: string | null;
  /** Until when it can be used; null for always */
  validUntil?: string | null;
  /** How often it can be used; null for no limit */
  maxUses?: number | null;
}
/** The given members are replaced */
export interface DiscountChange {
  /** What visitors enter; case, accents, spaces and the width of letters do not matter */
  code?: string;
  /** What it takes off, in percent; null with `amountOff` */
  percentOff?: number | null;
  /** What it takes off, in the smallest unit of the currency; null with `percentOff` */
  amountOff?: number | null;
  /**
   * Names of the lines, or options as `line/option`, that it is for; null for all
   *
   * @minItems 1
   * @maxItems 100
   */
  appliesTo?: string[] | null;
  /** From when it can be used; null for always */
  validFrom?: string | null;
  /** Until when it can be used; null for always */
  validUntil?: string | null;
  /** How often it can be used; null for no limit */
  maxUses?: number | null;
}
/** A challenge of ALTCHA. The widget and the libraries of ALTCHA solve it */
export interface Challenge {
  /** What is to be solved */
  parameters: {
    /** How keys are derived */
    algorithm: string;
    /** What the counter is appended to, in hexadecimal */
    nonce: string;
    /** The salt of the derivation, in hexadecimal */
    salt: string;
    /** Iterations of each derivation */
    cost: number;
    /** Bytes of the derived key */
    keyLength: number;
    /** How the derived key must start */
    keyPrefix: string;
    /** When it expires, in seconds since 1970 */
    expiresAt: number;
    [k: string]: unknown;
  };
  /** Signs the parameters for this form */
  signature: string;
}
/** Which submissions are spam, or are not */
export interface SpamSorting {
  /**
   * IDs of submissions
   *
   * @minItems 1
   * @maxItems 100
   *
   * Items: Opaque ID
   */
  ids: string[];
  /** Whether they are spam */
  spam: boolean;
}
/** What was deleted */
export interface EmptiedSpam {
  /** Number of submissions that were deleted */
  deleted: number;
}
/** How the site recognizes spam, and how long it is kept */
export interface SpamSettings {
  /** From which score on submissions are spam, unless their form says otherwise: `lenient` from 80 points on, `normal` from 50, `strict` from 30; with `off` nothing is scored */
  level: 'off' | 'lenient' | 'normal' | 'strict';
  /** Whether browsers solve a proof of work (ALTCHA), unless the form says otherwise: `score` adds points to submissions of visitors without a solution, and `required` rejects them; with `off` nothing is asked for */
  altcha: 'off' | 'score' | 'required';
  /** Days after which spam is deleted permanently, with its files */
  days: number;
  /**
   * Words and phrases of up to five words; between slashes, a pattern in the notation of RE2. Case and accents are ignored
   *
   * @maxItems 1000
   */
  words: string[];
  /**
   * Domains of links and of email addresses, with all below them
   *
   * @maxItems 1000
   */
  domains: string[];
  /**
   * IP addresses of senders, and ranges of them
   *
   * @maxItems 1000
   */
  addresses: string[];
}
/** The given members are replaced */
export interface SpamSettingsChange {
  /** From which score on submissions are spam, unless their form says otherwise: `lenient` from 80 points on, `normal` from 50, `strict` from 30; with `off` nothing is scored */
  level?: 'off' | 'lenient' | 'normal' | 'strict';
  /** Whether browsers solve a proof of work (ALTCHA), unless the form says otherwise: `score` adds points to submissions of visitors without a solution, and `required` rejects them; with `off` nothing is asked for */
  altcha?: 'off' | 'score' | 'required';
  /** Days after which spam is deleted permanently, with its files */
  days?: number;
  /**
   * Words and phrases of up to five words; between slashes, a pattern in the notation of RE2. Case and accents are ignored
   *
   * @maxItems 1000
   */
  words?: string[];
  /**
   * Domains of links and of email addresses, with all below them
   *
   * @maxItems 1000
   */
  domains?: string[];
  /**
   * IP addresses of senders, and ranges of them
   *
   * @maxItems 1000
   */
  addresses?: string[];
}
/** Conditions on members of the records, by name and operator */
export interface SubmissionFilters {
  /** It is not this */
  'contactId[ne]'?: string;
  /** It is one of these, separated by commas */
  'contactId[in]'?: string;
  /** It is none of these, separated by commas */
  'contactId[nin]'?: string;
  /** Whether there is one */
  'contactId[exists]'?: boolean;
  /** It is more, or later */
  'createdAt[gt]'?: string;
  /** It is this or more, or later */
  'createdAt[gte]'?: string;
  /** It is less, or earlier */
  'createdAt[lt]'?: string;
  /** It is this or less, or earlier */
  'createdAt[lte]'?: string;
}
/** The answers to a form */
export interface Submission {
  /** Opaque ID */
  id: string;
  /** ID of the form */
  formId: string;
  /** `submitted` if nothing has to be paid. `spam` is kept apart: lists, counts and exports have it only if they are asked for it */
  status: SubmissionStatus;
  /** Answers by field name */
  data: {
    [k: string]: unknown;
  };
  /** Answers to what the form does not ask */
  extra: {
    [k: string]: unknown;
  };
  /** The uploaded files */
  files: {
    /** Opaque ID */
    id: string;
    /** Name of the field that it answers */
    field: string;
    /** As it was uploaded */
    name: string;
    /** Media type, found in its bytes */
    type: string;
    /** Bytes */
    size: number;
    /** Why it cannot be downloaded; absent if it can */
    quarantine?: {
      /** Whether it waits for its scan, something was found in it, or it cannot be scanned */
      reason: 'waiting' | 'infected' | 'unscannable';
      /** What was found, or why it cannot be scanned; null while it waits */
      note: string | null;
    };
  }[];
  /** The contact who submitted it */
  contactId: string | null;
  /** In which it was submitted; absent if it is that of the site */
  language?: string;
  /** What was or must be paid; null if nothing */
  payment: {
    /** Opaque ID */
    id: string;
    /** A `PaymentStatus` */
    status: string;
    /** In the smallest unit of the currency */
    amount: number;
    /** ISO 4217, lowercase */
    currency: string;
    /** The processor's ID of the payment intent */
    paymentIntentId: string | null;
    /** In the smallest unit of the currency */
    amountRefunded: number;
    /** What was bought; absent if the form has a fixed price */
    lines?: PaymentLine[];
    /** A discount code that was used */
    discount?: PaymentDiscount | null;
    /** Whether the amounts of the lines include tax; absent if the form issues no invoice */
    pricesIncludeTax?: boolean;
    /** What is due for each tax; absent if the form issues no invoice */
    taxes?: TaxTotal[];
    /** As whom the tax rules see a buyer: `domestic` is in the country of the seller, or in none that is known; `eu_business` in another one of the EU, with a valid VAT ID; `eu_consumer` there without; `abroad` outside the EU */
    taxedAs?: BuyerKind;
    /** What became of the stock and places of a payment: `held` while the checkout is open, `released` if it ended unpaid or a person returned them to the stock; `unavailable` if it was paid after that, and they were sold to others */
    reservation?: ReservationStatus;
  } | null;
  /** The version of the form that it answers: `GET /forms/{id}/versions/{version}` has its questions. Absent if it is older than these */
  formVersion?: number;
  /** What was agreed to, as it was shown; absent for nothing */
  consents?: Consent[];
  /** The answers that were removed because their time was over; absent if none was */
  removed?: {
    /** Name of the field */
    field: string;
    /** When its answer and files were removed */
    at: string;
  }[];
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** Why it is spam */
  spam?: Spam;
}
/** A page of a list */
export interface SubmissionList {
  /** The records of this page */
  items: Submission[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** What would be deleted, and when */
export interface RetentionPlan {
  /** Whole submissions */
  submissions: {
    /** How many are deleted at the next run, spam included */
    due: number;
    /** When the next one follows; null if there is none */
    nextAt: string | null;
  };
  /** Answers to single fields */
  fields: {
    /** Name of the field */
    field: string;
    /** How many submissions are so old and may still have an answer */
    due: number;
    /** When the next one follows; null if there is none */
    nextAt: string | null;
  }[];
}
/** The answers to a field with options, with yes or no, or with numbers */
export interface SummarizedField {
  /** Name of the field, or of a part of its answer: `field.part` */
  name: string;
  /** What people see */
  label: string;
  /** Number of submissions that answer it */
  answered: number;
  /** How often each answer was given, in the order of the options; null for numbers that are not all whole ones from 0 to 10 */
  counts:
    | {
        /** An answer */
        value: string;
        /** What people see in place of the value */
        label: string;
        /** Number of submissions with this answer */
        count: number;
      }[]
    | null;
  /** For numbers; null for other answers, and if there is none */
  numbers: {
    /** The lowest */
    min: number;
    /** The one in the middle */
    median: number;
    /** The average */
    mean: number;
    /** The highest */
    max: number;
  } | null;
}
/** How far visitors got who opened the page of the form in this period, without spam */
export interface FormDropOff {
  /** Number of visitors who began to answer */
  began: number;
  /** Number of those who submitted the form */
  submitted: number;
  /** In the order of the form */
  steps: {
    /** Its number, from 1 */
    step: number;
    /** The label of its first field */
    label: string;
    /** Number of visitors to whom it was shown, and who had begun */
    reached: number;
    /** Number of those who got no further, or have not yet */
    left: number;
  }[];
}
/** What was submitted with a form in a period */
export interface FormSummary {
  /** The first day, in the site's time zone */
  firstDay: string;
  /** The last day */
  lastDay: string;
  /** A day, a week from Monday on, or a month */
  interval: SummaryInterval;
  /** How many there were */
  submissions: {
    /** Number of submissions */
    total: number;
    /** Those whose payment has not succeeded */
    awaitingPayment: number;
    /** Those that were paid */
    paid: number;
    /** Those that were taken for spam and still exist, which are in no other number */
    spam: number;
  };
  /** Every day, week or month, including those without submissions */
  times: {
    /** Its first day in the period */
    firstDay: string;
    /** Number of submissions */
    count: number;
    /** Number of spam submissions */
    spam: number;
  }[];
  /** The payments for these submissions, by currency */
  payments: {
    /** ISO 4217, lowercase */
    currency: string;
    /** Number of payments that succeeded */
    count: number;
    /** In the smallest unit of the currency */
    received: number;
    /** In the smallest unit of the currency */
    refunded: number;
  }[];
  /** In the order of the form */
  fields: SummarizedField[];
  /** How far visitors got who opened the page of the form in this period, without spam */
  dropOff: FormDropOff | null;
  /** How many submissions `fields` is about: the latest 100,000 of the period */
  answersOf: number;
}
/** What scans the files of submissions, and the files in quarantine */
export interface FileScan {
  /** The clamd that scans files, as `FRONTDESK_CLAMD` names it; null: none */
  scanner: string | null;
  /** Whether it responded just now */
  reachable: boolean;
  /** What it says of itself; null if it did not respond */
  version: string | null;
  /** From when its signatures are; null if that is not known */
  signaturesAt: string | null;
  /** Why it cannot be reached; null if it can */
  fault: string | null;
  /** Number of files that wait for their verdict */
  waitingFiles: number;
  /** When the first of them arrived; null if none waits */
  waitingSince: string | null;
  /** Number of files in which something was found */
  infectedFiles: number;
  /** Number of files that the scanner cannot scan */
  unscannableFiles: number;
}
/** A file and whether it is in quarantine */
export interface ScannedFile {
  /** ID of the file */
  id: string;
  /** Whether it is in quarantine now */
  quarantined: boolean;
}
/** A payment to request */
export interface NewCheckout {
  /** In the smallest unit of the currency: cents for usd, whole yen for jpy */
  amount: number;
  /** ISO 4217, lowercase */
  currency: Currency;
  /** What it is for, as the payer sees it */
  description?: string;
  /** ID of the contact who pays */
  contactId?: string;
  /** ID of the invoice to pay */
  invoiceId?: string;
  /** An http or https URL; `{CHECKOUT_SESSION_ID}` is replaced */
  successUrl?: string;
  /** An http or https URL; `{CHECKOUT_SESSION_ID}` is replaced */
  cancelUrl?: string;
}
/** A hosted checkout session */
export interface Checkout {
  /** The hosted page to send the payer to */
  url: string;
}
/** What to refund */
export interface NewRefund {
  /** The ID of the payment intent, or of the payment */
  paymentIntentId: string;
  /** In the smallest unit of the currency; the full remaining amount by default */
  amount?: number;
  /** What the processor is given as the reason */
  reason?: RefundReason;
  /** Whether all that was bought goes back to the stock once the refund has succeeded; false by default */
  restock?: boolean;
  /** Whether the invoice of the payment, which must be issued, is credited with the same amount once the refund has succeeded; false by default */
  creditNote?: boolean;
}
/** A requested refund */
export interface Refund {
  /** ID of the refund */
  id: string;
  /** The processor's ID of the payment intent */
  paymentIntentId: string | null;
  /** In the smallest unit of the currency */
  amount: number;
  /** ISO 4217, lowercase */
  currency: string;
  /** The reason of the request */
  reason: string | null;
  /** `pending` until the processor reports the result */
  status: RefundStatus;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
}
/** Conditions on members of the records, by name and operator */
export interface PaymentFilters {
  /** It is not this */
  'status[ne]'?: 'open' | 'processing' | 'succeeded' | 'failed' | 'canceled' | 'expired';
  /** It is one of these, separated by commas */
  'status[in]'?: string;
  /** It is none of these, separated by commas */
  'status[nin]'?: string;
  /** It is not this */
  'contactId[ne]'?: string;
  /** It is one of these, separated by commas */
  'contactId[in]'?: string;
  /** It is none of these, separated by commas */
  'contactId[nin]'?: string;
  /** Whether there is one */
  'contactId[exists]'?: boolean;
  /** It is not this */
  'invoiceId[ne]'?: string;
  /** It is one of these, separated by commas */
  'invoiceId[in]'?: string;
  /** It is none of these, separated by commas */
  'invoiceId[nin]'?: string;
  /** Whether there is one */
  'invoiceId[exists]'?: boolean;
  /** It is not this */
  'submissionId[ne]'?: string;
  /** It is one of these, separated by commas */
  'submissionId[in]'?: string;
  /** It is none of these, separated by commas */
  'submissionId[nin]'?: string;
  /** Whether there is one */
  'submissionId[exists]'?: boolean;
  /** It is not this */
  'paymentIntentId[ne]'?: string;
  /** It is one of these, separated by commas */
  'paymentIntentId[in]'?: string;
  /** It is none of these, separated by commas */
  'paymentIntentId[nin]'?: string;
  /** Whether there is one */
  'paymentIntentId[exists]'?: boolean;
  /** It is not this */
  'amount[ne]'?: number;
  /** It is one of these, separated by commas */
  'amount[in]'?: string;
  /** It is none of these, separated by commas */
  'amount[nin]'?: string;
  /** It is more, or later */
  'amount[gt]'?: number;
  /** It is this or more, or later */
  'amount[gte]'?: number;
  /** It is less, or earlier */
  'amount[lt]'?: number;
  /** It is this or less, or earlier */
  'amount[lte]'?: number;
  /** It is not this */
  'amountReceived[ne]'?: number;
  /** It is one of these, separated by commas */
  'amountReceived[in]'?: string;
  /** It is none of these, separated by commas */
  'amountReceived[nin]'?: string;
  /** It is more, or later */
  'amountReceived[gt]'?: number;
  /** It is this or more, or later */
  'amountReceived[gte]'?: number;
  /** It is less, or earlier */
  'amountReceived[lt]'?: number;
  /** It is this or less, or earlier */
  'amountReceived[lte]'?: number;
  /** It is not this */
  'amountRefunded[ne]'?: number;
  /** It is one of these, separated by commas */
  'amountRefunded[in]'?: string;
  /** It is none of these, separated by commas */
  'amountRefunded[nin]'?: string;
  /** It is more, or later */
  'amountRefunded[gt]'?: number;
  /** It is this or more, or later */
  'amountRefunded[gte]'?: number;
  /** It is less, or earlier */
  'amountRefunded[lt]'?: number;
  /** It is this or less, or earlier */
  'amountRefunded[lte]'?: number;
  /** It is not this */
  'currency[ne]'?: string;
  /** It is one of these, separated by commas */
  'currency[in]'?: string;
  /** It is none of these, separated by commas */
  'currency[nin]'?: string;
  /** It is not this */
  'disputed[ne]'?: boolean;
  /** It is not this */
  'review[ne]'?: string;
  /** It is one of these, separated by commas */
  'review[in]'?: string;
  /** It is none of these, separated by commas */
  'review[nin]'?: string;
  /** Whether there is one */
  'review[exists]'?: boolean;
  /** It is more, or later */
  'paidAt[gt]'?: string;
  /** It is this or more, or later */
  'paidAt[gte]'?: string;
  /** It is less, or earlier */
  'paidAt[lt]'?: string;
  /** It is this or less, or earlier */
  'paidAt[lte]'?: string;
  /** Whether there is one */
  'paidAt[exists]'?: boolean;
  /** It is more, or later */
  'createdAt[gt]'?: string;
  /** It is this or more, or later */
  'createdAt[gte]'?: string;
  /** It is less, or earlier */
  'createdAt[lt]'?: string;
  /** It is this or less, or earlier */
  'createdAt[lte]'?: string;
  /** It is more, or later */
  'updatedAt[gt]'?: string;
  /** It is this or more, or later */
  'updatedAt[gte]'?: string;
  /** It is less, or earlier */
  'updatedAt[lt]'?: string;
  /** It is this or less, or earlier */
  'updatedAt[lte]'?: string;
}
/** A charge, from the attempt to its refunds */
export interface Payment {
  /** ID of the payment */
  id: string;
  /** The processor's id */
  paymentIntentId: string | null;
  /** The processor's ID of the checkout */
  checkoutSessionId: string | null;
  /** In the smallest unit of the currency */
  amount: number;
  /** ISO 4217, lowercase */
  currency: string;
  /** In the smallest unit of the currency */
  amountReceived: number;
  /** In the smallest unit of the currency */
  amountRefunded: number;
  /** `processing`: the bank has yet to confirm; `expired`: the checkout ended without a payment */
  status: PaymentStatus;
  /** Whether the payer has disputed it with the bank */
  disputed: boolean;
  /** Whether less was received than requested. The form is then not paid, and the invoice stays open */
  underpaid: boolean;
  /** Why a person should look at it, until one says (`PATCH`) that someone has: what was reported of it makes no sense, a refund failed, or its invoice is void or was paid already */
  review: string | null;
  /** What it is for, as the payer sees it */
  description: string | null;
  /** ID of the contact who pays */
  contactId: string | null;
  /** ID of the invoice that it pays */
  invoiceId: string | null;
  /** ID of the submission that it pays */
  submissionId: string | null;
  /** How money arrived without the payment processor; `credit` is what the contact had paid too much before */
  method: PaymentMethod | null;
  /** What a person noted of a payment that arrived without the processor */
  reference: string | null;
  /** Why the last attempt failed, in the words of the processor */
  failureMessage: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
  /** When it succeeded */
  paidAt: string | null;
  /** What was bought; absent if the form has a fixed price */
  lines?: PaymentLine[];
  /** A discount code that was used */
  discount?: PaymentDiscount | null;
  /** Whether the amounts of the lines include tax; absent if the form issues no invoice */
  pricesIncludeTax?: boolean;
  /** What is due for each tax; absent if the form issues no invoice */
  taxes?: TaxTotal[];
  /** As whom the tax rules see a buyer: `domestic` is in the country of the seller, or in none that is known; `eu_business` in another one of the EU, with a valid VAT ID; `eu_consumer` there without; `abroad` outside the EU */
  taxedAs?: BuyerKind;
  /** What became of the stock and places of a payment: `held` while the checkout is open, `released` if it ended unpaid or a person returned them to the stock; `unavailable` if it was paid after that, and they were sold to others */
  reservation?: ReservationStatus;
}
/** A page of a list */
export interface PaymentList {
  /** The records of this page */
  items: Payment[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** A refund of a payment */
export interface PaymentRefund {
  /** ID of the refund */
  id: string;
  /** The processor's ID; null until it has responded */
  processorRefundId: string | null;
  /** ID of the payment */
  paymentId: string;
  /** In the smallest unit of the currency */
  amount: number;
  /** ISO 4217, lowercase */
  currency: string;
  /** `pending` until the processor reports the result */
  status: RefundStatus;
  /** A `RefundReason`, or what the processor reports */
  reason: string | null;
  /** Why it failed, in the words of the processor */
  failureMessage: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
}
/** A payment and its refunds */
export interface PaymentWithRefunds {
  /** ID of the payment */
  id: string;
  /** The processor's id */
  paymentIntentId: string | null;
  /** The processor's ID of the checkout */
  checkoutSessionId: string | null;
  /** In the smallest unit of the currency */
  amount: number;
  /** ISO 4217, lowercase */
  currency: string;
  /** In the smallest unit of the currency */
  amountReceived: number;
  /** In the smallest unit of the currency */
  amountRefunded: number;
  /** `processing`: the bank has yet to confirm; `expired`: the checkout ended without a payment */
  status: PaymentStatus;
  /** Whether the payer has disputed it with the bank */
  disputed: boolean;
  /** Whether less was received than requested. The form is then not paid, and the invoice stays open */
  underpaid: boolean;
  /** Why a person should look at it, until one says (`PATCH`) that someone has: what was reported of it makes no sense, a refund failed, or its invoice is void or was paid already */
  review: string | null;
  /** What it is for, as the payer sees it */
  description: string | null;
  /** ID of the contact who pays */
  contactId: string | null;
  /** ID of the invoice that it pays */
  invoiceId: string | null;
  /** ID of the submission that it pays */
  submissionId: string | null;
  /** How money arrived without the payment processor; `credit` is what the contact had paid too much before */
  method: PaymentMethod | null;
  /** What a person noted of a payment that arrived without the processor */
  reference: string | null;
  /** Why the last attempt failed, in the words of the processor */
  failureMessage: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
  /** When it succeeded */
  paidAt: string | null;
  /** What was bought; absent if the form has a fixed price */
  lines?: PaymentLine[];
  /** A discount code that was used */
  discount?: PaymentDiscount | null;
  /** Whether the amounts of the lines include tax; absent if the form issues no invoice */
  pricesIncludeTax?: boolean;
  /** What is due for each tax; absent if the form issues no invoice */
  taxes?: TaxTotal[];
  /** As whom the tax rules see a buyer: `domestic` is in the country of the seller, or in none that is known; `eu_business` in another one of the EU, with a valid VAT ID; `eu_consumer` there without; `abroad` outside the EU */
  taxedAs?: BuyerKind;
  /** What became of the stock and places of a payment: `held` while the checkout is open, `released` if it ended unpaid or a person returned them to the stock; `unavailable` if it was paid after that, and they were sold to others */
  reservation?: ReservationStatus;
  /** The newest first */
  refunds: PaymentRefund[];
}
/** Changes of a payment */
export interface PaymentPatch {
  /** Null: a person has looked at it */
  review: null;
}
/** What becomes of what was bought */
export interface ReservationDecision {
  /** What becomes of it */
  status: 'sold' | 'released';
}
/** The payment processor in use */
export interface Processor {
  /** `sandbox` is built in and moves no money */
  name: 'sandbox' | 'stripe';
  /** Null if the key does not say */
  mode: ('test' | 'live') | null;
  /** The URL to which the processor sends its events */
  receiverUrl: string | null;
  /** The types of events that the processor must send */
  receiverEvents: string[];
  /** Without it, events of the processor are rejected */
  receiverSecretConfigured: boolean;
  /** `settings`: entered with `PUT`; `sandbox`: there are none */
  keysFrom: 'environment' | 'settings' | 'sandbox';
  /** Without it, no payment can be made: the stored keys were lost or removed */
  keyConfigured: boolean;
  /** The last four characters of the secret key */
  lastFour: string | null;
}
/** Keys of the payment processor */
export interface ProcessorKeys {
  /** Starts with `sk_` or `rk_` */
  secretKey: string;
  /** Signing secret of the endpoint that the processor sends its events to. Without it, the endpoint is set up for you, and replaces earlier ones with the same URL */
  webhookSecret?: string;
}
/** What follows from the removal of the keys */
export interface RemovedProcessor {
  /** The sandbox returns with the next start; until then no payment can be made */
  restartNeeded: boolean;
}
/** What the processor said to the key */
export interface ProcessorTest {
  /** The processor accepts the key */
  keyAccepted: true;
}
/** Conditions on members of the records, by name and operator */
export interface ContactFilters {
  /** It is not this */
  'email[ne]'?: string;
  /** It is one of these, separated by commas */
  'email[in]'?: string;
  /** It is none of these, separated by commas */
  'email[nin]'?: string;
  /** Whether there is one */
  'email[exists]'?: boolean;
  /** It is not this */
  'name[ne]'?: string;
  /** It is one of these, separated by commas */
  'name[in]'?: string;
  /** It is none of these, separated by commas */
  'name[nin]'?: string;
  /** Whether there is one */
  'name[exists]'?: boolean;
  /** It is not this */
  'phone[ne]'?: string;
  /** It is one of these, separated by commas */
  'phone[in]'?: string;
  /** It is none of these, separated by commas */
  'phone[nin]'?: string;
  /** Whether there is one */
  'phone[exists]'?: boolean;
  /** It is not this */
  'source[ne]'?: string;
  /** It is one of these, separated by commas */
  'source[in]'?: string;
  /** It is none of these, separated by commas */
  'source[nin]'?: string;
  /** It is not this */
  'externalId[ne]'?: string;
  /** It is one of these, separated by commas */
  'externalId[in]'?: string;
  /** It is none of these, separated by commas */
  'externalId[nin]'?: string;
  /** Whether there is one */
  'externalId[exists]'?: boolean;
  /** It is more, or later */
  'createdAt[gt]'?: string;
  /** It is this or more, or later */
  'createdAt[gte]'?: string;
  /** It is less, or earlier */
  'createdAt[lt]'?: string;
  /** It is this or less, or earlier */
  'createdAt[lte]'?: string;
  /** It is more, or later */
  'updatedAt[gt]'?: string;
  /** It is this or more, or later */
  'updatedAt[gte]'?: string;
  /** It is less, or earlier */
  'updatedAt[lt]'?: string;
  /** It is this or less, or earlier */
  'updatedAt[lte]'?: string;
}
/** A person, at most one for each email address */
export interface Contact {
  /** ID of the contact */
  id: string;
  /** What another system calls it. No two of them can have the same */
  externalId: string | null;
  /** Email address, unique without regard to case */
  email: string | null;
  /** Name of the person */
  name: string | null;
  /** Phone number, as it was given */
  phone: string | null;
  /** Where it comes from: `api`, `form` or `payment` */
  source: string;
  /** Any other data */
  fields: {
    [k: string]: unknown;
  };
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
  /** Increases by 1 with every change */
  version: number;
}
/** A page of a list */
export interface ContactList {
  /** The records of this page */
  items: Contact[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** A contact to create */
export interface NewContact {
  /** What another system calls it. No two of them can have the same */
  externalId?: string | null;
  /** Email address. No two contacts can have the same */
  email?: string | null;
  /** Name of the person */
  name?: string | null;
  /** Phone number, in any notation */
  phone?: string | null;
  /** Any other data */
  fields?: {
    [k: string]: unknown;
  };
}
/** `fields` merges key by key, and null removes a key */
export interface ContactChange {
  /** What another system calls it. No two of them can have the same */
  externalId?: string | null;
  /** Email address. No two contacts can have the same */
  email?: string | null;
  /** Name of the person */
  name?: string | null;
  /** Phone number, in any notation */
  phone?: string | null;
  /** Any other data */
  fields?: {
    [k: string]: unknown;
  };
}
/** What another system knows of a contact. What is left out stays as it is; `fields` merges key by key */
export interface ExternalContact {
  /** Email address. No two contacts can have the same */
  email?: string | null;
  /** Name of the person */
  name?: string | null;
  /** Phone number, in any notation */
  phone?: string | null;
  /** Any other data */
  fields?: {
    [k: string]: unknown;
  };
}
/** Conditions on members of the records, by name and operator */
export interface TimelineEntryFilters {
  /** It is not this */
  'type[ne]'?: string;
  /** It is one of these, separated by commas */
  'type[in]'?: string;
  /** It is none of these, separated by commas */
  'type[nin]'?: string;
  /** It is more, or later */
  'createdAt[gt]'?: string;
  /** It is this or more, or later */
  'createdAt[gte]'?: string;
  /** It is less, or earlier */
  'createdAt[lt]'?: string;
  /** It is this or less, or earlier */
  'createdAt[lte]'?: string;
}
/** An event of a contact */
export interface TimelineEntry {
  /** ID of the event */
  id: string;
  /** Name of the event, such as `submission.submitted` */
  type: string;
  /** ID of the record that it is about */
  subject: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** What the event has recorded, mostly IDs of other records */
  data: unknown;
  /** The number of the invoice or credit note */
  number?: string;
  /** The name of the form that was submitted or paid */
  formName?: string;
  /** What was paid, refunded or requested, in the smallest unit of the currency */
  amount?: number;
  /** ISO 4217, lowercase */
  currency?: string;
}
/** A page of a list */
export interface TimelineEntryList {
  /** The records of this page */
  items: TimelineEntry[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** Conditions on members of the records, by name and operator */
export interface InvoiceFilters {
  /** It is not this */
  'status[ne]'?: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  /** It is one of these, separated by commas */
  'status[in]'?: string;
  /** It is none of these, separated by commas */
  'status[nin]'?: string;
  /** It is not this */
  'contactId[ne]'?: string;
  /** It is one of these, separated by commas */
  'contactId[in]'?: string;
  /** It is none of these, separated by commas */
  'contactId[nin]'?: string;
  /** Whether there is one */
  'contactId[exists]'?: boolean;
  /** It is not this */
  'number[ne]'?: string;
  /** It is one of these, separated by commas */
  'number[in]'?: string;
  /** It is none of these, separated by commas */
  'number[nin]'?: string;
  /** Whether there is one */
  'number[exists]'?: boolean;
  /** It is not this */
  'externalId[ne]'?: string;
  /** It is one of these, separated by commas */
  'externalId[in]'?: string;
  /** It is none of these, separated by commas */
  'externalId[nin]'?: string;
  /** Whether there is one */
  'externalId[exists]'?: boolean;
  /** It is not this */
  'amount[ne]'?: number;
  /** It is one of these, separated by commas */
  'amount[in]'?: string;
  /** It is none of these, separated by commas */
  'amount[nin]'?: string;
  /** It is more, or later */
  'amount[gt]'?: number;
  /** It is this or more, or later */
  'amount[gte]'?: number;
  /** It is less, or earlier */
  'amount[lt]'?: number;
  /** It is this or less, or earlier */
  'amount[lte]'?: number;
  /** Whether there is one */
  'amount[exists]'?: boolean;
  /** It is not this */
  'amountPaid[ne]'?: number;
  /** It is one of these, separated by commas */
  'amountPaid[in]'?: string;
  /** It is none of these, separated by commas */
  'amountPaid[nin]'?: string;
  /** It is more, or later */
  'amountPaid[gt]'?: number;
  /** It is this or more, or later */
  'amountPaid[gte]'?: number;
  /** It is less, or earlier */
  'amountPaid[lt]'?: number;
  /** It is this or less, or earlier */
  'amountPaid[lte]'?: number;
  /** It is not this */
  'currency[ne]'?: string;
  /** It is one of these, separated by commas */
  'currency[in]'?: string;
  /** It is none of these, separated by commas */
  'currency[nin]'?: string;
  /** Whether there is one */
  'currency[exists]'?: boolean;
  /** It is not this */
  'subscriptionId[ne]'?: string;
  /** It is one of these, separated by commas */
  'subscriptionId[in]'?: string;
  /** It is none of these, separated by commas */
  'subscriptionId[nin]'?: string;
  /** Whether there is one */
  'subscriptionId[exists]'?: boolean;
  /** It is not this */
  'processorInvoiceId[ne]'?: string;
  /** It is one of these, separated by commas */
  'processorInvoiceId[in]'?: string;
  /** It is none of these, separated by commas */
  'processorInvoiceId[nin]'?: string;
  /** Whether there is one */
  'processorInvoiceId[exists]'?: boolean;
  /** It is more, or later */
  'dueAt[gt]'?: string;
  /** It is this or more, or later */
  'dueAt[gte]'?: string;
  /** It is less, or earlier */
  'dueAt[lt]'?: string;
  /** It is this or less, or earlier */
  'dueAt[lte]'?: string;
  /** Whether there is one */
  'dueAt[exists]'?: boolean;
  /** It is more, or later */
  'issuedAt[gt]'?: string;
  /** It is this or more, or later */
  'issuedAt[gte]'?: string;
  /** It is less, or earlier */
  'issuedAt[lt]'?: string;
  /** It is this or less, or earlier */
  'issuedAt[lte]'?: string;
  /** Whether there is one */
  'issuedAt[exists]'?: boolean;
  /** It is not this */
  'issueDay[ne]'?: string;
  /** It is one of these, separated by commas */
  'issueDay[in]'?: string;
  /** It is none of these, separated by commas */
  'issueDay[nin]'?: string;
  /** It is more, or later */
  'issueDay[gt]'?: string;
  /** It is this or more, or later */
  'issueDay[gte]'?: string;
  /** It is less, or earlier */
  'issueDay[lt]'?: string;
  /** It is this or less, or earlier */
  'issueDay[lte]'?: string;
  /** Whether there is one */
  'issueDay[exists]'?: boolean;
  /** It is more, or later */
  'sentAt[gt]'?: string;
  /** It is this or more, or later */
  'sentAt[gte]'?: string;
  /** It is less, or earlier */
  'sentAt[lt]'?: string;
  /** It is this or less, or earlier */
  'sentAt[lte]'?: string;
  /** Whether there is one */
  'sentAt[exists]'?: boolean;
  /** It is more, or later */
  'paidAt[gt]'?: string;
  /** It is this or more, or later */
  'paidAt[gte]'?: string;
  /** It is less, or earlier */
  'paidAt[lt]'?: string;
  /** It is this or less, or earlier */
  'paidAt[lte]'?: string;
  /** Whether there is one */
  'paidAt[exists]'?: boolean;
  /** It is more, or later */
  'createdAt[gt]'?: string;
  /** It is this or more, or later */
  'createdAt[gte]'?: string;
  /** It is less, or earlier */
  'createdAt[lt]'?: string;
  /** It is this or less, or earlier */
  'createdAt[lte]'?: string;
  /** It is more, or later */
  'updatedAt[gt]'?: string;
  /** It is this or more, or later */
  'updatedAt[gte]'?: string;
  /** It is less, or earlier */
  'updatedAt[lt]'?: string;
  /** It is this or less, or earlier */
  'updatedAt[lte]'?: string;
}
/** A line of an invoice, with its amounts */
export interface InvoiceLine {
  /** Counts from 1 */
  position: number;
  /** What was supplied */
  description: string;
  /** A decimal number */
  quantity: string;
  /** What is counted */
  unit: string | null;
  /** Price of one, in the smallest unit of the currency */
  unitAmount: number;
  /** In the smallest unit of the currency */
  discount: number | null;
  /** A decimal number with up to four decimals */
  discountPercent: string | null;
  /** ID of its own tax rate. If a tax rule applies, `tax` is that of another one */
  taxRateId: string | null;
  /** What a line is taxed with */
  tax: LineTax | null;
  /** ID of the item that is sold */
  itemId: string | null;
  /** Its discount, and its share of that of the whole */
  discountAmount: number;
  /** Without tax */
  netAmount: number;
  /** Its share of the tax */
  taxAmount: number;
  /** With tax */
  grossAmount: number;
}
/** That the EU has said, before its issue, that the VAT ID of the buyer is in use; null if it was not asked */
export interface VatIdCheck {
  /** Which one */
  vatId: string;
  /** When it was asked */
  checkedAt: string;
  /** Proves that it was asked; null if the seller has no VAT ID of the EU */
  consultationNumber: string | null;
  /** Whose it is, if the country says it */
  name: string | null;
  /** Where that is, if the country says it */
  address: string | null;
}
/** A postal address */
export interface Address {
  /** Street and number */
  line1?: string;
  /** What else is needed */
  line2?: string;
  /** Postal code */
  postalCode?: string;
  /** Town */
  city?: string;
  /** State or province, where addresses have one */
  region?: string;
  /** ISO 3166, lowercase */
  country?: string;
}
/** Who issues invoices, as on the documents */
export interface Seller {
  /** Legal name */
  name?: string;
  /** A postal address */
  address?: Address;
  /** VAT ID with its country, such as DE123456789 */
  vatId?: string;
  /** Email address */
  email?: string;
  /** Tax number, if there is no VAT ID */
  taxNumber?: string;
  /** Where the company is registered, and under which number */
  registration?: string;
  /** Phone number */
  phone?: string;
  /** Of the account that transfers go to */
  iban?: string;
  /** Of its bank */
  bic?: string;
  /** Name of the bank */
  bank?: string;
}
/** Who owes it, as on the document */
export interface Buyer {
  /** Legal name */
  name?: string;
  /** A postal address */
  address?: Address;
  /** VAT ID with its country, such as DE123456789 */
  vatId?: string;
  /** Email address */
  email?: string;
  /** What the buyer wants to see on it, such as an order number or a Leitweg-ID */
  reference?: string;
  /** Language of document, page and mails; if it is not set, that in which the contact last submitted a form, or else that of the site */
  language?: 'en' | 'de' | 'fr' | 'es' | 'it' | 'nl' | 'pt' | 'pl' | 'sv' | 'tr' | 'ar' | 'he' | 'ja' | 'zh';
}
/** In the smallest unit of the currency */
export interface InvoiceTotals {
  /** Without tax */
  net: number;
  /** All taxes */
  tax: number;
  /** With tax; the same as `amount` */
  gross: number;
  /** All discounts */
  discount: number;
  /** One for each category and percentage */
  taxes: TaxTotal[];
  /** What credit notes have taken back */
  credited: number;
  /** What has been paid; the same as `amountPaid` */
  paid: number;
  /** What of that was refunded */
  refunded: number;
  /** What is left to pay. A refund leaves it as it is */
  open: number;
  /** What was paid beyond the amount, and is neither credited nor refunded */
  overpaid: number;
}
/** What a contact owes and has paid */
export interface Invoice {
  /** ID of the invoice */
  id: string;
  /** What another system calls it. No two of them can have the same */
  externalId: string | null;
  /** As on the document that the customer has */
  number: string | null;
  /** The contact who owes it */
  contactId: string | null;
  /** `open` can be paid; `void` was withdrawn; `uncollectible` was given up, by the processor */
  status: InvoiceStatus;
  /** In the smallest unit of the currency */
  amount: number | null;
  /** What has been paid, in the smallest unit of the currency */
  amountPaid: number;
  /** ISO 4217, lowercase */
  currency: string | null;
  /** What it is for */
  description: string | null;
  /** An invoice that has only an amount has one */
  lines: InvoiceLine[];
  /** Whether unit amounts and discounts include tax */
  pricesIncludeTax: boolean;
  /** By how much the whole is reduced, shared over the lines */
  discount: number | null;
  /** By how much the whole is reduced, in percent */
  discountPercent: string | null;
  /** Why the tax rules do not apply to it; null if they do */
  taxOverride: string | null;
  /** As whom the tax rules see a buyer: `domestic` is in the country of the seller, or in none that is known; `eu_business` in another one of the EU, with a valid VAT ID; `eu_consumer` there without; `abroad` outside the EU */
  taxedAs: BuyerKind | null;
  /** That the EU has said, before its issue, that the VAT ID of the buyer is in use; null if it was not asked */
  vatIdCheck: VatIdCheck | null;
  /** A text below the lines */
  notes: string | null;
  /** When it was supplied, or the first day of that */
  deliveryFrom: string | null;
  /** The last day */
  deliveryUntil: string | null;
  /** Who issues invoices, as on the documents */
  seller: Seller | null;
  /** Who owes it, as on the document */
  buyer: Buyer | null;
  /** In the smallest unit of the currency */
  totals: InvoiceTotals | null;
  /** When it should be paid */
  dueAt: string | null;
  /** Since when it cannot be changed */
  issuedAt: string | null;
  /** The day on its document */
  issueDay: string | null;
  /** When the mail server last accepted it for its contact */
  sentAt: string | null;
  /** When it was paid in full */
  paidAt: string | null;
  /** Whether the schedule of reminders leaves it out */
  remindersPaused: boolean;
  /** The last step of that schedule that was used, in days after `dueAt` */
  reminderDays: number | null;
  /** The processor's ID, if it is an invoice of a subscription */
  processorInvoiceId: string | null;
  /** The processor's ID of the subscription */
  subscriptionId: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
  /** Increases by 1 with every change */
  version: number;
  /** Its page, which all who have the URL can read and pay at; null for one that has none, such as a draft */
  pageUrl: string | null;
}
/** A page of a list */
export interface InvoiceList {
  /** The records of this page */
  items: Invoice[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** A line of an invoice */
export interface NewInvoiceLine {
  /** What was supplied */
  description: string;
  /** A decimal number with up to six decimals. By default `1` */
  quantity?: string;
  /** What is counted, such as `hour` or `piece` */
  unit?: string | null;
  /** Price of one, in the smallest unit of the currency */
  unitAmount: number;
  /** By how much the price is reduced, in the smallest unit of the currency */
  discount?: number | null;
  /** By how much the price is reduced, in percent */
  discountPercent?: string | null;
  /** ID of the tax rate; null or absent: no tax is due */
  taxRateId?: string | null;
  /** ID of the item that is sold */
  itemId?: string | null;
}
/** An invoice to create, with lines or an amount */
export interface NewInvoice {
  /** What another system calls it. No two of them can have the same */
  externalId?: string | null;
  /** ID of the contact who owes it */
  contactId?: string | null;
  /** One from elsewhere. Leave it out to draw the next of the series when it is issued */
  number?: string | null;
  /** What it is for */
  description?: string | null;
  /** When it should be paid */
  dueAt?: string | null;
  /**
   * Instead of `amount`, which is their sum
   *
   * @minItems 1
   * @maxItems 500
   */
  lines?: NewInvoiceLine[];
  /** Whether unit amounts and discounts include tax */
  pricesIncludeTax?: boolean;
  /** By how much the price is reduced, in the smallest unit of the currency */
  discount?: number | null;
  /** By how much the price is reduced, in percent */
  discountPercent?: string | null;
  /** Why the tax rules do not apply to it. Its lines are taxed with their own rates then; null: they apply */
  taxOverride?: string | null;
  /** A text below the lines */
  notes?: string | null;
  /** When it was supplied, or the first day of that */
  deliveryFrom?: string | null;
  /** The last day */
  deliveryUntil?: string | null;
  /** Whether the schedule of reminders leaves it out */
  remindersPaused?: boolean;
  /** Who owes it, as on the document */
  buyer?: Buyer | null;
  /** A `draft` cannot be paid yet. By default it is one if it has lines, and otherwise `open` */
  status?: 'draft' | 'open';
  /** Minor units of the currency; for an invoice without lines */
  amount?: number;
  /** ISO 4217, lowercase */
  currency: Currency;
}
/** A postal address */
export interface AddressChange {
  /** Street and number */
  line1?: string | null;
  /** What else is needed */
  line2?: string | null;
  /** Postal code */
  postalCode?: string | null;
  /** Town */
  city?: string | null;
  /** State or province, where addresses have one */
  region?: string | null;
  /** ISO 3166, lowercase */
  country?: string | null;
}
/** Who owes it, as on the document */
export interface BuyerChange {
  /** Legal name */
  name?: string | null;
  /** A postal address */
  address?: AddressChange | null;
  /** VAT ID with its country, such as DE123456789 */
  vatId?: string | null;
  /** Email address */
  email?: string | null;
  /** What the buyer wants to see on it, such as an order number or a Leitweg-ID */
  reference?: string | null;
  /** Language of document, page and mails; if it is not set, that in which the contact last submitted a form, or else that of the site */
  language?: ('en' | 'de' | 'fr' | 'es' | 'it' | 'nl' | 'pt' | 'pl' | 'sv' | 'tr' | 'ar' | 'he' | 'ja' | 'zh') | null;
}
/** Only the given members change. Of one that is issued only `status`, `contactId`, `externalId` and `remindersPaused` */
export interface InvoiceChange {
  /** What another system calls it. No two of them can have the same */
  externalId?: string | null;
  /** ID of the contact who owes it */
  contactId?: string | null;
  /** One from elsewhere. Leave it out to draw the next of the series when it is issued */
  number?: string | null;
  /** What it is for */
  description?: string | null;
  /** When it should be paid */
  dueAt?: string | null;
  /**
   * Instead of `amount`, which is their sum
   *
   * @minItems 1
   * @maxItems 500
   */
  lines?: NewInvoiceLine[];
  /** Whether unit amounts and discounts include tax */
  pricesIncludeTax?: boolean;
  /** By how much the price is reduced, in the smallest unit of the currency */
  discount?: number | null;
  /** By how much the price is reduced, in percent */
  discountPercent?: string | null;
  /** Why the tax rules do not apply to it. Its lines are taxed with their own rates then; null: they apply */
  taxOverride?: string | null;
  /** A text below the lines */
  notes?: string | null;
  /** When it was supplied, or the first day of that */
  deliveryFrom?: string | null;
  /** The last day */
  deliveryUntil?: string | null;
  /** Whether the schedule of reminders leaves it out */
  remindersPaused?: boolean;
  /** Who owes it, as on the document */
  buyer?: BuyerChange | null;
  /** `void` withdraws it, for good: one that is issued by a credit note */
  status?: 'draft' | 'open' | 'void';
  /** Minor units of the currency; for an invoice without lines */
  amount?: number;
  /** ISO 4217, lowercase */
  currency?: Currency;
}
/** What another system knows of an invoice. What is left out stays as it is; a new one needs `currency`, and `amount` or `lines`, and begins as `open` or `draft` */
export interface ExternalInvoice {
  /** ID of the contact who owes it */
  contactId?: string | null;
  /** One from elsewhere. Leave it out to draw the next of the series when it is issued */
  number?: string | null;
  /** What it is for */
  description?: string | null;
  /** When it should be paid */
  dueAt?: string | null;
  /**
   * Instead of `amount`, which is their sum
   *
   * @minItems 1
   * @maxItems 500
   */
  lines?: NewInvoiceLine[];
  /** Whether unit amounts and discounts include tax */
  pricesIncludeTax?: boolean;
  /** By how much the price is reduced, in the smallest unit of the currency */
  discount?: number | null;
  /** By how much the price is reduced, in percent */
  discountPercent?: string | null;
  /** Why the tax rules do not apply to it. Its lines are taxed with their own rates then; null: they apply */
  taxOverride?: string | null;
  /** A text below the lines */
  notes?: string | null;
  /** When it was supplied, or the first day of that */
  deliveryFrom?: string | null;
  /** The last day */
  deliveryUntil?: string | null;
  /** Whether the schedule of reminders leaves it out */
  remindersPaused?: boolean;
  /** Who owes it, as on the document */
  buyer?: BuyerChange | null;
  /** `void` withdraws it, for good: one that is issued by a credit note */
  status?: 'draft' | 'open' | 'void';
  /** Minor units of the currency; for an invoice without lines */
  amount?: number;
  /** ISO 4217, lowercase */
  currency?: Currency;
}
/** In the smallest unit of the currency */
export interface CurrencyInvoiceSums {
  /** ISO 4217, lowercase */
  currency: string;
  /** What the invoices say, with tax */
  amount: number;
  /** The number of invoices */
  invoices: number;
  /** The open ones of them */
  open: {
    /** What is left to pay */
    amount: number;
    /** The number of invoices */
    invoices: number;
  };
  /** The open ones that should have been paid by now */
  overdue: {
    /** What is left to pay */
    amount: number;
    /** The number of invoices */
    invoices: number;
  };
}
/** What the matching invoices come to */
export interface InvoiceSums {
  /** One for each currency; invoices without an amount do not count */
  currencies: CurrencyInvoiceSums[];
}
/** What is left in one currency */
export interface Credit {
  /** ISO 4217, in lower case */
  currency: string;
  /** In the smallest unit of the currency */
  amount: number;
}
/** What a contact has paid too much, for other invoices */
export interface ContactCredit {
  /** By currency; those with nothing left are not listed */
  items: Credit[];
}
/** Conditions on members of the records, by name and operator */
export interface CreditNoteFilters {
  /** It is not this */
  'number[ne]'?: string;
  /** It is one of these, separated by commas */
  'number[in]'?: string;
  /** It is none of these, separated by commas */
  'number[nin]'?: string;
  /** It is not this */
  'invoiceId[ne]'?: string;
  /** It is one of these, separated by commas */
  'invoiceId[in]'?: string;
  /** It is none of these, separated by commas */
  'invoiceId[nin]'?: string;
  /** It is not this */
  'contactId[ne]'?: string;
  /** It is one of these, separated by commas */
  'contactId[in]'?: string;
  /** It is none of these, separated by commas */
  'contactId[nin]'?: string;
  /** Whether there is one */
  'contactId[exists]'?: boolean;
  /** It is not this */
  'amount[ne]'?: number;
  /** It is one of these, separated by commas */
  'amount[in]'?: string;
  /** It is none of these, separated by commas */
  'amount[nin]'?: string;
  /** It is more, or later */
  'amount[gt]'?: number;
  /** It is this or more, or later */
  'amount[gte]'?: number;
  /** It is less, or earlier */
  'amount[lt]'?: number;
  /** It is this or less, or earlier */
  'amount[lte]'?: number;
  /** It is not this */
  'currency[ne]'?: string;
  /** It is one of these, separated by commas */
  'currency[in]'?: string;
  /** It is none of these, separated by commas */
  'currency[nin]'?: string;
  /** It is more, or later */
  'issuedAt[gt]'?: string;
  /** It is this or more, or later */
  'issuedAt[gte]'?: string;
  /** It is less, or earlier */
  'issuedAt[lt]'?: string;
  /** It is this or less, or earlier */
  'issuedAt[lte]'?: string;
  /** It is not this */
  'issueDay[ne]'?: string;
  /** It is one of these, separated by commas */
  'issueDay[in]'?: string;
  /** It is none of these, separated by commas */
  'issueDay[nin]'?: string;
  /** It is more, or later */
  'issueDay[gt]'?: string;
  /** It is this or more, or later */
  'issueDay[gte]'?: string;
  /** It is less, or earlier */
  'issueDay[lt]'?: string;
  /** It is this or less, or earlier */
  'issueDay[lte]'?: string;
  /** It is more, or later */
  'createdAt[gt]'?: string;
  /** It is this or more, or later */
  'createdAt[gte]'?: string;
  /** It is less, or earlier */
  'createdAt[lt]'?: string;
  /** It is this or less, or earlier */
  'createdAt[lte]'?: string;
  /** It is more, or later */
  'updatedAt[gt]'?: string;
  /** It is this or more, or later */
  'updatedAt[gte]'?: string;
  /** It is less, or earlier */
  'updatedAt[lt]'?: string;
  /** It is this or less, or earlier */
  'updatedAt[lte]'?: string;
}
/** What is credited of a line */
export interface CreditNoteLine {
  /** Of the line of the invoice */
  position: number;
  /** What was supplied */
  description: string;
  /** How much is credited; null for a part of the price */
  quantity: string | null;
  /** What is counted */
  unit: string | null;
  /** What a line is taxed with */
  tax: LineTax | null;
  /** Without tax */
  netAmount: number;
  /** Its share of the tax */
  taxAmount: number;
  /** With tax */
  grossAmount: number;
}
/** In the smallest unit of the currency */
export interface CreditNoteTotals {
  /** Without tax */
  net: number;
  /** All taxes */
  tax: number;
  /** With tax; the same as `amount` */
  gross: number;
  /** One for each category and percentage */
  taxes: TaxTotal[];
}
/** Takes back an invoice that was issued, or a part of it */
export interface CreditNote {
  /** ID of the credit note */
  id: string;
  /** Drawn from its series */
  number: string;
  /** ID of the invoice that it takes back */
  invoiceId: string;
  /** The contact of the invoice */
  contactId: string | null;
  /** The refund for which it was issued */
  refundId: string | null;
  /** What it takes back, with tax */
  amount: number;
  /** ISO 4217, lowercase */
  currency: Currency;
  /** Why */
  reason: string | null;
  /** The lines of the invoice of which it credits something */
  lines: CreditNoteLine[];
  /** In the smallest unit of the currency */
  totals: CreditNoteTotals;
  /** Who issues invoices, as on the documents */
  seller: Seller | null;
  /** Who owes it, as on the document */
  buyer: Buyer | null;
  /** RFC 3339 in UTC, with milliseconds */
  issuedAt: string;
  /** The day on its document */
  issueDay: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
  /** Increases by 1 with every change */
  version: number;
}
/** A page of a list */
export interface CreditNoteList {
  /** The records of this page */
  items: CreditNote[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** All that is left of it, unless there is a quantity or an amount */
export interface CreditedLine {
  /** Of the line of the invoice */
  position: number;
  /** How much of it is credited */
  quantity?: string;
  /** How much of its price is, with tax */
  amount?: number;
}
/** Some lines, an amount, or else all that is left of the invoice */
export interface NewCreditNote {
  /**
   * Which lines it credits
   *
   * @minItems 1
   * @maxItems 500
   */
  lines?: CreditedLine[];
  /** With tax, shared over the lines */
  amount?: number;
  /** Why */
  reason?: string | null;
}
/** Conditions on members of the records, by name and operator */
export interface TaxRateFilters {
  /** It is not this */
  'name[ne]'?: string;
  /** It is one of these, separated by commas */
  'name[in]'?: string;
  /** It is none of these, separated by commas */
  'name[nin]'?: string;
  /** It is not this */
  'percent[ne]'?: string;
  /** It is one of these, separated by commas */
  'percent[in]'?: string;
  /** It is none of these, separated by commas */
  'percent[nin]'?: string;
  /** It is not this */
  'country[ne]'?: string;
  /** It is one of these, separated by commas */
  'country[in]'?: string;
  /** It is none of these, separated by commas */
  'country[nin]'?: string;
  /** It is not this */
  'category[ne]'?: 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O';
  /** It is one of these, separated by commas */
  'category[in]'?: string;
  /** It is none of these, separated by commas */
  'category[nin]'?: string;
  /** It is not this */
  'validFrom[ne]'?: string;
  /** It is one of these, separated by commas */
  'validFrom[in]'?: string;
  /** It is none of these, separated by commas */
  'validFrom[nin]'?: string;
  /** It is more, or later */
  'validFrom[gt]'?: string;
  /** It is this or more, or later */
  'validFrom[gte]'?: string;
  /** It is less, or earlier */
  'validFrom[lt]'?: string;
  /** It is this or less, or earlier */
  'validFrom[lte]'?: string;
  /** Whether there is one */
  'validFrom[exists]'?: boolean;
  /** It is not this */
  'validUntil[ne]'?: string;
  /** It is one of these, separated by commas */
  'validUntil[in]'?: string;
  /** It is none of these, separated by commas */
  'validUntil[nin]'?: string;
  /** It is more, or later */
  'validUntil[gt]'?: string;
  /** It is this or more, or later */
  'validUntil[gte]'?: string;
  /** It is less, or earlier */
  'validUntil[lt]'?: string;
  /** It is this or less, or earlier */
  'validUntil[lte]'?: string;
  /** Whether there is one */
  'validUntil[exists]'?: boolean;
  /** It is more, or later */
  'createdAt[gt]'?: string;
  /** It is this or more, or later */
  'createdAt[gte]'?: string;
  /** It is less, or earlier */
  'createdAt[lt]'?: string;
  /** It is this or less, or earlier */
  'createdAt[lte]'?: string;
  /** It is more, or later */
  'updatedAt[gt]'?: string;
  /** It is this or more, or later */
  'updatedAt[gte]'?: string;
  /** It is less, or earlier */
  'updatedAt[lt]'?: string;
  /** It is this or less, or earlier */
  'updatedAt[lte]'?: string;
}
/** A percentage and its category */
export interface TaxRate {
  /** ID of the tax rate */
  id: string;
  /** As people call it */
  name: string;
  /** A decimal number with up to four decimals */
  percent: string;
  /** ISO 3166, lowercase */
  country: string;
  /** As in EN 16931: `S` standard or reduced rate, `Z` zero rated, `E` exempt from tax, `AE` reverse charge, `K` intra-Community supply, `G` export outside the EU, `O` outside the scope of tax */
  category: TaxCategory;
  /** Why no tax is due, as on documents */
  reason: string | null;
  /** The first day; null: always */
  validFrom: string | null;
  /** The last day; null: for good */
  validUntil: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
  /** Increases by 1 with every change */
  version: number;
}
/** A page of a list */
export interface TaxRateList {
  /** The records of this page */
  items: TaxRate[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** A tax rate to create */
export interface NewTaxRate {
  /** As people call it */
  name: string;
  /** Why no tax is due, as on documents */
  reason?: string | null;
  /** The first day; null: always */
  validFrom?: string | null;
  /** The last day; null: for good */
  validUntil?: string | null;
  /** A decimal number with up to four decimals */
  percent: string;
  /** ISO 3166, lowercase */
  country: string;
  /** As in EN 16931: `S` standard or reduced rate, `Z` zero rated, `E` exempt from tax, `AE` reverse charge, `K` intra-Community supply, `G` export outside the EU, `O` outside the scope of tax */
  category: TaxCategory;
}
/** Only the given members change. For another percentage, create another tax rate */
export interface TaxRateChange {
  /** As people call it */
  name?: string;
  /** Why no tax is due, as on documents */
  reason?: string | null;
  /** The first day; null: always */
  validFrom?: string | null;
  /** The last day; null: for good */
  validUntil?: string | null;
}
/** In the smallest unit of the currency */
export interface TaxAmounts {
  /** What is taxed */
  base: number;
  /** The tax on it */
  tax: number;
  /** With tax */
  gross: number;
}
/** What was invoiced and credited for one tax in one country */
export interface TaxReportRow {
  /** ISO 4217, lowercase */
  currency: Currency;
  /** Of the buyer; of the seller if the document does not say it */
  country: string | null;
  /** As in EN 16931: `S` standard or reduced rate, `Z` zero rated, `E` exempt from tax, `AE` reverse charge, `K` intra-Community supply, `G` export outside the EU, `O` outside the scope of tax */
  category: TaxCategory;
  /** A decimal number with up to four decimals */
  percent: string;
  /** The number of invoices and credit notes */
  documents: number;
  /** In the smallest unit of the currency */
  invoiced: TaxAmounts;
  /** In the smallest unit of the currency */
  credited: TaxAmounts;
  /** In the smallest unit of the currency */
  balance: TaxAmounts;
}
/** What was invoiced and credited in one currency */
export interface TaxReportTotal {
  /** ISO 4217, lowercase */
  currency: Currency;
  /** The number of invoices and credit notes */
  documents: number;
  /** In the smallest unit of the currency */
  invoiced: TaxAmounts;
  /** In the smallest unit of the currency */
  credited: TaxAmounts;
  /** In the smallest unit of the currency */
  balance: TaxAmounts;
}
/** Taxes of the invoices and credit notes of a period, by their `issueDay` */
export interface TaxReport {
  /** At the site */
  firstDay: string;
  /** At most 400 days from the first on */
  lastDay: string;
  /** By currency, country, category and percentage */
  rows: TaxReportRow[];
  /** One for each currency */
  totals: TaxReportTotal[];
}
/** Money that arrived without the payment processor */
export interface RecordedPayment {
  /** In the smallest unit of the currency: cents for usd, whole yen for jpy */
  amount: number;
  /** How money arrived without the payment processor; `credit` is what the contact had paid too much before */
  method: PaymentMethod;
  /** When the money arrived; by default now */
  paidAt?: string;
  /** Where to find it, such as on the bank statement */
  reference?: string | null;
}
/** Conditions on members of the records, by name and operator */
export interface WebhookFilters {
  /** It is not this */
  'formId[ne]'?: string;
  /** It is one of these, separated by commas */
  'formId[in]'?: string;
  /** It is none of these, separated by commas */
  'formId[nin]'?: string;
  /** Whether there is one */
  'formId[exists]'?: boolean;
  /** It is not this */
  'url[ne]'?: string;
  /** It is one of these, separated by commas */
  'url[in]'?: string;
  /** It is none of these, separated by commas */
  'url[nin]'?: string;
  /** It is not this */
  'status[ne]'?: 'active' | 'paused' | 'disabled';
  /** It is one of these, separated by commas */
  'status[in]'?: string;
  /** It is none of these, separated by commas */
  'status[nin]'?: string;
  /** It is more, or later */
  'failingSince[gt]'?: string;
  /** It is this or more, or later */
  'failingSince[gte]'?: string;
  /** It is less, or earlier */
  'failingSince[lt]'?: string;
  /** It is this or less, or earlier */
  'failingSince[lte]'?: string;
  /** Whether there is one */
  'failingSince[exists]'?: boolean;
  /** It is more, or later */
  'createdAt[gt]'?: string;
  /** It is this or more, or later */
  'createdAt[gte]'?: string;
  /** It is less, or earlier */
  'createdAt[lt]'?: string;
  /** It is this or less, or earlier */
  'createdAt[lte]'?: string;
  /** It is more, or later */
  'updatedAt[gt]'?: string;
  /** It is this or more, or later */
  'updatedAt[gte]'?: string;
  /** It is less, or earlier */
  'updatedAt[lt]'?: string;
  /** It is this or less, or earlier */
  'updatedAt[lte]'?: string;
}
/** A receiver of events */
export interface Webhook {
  /** ID of the webhook */
  id: string;
  /** The only form whose events it gets; null for all */
  formId: string | null;
  /** URL of the receiver */
  url: string;
  /** Names of the events to send */
  events: string[];
  /** Content types of its events; null for all */
  types: string[] | null;
  /** paused: deliveries wait; disabled: the receiver responded with 410, and new deliveries are not stored */
  status: 'active' | 'paused' | 'disabled';
  /** Since when every delivery has failed; null after a success */
  failingSince: string | null;
  /** The old secret keeps signing until then; null if there is none */
  previousSecretUntil: string | null;
  /** Increases by 1 with every change */
  version: number;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
}
/** A page of a list */
export interface WebhookList {
  /** The records of this page */
  items: Webhook[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** A webhook for any events. One of a form gets only events of this form and its submissions */
export interface NewWebhook {
  /** http or https, with a public address */
  url: string;
  /**
   * The events to send, each once
   *
   * @minItems 1
   */
  events: WebhookEventName[];
  /** Only events of this form and its submissions; null for all forms */
  formId?: string | null;
  /**
   * Names of content types; null for all. Of events of items, only those of these types are sent
   *
   * @minItems 1
   * @maxItems 100
   */
  types?: string[] | null;
  /** Shared signing secret */
  secret?: string;
}
/** A webhook and its new secret */
export interface WebhookWithSecret {
  /** ID of the webhook */
  id: string;
  /** The only form whose events it gets; null for all */
  formId: string | null;
  /** URL of the receiver */
  url: string;
  /** Names of the events to send */
  events: string[];
  /** Content types of its events; null for all */
  types: string[] | null;
  /** paused: deliveries wait; disabled: the receiver responded with 410, and new deliveries are not stored */
  status: 'active' | 'paused' | 'disabled';
  /** Since when every delivery has failed; null after a success */
  failingSince: string | null;
  /** The old secret keeps signing until then; null if there is none */
  previousSecretUntil: string | null;
  /** Increases by 1 with every change */
  version: number;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
  /** Only in this response. A repeated request no longer gets it once it has been replaced */
  secret?: string;
}
/** What to change of a webhook. Its form stays */
export interface WebhookChange {
  /** http or https, with a public address */
  url?: string;
  /**
   * The events to send, each once
   *
   * @minItems 1
   */
  events?: WebhookEventName[];
  /**
   * Names of content types; null for all. Of events of items, only those of these types are sent
   *
   * @minItems 1
   * @maxItems 100
   */
  types?: string[] | null;
  /** Deliveries of a paused webhook wait */
  status?: 'active' | 'paused';
}
/** The new secret; one is generated without it */
export interface SecretRotation {
  /** Shared signing secret */
  secret?: string;
}
/** One event for one subscriber */
export interface Delivery {
  /** ID of the delivery */
  id: string;
  /** Also in the header `webhook-id` and as `id` in the body */
  eventId: string;
  /** Name of the event, or `test` */
  type: string;
  /** ID of the webhook */
  subscriberId: string;
  /** ID of the form that the event is about */
  formId: string | null;
  /** URL of the receiver */
  url: string;
  /** `pending` is sent, or sent again, at `nextAttemptAt`; `failed` was given up */
  status: DeliveryStatus;
  /** Why it, or its last attempt, failed */
  failure: string | null;
  /** Number of attempts so far */
  attemptCount: number;
  /** When it is sent next; null if it is not */
  nextAttemptAt: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** When the receiver accepted it */
  deliveredAt: string | null;
}
/** A webhook for the submissions of a form */
export interface NewFormWebhook {
  /** http or https, with a public address */
  url: string;
  /**
   * The events to send, each once
   *
   * @minItems 1
   */
  events: FormEventName[];
  /** Shared signing secret */
  secret?: string;
}
/** A webhook for payments, subscriptions and invoices */
export interface NewPaymentWebhook {
  /** http or https, with a public address */
  url: string;
  /**
   * The events to send, each once
   *
   * @minItems 1
   */
  events: PaymentEventName[];
  /** Shared signing secret */
  secret?: string;
}
/** Conditions on members of the records, by name and operator */
export interface DeliveryFilters {
  /** It is not this */
  'subscriberId[ne]'?: string;
  /** It is one of these, separated by commas */
  'subscriberId[in]'?: string;
  /** It is none of these, separated by commas */
  'subscriberId[nin]'?: string;
  /** It is not this */
  'eventId[ne]'?: string;
  /** It is one of these, separated by commas */
  'eventId[in]'?: string;
  /** It is none of these, separated by commas */
  'eventId[nin]'?: string;
  /** It is not this */
  'type[ne]'?: string;
  /** It is one of these, separated by commas */
  'type[in]'?: string;
  /** It is none of these, separated by commas */
  'type[nin]'?: string;
  /** It is not this */
  'formId[ne]'?: string;
  /** It is one of these, separated by commas */
  'formId[in]'?: string;
  /** It is none of these, separated by commas */
  'formId[nin]'?: string;
  /** Whether there is one */
  'formId[exists]'?: boolean;
  /** It is not this */
  'status[ne]'?: 'pending' | 'delivered' | 'failed';
  /** It is one of these, separated by commas */
  'status[in]'?: string;
  /** It is none of these, separated by commas */
  'status[nin]'?: string;
  /** It is not this */
  'failure[ne]'?: string;
  /** It is one of these, separated by commas */
  'failure[in]'?: string;
  /** It is none of these, separated by commas */
  'failure[nin]'?: string;
  /** Whether there is one */
  'failure[exists]'?: boolean;
  /** It is not this */
  'attemptCount[ne]'?: number;
  /** It is one of these, separated by commas */
  'attemptCount[in]'?: string;
  /** It is none of these, separated by commas */
  'attemptCount[nin]'?: string;
  /** It is more, or later */
  'attemptCount[gt]'?: number;
  /** It is this or more, or later */
  'attemptCount[gte]'?: number;
  /** It is less, or earlier */
  'attemptCount[lt]'?: number;
  /** It is this or less, or earlier */
  'attemptCount[lte]'?: number;
  /** It is more, or later */
  'nextAttemptAt[gt]'?: string;
  /** It is this or more, or later */
  'nextAttemptAt[gte]'?: string;
  /** It is less, or earlier */
  'nextAttemptAt[lt]'?: string;
  /** It is this or less, or earlier */
  'nextAttemptAt[lte]'?: string;
  /** Whether there is one */
  'nextAttemptAt[exists]'?: boolean;
  /** It is more, or later */
  'createdAt[gt]'?: string;
  /** It is this or more, or later */
  'createdAt[gte]'?: string;
  /** It is less, or earlier */
  'createdAt[lt]'?: string;
  /** It is this or less, or earlier */
  'createdAt[lte]'?: string;
  /** It is more, or later */
  'deliveredAt[gt]'?: string;
  /** It is this or more, or later */
  'deliveredAt[gte]'?: string;
  /** It is less, or earlier */
  'deliveredAt[lt]'?: string;
  /** It is this or less, or earlier */
  'deliveredAt[lte]'?: string;
  /** Whether there is one */
  'deliveredAt[exists]'?: boolean;
}
/** A page of a list */
export interface DeliveryList {
  /** The records of this page */
  items: Delivery[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** One HTTP request of a delivery */
export interface DeliveryAttempt {
  /** ID of the attempt */
  id: string;
  /** 1 for the first attempt */
  number: number;
  /** HTTP status; null without a response */
  status: number | null;
  /** Why there was no response */
  error: string | null;
  /** The first 16 KiB of the response */
  response: string;
  /** Milliseconds until the response or the error */
  durationMs: number;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
}
/** A delivery with its body and its attempts */
export interface DeliveryWithAttempts {
  /** ID of the delivery */
  id: string;
  /** Also in the header `webhook-id` and as `id` in the body */
  eventId: string;
  /** Name of the event, or `test` */
  type: string;
  /** ID of the webhook */
  subscriberId: string;
  /** ID of the form that the event is about */
  formId: string | null;
  /** URL of the receiver */
  url: string;
  /** `pending` is sent, or sent again, at `nextAttemptAt`; `failed` was given up */
  status: DeliveryStatus;
  /** Why it, or its last attempt, failed */
  failure: string | null;
  /** Number of attempts so far */
  attemptCount: number;
  /** When it is sent next; null if it is not */
  nextAttemptAt: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** When the receiver accepted it */
  deliveredAt: string | null;
  /** The body of the request. Contact, invoice and payment are null in it for a key that may not read them */
  body: string;
  /** In their order */
  attempts: DeliveryAttempt[];
}
/** Which failed deliveries to send again; all without it */
export interface ResendWindow {
  /** Only deliveries of this webhook */
  subscriberId?: string;
  /** Only deliveries created in this time */
  createdAt?: {
    /** Then or later */
    gte?: string;
    /** Before */
    lt?: string;
  };
}
/** How many deliveries are sent again */
export interface ResentDeliveries {
  /** Number of deliveries to resend */
  count: number;
}
/** An item as the readers of the site know it, without its content */
export interface ItemEventData {
  /** ID of the item */
  id: string;
  /** Name of the content type */
  type: string;
  /** Names the item in URLs */
  slug: string;
  /** Where it is on the site, if its type has a `url` */
  url: string | null;
  /** Null unless it is public */
  title: string | null;
  /** What it is now; null if it is deleted */
  status: ('publish' | 'scheduled' | 'draft' | 'trash') | null;
  /** Increases with every change of the item */
  version: number;
  /** When it became public or will */
  publishedAt: string | null;
  /** Of `item.updated`: the members with other values, custom fields as `fields.` and their name. Empty in others */
  changed: string[];
  /** Where a public item was before it got another slug */
  former: {
    /** The slug before */
    slug: string;
    /** The URL on the site before, if its type has a `url` */
    url: string | null;
  } | null;
}
/** What the readers of the site see has changed */
export interface ItemFeedEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** What happened. Of what happens to a submission without `submission.`: `submitted`, `paid`, `scanned` */
  type: 'item.published' | 'item.updated' | 'item.unpublished' | 'item.trashed' | 'item.deleted';
  /** What happened, always with its noun: `submission.submitted`. Otherwise the same as `type` */
  name: 'item.published' | 'item.updated' | 'item.unpublished' | 'item.trashed' | 'item.deleted';
  /** When it happened */
  createdAt: string;
  /** ID of the record that it is about */
  subject: string;
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  /** An item as the readers of the site know it, without its content */
  data: ItemEventData;
  /** For `after`: continues with the event after this one */
  cursor: string;
}
/** A form was submitted, a submission was paid, or its files were scanned */
export interface FormFeedEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** What happened. Of what happens to a submission without `submission.`: `submitted`, `paid`, `scanned` */
  type: 'submitted' | 'paid' | 'scanned';
  /** What happened, always with its noun: `submission.submitted`. Otherwise the same as `type` */
  name: 'submission.submitted' | 'submission.paid' | 'submission.scanned';
  /** When it happened */
  createdAt: string;
  /** ID of the record that it is about */
  subject: string;
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  /** As it is now; of what is deleted its ID */
  form:
    | {
        /** ID of the form */
        id: string;
        /** Names the form in URLs */
        slug: string;
        /** What people see */
        name: string;
      }
    | Deleted;
  /** As it is now; of what is deleted its ID */
  submission: Submission | Deleted;
  /** A person, at most one for each email address */
  contact: Contact | null;
  /** A charge, from the attempt to its refunds */
  payment: Payment | null;
  /** For `after`: continues with the event after this one */
  cursor: string;
}
/** An invoice in an event: without the URL of its page */
export interface ReportedInvoice {
  /** ID of the invoice */
  id: string;
  /** What another system calls it. No two of them can have the same */
  externalId: string | null;
  /** As on the document that the customer has */
  number: string | null;
  /** The contact who owes it */
  contactId: string | null;
  /** `open` can be paid; `void` was withdrawn; `uncollectible` was given up, by the processor */
  status: InvoiceStatus;
  /** In the smallest unit of the currency */
  amount: number | null;
  /** What has been paid, in the smallest unit of the currency */
  amountPaid: number;
  /** ISO 4217, lowercase */
  currency: string | null;
  /** What it is for */
  description: string | null;
  /** An invoice that has only an amount has one */
  lines: InvoiceLine[];
  /** Whether unit amounts and discounts include tax */
  pricesIncludeTax: boolean;
  /** By how much the whole is reduced, shared over the lines */
  discount: number | null;
  /** By how much the whole is reduced, in percent */
  discountPercent: string | null;
  /** Why the tax rules do not apply to it; null if they do */
  taxOverride: string | null;
  /** As whom the tax rules see a buyer: `domestic` is in the country of the seller, or in none that is known; `eu_business` in another one of the EU, with a valid VAT ID; `eu_consumer` there without; `abroad` outside the EU */
  taxedAs: BuyerKind | null;
  /** That the EU has said, before its issue, that the VAT ID of the buyer is in use; null if it was not asked */
  vatIdCheck: VatIdCheck | null;
  /** A text below the lines */
  notes: string | null;
  /** When it was supplied, or the first day of that */
  deliveryFrom: string | null;
  /** The last day */
  deliveryUntil: string | null;
  /** Who issues invoices, as on the documents */
  seller: Seller | null;
  /** Who owes it, as on the document */
  buyer: Buyer | null;
  /** In the smallest unit of the currency */
  totals: InvoiceTotals | null;
  /** When it should be paid */
  dueAt: string | null;
  /** Since when it cannot be changed */
  issuedAt: string | null;
  /** The day on its document */
  issueDay: string | null;
  /** When the mail server last accepted it for its contact */
  sentAt: string | null;
  /** When it was paid in full */
  paidAt: string | null;
  /** Whether the schedule of reminders leaves it out */
  remindersPaused: boolean;
  /** The last step of that schedule that was used, in days after `dueAt` */
  reminderDays: number | null;
  /** The processor's ID, if it is an invoice of a subscription */
  processorInvoiceId: string | null;
  /** The processor's ID of the subscription */
  subscriptionId: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
  /** Increases by 1 with every change */
  version: number;
}
/** A payment succeeded, or an attempt to pay failed */
export interface PaymentResultFeedEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** What happened. Of what happens to a submission without `submission.`: `submitted`, `paid`, `scanned` */
  type: 'payment.succeeded' | 'payment.failed';
  /** What happened, always with its noun: `submission.submitted`. Otherwise the same as `type` */
  name: 'payment.succeeded' | 'payment.failed';
  /** When it happened */
  createdAt: string;
  /** ID of the record that it is about */
  subject: string;
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  /** As it is now; of what is deleted its ID */
  data: Payment | Deleted;
  /** A person, at most one for each email address */
  contact: Contact | null;
  /** An invoice in an event: without the URL of its page */
  invoice: ReportedInvoice | null;
  /** For `after`: continues with the event after this one */
  cursor: string;
}
/** A refund and its payment */
export interface RefundData {
  /** ID of the refund */
  id: string;
  /** The processor's ID; null until it has responded */
  processorRefundId: string | null;
  /** ID of the payment */
  paymentId: string;
  /** In the smallest unit of the currency */
  amount: number;
  /** ISO 4217, lowercase */
  currency: string;
  /** `pending` until the processor reports the result */
  status: RefundStatus;
  /** A `RefundReason`, or what the processor reports */
  reason: string | null;
  /** Why it failed, in the words of the processor */
  failureMessage: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** The processor's ID of the payment intent */
  paymentIntentId: string | null;
  /** A charge, from the attempt to its refunds */
  payment: Payment | null;
}
/** A payment was refunded */
export interface PaymentRefundedFeedEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** What happened. Of what happens to a submission without `submission.`: `submitted`, `paid`, `scanned` */
  type: 'payment.refunded';
  /** What happened, always with its noun: `submission.submitted`. Otherwise the same as `type` */
  name: 'payment.refunded';
  /** When it happened */
  createdAt: string;
  /** ID of the record that it is about */
  subject: string;
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  /** As it is now; of what is deleted its ID */
  data: RefundData | Deleted;
  /** A person, at most one for each email address */
  contact: Contact | null;
  /** An invoice in an event: without the URL of its page */
  invoice: ReportedInvoice | null;
  /** For `after`: continues with the event after this one */
  cursor: string;
}
/** A subscription of the processor in our own terms, with the processor's ids */
export interface SubscriptionData {
  /** The processor's ID of the subscription */
  id: string;
  /** In the words of the processor, such as `active`, `past_due` or `canceled` */
  status: string;
  /** The processor's ID of the customer */
  customerId: string | null;
  /** ISO 4217, lowercase */
  currency: string | null;
  /** What it is for */
  description: string | null;
  /** What the customer has subscribed to */
  items: {
    /** The processor's ID of this part */
    id: string | null;
    /** The processor's ID of the price */
    priceId: string | null;
    /** The processor's ID of the product */
    productId: string | null;
    /** How many of it */
    quantity: number;
    /** Price of one, in the smallest unit of the currency; may have decimals */
    unitAmount: number | null;
    /** ISO 4217, lowercase */
    currency: string | null;
    /** `day`, `week`, `month` or `year` */
    interval: string | null;
    /** Number of intervals between two invoices */
    intervalCount: number | null;
  }[];
  /** Begin of the time that is paid or being collected */
  currentPeriodStart: string | null;
  /** End of that time */
  currentPeriodEnd: string | null;
  /** Whether it ends with the current period */
  cancelAtPeriodEnd: boolean;
  /** When it will end */
  cancelAt: string | null;
  /** When it was canceled */
  canceledAt: string | null;
  /** When it ended */
  endedAt: string | null;
  /** Begin of the free trial */
  trialStart: string | null;
  /** End of the free trial */
  trialEnd: string | null;
  /** What happens to invoices while collection is paused */
  pauseBehavior: string | null;
  /** When collection goes on */
  pausedUntil: string | null;
  /** When it began */
  startedAt: string | null;
}
/** A subscription was created, updated or canceled */
export interface SubscriptionFeedEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** What happened. Of what happens to a submission without `submission.`: `submitted`, `paid`, `scanned` */
  type: 'subscription.created' | 'subscription.updated' | 'subscription.canceled';
  /** What happened, always with its noun: `submission.submitted`. Otherwise the same as `type` */
  name: 'subscription.created' | 'subscription.updated' | 'subscription.canceled';
  /** When it happened */
  createdAt: string;
  /** ID of the record that it is about */
  subject: string;
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  /** A subscription of the processor in our own terms, with the processor's ids */
  data: SubscriptionData;
  /** A person, at most one for each email address */
  contact: Contact | null;
  /** An invoice in an event: without the URL of its page */
  invoice: ReportedInvoice | null;
  /** For `after`: continues with the event after this one */
  cursor: string;
}
/** An invoice of the processor in our own terms, with the processor's ids */
export interface InvoiceData {
  /** ID of the invoice */
  id: string;
  /** The processor's ID of the invoice */
  processorInvoiceId: string;
  /** The processor's ID of the subscription */
  subscriptionId: string | null;
  /** As on the document that the customer has */
  number: string | null;
  /** `open` can be paid; `void` was withdrawn; `uncollectible` was given up, by the processor */
  status: InvoiceStatus;
  /** In the smallest unit of the currency */
  amount: number;
  /** What has been paid, in the smallest unit of the currency */
  amountPaid: number;
  /** ISO 4217, lowercase */
  currency: string;
  /** What it is for */
  description: string | null;
  /** When it should be paid */
  dueAt: string | null;
  /** When it was paid in full */
  paidAt: string | null;
  /** ID of the contact who owes it */
  contactId: string | null;
  /** The processor's ID of the customer */
  customerId: string | null;
  /** How often the processor has tried to collect it */
  attemptCount: number;
  /** The processor's page of the invoice */
  hostedUrl: string | null;
  /** Why the processor made it, such as `subscription_cycle` */
  billingReason: string | null;
}
/** An invoice of the processor was paid, or an attempt to collect it failed */
export interface InvoiceFeedEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** What happened. Of what happens to a submission without `submission.`: `submitted`, `paid`, `scanned` */
  type: 'invoice.paid' | 'invoice.payment_failed';
  /** What happened, always with its noun: `submission.submitted`. Otherwise the same as `type` */
  name: 'invoice.paid' | 'invoice.payment_failed';
  /** When it happened */
  createdAt: string;
  /** ID of the record that it is about */
  subject: string;
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  /** An invoice of the processor in our own terms, with the processor's ids */
  data: InvoiceData;
  /** A person, at most one for each email address */
  contact: Contact | null;
  /** An invoice in an event: without the URL of its page */
  invoice: ReportedInvoice | null;
  /** For `after`: continues with the event after this one */
  cursor: string;
}
/** A record was created, updated or deleted: contact */
export interface ContactChangeFeedEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** What happened. Of what happens to a submission without `submission.`: `submitted`, `paid`, `scanned` */
  type: 'contact.created' | 'contact.updated' | 'contact.deleted';
  /** What happened, always with its noun: `submission.submitted`. Otherwise the same as `type` */
  name: 'contact.created' | 'contact.updated' | 'contact.deleted';
  /** When it happened */
  createdAt: string;
  /** ID of the record that it is about */
  subject: string;
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  /** As the API answers for it; of what is deleted its ID */
  data: Contact | Deleted;
  /** Of an update: the members with other values, custom fields as `fields.` and their name. Empty in others */
  changed: string[];
  /** For `after`: continues with the event after this one */
  cursor: string;
}
/** A record was created, updated or deleted: invoice */
export interface InvoiceChangeFeedEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** What happened. Of what happens to a submission without `submission.`: `submitted`, `paid`, `scanned` */
  type: 'invoice.created' | 'invoice.updated' | 'invoice.deleted';
  /** What happened, always with its noun: `submission.submitted`. Otherwise the same as `type` */
  name: 'invoice.created' | 'invoice.updated' | 'invoice.deleted';
  /** When it happened */
  createdAt: string;
  /** ID of the record that it is about */
  subject: string;
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  /** As the API answers for it; of what is deleted its ID */
  data: ReportedInvoice | Deleted;
  /** Of an update: the members with other values, custom fields as `fields.` and their name. Empty in others */
  changed: string[];
  /** For `after`: continues with the event after this one */
  cursor: string;
}
/** A record was created: credit note */
export interface CreditNoteChangeFeedEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** What happened. Of what happens to a submission without `submission.`: `submitted`, `paid`, `scanned` */
  type: 'credit_note.created';
  /** What happened, always with its noun: `submission.submitted`. Otherwise the same as `type` */
  name: 'credit_note.created';
  /** When it happened */
  createdAt: string;
  /** ID of the record that it is about */
  subject: string;
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  /** As the API answers for it; of what is deleted its ID */
  data: CreditNote | Deleted;
  /** Of an update: the members with other values, custom fields as `fields.` and their name. Empty in others */
  changed: string[];
  /** For `after`: continues with the event after this one */
  cursor: string;
}
/** A record was created, updated or deleted: form */
export interface FormChangeFeedEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** What happened. Of what happens to a submission without `submission.`: `submitted`, `paid`, `scanned` */
  type: 'form.created' | 'form.updated' | 'form.deleted';
  /** What happened, always with its noun: `submission.submitted`. Otherwise the same as `type` */
  name: 'form.created' | 'form.updated' | 'form.deleted';
  /** When it happened */
  createdAt: string;
  /** ID of the record that it is about */
  subject: string;
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  /** As the API answers for it; of what is deleted its ID */
  data: Form | Deleted;
  /** Of an update: the members with other values, custom fields as `fields.` and their name. Empty in others */
  changed: string[];
  /** For `after`: continues with the event after this one */
  cursor: string;
}
/** A record was created, updated or deleted: webhook */
export interface WebhookChangeFeedEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** What happened. Of what happens to a submission without `submission.`: `submitted`, `paid`, `scanned` */
  type: 'webhook.created' | 'webhook.updated' | 'webhook.deleted';
  /** What happened, always with its noun: `submission.submitted`. Otherwise the same as `type` */
  name: 'webhook.created' | 'webhook.updated' | 'webhook.deleted';
  /** When it happened */
  createdAt: string;
  /** ID of the record that it is about */
  subject: string;
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  /** As the API answers for it; of what is deleted its ID */
  data: Webhook | Deleted;
  /** Of an update: the members with other values, custom fields as `fields.` and their name. Empty in others */
  changed: string[];
  /** For `after`: continues with the event after this one */
  cursor: string;
}
/** A part of the feed */
export interface FeedPage {
  /** In their order, the oldest first */
  items: FeedEvent[];
  /** For the next request, also if there were no events */
  after: string;
  /** Whether there may be more events already */
  more: boolean;
}
/** Conditions on members of the records, by name and operator */
export interface ListedMailFilters {
  /** It is not this */
  'kind[ne]'?:
    | 'notice'
    | 'digest'
    | 'savedAnswers'
    | 'reply'
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
    | 'passkeyRemoved'
    | 'message';
  /** It is one of these, separated by commas */
  'kind[in]'?: string;
  /** It is none of these, separated by commas */
  'kind[nin]'?: string;
  /** It is not this */
  'status[ne]'?: 'queued' | 'waiting' | 'sent' | 'failed';
  /** It is one of these, separated by commas */
  'status[in]'?: string;
  /** It is none of these, separated by commas */
  'status[nin]'?: string;
  /** It is not this */
  'recipient[ne]'?: string;
  /** It is one of these, separated by commas */
  'recipient[in]'?: string;
  /** It is none of these, separated by commas */
  'recipient[nin]'?: string;
  /** It is not this */
  'about[ne]'?: string;
  /** It is one of these, separated by commas */
  'about[in]'?: string;
  /** It is none of these, separated by commas */
  'about[nin]'?: string;
  /** Whether there is one */
  'about[exists]'?: boolean;
  /** It is not this */
  'language[ne]'?: string;
  /** It is one of these, separated by commas */
  'language[in]'?: string;
  /** It is none of these, separated by commas */
  'language[nin]'?: string;
  /** It is not this */
  'error[ne]'?: string;
  /** It is one of these, separated by commas */
  'error[in]'?: string;
  /** It is none of these, separated by commas */
  'error[nin]'?: string;
  /** Whether there is one */
  'error[exists]'?: boolean;
  /** It is not this */
  'attemptCount[ne]'?: number;
  /** It is one of these, separated by commas */
  'attemptCount[in]'?: string;
  /** It is none of these, separated by commas */
  'attemptCount[nin]'?: string;
  /** It is more, or later */
  'attemptCount[gt]'?: number;
  /** It is this or more, or later */
  'attemptCount[gte]'?: number;
  /** It is less, or earlier */
  'attemptCount[lt]'?: number;
  /** It is this or less, or earlier */
  'attemptCount[lte]'?: number;
  /** It is more, or later */
  'nextAttemptAt[gt]'?: string;
  /** It is this or more, or later */
  'nextAttemptAt[gte]'?: string;
  /** It is less, or earlier */
  'nextAttemptAt[lt]'?: string;
  /** It is this or less, or earlier */
  'nextAttemptAt[lte]'?: string;
  /** Whether there is one */
  'nextAttemptAt[exists]'?: boolean;
  /** It is more, or later */
  'createdAt[gt]'?: string;
  /** It is this or more, or later */
  'createdAt[gte]'?: string;
  /** It is less, or earlier */
  'createdAt[lt]'?: string;
  /** It is this or less, or earlier */
  'createdAt[lte]'?: string;
  /** It is more, or later */
  'sentAt[gt]'?: string;
  /** It is this or more, or later */
  'sentAt[gte]'?: string;
  /** It is less, or earlier */
  'sentAt[lt]'?: string;
  /** It is this or less, or earlier */
  'sentAt[lte]'?: string;
  /** Whether there is one */
  'sentAt[exists]'?: boolean;
}
/** A mail in the outbox */
export interface ListedMail {
  /** Opaque ID */
  id: string;
  /** What the mail is: a `MailKind`, or `message` for a reply that a user has written to a submission */
  kind: OutboxKind;
  /** `queued`: it is sent now or at `nextAttemptAt`; `waiting`: no mail server is set; `sent`: the server accepted it; `failed`: `error` says why */
  status: MailStatus;
  /** The one address it goes to */
  recipient: string;
  /** Where replies go, if not to the sender */
  replyTo: string | null;
  /** The subject */
  subject: string;
  /** The language of its texts */
  language: string;
  /** The ID of what it is about, such as a submission */
  about: string | null;
  /** The header `Message-ID` */
  messageId: string;
  /** How often it was handed to the server */
  attemptCount: number;
  /** Why the last attempt failed */
  error: string | null;
  /** When it is tried again */
  nextAttemptAt: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** When the server accepted it */
  sentAt: string | null;
}
/** A page of a list */
export interface MailList {
  /** The records of this page */
  items: ListedMail[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** A mail with its text */
export interface Mail {
  /** Opaque ID */
  id: string;
  /** What the mail is: a `MailKind`, or `message` for a reply that a user has written to a submission */
  kind: OutboxKind;
  /** `queued`: it is sent now or at `nextAttemptAt`; `waiting`: no mail server is set; `sent`: the server accepted it; `failed`: `error` says why */
  status: MailStatus;
  /** The one address it goes to */
  recipient: string;
  /** Where replies go, if not to the sender */
  replyTo: string | null;
  /** The subject */
  subject: string;
  /** The language of its texts */
  language: string;
  /** The ID of what it is about, such as a submission */
  about: string | null;
  /** The header `Message-ID` */
  messageId: string;
  /** How often it was handed to the server */
  attemptCount: number;
  /** Why the last attempt failed */
  error: string | null;
  /** When it is tried again */
  nextAttemptAt: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** When the server accepted it */
  sentAt: string | null;
  /** The text */
  text: string;
  /** The same as HTML, which shows the logo of the site as `cid:logo` */
  html: string;
}
/** The server that sends mails. Its password and keys are never returned */
export interface MailServer {
  /** Null without a server: then mails wait in the outbox */
  setIn: ('environment' | 'settings') | null;
  /** Its name or IP address */
  host: string | null;
  /** Its port */
  port: number | null;
  /** `tls`: from the start, usually on port 465; `starttls`: usually on port 587; `none`: not encrypted */
  security: MailSecurity | null;
  /** Who signs in at it */
  user: string | null;
  /** Whether a password is stored */
  passwordConfigured: boolean;
  /** The sender of all mails */
  from: string | null;
  /** The name of the sender */
  fromName: string | null;
  /** Null if mails are not signed */
  dkim: {
    /** The domain that signs */
    domain: string;
    /** The name of the key: its DNS record is `<selector>._domainkey.<domain>` */
    selector: string;
  } | null;
  /** Number of mails that wait for a server */
  waitingMails: number;
}
/** A mail server to use */
export interface NewMailServer {
  /** Its name or IP address */
  host: string;
  /** Its port */
  port: number;
  /** `tls`: from the start, usually on port 465; `starttls`: usually on port 587; `none`: not encrypted */
  security: MailSecurity;
  /** Who signs in at it */
  user?: string | null;
  /** The stored one is kept if this is absent and host, port and user stay the same */
  password?: string | null;
  /** Sends the password even if the connection to another host is not encrypted */
  allowPlainPassword?: boolean;
  /** The sender of all mails */
  from: string;
  /** The name of the sender */
  fromName?: string | null;
  /** Signs mails with DKIM */
  dkim?: {
    /** The domain that signs */
    domain: string;
    /** The name of the key: its DNS record is `<selector>._domainkey.<domain>` */
    selector: string;
    /** RSA or Ed25519, in PEM. The stored one is kept if this is absent */
    privateKey?: string;
  } | null;
  /** Gets the test mail; by default the user who is signed in */
  testTo?: string;
}
/** Where a test mail goes */
export interface MailTest {
  /** Who gets the test mail; by default the user who is signed in */
  to?: string;
}
/** Where the test mail went */
export interface SentMailTest {
  /** Who gets the test mail; by default the user who is signed in */
  to: string;
}
/** Conditions on members of the records, by name and operator */
export interface MailKindSettingsFilters {
  /** It is not this */
  'kind[ne]'?:
    | 'notice'
    | 'digest'
    | 'savedAnswers'
    | 'reply'
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
  /** It is one of these, separated by commas */
  'kind[in]'?: string;
  /** It is none of these, separated by commas */
  'kind[nin]'?: string;
  /** It is not this */
  'to[ne]'?: 'visitor' | 'payer' | 'team' | 'user';
  /** It is one of these, separated by commas */
  'to[in]'?: string;
  /** It is none of these, separated by commas */
  'to[nin]'?: string;
  /** It is not this */
  'on[ne]'?: boolean;
}
/** What a text of this kind may have in `{{…}}` */
export interface MailVariable {
  /** As it is written in `{{…}}` */
  name:
    | 'site'
    | 'name'
    | 'email'
    | 'form'
    | 'count'
    | 'amount'
    | 'paid'
    | 'date'
    | 'description'
    | 'reference'
    | 'number'
    | 'due'
    | 'reason'
    | 'url'
    | 'file'
    | 'until'
    | 'details'
    | 'answers'
    | 'link';
  /** What it stands for */
  about: string;
}
/** A kind of mail */
export interface MailKindSettings {
  /** `notice`: someone submitted a form; `digest`: all submissions of a day, in place of notices; `reply`: the answer of a form to who submitted it; `receipt`, `refund`, `refundFailed`, `invoice`, `paymentFailed`: to a payer; `invoiceToPay`: an open invoice, sent to its contact by a user; `invoiceReminder`, `invoiceOverdue`: a reminder of one, until the day on which it is due and after it; `invoicePaid`: a copy of one that is paid; `creditNote`: a credit note of one; `refundFailedNotice`, `paymentFailedNotice`, `receiverPaused`, `receiverDisabled`: to the owners; `importFinished`, `importFailed`: to the user who started it; `reset`: a link to set a new password; `invitation`: a link for a new user; `newDevice`: a sign-in from a browser that the user has not used before; `passwordChanged`, `secondFactorOff`, `passkeyAdded`, `passkeyRemoved`: to the user */
  kind: MailKind;
  /** `visitor`: who submitted a form; `payer`: who paid; `team`: the owners, or the addresses of the form; `user`: the user it is about */
  to: 'visitor' | 'payer' | 'team' | 'user';
  /** Whether mails of this kind are sent */
  on: boolean;
  /** Whether it cannot be switched off */
  needed: boolean;
  /** What its texts may have */
  variables: MailVariable[];
  /** The languages in which its text is not the original one */
  editedIn: MailLanguage[];
}
/** The kinds of mails, and the languages of their texts */
export interface MailKindList {
  /** The records of this page */
  items: MailKindSettings[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
  /** All languages */
  languages: MailLanguage[];
  /** A language that mails have texts in */
  language: MailLanguage;
}
/** Switches a kind of mail on or off */
export interface MailKindChange {
  /** Whether mails of this kind are sent */
  on: boolean;
}
/** The text of a kind of mail in one language */
export interface MailText {
  /** `notice`: someone submitted a form; `digest`: all submissions of a day, in place of notices; `reply`: the answer of a form to who submitted it; `receipt`, `refund`, `refundFailed`, `invoice`, `paymentFailed`: to a payer; `invoiceToPay`: an open invoice, sent to its contact by a user; `invoiceReminder`, `invoiceOverdue`: a reminder of one, until the day on which it is due and after it; `invoicePaid`: a copy of one that is paid; `creditNote`: a credit note of one; `refundFailedNotice`, `paymentFailedNotice`, `receiverPaused`, `receiverDisabled`: to the owners; `importFinished`, `importFailed`: to the user who started it; `reset`: a link to set a new password; `invitation`: a link for a new user; `newDevice`: a sign-in from a browser that the user has not used before; `passwordChanged`, `secondFactorOff`, `passkeyAdded`, `passkeyRemoved`: to the user */
  kind: MailKind;
  /** A language that mails have texts in */
  language: MailLanguage;
  /** The subject, which may have variables */
  subject: string;
  /** Paragraphs, separated by empty lines, which may have variables. `{{details}}` or `{{answers}}` alone in a paragraph becomes a table, `[Label]({{link}})` a button; a paragraph whose variables have no value is left out */
  text: string;
  /** Whether it is not the original text */
  edited: boolean;
  /** The original text */
  original: {
    /** The subject, which may have variables */
    subject: string;
    /** Paragraphs, separated by empty lines, which may have variables. `{{details}}` or `{{answers}}` alone in a paragraph becomes a table, `[Label]({{link}})` a button; a paragraph whose variables have no value is left out */
    text: string;
  };
}
/** The text of a kind of mail */
export interface MailTemplate {
  /** The subject, which may have variables */
  subject: string;
  /** Paragraphs, separated by empty lines, which may have variables. `{{details}}` or `{{answers}}` alone in a paragraph becomes a table, `[Label]({{link}})` a button; a paragraph whose variables have no value is left out */
  text: string;
}
/** A mail with samples in place of its variables */
export interface MailPreview {
  /** The subject, with samples in place of variables */
  subject: string;
  /** The mail as text */
  text: string;
  /** The mail as HTML */
  html: string;
}
/** A text to try, and where to send it */
export interface MailTextTest {
  /** The subject, which may have variables */
  subject: string;
  /** Paragraphs, separated by empty lines, which may have variables. `{{details}}` or `{{answers}}` alone in a paragraph becomes a table, `[Label]({{link}})` a button; a paragraph whose variables have no value is left out */
  text: string;
  /** Who gets it; by default the user who is signed in */
  to?: string;
}
/** The mail of an invoice before it is sent */
export interface InvoiceMailPreview {
  /** What the mail is: a `MailKind`, or `message` for a reply that a user has written to a submission */
  kind: OutboxKind;
  /** The address of its contact */
  recipient: string | null;
  /** The language of its texts */
  language: string;
  /** The subject */
  subject: string;
  /** The text */
  text: string;
  /**
   * What is attached
   *
   * Items: The name of a file
   */
  attachments: string[];
}
/** What is different from the usual mail */
export interface NewInvoiceMail {
  /** Who gets it; by default the contact of the invoice */
  to?: string;
  /** Stands above the text of the mail */
  message?: string;
}
/** Conditions on members of the records, by name and operator */
export interface MailOptOutFilters {
  /** It is not this */
  'address[ne]'?: string;
  /** It is one of these, separated by commas */
  'address[in]'?: string;
  /** It is none of these, separated by commas */
  'address[nin]'?: string;
  /** It is not this */
  'formId[ne]'?: string;
  /** It is one of these, separated by commas */
  'formId[in]'?: string;
  /** It is none of these, separated by commas */
  'formId[nin]'?: string;
  /** Whether there is one */
  'formId[exists]'?: boolean;
  /** It is more, or later */
  'createdAt[gt]'?: string;
  /** It is this or more, or later */
  'createdAt[gte]'?: string;
  /** It is less, or earlier */
  'createdAt[lt]'?: string;
  /** It is this or less, or earlier */
  'createdAt[lte]'?: string;
}
/** An address that has unsubscribed from notices */
export interface MailOptOut {
  /** Opaque ID */
  id: string;
  /** The address, in lower case and with its domain in ASCII */
  address: string;
  /** The form; null for the notices and digests across all forms */
  formId: string | null;
  /** Its name; null if it was deleted */
  formName: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
}
/** A page of a list */
export interface MailOptOutList {
  /** The records of this page */
  items: MailOptOut[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** Conditions on members of the records, by name and operator */
export interface MailRefusalFilters {
  /** It is not this */
  'address[ne]'?: string;
  /** It is one of these, separated by commas */
  'address[in]'?: string;
  /** It is none of these, separated by commas */
  'address[nin]'?: string;
  /** It is not this */
  'mailId[ne]'?: string;
  /** It is one of these, separated by commas */
  'mailId[in]'?: string;
  /** It is none of these, separated by commas */
  'mailId[nin]'?: string;
  /** Whether there is one */
  'mailId[exists]'?: boolean;
  /** It is more, or later */
  'createdAt[gt]'?: string;
  /** It is this or more, or later */
  'createdAt[gte]'?: string;
  /** It is less, or earlier */
  'createdAt[lt]'?: string;
  /** It is this or less, or earlier */
  'createdAt[lte]'?: string;
}
/** An address that does not accept mail: nothing is sent to it */
export interface MailRefusal {
  /** The address, without regard to case */
  address: string;
  /** What the mail server said */
  reason: string;
  /** The mail that was rejected; null if it was reported */
  mailId: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
}
/** A page of a list */
export interface MailRefusalList {
  /** The records of this page */
  items: MailRefusal[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** A mail that came back from this address */
export interface NewMailRefusal {
  /** The address, without regard to case */
  address: string;
  /** What the mail server said */
  reason: string;
}
/** Whether the site has been set up */
export interface SetupStatus {
  /** Whether there is no owner yet */
  needed: boolean;
}
/** The owner and the name of the site */
export interface Setup {
  /** From the link that the service printed at its first start */
  code: string;
  /** Name of the site, for visitors and in the admin */
  siteName: string;
  /** What others see */
  name: string;
  /** Email address to sign in with */
  email: string;
  /** 10 to 1024 bytes */
  password: string;
}
/** The person who is signed in, and the site */
export interface Me {
  /** The person who is signed in */
  user: {
    /** Opaque ID */
    id: string;
    /** What others see */
    name: string;
    /** Email address to sign in with */
    email: string;
    /** An `owner` may do everything; an `admin` everything but what concerns owners; an `editor` works with content and forms, and reads payments and contacts; an `author` works with content; `support` works with submissions and contacts, and reads content and payments */
    role: Role;
    /** What the role allows */
    scopes: TokenScope[];
  };
  /** From the settings */
  site: {
    /** Name of the site */
    name: string;
    /** A path on the origin of the service */
    logoUrl: string | null;
    /** Of buttons on pages for visitors; null for the default */
    brandColor: string | null;
    /** ISO 4217, lowercase: of new prices and invoices */
    currency: string;
    /** IANA name; null for the time zone of each reader */
    timeZone: string | null;
    /** BCP 47; null for the conventions of each reader */
    locale: string | null;
    /** With which day weeks begin; null for that of the country in `locale` */
    firstDayOfWeek: 'monday' | 'saturday' | 'sunday' | null;
    /** Days after which items in the trash are deleted; 0 keeps them */
    trashDays: number;
  };
  /** Whether the site requires two-step sign-in, and the user has to set it up or sign in with a passkey before anything else */
  secondFactorNeeded: boolean;
}
/** What a user signs in with */
export interface SignIn {
  /** Email address to sign in with */
  email: string;
  /** The password that is in use */
  password: string;
  /** Six digits from the authenticator app, or a recovery code */
  code?: string;
}
/** Conditions on members of the records, by name and operator */
export interface SessionFilters {
  /** It is not this */
  'ip[ne]'?: string;
  /** It is one of these, separated by commas */
  'ip[in]'?: string;
  /** It is none of these, separated by commas */
  'ip[nin]'?: string;
  /** Whether there is one */
  'ip[exists]'?: boolean;
  /** It is not this */
  'signedInWith[ne]'?: 'password' | 'code' | 'passkey' | 'link';
  /** It is one of these, separated by commas */
  'signedInWith[in]'?: string;
  /** It is none of these, separated by commas */
  'signedInWith[nin]'?: string;
  /** It is more, or later */
  'createdAt[gt]'?: string;
  /** It is this or more, or later */
  'createdAt[gte]'?: string;
  /** It is less, or earlier */
  'createdAt[lt]'?: string;
  /** It is this or less, or earlier */
  'createdAt[lte]'?: string;
  /** It is more, or later */
  'lastSeenAt[gt]'?: string;
  /** It is this or more, or later */
  'lastSeenAt[gte]'?: string;
  /** It is less, or earlier */
  'lastSeenAt[lt]'?: string;
  /** It is this or less, or earlier */
  'lastSeenAt[lte]'?: string;
}
/** A browser in which someone is signed in */
export interface Session {
  /** Opaque ID */
  id: string;
  /** What the browser calls itself */
  userAgent: string | null;
  /** IP address of the sign-in */
  ip: string | null;
  /** A `password`, a password and a `code`, a `passkey`, or the `link` of a mail or of the first start */
  signedInWith: 'password' | 'code' | 'passkey' | 'link';
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  lastSeenAt: string;
  /** Whether this request belongs to the session */
  current: boolean;
}
/** A page of a list */
export interface SessionList {
  /** The records of this page */
  items: Session[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** The browsers have to sign in again */
export interface EndedSessions {
  /** Number of sessions that have ended */
  deleted: number;
}
/** The password that is in use, and the one to replace it */
export interface PasswordChange {
  /** The password that is in use */
  currentPassword: string;
  /** 10 to 1024 bytes */
  newPassword: string;
}
/** Confirms the change */
export interface ChangedPassword {
  /** Other sessions have ended */
  changed: true;
}
/** Who forgot a password */
export interface PasswordReset {
  /** Email address to sign in with */
  email: string;
}
/** A mail is sent if there is a user with this address */
export interface AcceptedPasswordReset {
  /** Confirms the request */
  accepted: true;
}
/** AuthenticationResponseJSON of Web Authentication */
export interface UsedCredential {
  /** ID of the credential, in base64url */
  id: string;
  /** The same, in base64url */
  rawId: string;
  /** There is no other */
  type: 'public-key';
  /** AuthenticatorAssertionResponseJSON */
  response: {
    /** What the browser says of the page, in base64url */
    clientDataJSON: string;
    /** What the authenticator says, in base64url */
    authenticatorData: string;
    /** Of both, in base64url */
    signature: string;
    /** ID of the user, in base64url */
    userHandle?: string;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/** A password, and the link that allows to set it */
export interface PasswordByLink {
  /** From the link */
  token: string;
  /** 10 to 1024 bytes */
  password: string;
  /** Six digits from the authenticator app, or a recovery code */
  code?: string;
  /** AuthenticationResponseJSON of Web Authentication */
  passkey?: UsedCredential;
}
/** Who is invited */
export interface Invitation {
  /** What others see */
  name: string;
  /** Email address to sign in with */
  email: string;
  /** An `owner` may do everything; an `admin` everything but what concerns owners; an `editor` works with content and forms, and reads payments and contacts; an `author` works with content; `support` works with submissions and contacts, and reads content and payments */
  role: Role;
}
/** A person who can sign in to the admin */
export interface User {
  /** Opaque ID */
  id: string;
  /** What others see */
  name: string;
  /** Email address to sign in with */
  email: string;
  /** An `owner` may do everything; an `admin` everything but what concerns owners; an `editor` works with content and forms, and reads payments and contacts; an `author` works with content; `support` works with submissions and contacts, and reads content and payments */
  role: Role;
  /** What the role allows */
  scopes: TokenScope[];
  /** Whether the user has not set a password yet */
  invited: boolean;
  /** Whether the user signs in with a code beside the password */
  secondFactor: boolean;
  /** Number of passkeys that sign the user in without a password */
  passkeys: number;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
}
/** Signing in with a code beside the password */
export interface SecondFactor {
  /** Whether a code is asked for */
  on: boolean;
  /** Since when; null while it is off */
  confirmedAt: string | null;
  /** Number of recovery codes that have not been used */
  recoveryCodesLeft: number;
  /** Whether the site requires it of all users */
  required: boolean;
}
/** That it is the user who asks */
export interface PasswordToConfirm {
  /** The password that is in use */
  password: string;
}
/** A secret that is not shown again */
export interface NewSecondFactor {
  /** To be typed into an authenticator app (base 32) */
  secret: string;
  /** The same for its camera, as a QR code */
  url: string;
}
/** Both steps of signing in */
export interface PasswordAndCode {
  /** The password that is in use */
  password: string;
  /** Six digits from the authenticator app, or a recovery code */
  code: string;
}
/** The first code of the app */
export interface SecondFactorCode {
  /** Six digits from the authenticator app, or a recovery code */
  code: string;
}
/** For when the device with the authenticator app is lost */
export interface RecoveryCodes {
  /** Each replaces a code of the app once; not shown again */
  recoveryCodes: string[];
}
/** Conditions on members of the records, by name and operator */
export interface PasskeyFilters {
  /** It is not this */
  'name[ne]'?: string;
  /** It is one of these, separated by commas */
  'name[in]'?: string;
  /** It is none of these, separated by commas */
  'name[nin]'?: string;
  /** It is not this */
  'host[ne]'?: string;
  /** It is one of these, separated by commas */
  'host[in]'?: string;
  /** It is none of these, separated by commas */
  'host[nin]'?: string;
  /** It is not this */
  'usable[ne]'?: boolean;
  /** It is not this */
  'synced[ne]'?: boolean;
  /** It is more, or later */
  'createdAt[gt]'?: string;
  /** It is this or more, or later */
  'createdAt[gte]'?: string;
  /** It is less, or earlier */
  'createdAt[lt]'?: string;
  /** It is this or less, or earlier */
  'createdAt[lte]'?: string;
  /** It is more, or later */
  'lastUsedAt[gt]'?: string;
  /** It is this or more, or later */
  'lastUsedAt[gte]'?: string;
  /** It is less, or earlier */
  'lastUsedAt[lt]'?: string;
  /** It is this or less, or earlier */
  'lastUsedAt[lte]'?: string;
  /** Whether there is one */
  'lastUsedAt[exists]'?: boolean;
}
/** A key on a device or in a password manager that signs in without a password */
export interface Passkey {
  /** Opaque ID */
  id: string;
  /** To recognize it by */
  name: string;
  /** The host for which it was made */
  host: string;
  /** Whether it signs in at the public address of the service, which has another host otherwise */
  usable: boolean;
  /** Whether it may be on several devices, as those of password managers are */
  synced: boolean;
  /** How browsers reach it: `internal`, `hybrid`, `usb`, `nfc`, `ble`, `smart-card` */
  transports: string[];
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** When it signed in last; null if never */
  lastUsedAt: string | null;
}
/** The passkeys of a user */
export interface PasskeyList {
  /** The records of this page */
  items: Passkey[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
  /** Origin of the pages on which passkeys work; null if the public address allows none */
  origin: string | null;
}
/** RegistrationResponseJSON of Web Authentication */
export interface AddedCredential {
  /** ID of the credential, in base64url */
  id: string;
  /** The same, in base64url */
  rawId: string;
  /** There is no other */
  type: 'public-key';
  /** AuthenticatorAttestationResponseJSON */
  response: {
    /** What the browser says of the page, in base64url */
    clientDataJSON: string;
    /** The public key, and what the authenticator says of itself, in base64url */
    attestationObject: string;
    /**
     * How browsers reach it
     *
     * @maxItems 20
     */
    transports?: string[];
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/** What the browser has created */
export interface NewPasskey {
  /** To recognize it by */
  name: string;
  /** RegistrationResponseJSON of Web Authentication */
  credential: AddedCredential;
}
/** The password, and with two-step sign-in a code */
export interface PasskeyBeginning {
  /** The password that is in use */
  password: string;
  /** Six digits from the authenticator app, or a recovery code */
  code?: string;
}
/** What a browser needs to create a passkey */
export interface PasskeyCreation {
  /** PublicKeyCredentialCreationOptionsJSON of Web Authentication */
  options: {
    [k: string]: unknown;
  };
}
/** Its new name */
export interface PasskeyChange {
  /** To recognize it by */
  name: string;
}
/** What a browser needs to sign in with a passkey */
export interface PasskeyRequest {
  /** Origin of the pages on which passkeys work; null if the public address allows none */
  origin: string | null;
  /** PublicKeyCredentialRequestOptionsJSON of Web Authentication; null if `origin` is */
  options: {
    [k: string]: unknown;
  } | null;
}
/** What a user signs in with */
export interface PasskeySignIn {
  /** AuthenticationResponseJSON of Web Authentication */
  credential: UsedCredential;
}
/** Conditions on members of the records, by name and operator */
export interface UserFilters {
  /** It is not this */
  'name[ne]'?: string;
  /** It is one of these, separated by commas */
  'name[in]'?: string;
  /** It is none of these, separated by commas */
  'name[nin]'?: string;
  /** It is not this */
  'email[ne]'?: string;
  /** It is one of these, separated by commas */
  'email[in]'?: string;
  /** It is none of these, separated by commas */
  'email[nin]'?: string;
  /** It is not this */
  'role[ne]'?: 'owner' | 'admin' | 'editor' | 'author' | 'support';
  /** It is one of these, separated by commas */
  'role[in]'?: string;
  /** It is none of these, separated by commas */
  'role[nin]'?: string;
  /** It is not this */
  'invited[ne]'?: boolean;
  /** It is not this */
  'secondFactor[ne]'?: boolean;
  /** It is more, or later */
  'createdAt[gt]'?: string;
  /** It is this or more, or later */
  'createdAt[gte]'?: string;
  /** It is less, or earlier */
  'createdAt[lt]'?: string;
  /** It is this or less, or earlier */
  'createdAt[lte]'?: string;
  /** It is more, or later */
  'updatedAt[gt]'?: string;
  /** It is this or more, or later */
  'updatedAt[gte]'?: string;
  /** It is less, or earlier */
  'updatedAt[lt]'?: string;
  /** It is this or less, or earlier */
  'updatedAt[lte]'?: string;
}
/** A page of a list */
export interface UserList {
  /** The records of this page */
  items: User[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** A person who will be able to sign in */
export interface NewUser {
  /** What others see */
  name: string;
  /** Email address to sign in with */
  email: string;
  /** An `owner` may do everything; an `admin` everything but what concerns owners; an `editor` works with content and forms, and reads payments and contacts; an `author` works with content; `support` works with submissions and contacts, and reads content and payments */
  role: Role;
  /** 10 to 1024 bytes */
  password: string;
}
/** Only the given members change */
export interface UserChange {
  /** What others see */
  name?: string;
  /** An `owner` may do everything; an `admin` everything but what concerns owners; an `editor` works with content and forms, and reads payments and contacts; an `author` works with content; `support` works with submissions and contacts, and reads content and payments */
  role?: Role;
  /** 10 to 1024 bytes */
  password?: string;
}
/** An API key to create */
export interface NewToken {
  /** What the key is for */
  name: string;
  /**
   * What the key may do
   *
   * @minItems 1
   * @maxItems 100
   *
   * Items: A scope, or with a content type or form behind it only for that: `content:read:product`, `forms:write:contact`. A form is named by slug or ID, and stored by its ID
   */
  scopes: string[];
  /** When it stops working; never without it */
  expiresAt?: string | null;
}
/** A new API key */
export interface CreatedToken {
  /** ID of the key */
  id: string;
  /** What the key is for */
  name: string;
  /**
   * What the key may do
   *
   * Items: A scope, or with a content type or form behind it only for that: `content:read:product`, `forms:write:contact`. A form is named by slug or ID, and stored by its ID
   */
  scopes: string[];
  /** The last four characters of the key */
  lastFour: string;
  /** When it stops working; null for never */
  expiresAt: string | null;
  /** When it was used last, to the minute; null if never */
  lastUsedAt: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
  /** The key itself, which is not shown again */
  token: string;
}
/** Conditions on members of the records, by name and operator */
export interface TokenFilters {
  /** It is not this */
  'name[ne]'?: string;
  /** It is one of these, separated by commas */
  'name[in]'?: string;
  /** It is none of these, separated by commas */
  'name[nin]'?: string;
  /** It is not this */
  'lastFour[ne]'?: string;
  /** It is one of these, separated by commas */
  'lastFour[in]'?: string;
  /** It is none of these, separated by commas */
  'lastFour[nin]'?: string;
  /** It is more, or later */
  'expiresAt[gt]'?: string;
  /** It is this or more, or later */
  'expiresAt[gte]'?: string;
  /** It is less, or earlier */
  'expiresAt[lt]'?: string;
  /** It is this or less, or earlier */
  'expiresAt[lte]'?: string;
  /** Whether there is one */
  'expiresAt[exists]'?: boolean;
  /** It is more, or later */
  'lastUsedAt[gt]'?: string;
  /** It is this or more, or later */
  'lastUsedAt[gte]'?: string;
  /** It is less, or earlier */
  'lastUsedAt[lt]'?: string;
  /** It is this or less, or earlier */
  'lastUsedAt[lte]'?: string;
  /** Whether there is one */
  'lastUsedAt[exists]'?: boolean;
  /** It is more, or later */
  'createdAt[gt]'?: string;
  /** It is this or more, or later */
  'createdAt[gte]'?: string;
  /** It is less, or earlier */
  'createdAt[lt]'?: string;
  /** It is this or less, or earlier */
  'createdAt[lte]'?: string;
  /** It is more, or later */
  'updatedAt[gt]'?: string;
  /** It is this or more, or later */
  'updatedAt[gte]'?: string;
  /** It is less, or earlier */
  'updatedAt[lt]'?: string;
  /** It is this or less, or earlier */
  'updatedAt[lte]'?: string;
}
/** An API key */
export interface Token {
  /** ID of the key */
  id: string;
  /** What the key is for */
  name: string;
  /**
   * What the key may do
   *
   * Items: A scope, or with a content type or form behind it only for that: `content:read:product`, `forms:write:contact`. A form is named by slug or ID, and stored by its ID
   */
  scopes: string[];
  /** The last four characters of the key */
  lastFour: string;
  /** When it stops working; null for never */
  expiresAt: string | null;
  /** When it was used last, to the minute; null if never */
  lastUsedAt: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
}
/** A page of a list */
export interface TokenList {
  /** The records of this page */
  items: Token[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** Only the given members change; the key itself stays the same */
export interface TokenChange {
  /** What the key is for */
  name?: string;
  /**
   * What the key may do
   *
   * @minItems 1
   * @maxItems 100
   *
   * Items: A scope, or with a content type or form behind it only for that: `content:read:product`, `forms:write:contact`. A form is named by slug or ID, and stored by its ID
   */
  scopes?: string[];
  /** When it stops working; null for never */
  expiresAt?: string | null;
}
/** Conditions on members of the records, by name and operator */
export interface AuditEntryFilters {
  /** It is not this */
  'actor.id[ne]'?: string;
  /** It is one of these, separated by commas */
  'actor.id[in]'?: string;
  /** It is none of these, separated by commas */
  'actor.id[nin]'?: string;
  /** Whether there is one */
  'actor.id[exists]'?: boolean;
  /** It is not this */
  'actor.kind[ne]'?: 'user' | 'token' | 'visitor' | 'command' | 'system';
  /** It is one of these, separated by commas */
  'actor.kind[in]'?: string;
  /** It is none of these, separated by commas */
  'actor.kind[nin]'?: string;
  /** It is not this */
  'operation[ne]'?: string;
  /** It is one of these, separated by commas */
  'operation[in]'?: string;
  /** It is none of these, separated by commas */
  'operation[nin]'?: string;
  /** It is not this */
  'thing.id[ne]'?: string;
  /** It is one of these, separated by commas */
  'thing.id[in]'?: string;
  /** It is none of these, separated by commas */
  'thing.id[nin]'?: string;
  /** Whether there is one */
  'thing.id[exists]'?: boolean;
  /** It is not this */
  'thing.kind[ne]'?: string;
  /** It is one of these, separated by commas */
  'thing.kind[in]'?: string;
  /** It is none of these, separated by commas */
  'thing.kind[nin]'?: string;
  /** It is not this */
  'outcome[ne]'?: 'done' | 'denied';
  /** It is one of these, separated by commas */
  'outcome[in]'?: string;
  /** It is none of these, separated by commas */
  'outcome[nin]'?: string;
  /** It is not this */
  'ip[ne]'?: string;
  /** It is one of these, separated by commas */
  'ip[in]'?: string;
  /** It is none of these, separated by commas */
  'ip[nin]'?: string;
  /** Whether there is one */
  'ip[exists]'?: boolean;
  /** It is not this */
  'requestId[ne]'?: string;
  /** It is one of these, separated by commas */
  'requestId[in]'?: string;
  /** It is none of these, separated by commas */
  'requestId[nin]'?: string;
  /** Whether there is one */
  'requestId[exists]'?: boolean;
  /** It is more, or later */
  'createdAt[gt]'?: string;
  /** It is this or more, or later */
  'createdAt[gte]'?: string;
  /** It is less, or earlier */
  'createdAt[lt]'?: string;
  /** It is this or less, or earlier */
  'createdAt[lte]'?: string;
}
/** Something that was done, or denied */
export interface AuditEntry {
  /** Opaque ID */
  id: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** Who did it */
  actor: {
    /** A `user`, an API key (`token`), a `visitor` who tried to sign in, a `command` of the command line, or the service itself (`system`) */
    kind: 'user' | 'token' | 'visitor' | 'command' | 'system';
    /** ID of the user or the API key */
    id: string | null;
    /** The name at that time; of a command, the account of the operating system */
    name: string | null;
  };
  /** The `operationId` in this document, or the name of the command */
  operation: string;
  /** What it was done to */
  thing: {
    /** What kind of record it is */
    kind: string;
    /** ID, or the name where records have no ID */
    id: string | null;
    /** The title or name at that time, unless it is personal */
    name: string | null;
  } | null;
  /** Whether it was `done`, or `denied`: a sign-in that failed, or something that the user may not do */
  outcome: 'done' | 'denied';
  /** All of it in words */
  summary: string;
  /** The names of the members that the request sent */
  changed: string[];
  /** The values of members that are neither secret nor personal, such as `role` and `scopes` */
  values: {
    [k: string]: unknown;
  };
  /** The records of a request that names several, the first 100 */
  ids: string[];
  /** IP address of the request, as trusted proxies report it */
  ip: string | null;
  /** The browser or program, by its own account */
  browser: string | null;
  /** ID of the request, as in the log of the service */
  requestId: string | null;
}
/** A page of a list */
export interface AuditEntryList {
  /** The records of this page */
  items: AuditEntry[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** How the pages of forms look, besides `logo` and `brandColor` */
export interface SiteLooks {
  /** Light, dark, or as the device of the visitor has it */
  theme?: 'light' | 'dark' | 'auto';
  /** A font that the device of the visitor has: nothing is loaded */
  font?: 'sans' | 'serif' | 'rounded' | 'mono';
  /** Of inputs, buttons and the page */
  corners?: 'square' | 'soft' | 'round';
  /** Around the form. In the dark, a dark shade of it, of which the form gets one, too */
  backgroundColor?: string;
  /** The ID of a picture in the media library that is not private: it covers the background, around the form */
  backgroundPicture?: string;
  /** The ID of a picture in the media library that is not private: it stands above the form */
  cover?: string;
}
/** For some buyers, lines are taxed with another rate than their own */
export interface TaxRule {
  /** As whom the tax rules see a buyer: `domestic` is in the country of the seller, or in none that is known; `eu_business` in another one of the EU, with a valid VAT ID; `eu_consumer` there without; `abroad` outside the EU */
  buyer: BuyerKind;
  /** Only for buyers there; any if it is not set */
  country?: string;
  /** Only for lines with this tax rate; any if it is not set */
  taxRateId?: string;
  /** ID of the tax rate with which they are taxed */
  instead: string;
}
/** When an open invoice is reminded of by mail, once */
export interface Reminder {
  /** After `dueAt`; negative: before it */
  days: number;
}
/** Who issues invoices, and how they are numbered */
export interface Invoicing {
  /** Who issues invoices, as on the documents */
  seller?: Seller;
  /** With `{0000}` for the count, in at least so many digits (up to 9), and perhaps `{year}` and `{month}`, with which it begins anew; `INV-{year}-{0000}` if it is not set */
  invoiceNumbers?: string;
  /** The last one that was issued elsewhere. The next one follows it */
  lastInvoiceNumber?: string;
  /** With `{0000}` for the count, in at least so many digits (up to 9), and perhaps `{year}` and `{month}`, with which it begins anew; `CN-{year}-{0000}` if it is not set */
  creditNoteNumbers?: string;
  /** The last one that was issued elsewhere. The next one follows it */
  lastCreditNoteNumber?: string;
  /** Days from its issue until an invoice is due, if it has no `dueAt`; 14 if it is not set */
  dueDays?: number;
  /**
   * Which tax rate applies to which buyer. The first rule that fits a line counts; without one, its own rate does
   *
   * @maxItems 200
   */
  taxRules?: TaxRule[];
  /** Whether the EU’s service (VIES) is asked if the VAT ID of an `eu_business` is in use, before the tax rules are applied to an order of a form or an invoice that is issued; no if it is not set */
  vatIdsChecked?: boolean;
  /** Size of the documents; if it is not set, `letter` where the country of the seller uses it */
  paper?: 'a4' | 'letter';
  /**
   * None if it is not set
   *
   * @maxItems 10
   */
  reminders?: Reminder[];
}
/** Settings of the site */
export interface Settings {
  /** For visitors and in the admin */
  siteName: string;
  /** The ID of a picture in the media library that is not private */
  logo: string | null;
  /** Of buttons on pages for visitors, which use a shade that can be seen on their background */
  brandColor: string | null;
  /** How the pages of forms look, besides `logo` and `brandColor` */
  looks: SiteLooks;
  /** Of new prices and invoices, in the admin */
  currency: Currency;
  /** Of dates and times in the admin; null for the time zone of each reader */
  timeZone: string | null;
  /** Its conventions for dates, numbers and amounts in the admin; null for those of each reader. Its language, English if null, decides which forms of a word the search takes for the same in items that have no language of their own */
  locale: string | null;
  /** With which day weeks begin in the calendars of the admin; null for that of the country in `locale` */
  firstDayOfWeek: 'monday' | 'saturday' | 'sunday' | null;
  /** Who issues invoices, and how they are numbered */
  invoicing: Invoicing;
  /** Whether the home screen shows the first steps to owners */
  firstSteps: boolean;
  /** What a checkout does with a contact or invoice ID that the CRM does not have */
  unknownReferences: 'create' | 'reject';
  /** For how many days every earlier revision of an item is kept */
  revisionsAllDays: number;
  /** For how many days the last revision of each day is kept. Named revisions are always kept */
  revisionsDailyDays: number;
  /** Days after which items in the trash are deleted permanently; 0 keeps them */
  trashDays: number;
  /** For how many days the feed of events can be read again */
  eventDays: number;
  /** For how many days deliveries that succeeded or failed for good are kept, with their attempts */
  deliveryDays: number;
  /** For how many days mails are kept in the outbox; replies to submissions stay with these */
  mailDays: number;
  /** For how many days events of the payment processor are kept once they were applied */
  processorEventDays: number;
  /** For how many days entries of the audit log are kept */
  auditDays: number;
  /** Whether every user must sign in in two steps; who does not yet can only set it up */
  requireSecondFactor: boolean;
}
/** How the pages of forms look, besides `logo` and `brandColor` */
export interface SiteLooksChange {
  /** Light, dark, or as the device of the visitor has it */
  theme?: ('light' | 'dark' | 'auto') | null;
  /** A font that the device of the visitor has: nothing is loaded */
  font?: ('sans' | 'serif' | 'rounded' | 'mono') | null;
  /** Of inputs, buttons and the page */
  corners?: ('square' | 'soft' | 'round') | null;
  /** Around the form. In the dark, a dark shade of it, of which the form gets one, too */
  backgroundColor?: string | null;
  /** The ID of a picture in the media library that is not private: it covers the background, around the form */
  backgroundPicture?: string | null;
  /** The ID of a picture in the media library that is not private: it stands above the form */
  cover?: string | null;
}
/** Who issues invoices, as on the documents */
export interface SellerChange {
  /** Legal name */
  name?: string | null;
  /** A postal address */
  address?: AddressChange | null;
  /** VAT ID with its country, such as DE123456789 */
  vatId?: string | null;
  /** Email address */
  email?: string | null;
  /** Tax number, if there is no VAT ID */
  taxNumber?: string | null;
  /** Where the company is registered, and under which number */
  registration?: string | null;
  /** Phone number */
  phone?: string | null;
  /** Of the account that transfers go to */
  iban?: string | null;
  /** Of its bank */
  bic?: string | null;
  /** Name of the bank */
  bank?: string | null;
}
/** Who issues invoices, and how they are numbered */
export interface InvoicingChange {
  /** Who issues invoices, as on the documents */
  seller?: SellerChange | null;
  /** With `{0000}` for the count, in at least so many digits (up to 9), and perhaps `{year}` and `{month}`, with which it begins anew; `INV-{year}-{0000}` if it is not set */
  invoiceNumbers?: string | null;
  /** The last one that was issued elsewhere. The next one follows it */
  lastInvoiceNumber?: string | null;
  /** With `{0000}` for the count, in at least so many digits (up to 9), and perhaps `{year}` and `{month}`, with which it begins anew; `CN-{year}-{0000}` if it is not set */
  creditNoteNumbers?: string | null;
  /** The last one that was issued elsewhere. The next one follows it */
  lastCreditNoteNumber?: string | null;
  /** Days from its issue until an invoice is due, if it has no `dueAt`; 14 if it is not set */
  dueDays?: number | null;
  /**
   * Which tax rate applies to which buyer. The first rule that fits a line counts; without one, its own rate does
   *
   * @maxItems 200
   */
  taxRules?: TaxRule[] | null;
  /** Whether the EU’s service (VIES) is asked if the VAT ID of an `eu_business` is in use, before the tax rules are applied to an order of a form or an invoice that is issued; no if it is not set */
  vatIdsChecked?: boolean | null;
  /** Size of the documents; if it is not set, `letter` where the country of the seller uses it */
  paper?: ('a4' | 'letter') | null;
  /**
   * None if it is not set
   *
   * @maxItems 10
   */
  reminders?: Reminder[] | null;
}
/** What is absent stays */
export interface SettingsChange {
  /** For visitors and in the admin */
  siteName?: string | null;
  /** The ID of a picture in the media library that is not private */
  logo?: string | null;
  /** Of buttons on pages for visitors, which use a shade that can be seen on their background */
  brandColor?: string | null;
  /** How the pages of forms look, besides `logo` and `brandColor` */
  looks?: SiteLooksChange | null;
  /** Of new prices and invoices, in the admin */
  currency?: Currency | null;
  /** Of dates and times in the admin; null for the time zone of each reader */
  timeZone?: string | null;
  /** Its conventions for dates, numbers and amounts in the admin; null for those of each reader. Its language, English if null, decides which forms of a word the search takes for the same in items that have no language of their own */
  locale?: string | null;
  /** With which day weeks begin in the calendars of the admin; null for that of the country in `locale` */
  firstDayOfWeek?: 'monday' | 'saturday' | 'sunday' | null;
  /** Who issues invoices, and how they are numbered */
  invoicing?: InvoicingChange | null;
  /** Whether the home screen shows the first steps to owners */
  firstSteps?: boolean | null;
  /** What a checkout does with a contact or invoice ID that the CRM does not have */
  unknownReferences?: ('create' | 'reject') | null;
  /** For how many days every earlier revision of an item is kept */
  revisionsAllDays?: number | null;
  /** For how many days the last revision of each day is kept. Named revisions are always kept */
  revisionsDailyDays?: number | null;
  /** Days after which items in the trash are deleted permanently; 0 keeps them */
  trashDays?: number | null;
  /** For how many days the feed of events can be read again */
  eventDays?: number | null;
  /** For how many days deliveries that succeeded or failed for good are kept, with their attempts */
  deliveryDays?: number | null;
  /** For how many days mails are kept in the outbox; replies to submissions stay with these */
  mailDays?: number | null;
  /** For how many days events of the payment processor are kept once they were applied */
  processorEventDays?: number | null;
  /** For how many days entries of the audit log are kept */
  auditDays?: number | null;
  /** Whether every user must sign in in two steps; who does not yet can only set it up */
  requireSecondFactor?: boolean | null;
}
/** Conditions on members of the records, by name and operator */
export interface BackupFilters {
  /** It is not this */
  'status[ne]'?: 'pending' | 'running' | 'completed' | 'failed';
  /** It is one of these, separated by commas */
  'status[in]'?: string;
  /** It is none of these, separated by commas */
  'status[nin]'?: string;
  /** It is not this */
  'cause[ne]'?: 'schedule' | 'request';
  /** It is one of these, separated by commas */
  'cause[in]'?: string;
  /** It is none of these, separated by commas */
  'cause[nin]'?: string;
  /** It is more, or later */
  'createdAt[gt]'?: string;
  /** It is this or more, or later */
  'createdAt[gte]'?: string;
  /** It is less, or earlier */
  'createdAt[lt]'?: string;
  /** It is this or less, or earlier */
  'createdAt[lte]'?: string;
  /** It is more, or later */
  'startedAt[gt]'?: string;
  /** It is this or more, or later */
  'startedAt[gte]'?: string;
  /** It is less, or earlier */
  'startedAt[lt]'?: string;
  /** It is this or less, or earlier */
  'startedAt[lte]'?: string;
  /** Whether there is one */
  'startedAt[exists]'?: boolean;
  /** It is more, or later */
  'endedAt[gt]'?: string;
  /** It is this or more, or later */
  'endedAt[gte]'?: string;
  /** It is less, or earlier */
  'endedAt[lt]'?: string;
  /** It is this or less, or earlier */
  'endedAt[lte]'?: string;
  /** Whether there is one */
  'endedAt[exists]'?: boolean;
}
/** A backup that the service made */
export interface Backup {
  /** Opaque ID */
  id: string;
  /** `completed`: it was written, read back and compared */
  status: BackupStatus;
  /** Whether it was due by the plan, or requested */
  cause: 'schedule' | 'request';
  /** In the folder of backups; null if it is not there */
  fileName: string | null;
  /** Of the file, in bytes */
  size: number | null;
  /** Number of rows in all tables */
  rows: number | null;
  /** Number of files */
  files: number | null;
  /** Number of files that were not where they are stored */
  missingFiles: number | null;
  /** Whether the key that encrypts stored secrets is in it, sealed by the passphrase */
  key: BackupKey | null;
  /** Why it failed, for people */
  error: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  startedAt: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  endedAt: string | null;
}
/** A page of a list */
export interface BackupList {
  /** The records of this page */
  items: Backup[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** When the service makes backups, and how they are */
export interface BackupPlan {
  /** Whether the service makes backups by itself */
  enabled: boolean;
  /** The time of day in UTC at which one is due */
  time: string;
  /** How many hours from one to the next, from that time on */
  everyHours: 1 | 2 | 3 | 4 | 6 | 8 | 12 | 24;
  /** Which backups are kept: the newest of each of so many days, weeks, months and years that have one, or a number of backups. The newest is always kept */
  keep: string;
  /** Where backups are written (`FRONTDESK_BACKUPS`) */
  folder: string;
  /** Whether a passphrase is set (`FRONTDESK_BACKUP_PASSPHRASE`), so that backups contain the key */
  keySealed: boolean;
  /** When the next one is due; null if none is planned */
  nextAt: string | null;
  /** When the newest backup was complete */
  lastCompletedAt: string | null;
  /** `failed`: the last one failed. `late`: there is none, or the newest is too old */
  warning: BackupWarning | null;
}
/** What to change of when backups are made */
export interface BackupPlanChange {
  /** Whether the service makes backups by itself */
  enabled?: boolean;
  /** The time of day in UTC at which one is due */
  time?: string;
  /** How many hours from one to the next, from that time on */
  everyHours?: 1 | 2 | 3 | 4 | 6 | 8 | 12 | 24;
  /** Which backups are kept: the newest of each of so many days, weeks, months and years that have one, or a number of backups. The newest is always kept */
  keep?: string;
}
/** Whose data: a contact, or an email address */
export interface PersonToFind {
  /** The ID of a contact */
  contactId?: string;
  /** An email address; also one that no contact has, which submissions, payments or mails may name */
  email?: string;
}
/** Numbers of records, by kind */
export interface ErasureCounts {
  /** Contacts that are deleted; absent for none */
  contacts?: number;
  /** Submissions that are deleted, with notes, replies and spam; absent for none */
  submissions?: number;
  /** Files of these submissions; absent for none */
  files?: number;
  /** Mails in the outbox to, from or about the person that are deleted; absent for none */
  mails?: number;
  /** Answers that were saved to go on later; absent for none */
  savedAnswers?: number;
  /** Addresses that rejected mail, which are forgotten; absent for none */
  mailRefusals?: number;
  /** Times that the address has unsubscribed from notices, which are forgotten; absent for none */
  mailOptOuts?: number;
  /** Submissions that a digest would report to the address, and does not; absent for none */
  digestEntries?: number;
  /** Stored responses to requests with an idempotency key, which are erased; absent for none */
  responses?: number;
  /** Deliveries of webhooks that name the person, which are deleted; absent for none */
  deliveries?: number;
  /** Items made from these submissions that no one has changed, which are deleted; absent for none */
  draftItems?: number;
  /** Payments that stay without the person; absent for none */
  payments?: number;
  /** Invoices that stay without the person, as they were sent if they were issued; absent for none */
  invoices?: number;
  /** Credit notes that stay as they were sent; absent for none */
  creditNotes?: number;
  /** Ended subscriptions that stay without the person; absent for none */
  subscriptions?: number;
  /** Events of the payment processor that stay without their content; absent for none */
  processorEvents?: number;
  /** Events that stay without the person; absent for none */
  events?: number;
  /** Notes and replies to submissions of others, which stay without the address; absent for none */
  othersNotes?: number;
  /** Submissions of others that stay without the address; absent for none */
  othersSubmissions?: number;
}
/** What an erasure would do */
export interface ErasurePlan {
  /** Who would be erased */
  person: {
    /** The contact; null if there is none */
    contactId: string | null;
    /** The address that is looked for */
    email: string | null;
    /** The name of the contact */
    name: string | null;
  };
  /** Numbers of records, by kind */
  counts: ErasureCounts;
  /** Items made from these submissions that were changed since, or from those of others that name the address. They stay: look at them yourself */
  items: {
    /** Opaque ID */
    id: string;
    /** Name of its content type */
    type: string;
    /** Its title */
    title: string;
  }[];
  /** What must end before the erasure can begin: payments and refunds under way, and subscriptions */
  blockers: {
    /** What has not ended */
    kind: 'payment' | 'subscription';
    /** ID of the payment or subscription */
    id: string;
  }[];
}
/** The proof of an erasure, which says nothing about the person */
export interface Erasure {
  /** Opaque ID */
  id: string;
  /** Whether it has ended */
  status: 'running' | 'completed';
  /** HMAC-SHA-256 of the address with a key of this installation: the same for the same address */
  personHash: string;
  /** Who asked for it */
  by: {
    /** ID of the user or API key */
    id: string;
    /** Its name then */
    name: string | null;
  };
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** When it ended */
  completedAt: string | null;
  /** Numbers of records, by kind */
  erased: ErasureCounts;
  /** IDs of the items that the plan names, which stayed */
  keptItems: string[];
  /** SHA-256 of all members before it, as JSON without spaces; null until it has ended */
  sha256: string | null;
}
/** Conditions on members of the records, by name and operator */
export interface ErasureFilters {
  /** It is not this */
  'status[ne]'?: 'running' | 'completed';
  /** It is one of these, separated by commas */
  'status[in]'?: string;
  /** It is none of these, separated by commas */
  'status[nin]'?: string;
  /** It is more, or later */
  'createdAt[gt]'?: string;
  /** It is this or more, or later */
  'createdAt[gte]'?: string;
  /** It is less, or earlier */
  'createdAt[lt]'?: string;
  /** It is this or less, or earlier */
  'createdAt[lte]'?: string;
  /** It is more, or later */
  'completedAt[gt]'?: string;
  /** It is this or more, or later */
  'completedAt[gte]'?: string;
  /** It is less, or earlier */
  'completedAt[lt]'?: string;
  /** It is this or less, or earlier */
  'completedAt[lte]'?: string;
  /** Whether there is one */
  'completedAt[exists]'?: boolean;
}
/** A page of a list */
export interface ErasureList {
  /** The records of this page */
  items: Erasure[];
  /** Number of all matching records; null only with `total=false` */
  total: ListTotal;
  /** `cursor` of the next page; null on the last one */
  nextCursor: string | null;
}
/** In the smallest unit of the currency */
export interface MoneySums {
  /** Payments that succeeded, by `paidAt` */
  received: number;
  /** Refunds that succeeded, by `createdAt` */
  refunded: number;
  /** `received` minus `refunded` */
  net: number;
  /** The number of payments that succeeded */
  payments: number;
  /** Of the invoices less the credit notes that were issued, by `issueDay`; null for callers without `crm:read` */
  tax: number | null;
}
/** In the smallest unit of the currency */
export interface FormMoney {
  /** Null for payments that no form asked for */
  formId: string | null;
  /** Payments that succeeded, by `paidAt` */
  received: number;
  /** Refunds that succeeded, by `createdAt` */
  refunded: number;
  /** `received` minus `refunded` */
  net: number;
  /** The number of payments that succeeded */
  payments: number;
}
/** In the smallest unit of the currency; null for callers without `crm:read` */
export interface OwedMoney {
  /** What is left to pay */
  amount: number;
  /** The number of invoices */
  invoices: number;
}
/** The money in one currency: in all of the months, and what is owed now */
export interface CurrencyMoney {
  /** ISO 4217, lowercase */
  currency: string;
  /** Payments that succeeded, by `paidAt` */
  received: number;
  /** Refunds that succeeded, by `createdAt` */
  refunded: number;
  /** `received` minus `refunded` */
  net: number;
  /** The number of payments that succeeded */
  payments: number;
  /** Of the invoices less the credit notes that were issued, by `issueDay`; null for callers without `crm:read` */
  tax: number | null;
  /** In the smallest unit of the currency */
  before: MoneySums;
  /** Every month, the first one first */
  months: {
    /** In the time zone of the site */
    month: string;
    /** Payments that succeeded, by `paidAt` */
    received: number;
    /** Refunds that succeeded, by `createdAt` */
    refunded: number;
    /** `received` minus `refunded` */
    net: number;
    /** The number of payments that succeeded */
    payments: number;
    /** Of the invoices less the credit notes that were issued, by `issueDay`; null for callers without `crm:read` */
    tax: number | null;
  }[];
  /** By the form that asked for it, the largest net amount first */
  forms: FormMoney[];
  /** In the smallest unit of the currency; null for callers without `crm:read` */
  open: OwedMoney | null;
  /** In the smallest unit of the currency; null for callers without `crm:read` */
  overdue: OwedMoney | null;
}
/** What was received, refunded and taxed by month, and what is open and overdue */
export interface MoneyReport {
  /** At the site */
  firstDay: string;
  /** At the site */
  lastDay: string;
  /** What the months are compared with: as many before them, until the same day */
  before: {
    /** At the site */
    firstDay: string;
    /** At the site */
    lastDay: string;
  };
  /** One for each currency */
  currencies: CurrencyMoney[];
}
/** Numbers and events for the home screen */
export interface Summary {
  /** In the site's time zone; in UTC if it has none */
  firstDay: string;
  /** In the site's time zone; in UTC if it has none */
  lastDay: string;
  /** Submissions across all forms */
  submissions: {
    /** Number of submissions */
    total: number;
    /** Every day, including days without submissions */
    days: {
      /** In the site's time zone; in UTC if it has none */
      day: string;
      /** Number of submissions */
      count: number;
    }[];
  };
  /** One entry per currency; empty for callers without `payments:read` */
  payments: {
    /** ISO 4217, lowercase */
    currency: string;
    /** In minor units */
    succeeded: number;
    /** In minor units */
    refunded: number;
    /** `succeeded` minus `refunded` */
    net: number;
    /** Every day */
    days: {
      /** In the site's time zone; in UTC if it has none */
      day: string;
      /** `succeeded` minus `refunded`, in minor units */
      net: number;
    }[];
  }[];
  /** Webhooks whose deliveries fail, or that are disabled */
  failingReceivers: {
    /** ID of the webhook */
    id: string;
    /** ID of its form, if it belongs to one */
    formId: string | null;
    /** URL of the receiver */
    url: string;
    /** As of a webhook */
    status: 'active' | 'paused' | 'disabled';
    /** Since when every delivery has failed */
    failingSince: string | null;
  }[];
  /** The latest events, newest first */
  events: {
    /** ID of the event */
    id: string;
    /** Name of the event */
    type: string;
    /** ID of the record that it is about */
    subject: string;
    /** ID of the contact that it concerns */
    contactId: string | null;
    /** RFC 3339 in UTC, with milliseconds */
    createdAt: string;
    /** IDs of the records that the event is about */
    data: {
      [k: string]: unknown;
    };
  }[];
  /** What a new site has already; null for callers without `admin`, and after it was hidden */
  firstSteps: {
    /** There is a content type besides posts and pages */
    contentType: boolean;
    /** Something was imported */
    import: boolean;
    /** There is a form */
    form: boolean;
    /** A payment processor other than the sandbox is in use */
    processor: boolean;
    /** There is a mail server */
    mailServer: boolean;
    /** The seller has all that invoices need */
    seller: boolean;
    /** More than one person can sign in */
    user: boolean;
  } | null;
  /** What is wrong with backups; null if nothing is, and for callers without `admin` */
  backups: {
    /** `failed`: the last one failed. `late`: there is none, or the newest is too old */
    warning: BackupWarning;
    /** When the newest backup was complete */
    lastCompletedAt: string | null;
  } | null;
}
/** What takes how much room */
export interface StorageUse {
  /** The database */
  database: {
    /** Size of all tables with their indexes */
    bytes: number;
    /** Every part */
    parts: {
      /** What the tables are for */
      part:
        | 'content'
        | 'history'
        | 'forms'
        | 'crm'
        | 'payments'
        | 'processorEvents'
        | 'deliveries'
        | 'events'
        | 'mail'
        | 'auditLog'
        | 'accounts'
        | 'other';
      /** Their size, with their indexes */
      bytes: number;
    }[];
  };
  /** Files in the data folder, without the sizes of pictures, which are made again when they are requested */
  files: {
    /** Files of submissions */
    submissions: {
      /** Number of files */
      count: number;
      /** Their size */
      bytes: number;
    };
    /** Files of the media library */
    media: {
      /** Number of files */
      count: number;
      /** Their size */
      bytes: number;
    };
  };
  /** The disk of the data folder */
  disk: {
    /** How much is free */
    freeBytes: number;
    /** Its size */
    totalBytes: number;
  };
}
/** The running service */
export interface System {
  /** Version of the service */
  version: string;
  /** Version of Node that runs it */
  node: string;
  /** When this process started */
  startedAt: string;
  /** The database in use */
  database: 'sqlite' | 'postgres';
  /** The last migration that this version knows */
  schema: string;
  /** Public origin of the service */
  publicUrl: string | null;
  /** `sandbox` is built in and moves no money */
  processor: 'sandbox' | 'stripe';
  /** Without one, mails wait in the outbox */
  mailServerConfigured: boolean;
  /** Work that is stored in the database, of all processes */
  jobs: {
    /** Jobs that should have begun by now */
    due: number;
    /** When the oldest of these should have begun */
    oldestDueAt: string | null;
    /** Jobs that were given up */
    failed: number;
  };
  /** This request as the service sees it, behind the proxies that it trusts */
  request: {
    /** IP address of the caller */
    address: string;
    /** What the caller used */
    protocol: 'http' | 'https';
    /** The host that the caller asked for */
    host: string;
    /** Address of a sender that names the caller in a header, but is not trusted (`FRONTDESK_TRUST_PROXY`) */
    ignoredProxy: string | null;
  };
}
/** A record that the search has found */
export interface SearchResult {
  /** Kind of record */
  kind: 'item' | 'contact' | 'payment' | 'invoice' | 'form' | 'submission' | 'media';
  /** Opaque ID */
  id: string;
  /** What people call the record: a title, name, number or email */
  title: string;
  /** What tells it from others with that title; may be empty */
  detail: string;
  /** The content type of an item */
  type: string | null;
  /** The form of a submission */
  formId: string | null;
  /** Of an item, payment, invoice or submission */
  status: string | null;
  /** Of a payment or invoice, in minor units */
  amount: number | null;
  /** Of the amount: ISO 4217, lowercase */
  currency: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** HTML without elements but `<mark>` around the words of a search; only with `highlight` */
  highlight: Highlight | null;
}
/** Only with `facets`: all items that were found, not only those in the response */
export interface SearchFacets {
  /** The number of items that were found */
  total: number;
  /** How many items of each content type were found, the most first */
  types: {
    /** Singular name of the content type */
    type: string;
    /** Number of items that were found */
    count: number;
  }[];
}
/** What a search over all records has found */
export interface SearchResults {
  /** By kind, the kind with the best match first; within a kind the best match first, then the newest */
  items: SearchResult[];
  /**
   * The kinds whose search took too long and was given up
   *
   * Items: Kind of record
   */
  incomplete: ('item' | 'contact' | 'payment' | 'invoice' | 'form' | 'submission' | 'media')[];
  /** Only with `facets`: all items that were found, not only those in the response */
  facets?: SearchFacets;
  /** Only with `termFacets`: the terms of each taxonomy that was asked for, the 100 with the most items, the most first */
  termFacets?: TermFacets;
}
/** A stored submission */
export interface SubmitResult {
  /** Opaque ID */
  submissionId: string;
  /** It was stored */
  status: 'ok';
  /** Present if the form has a payment field that is visible with these answers: redirect the user to it */
  paymentUrl?: string;
  /** What is bought; absent if the form has a fixed price, or none */
  payment?: {
    /** ID of the payment */
    id: string;
    /** The total in the smallest unit of the currency */
    amount: number;
    /** ISO 4217, lowercase */
    currency: string;
    /** What is bought */
    lines: PaymentLine[];
    /** A discount code that was used */
    discount: PaymentDiscount | null;
    /** Whether the amounts of the lines include tax; absent if the form issues no invoice */
    pricesIncludeTax?: boolean;
    /** What is due for each tax; absent if the form issues no invoice */
    taxes?: TaxTotal[];
    /** As whom the tax rules see a buyer: `domestic` is in the country of the seller, or in none that is known; `eu_business` in another one of the EU, with a valid VAT ID; `eu_consumer` there without; `abroad` outside the EU */
    taxedAs?: BuyerKind;
  };
}
/** What an order would cost now */
export interface Quote {
  /** The total in the smallest unit of the currency */
  amount: number;
  /** ISO 4217, lowercase */
  currency: string;
  /** What would be bought */
  lines: PaymentLine[];
  /** A discount code that was used */
  discount: PaymentDiscount | null;
  /** Whether the amounts of the lines include tax; absent if the form issues no invoice */
  pricesIncludeTax?: boolean;
  /** What is due for each tax; absent if the form issues no invoice */
  taxes?: TaxTotal[];
  /** As whom the tax rules see a buyer: `domestic` is in the country of the seller, or in none that is known; `eu_business` in another one of the EU, with a valid VAT ID; `eu_consumer` there without; `abroad` outside the EU */
  taxedAs?: BuyerKind;
}
/** What the readers of the site see has changed */
export interface ItemEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** What happened. Of what happens to a submission without `submission.`: `submitted`, `paid`, `scanned` */
  type: 'item.published' | 'item.updated' | 'item.unpublished' | 'item.trashed' | 'item.deleted';
  /** What happened, always with its noun: `submission.submitted`. Otherwise the same as `type` */
  name: 'item.published' | 'item.updated' | 'item.unpublished' | 'item.trashed' | 'item.deleted';
  /** When it happened */
  createdAt: string;
  /** ID of the record that it is about */
  subject: string;
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  /** An item as the readers of the site know it, without its content */
  data: ItemEventData;
}
/** A form was submitted, a submission was paid, or its files were scanned */
export interface FormEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** What happened. Of what happens to a submission without `submission.`: `submitted`, `paid`, `scanned` */
  type: 'submitted' | 'paid' | 'scanned';
  /** What happened, always with its noun: `submission.submitted`. Otherwise the same as `type` */
  name: 'submission.submitted' | 'submission.paid' | 'submission.scanned';
  /** When it happened */
  createdAt: string;
  /** ID of the record that it is about */
  subject: string;
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  /** The form that was submitted */
  form: {
    /** ID of the form */
    id: string;
    /** Names the form in URLs */
    slug: string;
    /** What people see */
    name: string;
  };
  /** The answers to a form */
  submission: Submission;
  /** A person, at most one for each email address */
  contact: Contact | null;
  /** A charge, from the attempt to its refunds */
  payment: Payment | null;
}
/** A payment succeeded, or an attempt to pay failed */
export interface PaymentResultEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** What happened. Of what happens to a submission without `submission.`: `submitted`, `paid`, `scanned` */
  type: 'payment.succeeded' | 'payment.failed';
  /** What happened, always with its noun: `submission.submitted`. Otherwise the same as `type` */
  name: 'payment.succeeded' | 'payment.failed';
  /** When it happened */
  createdAt: string;
  /** ID of the record that it is about */
  subject: string;
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  /** A charge, from the attempt to its refunds */
  data: Payment;
  /** A person, at most one for each email address */
  contact: Contact | null;
  /** An invoice in an event: without the URL of its page */
  invoice: ReportedInvoice | null;
}
/** A payment was refunded */
export interface PaymentRefundedEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** What happened. Of what happens to a submission without `submission.`: `submitted`, `paid`, `scanned` */
  type: 'payment.refunded';
  /** What happened, always with its noun: `submission.submitted`. Otherwise the same as `type` */
  name: 'payment.refunded';
  /** When it happened */
  createdAt: string;
  /** ID of the record that it is about */
  subject: string;
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  /** A refund and its payment */
  data: RefundData;
  /** A person, at most one for each email address */
  contact: Contact | null;
  /** An invoice in an event: without the URL of its page */
  invoice: ReportedInvoice | null;
}
/** A subscription was created, updated or canceled */
export interface SubscriptionEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** What happened. Of what happens to a submission without `submission.`: `submitted`, `paid`, `scanned` */
  type: 'subscription.created' | 'subscription.updated' | 'subscription.canceled';
  /** What happened, always with its noun: `submission.submitted`. Otherwise the same as `type` */
  name: 'subscription.created' | 'subscription.updated' | 'subscription.canceled';
  /** When it happened */
  createdAt: string;
  /** ID of the record that it is about */
  subject: string;
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  /** A subscription of the processor in our own terms, with the processor's ids */
  data: SubscriptionData;
  /** A person, at most one for each email address */
  contact: Contact | null;
  /** An invoice in an event: without the URL of its page */
  invoice: ReportedInvoice | null;
}
/** An invoice of the processor was paid, or an attempt to collect it failed */
export interface InvoiceEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** What happened. Of what happens to a submission without `submission.`: `submitted`, `paid`, `scanned` */
  type: 'invoice.paid' | 'invoice.payment_failed';
  /** What happened, always with its noun: `submission.submitted`. Otherwise the same as `type` */
  name: 'invoice.paid' | 'invoice.payment_failed';
  /** When it happened */
  createdAt: string;
  /** ID of the record that it is about */
  subject: string;
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  /** An invoice of the processor in our own terms, with the processor's ids */
  data: InvoiceData;
  /** A person, at most one for each email address */
  contact: Contact | null;
  /** An invoice in an event: without the URL of its page */
  invoice: ReportedInvoice | null;
}
/** A record was created, updated or deleted: contact */
export interface ContactChangeEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** What happened. Of what happens to a submission without `submission.`: `submitted`, `paid`, `scanned` */
  type: 'contact.created' | 'contact.updated' | 'contact.deleted';
  /** What happened, always with its noun: `submission.submitted`. Otherwise the same as `type` */
  name: 'contact.created' | 'contact.updated' | 'contact.deleted';
  /** When it happened */
  createdAt: string;
  /** ID of the record that it is about */
  subject: string;
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  /** As the API answers for it; of what is deleted its ID */
  data: Contact | Deleted;
  /** Of an update: the members with other values, custom fields as `fields.` and their name. Empty in others */
  changed: string[];
}
/** A record was created, updated or deleted: invoice */
export interface InvoiceChangeEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** What happened. Of what happens to a submission without `submission.`: `submitted`, `paid`, `scanned` */
  type: 'invoice.created' | 'invoice.updated' | 'invoice.deleted';
  /** What happened, always with its noun: `submission.submitted`. Otherwise the same as `type` */
  name: 'invoice.created' | 'invoice.updated' | 'invoice.deleted';
  /** When it happened */
  createdAt: string;
  /** ID of the record that it is about */
  subject: string;
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  /** As the API answers for it; of what is deleted its ID */
  data: ReportedInvoice | Deleted;
  /** Of an update: the members with other values, custom fields as `fields.` and their name. Empty in others */
  changed: string[];
}
/** A record was created: credit note */
export interface CreditNoteChangeEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** What happened. Of what happens to a submission without `submission.`: `submitted`, `paid`, `scanned` */
  type: 'credit_note.created';
  /** What happened, always with its noun: `submission.submitted`. Otherwise the same as `type` */
  name: 'credit_note.created';
  /** When it happened */
  createdAt: string;
  /** ID of the record that it is about */
  subject: string;
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  /** As the API answers for it; of what is deleted its ID */
  data: CreditNote | Deleted;
  /** Of an update: the members with other values, custom fields as `fields.` and their name. Empty in others */
  changed: string[];
}
/** A record was created, updated or deleted: form */
export interface FormChangeEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** What happened. Of what happens to a submission without `submission.`: `submitted`, `paid`, `scanned` */
  type: 'form.created' | 'form.updated' | 'form.deleted';
  /** What happened, always with its noun: `submission.submitted`. Otherwise the same as `type` */
  name: 'form.created' | 'form.updated' | 'form.deleted';
  /** When it happened */
  createdAt: string;
  /** ID of the record that it is about */
  subject: string;
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  /** As the API answers for it; of what is deleted its ID */
  data: Form | Deleted;
  /** Of an update: the members with other values, custom fields as `fields.` and their name. Empty in others */
  changed: string[];
}
/** A record was created, updated or deleted: webhook */
export interface WebhookChangeEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** What happened. Of what happens to a submission without `submission.`: `submitted`, `paid`, `scanned` */
  type: 'webhook.created' | 'webhook.updated' | 'webhook.deleted';
  /** What happened, always with its noun: `submission.submitted`. Otherwise the same as `type` */
  name: 'webhook.created' | 'webhook.updated' | 'webhook.deleted';
  /** When it happened */
  createdAt: string;
  /** ID of the record that it is about */
  subject: string;
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  /** As the API answers for it; of what is deleted its ID */
  data: Webhook | Deleted;
  /** Of an update: the members with other values, custom fields as `fields.` and their name. Empty in others */
  changed: string[];
}
/** A test that someone sent to a subscriber */
export interface TestEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** What happened. Of what happens to a submission without `submission.`: `submitted`, `paid`, `scanned` */
  type: 'test';
  /** What happened, always with its noun: `submission.submitted`. Otherwise the same as `type` */
  name: 'test';
  /** When it happened */
  createdAt: string;
  /** ID of the record that it is about */
  subject: string;
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  /** The webhook that is tested */
  subscriber: {
    /** ID of the webhook */
    id: string;
    /** URL of the receiver */
    url: string;
    /** Names of the events it gets */
    events: string[];
  };
}
/** What an entry of a list is */
export interface EntryDeclaration2 {
  /** Kind of field */
  type:
    | 'text'
    | 'textarea'
    | 'richtext'
    | 'number'
    | 'integer'
    | 'boolean'
    | 'date'
    | 'datetime'
    | 'select'
    | 'radio'
    | 'multiselect'
    | 'checkbox'
    | 'url'
    | 'email'
    | 'phone'
    | 'media'
    | 'reference'
    | 'time'
    | 'color'
    | 'slug'
    | 'money'
    | 'geo'
    | 'group'
    | 'list'
    | 'blocks'
    | 'json'
    | 'consent'
    | 'hidden'
    | 'file'
    | 'signature'
    | 'payment'
    | 'rating'
    | 'scale'
    | 'matrix'
    | 'daterange'
    | 'address'
    | 'billing'
    | 'repeat'
    | 'calculation'
    | 'headline'
    | 'textblock';
  /** What people see instead of the name */
  label?: string;
  /** A hint beside the field */
  help?: string;
  /** Whether a value is required; a text must not be blank, and a list not empty */
  required?: boolean;
  /** Value if none is sent */
  default?: unknown;
  /** Minimum value, earliest date, minimum number of characters, or of entries in a list */
  min?: number | string;
  /** Maximum value, latest date, maximum number of characters, or of entries in a list. Characters are counted as browsers do: most emoji are two */
  max?: number | string;
  /** Regular expression that the whole text must match, without look-around and back-references */
  pattern?: string;
  /**
   * What can be chosen: texts, or objects whose `label` people see instead of the `value`
   *
   * @minItems 1
   * @maxItems 1000
   */
  options?: FieldOption[];
  /**
   * The questions of a table, whose columns are the `options`: texts, or objects like those
   *
   * @minItems 1
   * @maxItems 100
   */
  rows?: FieldRow[];
  /** How a calculation is worked out from other answers, such as `guests * 25 + if(room = "sea", 10, 0)`: numbers, texts in quotes, names of fields, `+ - * / %`, comparisons, and `if`, `min`, `max`, `sum`, `round`, `floor`, `ceil`, `abs`, `count`, `days` */
  formula?: string;
  /** To how many decimals a calculation is rounded; at most 6 if absent */
  decimals?: number;
  /** What the lowest number of a scale means */
  minLabel?: string;
  /** What the highest number of a scale means */
  maxLabel?: string;
  /** Whether two items of a type, or two submissions of a form, may not have the same value */
  unique?: boolean;
  /** Whether lists that filter or sort by the field use an index, which keeps them fast with many items */
  indexed?: boolean;
  /** The scope that reading the field requires, besides reading the item. For everyone else neither the field nor its values exist: `content:read` hides it from visitors, `content:write` from all who may not change the items */
  scope?: 'content:read' | 'content:write';
  /**
   * The fields of a group, or of each row of a repeated one
   *
   * @minItems 1
   * @maxItems 200
   */
  fields?: FieldDeclaration[];
  /** What each entry of a list is: a declaration without `name`, such as `{ "type": "number", "min": 0 }` or a group. Without it, the entries are texts */
  of?: EntryDeclaration1;
  /**
   * The blocks that a list can have: each has a `name`, which its values have as `type`, and `fields`
   *
   * @minItems 1
   * @maxItems 100
   */
  blocks?: BlockDeclaration[];
  /**
   * Singular names of the content types whose items can be referred to; without it, all
   *
   * @minItems 1
   * @maxItems 50
   */
  to?: string[];
  /** Whether the value is a list of several */
  multiple?: boolean;
  /** What happens when a referenced item or media record is deleted permanently: `refuse`, the default, rejects that unless the request clears references; `clear` removes the reference; `keep` leaves the ID */
  onDelete?: 'refuse' | 'clear' | 'keep';
  /** Accepted media types and file extensions, such as image/png, image/* or .csv */
  accept?: string[];
  /** Maximum size of one file in bytes */
  maxSize?: number;
  /** Maximum number of files */
  maxFiles?: number;
  /** Price in the minor unit of the currency, such as cents */
  amount?: number;
  /** ISO 4217, such as eur */
  currency?: Currency;
  /** What the payment is for */
  description?: string;
  /**
   * What can be bought, instead of one `amount`
   *
   * @minItems 1
   * @maxItems 50
   */
  lines?: PriceLine[];
  /** How many places there are for all submissions together */
  places?: number;
  /** Whether visitors see how many are left, not only what is sold out */
  showAvailable?: boolean;
  /** How long stock and places are held for a visitor who is about to pay; 60 by default */
  holdMinutes?: number;
  /** Whether visitors can enter a discount code */
  discountCodes?: boolean;
  /** Issues an invoice, with a number and the tax of each line, when a submission is paid */
  invoice?: InvoiceSettings;
  /** In a form, when the field applies: if the answer to `field` is `equals`, is not `notEquals`, or, without both, if there is one. A field that does not apply is hidden and never required, and its answer is not stored. Texts are compared without case and spaces at their ends; times, addresses, telephone numbers and URLs in any notation. Of files, repeated groups and answers with several parts, only whether there is one can be tested */
  visibleWhen?: FieldCondition;
  /** In a form, the part of the hosted page that shows the field */
  step?: number;
}
/** Parameters of: List items of a content type */
export interface ListItemsQuery {
  /** Size of a page */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `date`, `title`, `menu_order`, `relevance` (with `search`) or `fields.` and the name of a declared field */
  orderBy?: string;
  /** Direction of `orderBy` */
  order?: 'asc' | 'desc';
  /** Up to four keys to sort by, separated by commas, in place of `orderBy` and `order`: `date`, `title`, `slug`, `menuOrder`, `publishedAt`, `createdAt`, `updatedAt` or `fields.` and a name. `-` before a name is descending. Items without a value come last */
  sort?: string;
  /** `any` is everything outside the trash. Without content:write only published items are visible */
  status?: 'draft' | 'publish' | 'any' | 'scheduled' | 'trash';
  /** Slug of a tag */
  tag?: string;
  /** Slug of a category, without items of its children */
  category?: string;
  /** Words that must all occur in some form; the last one may be a prefix. `"a phrase"` occurs as it stands, of `red OR blue` one occurs, `-green` does not. Any text is valid */
  search?: string;
  /** With `search`: shows where each item has its words, in a member `highlight` */
  highlight?: boolean;
  /** Up to 10 taxonomies, separated by commas: `tag`, `category`, and `terms.` with the name of one of the site. Counts the items that have each of their terms, in a member `termFacets` */
  termFacets?: string;
  /** Conditions as JSON. The members of an object must all be met: a field (`fields.price`) or a member of items (`author`, `parent`, `tag`, `category`, `terms.brands`, `publishedAt` …) with a value or with operators, and the groups `and` and `or` (lists of objects) and `not` (an object) */
  where?: string;
  /** Members of items, separated by commas: exactly these are in the response (SelectedItem), and `id`. `fields.` and a name for one field. Lists can have `content`, `tags`, `categories`, `author` and all else that single items have, too */
  select?: string;
  /** What to add to the response, separated by commas. `fields.` and the name of a media field: the record in place of its ID (ExpandedMedia); of a reference: the item (ExpandedItem), or null if the caller may not see it; of a group, a list or blocks: all that is inside. Names joined by dots lead into groups and references, three levels at most, as in `fields.brand.country`. `author`: its ID, text, picture and links as well, and in lists the author at all. `tags`, `categories`, `terms`: their names, as `termNames`. `content`, or `fields.` and the name of a rich text: its pictures of the media library get `srcset`, `sizes`, `width`, `height` and `loading` where these are missing, and its links to items their present URLs */
  expand?: string;
  /** Empty for the first page, then `nextCursor` of the previous response */
  cursor?: string;
}
/** Parameters of: Read an item by slug or ID */
export interface GetItemQuery {
  /** `draft`: as it will be when its draft is published, or as it is without one. Requires content:write */
  version?: 'live' | 'draft';
  /** The token of a preview (`POST /content/:type/:id/preview`): the item with its draft, without an API key */
  preview?: string;
  /** At a slug that the item no longer has, respond with 308 and its present URL instead of the item */
  redirect?: '308';
  /** Members of items, separated by commas: exactly these are in the response (SelectedItem), and `id`. `fields.` and a name for one field. Lists can have `content`, `tags`, `categories`, `author` and all else that single items have, too */
  select?: string;
  /** What to add to the response, separated by commas. `fields.` and the name of a media field: the record in place of its ID (ExpandedMedia); of a reference: the item (ExpandedItem), or null if the caller may not see it; of a group, a list or blocks: all that is inside. Names joined by dots lead into groups and references, three levels at most, as in `fields.brand.country`. `author`: its ID, text, picture and links as well, and in lists the author at all. `tags`, `categories`, `terms`: their names, as `termNames`. `content`, or `fields.` and the name of a rich text: its pictures of the media library get `srcset`, `sizes`, `width`, `height` and `loading` where these are missing, and its links to items their present URLs */
  expand?: string;
}
/** Parameters of: Update an item; custom fields merge key by key, and null removes a key */
export interface UpdateItemQuery {
  /** For programs that save while a person is writing. The autosaves of one user or key within 10 minutes, and the save after them, are one revision */
  autosave?: boolean;
}
/** Parameters of: Move an item to the trash, or delete it permanently with force=true */
export interface DeleteItemQuery {
  /** Delete permanently */
  force?: boolean;
  /** Remove the references of other items to it. Without this, it is not deleted while other items refer to it (409) */
  references?: 'clear';
}
/** Parameters of: Read an item by what another system calls it */
export interface GetItemByExternalIdQuery {
  /** Members of items, separated by commas: exactly these are in the response (SelectedItem), and `id`. `fields.` and a name for one field. Lists can have `content`, `tags`, `categories`, `author` and all else that single items have, too */
  select?: string;
  /** What to add to the response, separated by commas. `fields.` and the name of a media field: the record in place of its ID (ExpandedMedia); of a reference: the item (ExpandedItem), or null if the caller may not see it; of a group, a list or blocks: all that is inside. Names joined by dots lead into groups and references, three levels at most, as in `fields.brand.country`. `author`: its ID, text, picture and links as well, and in lists the author at all. `tags`, `categories`, `terms`: their names, as `termNames`. `content`, or `fields.` and the name of a rich text: its pictures of the media library get `srcset`, `sizes`, `width`, `height` and `loading` where these are missing, and its links to items their present URLs */
  expand?: string;
}
/** Parameters of: Change up to 1,000 items at once: all of them, or none */
export interface UpdateItemsQuery {
  /** Check everything and answer as usual, but change nothing */
  dryRun?: boolean;
}
/** Parameters of: List the revisions of an item, the newest first */
export interface ListRevisionsQuery extends RevisionFilters {
  /** Size of a page */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `number`, `createdAt`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** The `version` that the item had */
  number?: number;
  /** `restore` brought an earlier revision back */
  action?: 'create' | 'update' | 'publish' | 'unpublish' | 'trash' | 'untrash' | 'restore';
  /** A named revision is always kept */
  name?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
}
/** Parameters of: Compare a revision with another one */
export interface GetRevisionDiffQuery {
  /** Number of another revision; the current one by default */
  with?: number;
}
/** Parameters of: Give an item the texts, custom fields and terms of a revision; its slug, status, parent and author stay */
export interface ApplyRevisionQuery {
  /** `draft`: into the draft of the item, so that what is live stays until it is published */
  to?: 'live' | 'draft';
}
/** Parameters of: List who is editing items now */
export interface ListEditorsQuery extends EditorFilters {
  /** Size of a page; without it, all */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `since`, `seenAt`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Singular or plural name of a content type */
  type?: string;
  /** Opaque ID */
  itemId?: string;
  /** RFC 3339 in UTC, with milliseconds */
  since?: string;
  /** RFC 3339 in UTC, with milliseconds */
  seenAt?: string;
}
/** Parameters of: List the slugs that an item had while it was public */
export interface ListFormerSlugsQuery extends FormerSlugFilters {
  /** Size of a page; without it, all */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `createdAt`, `slug`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** A slug that the item had */
  slug?: string;
  /** When the item got another slug */
  createdAt?: string;
}
/** Parameters of: List the items that refer to an item */
export interface ListItemUsesQuery extends ItemUseFilters {
  /** Size of a page; without it, all */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `title`, `type`, `slug`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** Singular name of the content type */
  type?: string;
  /** Names the item in URLs */
  slug?: string;
}
/** Parameters of: List the items that refer to an item, as far as the caller may read them */
export interface ListItemReferencesQuery {
  /** Size of a page */
  limit?: number;
  /** `nextCursor` of the previous response */
  cursor?: string;
}
/** Parameters of: List content types, all of them without limit */
export interface ListPostTypesQuery extends PostTypeFilters {
  /** Size of a page; without it, all */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `name`, `createdAt`, `updatedAt`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** Singular name, as in URLs */
  name?: string;
  /** Plural name, which also works in URLs; the name and `s` by default */
  plural?: string;
  /** Whether undeclared custom fields are rejected */
  strict?: boolean;
  /** Whether published items can be read without a token */
  publicRead?: boolean;
  /** Posts and pages, which cannot be deleted */
  builtIn?: boolean;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt?: string;
}
/** Parameters of: Update a content type; the fields are all that it then has */
export interface UpdatePostTypeQuery {
  /** Convert stored values to the new kinds of their fields, such as the text "10" to a number. Without this, the change is rejected (422) while there are values that can be converted. Values that cannot be converted stay as they are */
  convert?: boolean;
  /** Remove fields that are left out although items have values in them. Without this, the change is rejected (409) */
  allowDestructive?: boolean;
  /** Change nothing; `plan` says what the change means for each field */
  dryRun?: boolean;
}
/** Parameters of: List the changes of a content type, newest first */
export interface ListTypeChangesQuery extends TypeChangeFilters {
  /** Size of a page */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `id`, `createdAt`, `endedAt`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** While it is `converting` or `undoing`, items follow one after another. `failed`: some could not, and `problem` says why */
  status?: 'converting' | 'completed' | 'undoing' | 'undone' | 'failed';
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** When all items had followed */
  endedAt?: string;
}
/** Parameters of: List your saved views of a content type or the inbox, and those that are shared */
export interface ListSavedViewsQuery extends SavedViewFilters {
  /** Size of a page; without it, all */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `name`, `createdAt`, `updatedAt`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** Singular or plural name of a content type, or `forms.inbox` */
  type: string;
  /** What people see in the list of views */
  name?: string;
  /** Whether all users see it */
  shared?: boolean;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt?: string;
}
/** Parameters of: List tags */
export interface ListTagsQuery extends TermFilters {
  /** Size of a page */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `slug`, `name`, `updatedAt`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** Part of the name or slug */
  search?: string;
  /** Names the term in URLs and filters */
  slug?: string;
  /** What people see */
  name?: string;
  /** The term above it, in a nested taxonomy */
  parentId?: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt?: string;
}
/** Parameters of: List categories */
export interface ListCategoriesQuery extends TermFilters {
  /** Size of a page */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `slug`, `name`, `updatedAt`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** Part of the name or slug */
  search?: string;
  /** Names the term in URLs and filters */
  slug?: string;
  /** What people see */
  name?: string;
  /** The term above it, in a nested taxonomy */
  parentId?: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt?: string;
}
/** Parameters of: List taxonomies, tags and categories first, all of them without limit */
export interface ListTaxonomiesQuery extends TaxonomyFilters {
  /** Size of a page; without it, all */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `name`, `createdAt`, `updatedAt`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** As in URLs, in `terms` of items and in filters (`terms[brands]=nike`): it cannot be changed */
  name?: string;
  /** Whether terms can have a parent */
  nested?: boolean;
  /** Whether its terms can be read without a token */
  publicRead?: boolean;
  /** Tags and categories, which all types have and which cannot be changed */
  builtIn?: boolean;
  /** Null for tags and categories */
  createdAt?: string;
  /** Null for tags and categories */
  updatedAt?: string;
}
/** Parameters of: List the terms of a taxonomy */
export interface ListTermsQuery extends TaxonomyTermFilters {
  /** Size of a page */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `slug`, `name`, `updatedAt`, `menuOrder`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** Part of the name or slug */
  search?: string;
  /** Whether items of the terms below a term count for it, each once */
  children?: boolean;
  /** Names the term in URLs and filters */
  slug?: string;
  /** What people see */
  name?: string;
  /** The term above it, in a nested taxonomy */
  parentId?: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt?: string;
  /** The place among the terms with the same parent, in trees; of equal ones the slug decides */
  menuOrder?: number;
}
/** Parameters of: Read a term by slug or ID, or by the slug of a term that was merged with it */
export interface GetTermQuery {
  /** Whether `count` includes the items of the terms below a term, each item once */
  children?: boolean;
}
/** Parameters of: Read all terms of a taxonomy in the order of their tree: each before those below it */
export interface GetTermTreeQuery {
  /** Whether `count` includes the items of the terms below a term, each item once */
  children?: boolean;
}
/** Parameters of: Merge several terms with another one: all of them, or none */
export interface MergeTermsQuery {
  /** Only count what would move */
  dryRun?: boolean;
}
/** Parameters of: Merge a term with another one, which gets its items, children and slug */
export interface MergeTermQuery {
  /** Only count what would move */
  dryRun?: boolean;
}
/** Parameters of: List authors by their slugs */
export interface ListAuthorsQuery extends AuthorFilters {
  /** Size of a page */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `slug`, `name`, `createdAt`, `updatedAt`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** Part of the name or slug; with content:write also of the email */
  search?: string;
  /** Names the author in URLs */
  slug?: string;
  /** What readers see */
  name?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt?: string;
}
/** Parameters of: Delete an author who has no items, or whose items another author gets */
export interface DeleteAuthorQuery {
  /** Slug or ID of the author who gets the items */
  replaceBy?: string;
}
/** Parameters of: List the languages that items have, beside that of the site */
export interface ListLanguagesQuery {
  /** Size of a page; without it, all */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `language`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
}
/** Parameters of: List media, newest first */
export interface ListMediaQuery extends MediaFilters {
  /** Size of a page */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `createdAt`, `updatedAt`, `title`, `size`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** In the texts and the file name */
  search?: string;
  /** Kind of file */
  type?: 'image' | 'video' | 'audio' | 'document';
  /** A label that it has */
  tag?: string;
  /** Media type of the file, found in its bytes */
  mimeType?: string;
  /** Names joined by slashes; empty for none */
  folder?: string;
  /** SHA-256 of the file as it was sent, in hex */
  sha256?: string;
  /** As it was uploaded */
  fileName?: string;
  /** Bytes of the file behind `url` */
  size?: number;
  /** In pixels */
  width?: number;
  /** In pixels */
  height?: number;
  /** Whether the file requires a key with `content:read`, or a link that expires */
  private?: boolean;
  /** The item it was uploaded to */
  itemId?: string;
  /** What another system calls it. No two of them can have the same */
  externalId?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt?: string;
}
/** Parameters of: List the folders of media */
export interface ListMediaFoldersQuery extends MediaLabelFilters {
  /** Size of a page; without it, all */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `name`, `count`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** Name of the folder or tag */
  name?: string;
  /** Number of records that have it */
  count?: number;
}
/** Parameters of: List the tags of media */
export interface ListMediaTagsQuery extends MediaLabelFilters {
  /** Size of a page; without it, all */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `name`, `count`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** Name of the folder or tag */
  name?: string;
  /** Number of records that have it */
  count?: number;
}
/** Parameters of: Delete a media record and its file */
export interface DeleteMediaQuery {
  /** Remove the references of other items to it. Without this, it is not deleted while other items refer to it (409) */
  references?: 'clear';
}
/** Parameters of: List the items and forms that use a media record */
export interface ListMediaUsesQuery extends MediaUseFilters {
  /** Size of a page; without it, all */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `title`, `type`, `slug`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** Singular name of the content type */
  type?: string;
  /** Names the item in URLs */
  slug?: string;
}
/** Parameters of: List imports, newest first */
export interface ListImportsQuery extends ImportFilters {
  /** Size of a page */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `createdAt`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** `checking`: the file is read to its end before anything is stored. `checked`: it waits to be started. After `failed` and `canceled`, what has been stored stays; importing the file again continues */
  status?: 'pending' | 'checking' | 'checked' | 'importing' | 'completed' | 'failed' | 'canceled';
  /** As it was uploaded */
  fileName?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** When it was begun for the first time */
  startedAt?: string;
  /** When it was completed, failed or canceled */
  endedAt?: string;
}
/** Parameters of: Work out the colors of a form page from chosen ones */
export interface GetLooksColorsQuery {
  /** Of buttons and links */
  brandColor?: string;
  /** Around the form */
  backgroundColor?: string;
}
/** Parameters of: List forms */
export interface ListFormsQuery extends FormFilters {
  /** Size of a page */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `createdAt`, `updatedAt`, `name`, `slug`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** Names the form in URLs */
  slug?: string;
  /** What people see */
  name?: string;
  /** Whether the form can be submitted without a token */
  public?: boolean;
  /** Whether the form accepts submissions */
  open?: boolean;
  /** It is this */
  language?: 'en' | 'de' | 'fr' | 'es' | 'it' | 'nl' | 'pt' | 'pl' | 'sv' | 'tr' | 'ar' | 'he' | 'ja' | 'zh';
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt?: string;
}
/** Parameters of: Delete a form; if it has submissions, force=true is required and deletes them too */
export interface DeleteFormQuery {
  /** Whether to delete its submissions too */
  force?: boolean;
}
/** Parameters of: List the submissions across all forms */
export interface ListSubmissionsQuery extends InboxSubmissionFilters {
  /** Size of a page */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `createdAt`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** Text in any answer; case and accents are ignored */
  search?: string;
  /** `submitted` if nothing has to be paid; `spam` is what all others leave out */
  status?: 'submitted' | 'awaiting_payment' | 'paid' | 'spam';
  /** ID or slug of a form */
  formId?: string;
  /** `true`: only unread ones. `false`: only read ones */
  unread?: boolean;
  /** `true`: only those with a star. `false`: only without */
  starred?: boolean;
  /** The contact who submitted it */
  contactId?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** How far it has been dealt with. Setting `done` marks it as read, too */
  progress?: 'new' | 'in_progress' | 'done';
  /** It is this */
  assigneeId?: string;
}
/** Parameters of: List the users who can be in charge of submissions */
export interface ListAssigneesQuery {
  /** Size of a page; without it, all */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `name`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** Words in the name */
  search?: string;
}
/** Parameters of: List what happened with a submission: events, mails and notes */
export interface ListSubmissionStoryQuery extends StoryEntryFilters {
  /** Size of a page; without it, all */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `at`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Which of the members `note`, `mail`, `event` and `item` it has */
  kind?: 'note' | 'mail' | 'event' | 'item';
  /** RFC 3339 in UTC, with milliseconds */
  at?: string;
}
/** Parameters of: Get what of a form is sold out; open to visitors of a public form */
export interface ListAvailabilityQuery extends AvailabilityFilters {
  /** Size of a page; without it, all */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `line`, `available`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Name of the line; null for the places of the form */
  line?: string;
  /** Whether none is left */
  soldOut?: boolean;
}
/** Parameters of: List what a form sells in a limited number, with what is held and sold */
export interface ListStockQuery extends StockFilters {
  /** Size of a page; without it, all */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `line`, `available`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Name of the line; null for the places of the form */
  line?: string;
  /** How many are left; null for any number */
  available?: number;
}
/** Parameters of: List the discount codes of a form */
export interface ListDiscountsQuery extends DiscountFilters {
  /** Size of a page; without it, all */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `code`, `createdAt`, `updatedAt`, `validUntil`, `used`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** What visitors enter, in capital letters */
  code?: string;
  /** From when it can be used; null for always */
  validFrom?: string;
  /** Until when it can be used; null for always */
  validUntil?: string;
  /** Number of payments that used it */
  used?: number;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt?: string;
}
/** Parameters of: Export all matching submissions as CSV */
export interface ExportFormSubmissionsQuery extends SubmissionFilters {
  /** Up to four of `createdAt`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** Text in any answer; case and accents are ignored */
  search?: string;
  /** `submitted` if nothing has to be paid; `spam` is what all others leave out */
  status?: 'submitted' | 'awaiting_payment' | 'paid' | 'spam';
  /** The contact who submitted it */
  contactId?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
}
/** Parameters of: Export all matching submissions as a workbook (XLSX) */
export interface ExportFormSubmissionsXlsxQuery extends SubmissionFilters {
  /** Up to four of `createdAt`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** Text in any answer; case and accents are ignored */
  search?: string;
  /** `submitted` if nothing has to be paid; `spam` is what all others leave out */
  status?: 'submitted' | 'awaiting_payment' | 'paid' | 'spam';
  /** The contact who submitted it */
  contactId?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
}
/** Parameters of: Export all matching submissions as NDJSON */
export interface ExportFormSubmissionsNdjsonQuery extends SubmissionFilters {
  /** Up to four of `createdAt`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** Text in any answer; case and accents are ignored */
  search?: string;
  /** `submitted` if nothing has to be paid; `spam` is what all others leave out */
  status?: 'submitted' | 'awaiting_payment' | 'paid' | 'spam';
  /** The contact who submitted it */
  contactId?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
}
/** Parameters of: Export all matching submissions across all forms as CSV */
export interface ExportSubmissionsQuery extends InboxSubmissionFilters {
  /** Up to four of `createdAt`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** Text in any answer; case and accents are ignored */
  search?: string;
  /** `submitted` if nothing has to be paid; `spam` is what all others leave out */
  status?: 'submitted' | 'awaiting_payment' | 'paid' | 'spam';
  /** ID or slug of a form */
  formId?: string;
  /** `true`: only unread ones. `false`: only read ones */
  unread?: boolean;
  /** `true`: only those with a star. `false`: only without */
  starred?: boolean;
  /** The contact who submitted it */
  contactId?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** How far it has been dealt with. Setting `done` marks it as read, too */
  progress?: 'new' | 'in_progress' | 'done';
  /** It is this */
  assigneeId?: string;
}
/** Parameters of: Export all matching submissions across all forms as a workbook (XLSX) */
export interface ExportSubmissionsXlsxQuery extends InboxSubmissionFilters {
  /** Up to four of `createdAt`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** Text in any answer; case and accents are ignored */
  search?: string;
  /** `submitted` if nothing has to be paid; `spam` is what all others leave out */
  status?: 'submitted' | 'awaiting_payment' | 'paid' | 'spam';
  /** ID or slug of a form */
  formId?: string;
  /** `true`: only unread ones. `false`: only read ones */
  unread?: boolean;
  /** `true`: only those with a star. `false`: only without */
  starred?: boolean;
  /** The contact who submitted it */
  contactId?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** How far it has been dealt with. Setting `done` marks it as read, too */
  progress?: 'new' | 'in_progress' | 'done';
  /** It is this */
  assigneeId?: string;
}
/** Parameters of: Export all matching submissions across all forms as NDJSON */
export interface ExportSubmissionsNdjsonQuery extends InboxSubmissionFilters {
  /** Up to four of `createdAt`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** Text in any answer; case and accents are ignored */
  search?: string;
  /** `submitted` if nothing has to be paid; `spam` is what all others leave out */
  status?: 'submitted' | 'awaiting_payment' | 'paid' | 'spam';
  /** ID or slug of a form */
  formId?: string;
  /** `true`: only unread ones. `false`: only read ones */
  unread?: boolean;
  /** `true`: only those with a star. `false`: only without */
  starred?: boolean;
  /** The contact who submitted it */
  contactId?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** How far it has been dealt with. Setting `done` marks it as read, too */
  progress?: 'new' | 'in_progress' | 'done';
  /** It is this */
  assigneeId?: string;
}
/** Parameters of: List the submissions of a form; with Accept: text/csv all matches as CSV */
export interface ListFormSubmissionsQuery extends SubmissionFilters {
  /** Size of a page */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `createdAt`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** Text in any answer; case and accents are ignored */
  search?: string;
  /** `submitted` if nothing has to be paid; `spam` is what all others leave out */
  status?: 'submitted' | 'awaiting_payment' | 'paid' | 'spam';
  /** The contact who submitted it */
  contactId?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
}
/** Parameters of: Summarize the submissions of a form: counts, numbers, over time */
export interface GetFormSummaryQuery {
  /** The first day, in the site's time zone; 30 days until `lastDay` by default */
  firstDay?: string;
  /** The last day; today by default */
  lastDay?: string;
  /** How times are grouped; by default days for up to 45 of them, weeks for up to a year, or else months */
  interval?: 'day' | 'week' | 'month';
}
/** Parameters of: List payments */
export interface ListPaymentsQuery extends PaymentFilters {
  /** Size of a page */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `createdAt`, `updatedAt`, `paidAt`, `amount`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** `processing`: the bank has yet to confirm; `expired`: the checkout ended without a payment */
  status?: 'open' | 'processing' | 'succeeded' | 'failed' | 'canceled' | 'expired';
  /** ID of the contact who pays */
  contactId?: string;
  /** ID of the invoice that it pays */
  invoiceId?: string;
  /** ID of the submission that it pays */
  submissionId?: string;
  /** The processor's id */
  paymentIntentId?: string;
  /** In the smallest unit of the currency */
  amount?: number;
  /** In the smallest unit of the currency */
  amountReceived?: number;
  /** In the smallest unit of the currency */
  amountRefunded?: number;
  /** ISO 4217, lowercase */
  currency?: Currency;
  /** Whether the payer has disputed it with the bank */
  disputed?: boolean;
  /** Why a person should look at it, until one says (`PATCH`) that someone has: what was reported of it makes no sense, a refund failed, or its invoice is void or was paid already */
  review?: string;
  /** When it succeeded */
  paidAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt?: string;
}
/** Parameters of: Export all matching payments as CSV */
export interface ExportPaymentsQuery extends PaymentFilters {
  /** Up to four of `createdAt`, `updatedAt`, `paidAt`, `amount`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** `processing`: the bank has yet to confirm; `expired`: the checkout ended without a payment */
  status?: 'open' | 'processing' | 'succeeded' | 'failed' | 'canceled' | 'expired';
  /** ID of the contact who pays */
  contactId?: string;
  /** ID of the invoice that it pays */
  invoiceId?: string;
  /** ID of the submission that it pays */
  submissionId?: string;
  /** The processor's id */
  paymentIntentId?: string;
  /** In the smallest unit of the currency */
  amount?: number;
  /** In the smallest unit of the currency */
  amountReceived?: number;
  /** In the smallest unit of the currency */
  amountRefunded?: number;
  /** ISO 4217, lowercase */
  currency?: Currency;
  /** Whether the payer has disputed it with the bank */
  disputed?: boolean;
  /** Why a person should look at it, until one says (`PATCH`) that someone has: what was reported of it makes no sense, a refund failed, or its invoice is void or was paid already */
  review?: string;
  /** When it succeeded */
  paidAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt?: string;
}
/** Parameters of: Export all matching payments as a workbook (XLSX) */
export interface ExportPaymentsXlsxQuery extends PaymentFilters {
  /** Up to four of `createdAt`, `updatedAt`, `paidAt`, `amount`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** `processing`: the bank has yet to confirm; `expired`: the checkout ended without a payment */
  status?: 'open' | 'processing' | 'succeeded' | 'failed' | 'canceled' | 'expired';
  /** ID of the contact who pays */
  contactId?: string;
  /** ID of the invoice that it pays */
  invoiceId?: string;
  /** ID of the submission that it pays */
  submissionId?: string;
  /** The processor's id */
  paymentIntentId?: string;
  /** In the smallest unit of the currency */
  amount?: number;
  /** In the smallest unit of the currency */
  amountReceived?: number;
  /** In the smallest unit of the currency */
  amountRefunded?: number;
  /** ISO 4217, lowercase */
  currency?: Currency;
  /** Whether the payer has disputed it with the bank */
  disputed?: boolean;
  /** Why a person should look at it, until one says (`PATCH`) that someone has: what was reported of it makes no sense, a refund failed, or its invoice is void or was paid already */
  review?: string;
  /** When it succeeded */
  paidAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt?: string;
}
/** Parameters of: List contacts; the search covers names, email addresses and phone numbers */
export interface ListContactsQuery extends ContactFilters {
  /** Size of a page */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `createdAt`, `updatedAt`, `name`, `email`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** Words in the name, email or phone number */
  search?: string;
  /** Email address, unique without regard to case */
  email?: string;
  /** Name of the person */
  name?: string;
  /** Phone number, as it was given */
  phone?: string;
  /** Where it comes from: `api`, `form` or `payment` */
  source?: string;
  /** What another system calls it. No two of them can have the same */
  externalId?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt?: string;
}
/** Parameters of: Export all matching contacts as CSV */
export interface ExportContactsQuery extends ContactFilters {
  /** Up to four of `createdAt`, `updatedAt`, `name`, `email`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** Words in the name, email or phone number */
  search?: string;
  /** Email address, unique without regard to case */
  email?: string;
  /** Name of the person */
  name?: string;
  /** Phone number, as it was given */
  phone?: string;
  /** Where it comes from: `api`, `form` or `payment` */
  source?: string;
  /** What another system calls it. No two of them can have the same */
  externalId?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt?: string;
}
/** Parameters of: Export all matching contacts as a workbook (XLSX) */
export interface ExportContactsXlsxQuery extends ContactFilters {
  /** Up to four of `createdAt`, `updatedAt`, `name`, `email`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** Words in the name, email or phone number */
  search?: string;
  /** Email address, unique without regard to case */
  email?: string;
  /** Name of the person */
  name?: string;
  /** Phone number, as it was given */
  phone?: string;
  /** Where it comes from: `api`, `form` or `payment` */
  source?: string;
  /** What another system calls it. No two of them can have the same */
  externalId?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt?: string;
}
/** Parameters of: List the events of a contact */
export interface ListContactTimelineQuery extends TimelineEntryFilters {
  /** Size of a page */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `createdAt`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** Name of the event, such as `submission.submitted` */
  type?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
}
/** Parameters of: List invoices */
export interface ListInvoicesQuery extends InvoiceFilters {
  /** Size of a page */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `createdAt`, `updatedAt`, `dueAt`, `issuedAt`, `paidAt`, `amount`, `number`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** `open` can be paid; `void` was withdrawn; `uncollectible` was given up, by the processor */
  status?: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  /** The contact who owes it */
  contactId?: string;
  /** As on the document that the customer has */
  number?: string;
  /** What another system calls it. No two of them can have the same */
  externalId?: string;
  /** In the smallest unit of the currency */
  amount?: number;
  /** What has been paid, in the smallest unit of the currency */
  amountPaid?: number;
  /** ISO 4217, lowercase */
  currency?: Currency;
  /** The processor's ID of the subscription */
  subscriptionId?: string;
  /** The processor's ID, if it is an invoice of a subscription */
  processorInvoiceId?: string;
  /** When it should be paid */
  dueAt?: string;
  /** Since when it cannot be changed */
  issuedAt?: string;
  /** The day on its document */
  issueDay?: string;
  /** When the mail server last accepted it for its contact */
  sentAt?: string;
  /** When it was paid in full */
  paidAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt?: string;
}
/** Parameters of: Export all matching invoices as CSV */
export interface ExportInvoicesQuery extends InvoiceFilters {
  /** Up to four of `createdAt`, `updatedAt`, `dueAt`, `issuedAt`, `paidAt`, `amount`, `number`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** `open` can be paid; `void` was withdrawn; `uncollectible` was given up, by the processor */
  status?: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  /** The contact who owes it */
  contactId?: string;
  /** As on the document that the customer has */
  number?: string;
  /** What another system calls it. No two of them can have the same */
  externalId?: string;
  /** In the smallest unit of the currency */
  amount?: number;
  /** What has been paid, in the smallest unit of the currency */
  amountPaid?: number;
  /** ISO 4217, lowercase */
  currency?: Currency;
  /** The processor's ID of the subscription */
  subscriptionId?: string;
  /** The processor's ID, if it is an invoice of a subscription */
  processorInvoiceId?: string;
  /** When it should be paid */
  dueAt?: string;
  /** Since when it cannot be changed */
  issuedAt?: string;
  /** The day on its document */
  issueDay?: string;
  /** When the mail server last accepted it for its contact */
  sentAt?: string;
  /** When it was paid in full */
  paidAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt?: string;
}
/** Parameters of: Export all matching invoices as a workbook (XLSX) */
export interface ExportInvoicesXlsxQuery extends InvoiceFilters {
  /** Up to four of `createdAt`, `updatedAt`, `dueAt`, `issuedAt`, `paidAt`, `amount`, `number`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** `open` can be paid; `void` was withdrawn; `uncollectible` was given up, by the processor */
  status?: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  /** The contact who owes it */
  contactId?: string;
  /** As on the document that the customer has */
  number?: string;
  /** What another system calls it. No two of them can have the same */
  externalId?: string;
  /** In the smallest unit of the currency */
  amount?: number;
  /** What has been paid, in the smallest unit of the currency */
  amountPaid?: number;
  /** ISO 4217, lowercase */
  currency?: Currency;
  /** The processor's ID of the subscription */
  subscriptionId?: string;
  /** The processor's ID, if it is an invoice of a subscription */
  processorInvoiceId?: string;
  /** When it should be paid */
  dueAt?: string;
  /** Since when it cannot be changed */
  issuedAt?: string;
  /** The day on its document */
  issueDay?: string;
  /** When the mail server last accepted it for its contact */
  sentAt?: string;
  /** When it was paid in full */
  paidAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt?: string;
}
/** Parameters of: Get what the matching invoices come to, and what of it is open and overdue */
export interface GetInvoiceSumsQuery extends InvoiceFilters {
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** `open` can be paid; `void` was withdrawn; `uncollectible` was given up, by the processor */
  status?: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  /** The contact who owes it */
  contactId?: string;
  /** As on the document that the customer has */
  number?: string;
  /** What another system calls it. No two of them can have the same */
  externalId?: string;
  /** In the smallest unit of the currency */
  amount?: number;
  /** What has been paid, in the smallest unit of the currency */
  amountPaid?: number;
  /** ISO 4217, lowercase */
  currency?: Currency;
  /** The processor's ID of the subscription */
  subscriptionId?: string;
  /** The processor's ID, if it is an invoice of a subscription */
  processorInvoiceId?: string;
  /** When it should be paid */
  dueAt?: string;
  /** Since when it cannot be changed */
  issuedAt?: string;
  /** The day on its document */
  issueDay?: string;
  /** When the mail server last accepted it for its contact */
  sentAt?: string;
  /** When it was paid in full */
  paidAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt?: string;
}
/** Parameters of: List credit notes */
export interface ListCreditNotesQuery extends CreditNoteFilters {
  /** Size of a page */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `createdAt`, `updatedAt`, `issuedAt`, `amount`, `number`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** Drawn from its series */
  number?: string;
  /** ID of the invoice that it takes back */
  invoiceId?: string;
  /** The contact of the invoice */
  contactId?: string;
  /** What it takes back, with tax */
  amount?: number;
  /** ISO 4217, lowercase */
  currency?: Currency;
  /** RFC 3339 in UTC, with milliseconds */
  issuedAt?: string;
  /** The day on its document */
  issueDay?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt?: string;
}
/** Parameters of: Export all matching credit notes as CSV */
export interface ExportCreditNotesQuery extends CreditNoteFilters {
  /** Up to four of `createdAt`, `updatedAt`, `issuedAt`, `amount`, `number`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** Drawn from its series */
  number?: string;
  /** ID of the invoice that it takes back */
  invoiceId?: string;
  /** The contact of the invoice */
  contactId?: string;
  /** What it takes back, with tax */
  amount?: number;
  /** ISO 4217, lowercase */
  currency?: Currency;
  /** RFC 3339 in UTC, with milliseconds */
  issuedAt?: string;
  /** The day on its document */
  issueDay?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt?: string;
}
/** Parameters of: Export all matching credit notes as a workbook (XLSX) */
export interface ExportCreditNotesXlsxQuery extends CreditNoteFilters {
  /** Up to four of `createdAt`, `updatedAt`, `issuedAt`, `amount`, `number`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** Drawn from its series */
  number?: string;
  /** ID of the invoice that it takes back */
  invoiceId?: string;
  /** The contact of the invoice */
  contactId?: string;
  /** What it takes back, with tax */
  amount?: number;
  /** ISO 4217, lowercase */
  currency?: Currency;
  /** RFC 3339 in UTC, with milliseconds */
  issuedAt?: string;
  /** The day on its document */
  issueDay?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt?: string;
}
/** Parameters of: Read the document of an invoice, or of a draft a preview */
export interface GetInvoiceDocumentQuery {
  /** `pdf`: PDF/A-3, which carries the e-invoice (Factur-X, ZUGFeRD) if it says all that EN 16931 needs; `ubl`: an e-invoice as in Peppol; `cii`: as in Factur-X; `xrechnung`: as authorities in Germany accept it (UBL); `svg`: a picture of the preview of a draft. If it is left out, `Accept` says whether it is `pdf` or, for XML, `ubl` */
  format?: 'pdf' | 'ubl' | 'cii' | 'xrechnung' | 'svg';
}
/** Parameters of: Read the document of a credit note */
export interface GetCreditNoteDocumentQuery {
  /** `pdf`: PDF/A-3, which carries the e-invoice (Factur-X, ZUGFeRD) if it says all that EN 16931 needs; `ubl`: an e-invoice as in Peppol; `cii`: as in Factur-X; `xrechnung`: as authorities in Germany accept it (UBL); `svg`: a picture of the preview of a draft. If it is left out, `Accept` says whether it is `pdf` or, for XML, `ubl` */
  format?: 'pdf' | 'ubl' | 'cii' | 'xrechnung' | 'svg';
}
/** Parameters of: Export the invoices and credit notes of a period as a ZIP */
export interface ExportInvoiceDocumentsQuery {
  /** At the site */
  firstDay: string;
  /** At most 400 days from the first on */
  lastDay: string;
}
/** Parameters of: List tax rates */
export interface ListTaxRatesQuery extends TaxRateFilters {
  /** Size of a page */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `name`, `createdAt`, `updatedAt`, `validFrom`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** As people call it */
  name?: string;
  /** A decimal number with up to four decimals */
  percent?: string;
  /** ISO 3166, lowercase */
  country?: string;
  /** As in EN 16931: `S` standard or reduced rate, `Z` zero rated, `E` exempt from tax, `AE` reverse charge, `K` intra-Community supply, `G` export outside the EU, `O` outside the scope of tax */
  category?: 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O';
  /** The first day; null: always */
  validFrom?: string;
  /** The last day; null: for good */
  validUntil?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt?: string;
}
/** Parameters of: Get the taxes of a period, by currency, country, category and percentage */
export interface GetTaxReportQuery {
  /** At the site */
  firstDay: string;
  /** At most 400 days from the first on */
  lastDay: string;
}
/** Parameters of: Export the taxes of a period as CSV */
export interface ExportTaxReportQuery {
  /** At the site */
  firstDay: string;
  /** At most 400 days from the first on */
  lastDay: string;
}
/** Parameters of: Export the taxes of a period as a workbook (XLSX) */
export interface ExportTaxReportXlsxQuery {
  /** At the site */
  firstDay: string;
  /** At most 400 days from the first on */
  lastDay: string;
}
/** Parameters of: List the webhooks */
export interface ListWebhooksQuery extends WebhookFilters {
  /** Size of a page */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `createdAt`, `updatedAt`, `url`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** The only form whose events it gets; null for all */
  formId?: string;
  /** URL of the receiver */
  url?: string;
  /** paused: deliveries wait; disabled: the receiver responded with 410, and new deliveries are not stored */
  status?: 'active' | 'paused' | 'disabled';
  /** Since when every delivery has failed; null after a success */
  failingSince?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt?: string;
}
/** Parameters of: List the webhooks of a form */
export interface ListFormWebhooksQuery extends WebhookFilters {
  /** Size of a page */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `createdAt`, `updatedAt`, `url`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** The only form whose events it gets; null for all */
  formId?: string;
  /** URL of the receiver */
  url?: string;
  /** paused: deliveries wait; disabled: the receiver responded with 410, and new deliveries are not stored */
  status?: 'active' | 'paused' | 'disabled';
  /** Since when every delivery has failed; null after a success */
  failingSince?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt?: string;
}
/** Parameters of: List the webhooks for payments */
export interface ListPaymentWebhooksQuery extends WebhookFilters {
  /** Size of a page */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `createdAt`, `updatedAt`, `url`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** The only form whose events it gets; null for all */
  formId?: string;
  /** URL of the receiver */
  url?: string;
  /** paused: deliveries wait; disabled: the receiver responded with 410, and new deliveries are not stored */
  status?: 'active' | 'paused' | 'disabled';
  /** Since when every delivery has failed; null after a success */
  failingSince?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt?: string;
}
/** Parameters of: List deliveries, by webhook, event, subject or status */
export interface ListDeliveriesQuery extends DeliveryFilters {
  /** Size of a page */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `createdAt`, `deliveredAt`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** ID of what the event is about, such as a submission or a payment */
  subject?: string;
  /** ID of the webhook */
  subscriberId?: string;
  /** Also in the header `webhook-id` and as `id` in the body */
  eventId?: string;
  /** Name of the event, or `test` */
  type?: string;
  /** ID of the form that the event is about */
  formId?: string;
  /** `pending` is sent, or sent again, at `nextAttemptAt`; `failed` was given up */
  status?: 'pending' | 'delivered' | 'failed';
  /** Why it, or its last attempt, failed */
  failure?: string;
  /** Number of attempts so far */
  attemptCount?: number;
  /** When it is sent next; null if it is not */
  nextAttemptAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** When the receiver accepted it */
  deliveredAt?: string;
}
/** Parameters of: Read the feed of events from any point, wait for the next, or stream them */
export interface ListEventsQuery {
  /** The `after` of the response before, or the `cursor` of an event; `latest` for events from now on. Without it, all that are kept */
  after?: string;
  /** Size of a page */
  limit?: number;
  /** The `name`s of events, separated by commas; without them, all that the key may read */
  events?: string;
  /** Content types, separated by commas: only events of their items */
  types?: string;
  /** How long to wait for an event if there is none */
  waitSeconds?: number;
}
/** Parameters of: List the mails of the outbox, by status, recipient or what they are about */
export interface ListMailsQuery extends ListedMailFilters {
  /** Size of a page */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `createdAt`, `sentAt`, `recipient`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** What the mail is: a `MailKind`, or `message` for a reply that a user has written to a submission */
  kind?:
    | 'notice'
    | 'digest'
    | 'savedAnswers'
    | 'reply'
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
    | 'passkeyRemoved'
    | 'message';
  /** `queued`: it is sent now or at `nextAttemptAt`; `waiting`: no mail server is set; `sent`: the server accepted it; `failed`: `error` says why */
  status?: 'queued' | 'waiting' | 'sent' | 'failed';
  /** The one address it goes to */
  recipient?: string;
  /** The ID of what it is about, such as a submission */
  about?: string;
  /** The language of its texts */
  language?: string;
  /** Why the last attempt failed */
  error?: string;
  /** How often it was handed to the server */
  attemptCount?: number;
  /** When it is tried again */
  nextAttemptAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** When the server accepted it */
  sentAt?: string;
}
/** Parameters of: List the kinds of mail, with what their texts may have */
export interface ListMailKindsQuery extends MailKindSettingsFilters {
  /** Size of a page; without it, all */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `kind`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** `notice`: someone submitted a form; `digest`: all submissions of a day, in place of notices; `reply`: the answer of a form to who submitted it; `receipt`, `refund`, `refundFailed`, `invoice`, `paymentFailed`: to a payer; `invoiceToPay`: an open invoice, sent to its contact by a user; `invoiceReminder`, `invoiceOverdue`: a reminder of one, until the day on which it is due and after it; `invoicePaid`: a copy of one that is paid; `creditNote`: a credit note of one; `refundFailedNotice`, `paymentFailedNotice`, `receiverPaused`, `receiverDisabled`: to the owners; `importFinished`, `importFailed`: to the user who started it; `reset`: a link to set a new password; `invitation`: a link for a new user; `newDevice`: a sign-in from a browser that the user has not used before; `passwordChanged`, `secondFactorOff`, `passkeyAdded`, `passkeyRemoved`: to the user */
  kind?:
    | 'notice'
    | 'digest'
    | 'savedAnswers'
    | 'reply'
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
  /** `visitor`: who submitted a form; `payer`: who paid; `team`: the owners, or the addresses of the form; `user`: the user it is about */
  to?: 'visitor' | 'payer' | 'team' | 'user';
  /** Whether mails of this kind are sent */
  on?: boolean;
}
/** Parameters of: Read the mail of an open or paid invoice before it is sent */
export interface GetInvoiceMailQuery {
  /** The reminder instead */
  reminder?: boolean;
}
/** Parameters of: List the addresses that have unsubscribed from notices */
export interface ListMailOptOutsQuery extends MailOptOutFilters {
  /** Size of a page */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `createdAt`, `address`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** The address, in lower case and with its domain in ASCII */
  address?: string;
  /** The form; null for the notices and digests across all forms */
  formId?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
}
/** Parameters of: List the addresses that do not accept mail */
export interface ListMailRefusalsQuery extends MailRefusalFilters {
  /** Size of a page */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `createdAt`, `address`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** The address, without regard to case */
  address?: string;
  /** The mail that was rejected; null if it was reported */
  mailId?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
}
/** Parameters of: List my sessions */
export interface ListSessionsQuery extends SessionFilters {
  /** Size of a page; without it, all */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `createdAt`, `lastSeenAt`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** IP address of the sign-in */
  ip?: string;
  /** A `password`, a password and a `code`, a `passkey`, or the `link` of a mail or of the first start */
  signedInWith?: 'password' | 'code' | 'passkey' | 'link';
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  lastSeenAt?: string;
}
/** Parameters of: List my passkeys */
export interface ListPasskeysQuery extends PasskeyFilters {
  /** Size of a page; without it, all */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `createdAt`, `lastUsedAt`, `name`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** To recognize it by */
  name?: string;
  /** The host for which it was made */
  host?: string;
  /** Whether it signs in at the public address of the service, which has another host otherwise */
  usable?: boolean;
  /** Whether it may be on several devices, as those of password managers are */
  synced?: boolean;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** When it signed in last; null if never */
  lastUsedAt?: string;
}
/** Parameters of: List users */
export interface ListUsersQuery extends UserFilters {
  /** Size of a page; without it, all */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `createdAt`, `updatedAt`, `name`, `email`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** Words in the name or email address */
  search?: string;
  /** What others see */
  name?: string;
  /** Email address to sign in with */
  email?: string;
  /** An `owner` may do everything; an `admin` everything but what concerns owners; an `editor` works with content and forms, and reads payments and contacts; an `author` works with content; `support` works with submissions and contacts, and reads content and payments */
  role?: 'owner' | 'admin' | 'editor' | 'author' | 'support';
  /** Whether the user has not set a password yet */
  invited?: boolean;
  /** Whether the user signs in with a code beside the password */
  secondFactor?: boolean;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt?: string;
}
/** Parameters of: List the sessions of a user */
export interface ListUserSessionsQuery extends SessionFilters {
  /** Size of a page; without it, all */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `createdAt`, `lastSeenAt`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** IP address of the sign-in */
  ip?: string;
  /** A `password`, a password and a `code`, a `passkey`, or the `link` of a mail or of the first start */
  signedInWith?: 'password' | 'code' | 'passkey' | 'link';
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  lastSeenAt?: string;
}
/** Parameters of: List API keys */
export interface ListTokensQuery extends TokenFilters {
  /** Size of a page; without it, all */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `createdAt`, `updatedAt`, `lastUsedAt`, `expiresAt`, `name`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** Words in the name */
  search?: string;
  /** What the key is for */
  name?: string;
  /** The last four characters of the key */
  lastFour?: string;
  /** When it stops working; null for never */
  expiresAt?: string;
  /** When it was used last, to the minute; null if never */
  lastUsedAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt?: string;
}
/** Parameters of: List who did what, by person, operation, record, outcome and time */
export interface ListAuditEntriesQuery extends AuditEntryFilters {
  /** Size of a page */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `createdAt`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** ID of the user or the API key */
  'actor.id'?: string;
  /** A `user`, an API key (`token`), a `visitor` who tried to sign in, a `command` of the command line, or the service itself (`system`) */
  'actor.kind'?: 'user' | 'token' | 'visitor' | 'command' | 'system';
  /** The `operationId` in this document, or the name of the command */
  operation?: string;
  /** ID, or the name where records have no ID */
  'thing.id'?: string;
  /** What kind of record it is */
  'thing.kind'?: string;
  /** Whether it was `done`, or `denied`: a sign-in that failed, or something that the user may not do */
  outcome?: 'done' | 'denied';
  /** IP address of the request, as trusted proxies report it */
  ip?: string;
  /** ID of the request, as in the log of the service */
  requestId?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
}
/** Parameters of: Export the matching entries of the audit log as CSV */
export interface ExportAuditEntriesQuery extends AuditEntryFilters {
  /** Up to four of `createdAt`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** ID of the user or the API key */
  'actor.id'?: string;
  /** A `user`, an API key (`token`), a `visitor` who tried to sign in, a `command` of the command line, or the service itself (`system`) */
  'actor.kind'?: 'user' | 'token' | 'visitor' | 'command' | 'system';
  /** The `operationId` in this document, or the name of the command */
  operation?: string;
  /** ID, or the name where records have no ID */
  'thing.id'?: string;
  /** What kind of record it is */
  'thing.kind'?: string;
  /** Whether it was `done`, or `denied`: a sign-in that failed, or something that the user may not do */
  outcome?: 'done' | 'denied';
  /** IP address of the request, as trusted proxies report it */
  ip?: string;
  /** ID of the request, as in the log of the service */
  requestId?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
}
/** Parameters of: Export the matching entries of the audit log as NDJSON */
export interface ExportAuditEntriesNdjsonQuery extends AuditEntryFilters {
  /** Up to four of `createdAt`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** ID of the user or the API key */
  'actor.id'?: string;
  /** A `user`, an API key (`token`), a `visitor` who tried to sign in, a `command` of the command line, or the service itself (`system`) */
  'actor.kind'?: 'user' | 'token' | 'visitor' | 'command' | 'system';
  /** The `operationId` in this document, or the name of the command */
  operation?: string;
  /** ID, or the name where records have no ID */
  'thing.id'?: string;
  /** What kind of record it is */
  'thing.kind'?: string;
  /** Whether it was `done`, or `denied`: a sign-in that failed, or something that the user may not do */
  outcome?: 'done' | 'denied';
  /** IP address of the request, as trusted proxies report it */
  ip?: string;
  /** ID of the request, as in the log of the service */
  requestId?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
}
/** Parameters of: Export the whole site as an archive */
export interface ExportSiteQuery {
  /** Only these parts, separated by commas: `settings` (the settings of the site), `content` (content types, items with their history, tags, categories and other taxonomies, authors, shared views), `media` (the media library with its files), `forms` (forms, submissions and their files), `contacts` (contacts), `payments` (payments, refunds, invoices, credit notes and their documents, tax rates, subscriptions), `events` (what happened, as timelines show it), `webhooks` (webhooks and their deliveries) */
  only?: string;
}
/** Parameters of: List backups, newest first */
export interface ListBackupsQuery extends BackupFilters {
  /** Size of a page */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `createdAt`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** `completed`: it was written, read back and compared */
  status?: 'pending' | 'running' | 'completed' | 'failed';
  /** Whether it was due by the plan, or requested */
  cause?: 'schedule' | 'request';
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  startedAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  endedAt?: string;
}
/** Parameters of: List erasures and their proofs */
export interface ListErasuresQuery extends ErasureFilters {
  /** Size of a page */
  limit?: number;
  /** Number of records to skip */
  offset?: number;
  /** `false`: `total` is null, which is quicker when many match */
  total?: boolean;
  /** `nextCursor` of the previous response; not with `offset` */
  cursor?: string;
  /** Up to four of `createdAt`, `completedAt`, separated by commas; `-` before one is descending */
  sort?: string;
  /** Up to 100 IDs, separated by commas; unknown ones are left out */
  ids?: string;
  /** Only erasures of this address */
  email?: string;
  /** Whether it has ended */
  status?: 'running' | 'completed';
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** When it ended */
  completedAt?: string;
}
/** Parameters of: Export the items of a content type as CSV */
export interface ExportItemsQuery {
  /** Singular or plural name of a content type */
  type: string;
}
/** Parameters of: Get what was received, refunded and taxed by month, and what is owed */
export interface GetMoneyReportQuery {
  /** Number of calendar months until the current one */
  months?: number;
  /** Only in this one: ISO 4217, lowercase */
  currency?: Currency;
  /** Only payments of this form, and their invoices */
  formId?: string;
}
/** Parameters of: Get recent activity: submissions and payments by day, failing receivers, latest events */
export interface GetSummaryQuery {
  /** Number of days until today */
  days?: number;
}
/** Parameters of: Find items, media, contacts, payments, invoices, forms and submissions */
export interface GetSearchResultsQuery {
  /** What to look for. Only the first 200 characters count */
  q: string;
  /** Results of each kind */
  limit?: number;
  /** Whether to count all items that are found, by content type */
  facets?: boolean;
  /** Up to 10 taxonomies, separated by commas: `tag`, `category`, and `terms.` with the name of one of the site. Counts the items that have each of their terms, in a member `termFacets` */
  termFacets?: string;
}

/** ISO 4217 in lower case, of what can be paid in. */
export type Currency = 'aed' | 'afn' | 'all' | 'amd' | 'ang' | 'aoa' | 'ars' | 'aud' | 'awg' | 'azn' | 'bam' | 'bbd' | 'bdt' | 'bgn' | 'bhd' | 'bif' | 'bmd' | 'bnd' | 'bob' | 'bov' | 'brl' | 'bsd' | 'btn' | 'bwp' | 'byn' | 'bzd' | 'cad' | 'cdf' | 'che' | 'chf' | 'chw' | 'clf' | 'clp' | 'cny' | 'cop' | 'cou' | 'crc' | 'cuc' | 'cup' | 'cve' | 'czk' | 'djf' | 'dkk' | 'dop' | 'dzd' | 'egp' | 'ern' | 'etb' | 'eur' | 'fjd' | 'fkp' | 'gbp' | 'gel' | 'ghs' | 'gip' | 'gmd' | 'gnf' | 'gtq' | 'gyd' | 'hkd' | 'hnl' | 'htg' | 'huf' | 'idr' | 'ils' | 'inr' | 'iqd' | 'irr' | 'isk' | 'jmd' | 'jod' | 'jpy' | 'kes' | 'kgs' | 'khr' | 'kmf' | 'kpw' | 'krw' | 'kwd' | 'kyd' | 'kzt' | 'lak' | 'lbp' | 'lkr' | 'lrd' | 'lsl' | 'lyd' | 'mad' | 'mdl' | 'mga' | 'mkd' | 'mmk' | 'mnt' | 'mop' | 'mru' | 'mur' | 'mvr' | 'mwk' | 'mxn' | 'mxv' | 'myr' | 'mzn' | 'nad' | 'ngn' | 'nio' | 'nok' | 'npr' | 'nzd' | 'omr' | 'pab' | 'pen' | 'pgk' | 'php' | 'pkr' | 'pln' | 'pyg' | 'qar' | 'ron' | 'rsd' | 'rub' | 'rwf' | 'sar' | 'sbd' | 'scr' | 'sdg' | 'sek' | 'sgd' | 'shp' | 'sle' | 'sos' | 'srd' | 'ssp' | 'stn' | 'svc' | 'syp' | 'szl' | 'thb' | 'tjs' | 'tmt' | 'tnd' | 'top' | 'try' | 'ttd' | 'twd' | 'tzs' | 'uah' | 'ugx' | 'usd' | 'usn' | 'uyi' | 'uyu' | 'uyw' | 'uzs' | 'ved' | 'ves' | 'vnd' | 'vuv' | 'wst' | 'xaf' | 'xcd' | 'xcg' | 'xof' | 'xpf' | 'yer' | 'zar' | 'zmw' | 'zwg';
