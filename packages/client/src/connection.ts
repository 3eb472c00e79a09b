// Sends requests: authentication, bodies, errors and safe retries.

import type { ProgressInit } from './fetch-with-progress.ts';
import { errorOf, FrontdeskError, networkError } from './frontdesk-error.ts';
import { toSearch } from './query.ts';

/** Where the service is, and who asks. */
export type ConnectionOptions = {
  /** With the version: `https://frontdesk.example/api/v1`. In browsers a path is enough. */
  baseUrl: string;
  /** An API key. Without one, pages of the service itself use the session of the browser; all others are anonymous. */
  token?: string | undefined;
  /** Replaces the global `fetch`. With `createAdminClient`, it passes its arguments on to `fetchWithProgress`, if `onProgress` of uploads is used. */
  fetch?: typeof globalThis.fetch | undefined;
  /** How long a call may take, with its retries: 120 by default, 0 for no limit. Uploads of files have none by default. */
  timeoutSeconds?: number | undefined;
};

/** Options of every call. */
export type CallOptions = {
  /** Ends the call, which then throws the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** How long this call may take, with its retries; 0 for no limit. Then it fails with the code `timeout`. */
  timeoutSeconds?: number | undefined;
};

/** Options of an export. */
export type ExportOptions = CallOptions & {
  /** `csv` by default. */
  format?: 'csv' | 'xlsx' | 'ndjson' | undefined;
};

/** Options of any request. */
export type RequestOptions = CallOptions & {
  /** Its parameters; undefined and null are left out. */
  query?: object | undefined;
  /** FormData, Blob, URLSearchParams, streams and strings are sent as they are, anything else as JSON. */
  body?: unknown;
  /** More headers. */
  headers?: Record<string, string> | undefined;
  /** Gets the number of bytes of the body that have been sent, from `createAdminClient` and `fetchWithProgress`. */
  onSent?: ((bytes: number) => void) | undefined;
  /** Makes a POST safe to repeat; it is then retried automatically. */
  idempotencyKey?: string | undefined;
  /** Sends it even if the page is being closed. */
  keepalive?: boolean | undefined;
};

/** Sends requests to one service. */
export type Connection = {
  /** Returns the parsed body, or undefined if it is empty. Throws FrontdeskError. */
  request<T>(method: string, path: string, options?: RequestOptions): Promise<T>;
  /** The same, with the `ETag` of the response added to the body as `etag`. */
  requestTagged<T>(method: string, path: string, options?: RequestOptions): Promise<T>;
  /** Returns the response, its body unread. Throws FrontdeskError unless it is a success. */
  send(method: string, path: string, options?: RequestOptions): Promise<Response>;
};

/** Connects to a service. The options may be those of a program without types, so what is missing is said. */
export function connect({ baseUrl, token, fetch, timeoutSeconds }: Partial<ConnectionOptions> = {}): Connection {
  if (!baseUrl)
    throw new TypeError("baseUrl is missing: the address of the API, such as 'https://frontdesk.example/api/v1'");
  const base = baseUrl.replace(/\/+$/, '');
  const usesSession = token === undefined && isOwnOrigin(base);

  async function exchange(method: string, path: string, options: RequestOptions): Promise<Response> {
    const { query, body, headers: own, idempotencyKey, signal, keepalive, onSent } = options;
    const isJson = body !== undefined && typeof body !== 'string' && !sentAsIs.some((kind) => body instanceof kind);
    const headers = new Headers({ accept: json, ...own });
    if (isJson && !headers.has('content-type')) headers.set('content-type', json);
    if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    // An HTML form of another site cannot send this header, so the service knows that the request is not forged.
    if (usesSession) headers.set('x-frontdesk-client', '1');
    const init: ProgressInit = {
      method,
      headers,
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as Sent) }),
      // Node refuses to send a stream otherwise.
      ...(body instanceof ReadableStream && { duplex: 'half' }),
      ...(signal && { signal }),
      ...(keepalive && { keepalive }),
      ...(onSent && { onSent }),
    };
    const response = await reach(() => (fetch ?? globalThis.fetch)(`${base}${path}${toSearch(query ?? {})}`, init));
    if (!response.ok) throw await errorOf(response);
    return response;
  }

  /** Retries a request if that is safe and may help. */
  async function call<T>(
    method: string,
    path: string,
    options: RequestOptions,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    let isRead = true;
    const mayRepeat = isRepeatable(method, options);
    const seconds = options.timeoutSeconds ?? timeoutSeconds ?? (isLong(options.body) ? 0 : defaultTimeoutSeconds);
    const deadline = startDeadline(seconds, options.signal);
    const { signal } = deadline;
    try {
      for (let attempt = 0; ; attempt += 1) {
        try {
          const response = await exchange(method, path, { ...options, signal });
          const result = await read(response);
          isRead = result !== response;
          return result;
        } catch (error) {
          if (signal?.aborted) throw signal.reason;
          const waitMs = mayRepeat && attempt < maxRetries ? retryWaitMs(error, attempt) : null;
          if (waitMs === null) throw error;
          await pause(waitMs, signal);
        }
      }
    } finally {
      deadline.end({ isRead });
    }
  }

  return {
    send: (method, path, options = {}) => call(method, path, options, async (response) => response),
    request: <T>(method: string, path: string, options: RequestOptions = {}) =>
      call(method, path, options, readJson<T>),
    requestTagged: <T>(method: string, path: string, options: RequestOptions = {}) =>
      call(method, path, options, async (response) => {
        const etag = response.headers.get('etag');
        const body = await readJson<T>(response);
        return etag === null ? body : { ...body, etag };
      }),
  };
}

