// biome-ignore format: one line per code
export const problems = {
  malformed_json: [400, 'The request body is not valid JSON', 'Fix the syntax and send the request again.'],
  malformed_request: [400, 'The request is not valid HTTP', 'Check the request line and the headers, `Host` included.'],
  malformed_url: [400, 'The URL is malformed', 'Check the percent-encoding of the path.'],
  malformed_body: [400, 'The request body could not be read', 'Check that it is complete and matches its `Content-Type`.'],
  not_utf8: [400, 'The text is not UTF-8', 'Send texts in UTF-8. An HTML form does with `accept-charset="utf-8"`, whatever the encoding of its page.'],
  invalid_query: [400, 'A query parameter is invalid', 'Correct the parameters listed in `errors`.'],
  invalid_header: [400, 'A header is invalid', 'Correct the headers listed in `errors`.'],
  invalid_signature: [400, 'The signature does not match the body', 'Check the signing secret, and pass on the body unchanged.'],
  token_in_query: [400, 'A token was sent in the URL', 'Send it in the `Authorization` header. Replace the token: URLs are often logged.'],
  unauthenticated: [401, 'Authentication is required', 'Send an API key as `Authorization: Bearer <key>`, or sign in.'],
  invalid_token: [401, 'The API key is unknown, expired or revoked', 'Create a new key in the admin under Settings, API keys.'],
  invalid_credentials: [401, 'The email address or password is wrong', 'Try again, or ask an owner to set a new password.'],
  second_factor_required: [401, 'A code is required', 'Send the same request with `code`: from the authenticator app, or a recovery code.'],
  invalid_code: [401, 'The code is wrong, expired or used', 'Use the next code of the authenticator app, or a recovery code.'],
  passkey_required: [401, 'A passkey is required', 'The site requires two-step sign-in. Sign in with a passkey.'],
  invalid_passkey: [401, 'The passkey was not accepted', 'See `detail`. Ask for new options and try again, or sign in with the password.'],
  second_factor_needed: [403, 'Two-step sign-in must be set up first', 'The site requires it of all users. Set it up in the admin under My account.'],
  insufficient_scope: [403, 'The required scope is missing', 'Use an API key that has the scope in `requiredScope`.'],
  owner_needed: [403, 'Only owners may do this', 'Ask an owner of the site.'],
  user_needed: [403, 'A signed-in user is required', 'Sign in to the admin. API keys cannot do this.'],
  invalid_setup_code: [403, 'The setup link is invalid or has expired', 'Restart the service to get a link that works.'],
  link_expired: [403, 'This link is invalid or has expired', 'Ask for a new one.'],
  cross_origin: [403, 'The request came from another origin', 'Send it from the admin, or use an API key instead of a cookie.'],
  origin_not_allowed: [403, 'The form is not for pages of this site', 'Add the origin of the site to the form: in its settings in the admin, or as `origins`.'],
  not_found: [404, 'Not found', 'Check the path and the ID.'],
  type_not_found: [404, 'Content type not found', 'List the types with `GET /types`.'],
  item_not_found: [404, 'Item not found', 'Check the slug or ID. Only callers with `content:write` see drafts and the trash.'],
  type_change_not_found: [404, 'Change of the type not found', 'List the changes with `GET /types/:name/changes`. They are kept for 30 days.'],
  revision_not_found: [404, 'Revision not found', 'List the revisions of the item with `GET /content/:type/:id/revisions`.'],
  taxonomy_not_found: [404, 'Taxonomy not found', 'List them with `GET /taxonomies`.'],
  term_not_found: [404, 'Tag or category not found', 'Check the slug or ID.'],
  author_not_found: [404, 'Author not found', 'Check the slug or ID.'],
  media_not_found: [404, 'Media not found', 'Check the ID.'],
  picture_unusable: [422, 'The picture cannot be resized', 'Use the original, or upload the picture again.'],
  form_not_found: [404, 'Form not found', 'Check the slug or ID.'],
  form_version_not_found: [404, 'The form has no such version', 'Use the `formVersion` of a submission.'],
  submission_not_found: [404, 'Submission not found', 'Check the ID and that it belongs to this form.'],
  discount_not_found: [404, 'Discount code not found', 'Check the ID and that it belongs to this form.'],
  stock_not_found: [404, 'The form has no such stock', 'Check the line and the option, and that they have `stock` in the form.'],
  file_not_found: [404, 'File not found', 'Check the ID. Files are deleted with their submission.'],
  subscriber_not_found: [404, 'Webhook not found', 'Check the ID.'],
  delivery_not_found: [404, 'Delivery not found', 'Check the ID. Deliveries are deleted after 30 days.'],
  payment_not_found: [404, 'Payment not found', 'Check the ID, and that the processor is in the same mode (test or live).'],
  refund_not_found: [404, 'Refund not found', 'Check the ID.'],
  erasure_not_found: [404, 'Erasure not found', 'Check the ID.'],
  contact_not_found: [404, 'Contact not found', 'Check the ID.'],
  invoice_not_found: [404, 'Invoice not found', 'Check the ID.'],
  credit_note_not_found: [404, 'Credit note not found', 'Check the ID.'],
  tax_rate_not_found: [404, 'Tax rate not found', 'Check the ID.'],
  view_not_found: [404, 'Saved view not found', 'List yours and the shared ones with `GET /views?type=…`.'],
  backup_not_found: [404, 'Backup not found', 'List the backups with `GET /backups`.'],
  import_not_found: [404, 'Import not found', 'List the imports with `GET /imports`.'],
  mail_opt_out_not_found: [404, 'The address has not unsubscribed', 'Notices are sent to it. There is nothing to do.'],
  mail_refusal_not_found: [404, 'The address is not rejected', 'Mails are sent to it. There is nothing to do.'],
  mail_not_found: [404, 'Mail not found', 'Check the ID. Mails are deleted after 90 days.'],
  token_not_found: [404, 'API key not found', 'Check the ID. It may have been revoked already.'],
  user_not_found: [404, 'User not found', 'Check the ID.'],
  passkey_not_found: [404, 'Passkey not found', 'Check the ID. It may have been removed already.'],
  session_not_found: [404, 'Session not found', 'Check the ID. It may have ended already.'],
  method_not_allowed: [405, 'Method not allowed', 'Use one of the methods in the `Allow` header.'],
  not_acceptable: [406, 'There is no such type of it', 'Send an `Accept` with one of the types in `detail`, or leave it out.'],
  request_timeout: [408, 'The request took too long to arrive', 'Send it again.'],
  erasure_blocked: [409, 'The person cannot be erased yet', 'Wait until payments and refunds under way have ended, and cancel subscriptions first.'],
  conflict: [409, 'The request conflicts with the current state', 'See `detail` for what to change first.'],
  slug_taken: [409, 'This slug is already in use', 'Choose another slug, or leave it out to have one generated.'],
  name_taken: [409, 'This name is already in use', 'Choose another name.'],
  email_taken: [409, 'This email address is already in use', 'Use another address, or update the existing record.'],
  external_id_taken: [409, 'This external ID is already in use', 'Use another one, or update the record that has it.'],
  invoice_issued: [409, 'The invoice was issued and cannot be changed', 'Correct it with a credit note, and issue another invoice.'],
  invoice_not_payable: [409, 'The invoice cannot be paid', 'See `detail` for its state.'],
  seller_missing: [409, 'It is not known who issues the invoice', 'Enter the name and address of the business in the settings under `invoicing.seller`.'],
  already_set_up: [409, 'The site is already set up', 'Sign in at `/admin`.'],
  passkeys_unavailable: [409, 'Passkeys do not work at the public address', 'Set `FRONTDESK_PUBLIC_URL` to an https address with the name of a host.'],
  last_owner: [409, 'The site needs at least one owner', 'Make another user with a password an owner first.'],
  type_in_use: [409, 'This type still has items', 'Delete its items permanently first, including those in the trash.'],
  fields_in_use: [409, 'Items have values of a field that is left out', 'Send the fields in `fields`, too, or confirm with `allowDestructive=true` that they are removed.'],
  taxonomy_in_use: [409, 'This taxonomy still has terms', 'Delete its terms first, or merge them away.'],
  author_in_use: [409, 'This author still has items', 'Delete with `replaceBy` and the slug or ID of the author who gets them, or change their `authorId` first.'],
  user_has_author: [409, 'The user is another author already', 'Delete that author with `replaceBy` and this one.'],
  still_referenced: [409, 'Other items refer to this', 'Change the items in `referrers` first, or delete with `references=clear` to remove their references.'],
  file_quarantined: [409, 'The file is in quarantine', 'Wait until it has been scanned. What is infected stays locked; an owner can release a false alarm.'],
  form_closed: [409, 'This form is closed', 'Open the form to accept submissions again.'],
  submission_paid: [409, 'The submission has been paid', 'People who pay do not send spam. Delete it if it must go.'],
  nothing_reserved: [409, 'The payment has no stock', 'Only payments of forms that sell lines have any.'],
  sold_out: [409, 'What was chosen is sold out', 'Choose something else, or increase the stock in the form.'],
  form_full: [409, 'This form has reached its submission limit', 'Raise or remove `maxSubmissions`.'],
  checkout_expired: [409, 'The checkout session has expired', 'Start a new checkout.'],
  already_paid: [409, 'This has already been paid', 'No further payment is needed.'],
  not_paid: [409, 'The payment has not succeeded, so there is nothing to refund', 'Wait for `payment.succeeded`.'],
  already_refunded: [409, 'The payment has already been refunded in full', 'No further refund is possible.'],
  payment_disputed: [409, 'The payment is disputed and cannot be refunded', 'Respond to the dispute at the processor.'],
  subscriber_gone: [409, 'The webhook of this delivery has been deleted', 'Register the receiver again to send it new events.'],
  item_in_trash: [409, 'The item is in the trash', 'Restore it first, by setting its `status` to `draft`.'],
  nothing_to_publish: [409, 'The item has no draft', 'Save a draft first. What is live is published already.'],
  import_in_progress: [409, 'Another import has not ended yet', 'Wait for its end, or cancel it: `importId` names it.'],
  request_in_progress: [409, 'A request with this idempotency key is still running', 'Retry after the time in `Retry-After`.'],
  revision_pruned: [410, 'This revision is no longer kept', 'Name the revisions that should be kept. The settings say how long others are.'],
  events_forgotten: [410, 'Events after this point are no longer kept', 'Read everything again, then continue with `after=latest`, which you ask for first.'],
  version_mismatch: [412, 'The record has changed since you read it', 'Read it again and send its new `ETag` as `If-Match`.'],
  body_too_large: [413, 'The request body is too large', 'Send less at once. JSON bodies can have up to 1 MiB, and every body up to 10,000 keys and list elements.'],
  file_too_large: [413, 'A file is too large', 'Send a file of at most `maxSize` bytes.'],
  unsupported_media_type: [415, 'The media type is not supported', 'Send a `Content-Type` that the API reference lists for this path.'],
  expectation_failed: [417, 'The `Expect` header is not supported', 'Leave it out, or send `100-continue`.'],
  invalid_body: [422, 'The request body is invalid', 'Correct the fields listed in `errors`.'],
  challenge_failed: [422, 'The proof of work is missing or not valid', 'Get a challenge with `GET /forms/:slug/challenge`, and send its solution as `_altcha`.'],
  fetch_failed: [422, 'The file could not be fetched', 'Check that its URL can be opened without signing in.'],
  idempotency_key_reused: [422, 'This idempotency key was used with a different request', 'Use a new key for each new request.'],
  amount_too_large: [422, 'The amount is more than can be refunded', 'Refund at most the remaining amount.'],
  processor_refused: [422, 'The payment processor declined the request', 'See `detail` and `processorCode` for its reason, if there is one.'],
  rate_limited: [429, 'Too many requests', 'Retry after the time in `Retry-After`.'],
  headers_too_large: [431, 'The headers are too large', 'Send fewer headers or smaller cookies.'],
  internal_error: [500, 'Something went wrong on the server', 'Retry later. The log has the cause, under the ID in `instance`.'],
  processor_error: [502, 'The payment processor returned an error', 'Retry with the same `Idempotency-Key`. The log has the cause.'],
  processor_unreachable: [503, 'The payment processor could not be reached', 'Retry with the same `Idempotency-Key`.'],
  vat_id_unchecked: [503, 'It could not be checked whether the VAT ID is in use', 'Retry later, or say as `taxOverride` why the invoice is taxed differently.'],
  receiver_not_configured: [503, 'No signing secret is set for processor webhooks', 'Set `STRIPE_WEBHOOK_SECRET`, or enter the secret in the admin.'],
  store_unavailable: [503, 'The database or file storage is unavailable', 'Retry later.'],
  query_too_slow: [503, 'The list took too long to read', 'For items, declare the fields that it filters or sorts by as `indexed`; or use other filters.'],
  overloaded: [503, 'The service is busy with long texts', 'Retry after the time in `Retry-After`.'],
  shutting_down: [503, 'The service is shutting down', 'Retry in a few seconds.'],
} as const satisfies Record<string, readonly [status: number, title: string, advice: string]>;

