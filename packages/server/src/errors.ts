// The one table of error codes: code → [HTTP status, title]. Codes are public API: never renamed, only added.
// A problem's private cause is logged, never sent.

export const problems = {
  malformed_json: [400, 'The body is not valid JSON'],
  malformed_request: [400, 'The request is not proper HTTP'],
  malformed_url: [400, 'The address of the request is malformed'],
  malformed_body: [400, 'The body cannot be read'],
  invalid_query: [400, 'A query parameter is not valid'],
  invalid_header: [400, 'A header is not valid'],
  invalid_signature: [400, 'The signature does not match the body'],
  token_in_query: [400, 'A token belongs in the Authorization header, never in the address'],
  unauthenticated: [401, 'A bearer token is needed'],
  invalid_token: [401, 'The token is unknown, expired or revoked'],
  invalid_credentials: [401, 'The e-mail address or the password is wrong'],
  insufficient_scope: [403, 'The token lacks the scope for this'],
  user_needed: [403, 'This is for people who signed in, not for API keys'],
  invalid_setup_code: [403, 'The setup link is not valid, or no longer'],
  cross_origin: [403, 'Requests from another origin are not accepted here'],
  not_found: [404, 'There is nothing at this address'],
  type_not_found: [404, 'No post type has this name'],
  item_not_found: [404, 'No such item'],
  term_not_found: [404, 'No such tag or category'],
  author_not_found: [404, 'No such author'],
  media_not_found: [404, 'No such media record'],
  form_not_found: [404, 'No such form'],
  submission_not_found: [404, 'No such submission'],
  file_not_found: [404, 'No such file'],
  subscriber_not_found: [404, 'No such webhook subscriber'],
  delivery_not_found: [404, 'No such delivery'],
  payment_not_found: [404, 'No such payment'],
  refund_not_found: [404, 'No such refund'],
  contact_not_found: [404, 'No such contact'],
  invoice_not_found: [404, 'No such invoice'],
  token_not_found: [404, 'No such token'],
  user_not_found: [404, 'No such user'],
  session_not_found: [404, 'No such session'],
  method_not_allowed: [405, 'This address does not take that method'],
  request_timeout: [408, 'The request took too long to arrive'],
  conflict: [409, 'The request conflicts with the present state'],
  slug_taken: [409, 'The slug is already in use'],
  name_taken: [409, 'The name is already in use'],
  email_taken: [409, 'The e-mail address is already in use'],
  already_set_up: [409, 'The site has its owner already'],
  last_owner: [409, 'The site needs an owner'],
  type_in_use: [409, 'The type still has items'],
  form_closed: [409, 'The form no longer accepts submissions'],
  form_full: [409, 'The form has all the submissions it may take'],
  checkout_expired: [409, 'The checkout session is no longer open'],
  already_paid: [409, 'This has been paid already'],
  not_paid: [409, 'There is nothing to refund: the payment has not succeeded'],
  already_refunded: [409, 'The payment has been refunded in full already'],
  payment_disputed: [409, 'The payment is disputed: its money is already held back'],
  subscriber_gone: [409, 'The subscriber of this delivery has been removed'],
  request_in_progress: [409, 'A request with this idempotency key is still running'],
  version_mismatch: [412, 'The record has changed since it was read'],
  body_too_large: [413, 'The body is too large'],
  file_too_large: [413, 'A file is too large'],
  unsupported_media_type: [415, 'The media type of the body is not taken here'],
  expectation_failed: [417, 'The expectation of the request cannot be met'],
  invalid_body: [422, 'The body does not fit what is asked for'],
  idempotency_key_reused: [422, 'The idempotency key was used with another request'],
  amount_too_large: [422, 'The amount is more than what is left of the payment'],
  processor_refused: [422, 'The payment processor refused the request'],
  rate_limited: [429, 'Too many requests'],
  headers_too_large: [431, 'The headers are too large'],
  internal_error: [500, 'Something went wrong on our side'],
  processor_error: [502, 'The payment processor answered with an error'],
  processor_unreachable: [503, 'The payment processor cannot be reached'],
  receiver_not_configured: [503, 'The signing secret of the payment processor is not set'],
  store_unavailable: [503, 'The database cannot be reached'],
  shutting_down: [503, 'The service is shutting down'],
} as const satisfies Record<string, readonly [status: number, title: string]>;

export type ProblemCode = keyof typeof problems;

/** One fault in what was sent. `pointer` is a JSON pointer into the body (RFC 6901), or the name of the query parameter or header. */
export type Fault = { pointer: string; code: string; detail: string };

export type ProblemDetails = {
  /** A sentence for people; safe to show. */
  detail?: string;
  /** Every fault at once, for bad input. */
  errors?: Fault[];
  /** Further members of the answer (RFC 9457, extension members). */
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

/** A problem to throw: `throw fail('slug_taken', { detail: '…' })`. The cause is logged, never sent. */
export function fail(code: ProblemCode, details: ProblemDetails | string = {}, cause?: unknown): Problem {
  return new Problem(code, typeof details === 'string' ? { detail: details } : details, cause);
}

/** 422 with one or more faults of the body. */
export function failBody(errors: Fault[]): Problem {
  return fail('invalid_body', { detail: summary(errors), errors });
}

/** 400 with one or more faults of the query. */
export function failQuery(errors: Fault[]): Problem {
  return fail('invalid_query', { detail: summary(errors), errors });
}

function summary(errors: Fault[]): string {
  return errors
    .slice(0, 5)
    .map((fault) => `${fault.pointer || 'body'}: ${fault.detail}`)
    .join('; ');
}
