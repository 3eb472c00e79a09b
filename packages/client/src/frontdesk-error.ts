// The error of the client: a problem that the service returned (RFC 9457), or no response at all.

import type { Fault, ProblemCode } from './api-types.ts';

/**
 * The codes of the service, and of the client: `network_error` (no response), `timeout` (none in time), `http_error` (a response
 * that is not from the service, such as that of a proxy) and `invalid_answer` (one that is not JSON). A newer service may have more.
 */
export type ErrorCode = ProblemCode | 'network_error' | 'timeout' | 'http_error' | 'invalid_answer';

/** What an error is made of. */
export type FrontdeskErrorDetails = {
  code: ErrorCode;
  title: string;
  status?: number;
  detail?: string | undefined;
  errors?: Fault[];
  requestId?: string | null;
  retryAfterSeconds?: number | null;
  problem?: Record<string, unknown>;
};

/** What every call of the client throws when it fails. */
export class FrontdeskError extends Error {
  /** Always the same. */
  override readonly name: string = 'FrontdeskError';
  /** Stable, for programs: `form_closed`, for example, or `network_error` if there was no response. */
  readonly code: ErrorCode;
  /** The HTTP status; 0 if there was no response. */
  readonly status: number;
  /** What happened, the same for every error with this code. */
  readonly title: string;
  /** What happened in this case, or what to do. */
  readonly detail: string | undefined;
  /** Every fault of an invalid body or query; empty for other errors. */
  readonly errors: Fault[];
  /** The ID of the request in the log of the service. */
  readonly requestId: string | null;
  /** The value of `Retry-After`. */
  readonly retryAfterSeconds: number | null;
  /** The body of the response, with any other members such as `requiredScope`. */
  readonly problem: Record<string, unknown>;

  constructor(details: FrontdeskErrorDetails, options?: ErrorOptions) {
    super(details.detail ? `${details.title}: ${details.detail}` : details.title, options);
    this.code = details.code;
    this.status = details.status ?? 0;
    this.title = details.title;
    this.detail = details.detail;
    this.errors = details.errors ?? [];
    this.requestId = details.requestId ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.problem = details.problem ?? {};
  }
}

/** The error of a request without a response, or with an incomplete one. */
export function networkError(cause: unknown): FrontdeskError {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const detail = inner instanceof Error ? inner.message || (inner as { code?: string }).code : String(inner);
  return new FrontdeskError({ code: 'network_error', title: 'The service could not be reached', detail }, { cause });
}

/** The error of a response other than a success. Responses of a proxy in between become `http_error`. */
export async function errorOf(response: Response): Promise<FrontdeskError> {
  const text = await response.text().catch(() => '');
  const problem = parseObject(text);
  const { code, title, detail, errors } = problem;
  return new FrontdeskError({
    code: typeof code === 'string' ? (code as ErrorCode) : 'http_error',
    title: typeof title === 'string' ? title : `HTTP ${response.status} ${response.statusText}`.trim(),
    status: response.status,
    detail: typeof detail === 'string' ? detail : undefined,
    errors: Array.isArray(errors) ? errors : [],
    requestId: response.headers.get('x-request-id'),
    retryAfterSeconds: secondsOf(response.headers.get('retry-after')),
    problem,
  });
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

/** Seconds or an HTTP date (RFC 9110, section 10.2.3). */
function secondsOf(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const time = Date.parse(header);
  return Number.isNaN(time) ? null : Math.max(0, (time - Date.now()) / 1000);
}