export type ProblemCode = keyof typeof problems;

/** One invalid value. `pointer` is a JSON pointer into the body (RFC 6901), or the name of the query parameter or header. */
/** All rules that a value can break, sorted. */
export const faultCodes = [
  'address_not_public',
  'already_paid',
  'before_start',
  'broken',
  'circular',
  'contact_not_found',
  'empty',
  'fetch_failed',
  'file_gone',
  'format',
  'format_maximum',
  'format_minimum',
  'has_credentials',
  'invalid',
  'invalid_code',
  'invalid_name',
  'invalid_pattern',
  'invalid_text',
  'invalid_url',
  'invalid_vat_id',
  'mail_server',
  'max_items',
  'max_length',
  'max_properties',
  'maximum',
  'min_items',
  'min_length',
  'min_properties',
  'minimum',
  'missing_variable',
  'multiple_of',
  'needed',
  'no_address',
  'no_sizes',
  'not',
  'not_a_file',
  'not_allowed',
  'not_an_export',
  'not_for_this',
  'not_found',
  'not_payable',
  'not_unique',
  'one_of',
  'other_price',
  'out_of_range',
  'pattern',
  'plain_password',
  'port_not_allowed',
  'refused',
  'required',
  'scheme_not_allowed',
  'sold_out',
  'too_common',
  'too_complex',
  'too_deep',
  'too_large',
  'too_long',
  'too_many',
  'too_many_files',
  'too_many_pixels',
  'too_many_unknown',
  'too_short',
  'too_slow',
  'type_not_allowed',
  'unique_items',
  'unknown',
  'unknown_currency',
  'unknown_field',
  'unknown_language',
  'unknown_locale',
  'unknown_option',
  'unknown_time_zone',
  'unknown_type',
  'unknown_variable',
  'unusable_logo',
  'unusable_picture',
  'used_up',
  'values_do_not_fit',
  'vat_id_not_in_use',
  'vat_id_unchecked',
  'wrong',
  'wrong_count',
  'wrong_type',
] as const;
export type FaultCode = (typeof faultCodes)[number];