/**
 * Whether the code runs on a page of the service itself. Only there can a session exist: browsers send cookies to their
 * own origin by default, and the service never accepts them from another one.
 */
function isOwnOrigin(base: string): boolean {
  return typeof location !== 'undefined' && new URL(base, location.href).origin === location.origin;
}

/** The location of the page; does not exist outside browsers. */
declare const location: { href: string; origin: string } | undefined;

const json = 'application/json';

type Sent = string | FormData | Blob | URLSearchParams | ReadableStream;

const sentAsIs = [FormData, Blob, URLSearchParams, ReadableStream];

/** Converts failures of the network to `network_error`. */
async function reach<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw networkError(error);
  }
}

async function readJson<T>(response: Response): Promise<T> {
  const text = await reach(() => response.text());
  if (text === '') return undefined as T;
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    const title = 'The response is not JSON';
    const requestId = response.headers.get('x-request-id');
    throw new FrontdeskError({ code: 'invalid_answer', title, status: response.status, requestId }, { cause });
  }
}

const defaultTimeoutSeconds = 120;

/** Files may take as long as their bytes need. */
function isLong(body: unknown): boolean {
  return body instanceof FormData || body instanceof Blob || body instanceof ReadableStream;
}

const maxRetries = 2;
const firstWaitMs = 300;
/** If `Retry-After` asks for more, the caller decides: the error contains the time. */
const maxWaitMs = 10_000;

function isRepeatable(method: string, { idempotencyKey, headers }: RequestOptions): boolean {
  if (method === 'GET' || method === 'HEAD') return true;
  const hasKey = idempotencyKey !== undefined || new Headers(headers).has('idempotency-key');
  return method === 'POST' && hasKey;
}

/** The wait before the next attempt; null if another attempt cannot help. */
function retryWaitMs(error: unknown, attempt: number): number | null {
  if (!(error instanceof FrontdeskError)) return null;
  const { code, status, retryAfterSeconds } = error;
  // `request_in_progress`: the first attempt, whose response was lost, is still running.
  const isTemporary = code === 'network_error' || [429, 502, 503].includes(status) || code === 'request_in_progress';
  if (!isTemporary) return null;
  if (retryAfterSeconds !== null) {
    return retryAfterSeconds * 1000 <= maxWaitMs ? retryAfterSeconds * 1000 : null;
  }
  return firstWaitMs * 2 ** attempt * (0.75 + Math.random() / 2);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

type Deadline = {
  /** Aborted by the caller's signal, with its reason, or when the time is over, with a FrontdeskError. */
  signal: AbortSignal | undefined;
  /** The time no longer counts. A response that is still being read goes on following the caller's signal. */
  end(options: { isRead: boolean }): void;
};

/**
 * Starts a deadline; 0 seconds are no limit. `AbortSignal.any` and `AbortSignal.timeout` would do the same, but older
 * browsers lack them.
 */
function startDeadline(seconds: number, outer: AbortSignal | undefined): Deadline {
  if (!(seconds >= 0)) throw new TypeError(`timeoutSeconds must be 0 or more, not ${seconds}`);
  if (seconds === 0) return { signal: outer, end: () => {} };
  const controller = new AbortController();
  const stop = (): void => controller.abort(outer?.reason);
  const timer = setTimeout(() => controller.abort(timedOut(seconds)), Math.min(seconds * 1000, maxTimerMs));
  if (outer?.aborted) stop();
  else outer?.addEventListener('abort', stop, { once: true });
  return {
    signal: controller.signal,
    end({ isRead }) {
      clearTimeout(timer);
      if (isRead) outer?.removeEventListener('abort', stop);
    },
  };
}

/** Timers with more start at once. */
const maxTimerMs = 2 ** 31 - 1;

function timedOut(seconds: number): FrontdeskError {
  const detail = `There was no complete response within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  return new FrontdeskError({ code: 'timeout', title: 'The request took too long', detail });
}
