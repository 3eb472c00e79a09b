// API errors in Stripe's format, and functions that create the common ones.

type ErrorBody = {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  charge?: string;
  [detail: string]: unknown;
};

/** An error that is sent as `{ error: body }` with this HTTP status. Changes made before it are rolled back. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

/** 400 `invalid_request_error`, with `code` and `param` as in Stripe's list of error codes. */
export function invalidRequest(message: string, param?: string, code?: string): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, ...(code && { code }), ...(param && { param }) });
}

/** 404 `resource_missing` ("No such charge: 'ch_…'"), or 400 if the ID is a parameter of the request. */
export function missingResource(kind: string, id: string, param?: string): ApiError {
  const noun = kind
    .replace('checkout.session', 'checkout session')
    .replace('_', ' ')
    .replace('payment intent', 'payment_intent');
  const body: ErrorBody = {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${noun}: '${id}'`,
    param: param ?? 'id',
  };
  return new ApiError(param === undefined ? 404 : 400, body);
}

/** 401 for a request without a usable secret key. */
export function unauthorized(message: string): ApiError {
  return new ApiError(401, { type: 'invalid_request_error', message });
}