export type Fault = { pointer: string; code: FaultCode | ProblemCode; detail: string };

export type ProblemDetails = {
  /** A sentence that may be shown to anyone. */
  detail?: string;
  /** Every fault, so that the caller can correct all of them at once. */
  errors?: Fault[];
  /** Extension members of the response (RFC 9457). */
  extra?: Record<string, unknown>;
  headers?: Record<string, string>;
};

export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly details: ProblemDetails;

  constructor(code: ProblemCode, details: ProblemDetails, cause?: unknown) {
    super(details.detail ?? problems[code][1], { cause });
    this.name = 'Problem';
    this.code = code;
    this.status = problems[code][0];
    this.details = details;
  }
}

/** Creates a problem to throw: `throw fail('slug_taken', { detail: '…' })`. The cause is logged, never sent. */
export function fail(code: ProblemCode, details: ProblemDetails | string = {}, cause?: unknown): Problem {
  return new Problem(code, typeof details === 'string' ? { detail: details } : details, cause);
}

/** Creates a 422 for one or more faults in the body. */
export function failBody(errors: Fault[]): Problem {
  return fail('invalid_body', { detail: summarize(errors), errors });
}

/** Creates a 400 for one or more faults in the query. */
export function failQuery(errors: Fault[]): Problem {
  return fail('invalid_query', { detail: summarize(errors), errors });
}

/** The first faults as one sentence, for `detail`. */
export function summarize(errors: Fault[]): string {
  return errors
    .slice(0, 5)
    .map((fault) => `${fault.pointer || 'body'}: ${fault.detail}`)
    .join('; ');
}
