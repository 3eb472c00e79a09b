// Requests: authentication, bodies, problems, and the retries that are safe.

import { errorOf, FrontdeskError, networkError } from './frontdesk-error.ts';
import { toSearch } from './query.ts';

export type ConnectionOptions = {
  /** With the version: `https://desk.example/api/v1`; in the browser a path will do. */
  baseUrl: string;
  /** An API key. Without one, pages of the service itself use the session of the browser; everything else is anonymous. */
  token?: string | undefined;
  /** In place of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
};

export type CallOptions = {
  signal?: AbortSignal | undefined;
};

export type RequestOptions = CallOptions & {
  query?: object | undefined;
  /** FormData, Blob, URLSearchParams and text go as they are; anything else as JSON. */
  body?: unknown;
  headers?: Record<string, string> | undefined;
  /** Makes a POST safe to send again, which is then done by itself. */
  idempotencyKey?: string | undefined;
};

export type Connection = {
  /** The answer's body from JSON; undefined when it is empty. Throws FrontdeskError. */
  request<T>(method: string, path: string, options?: RequestOptions): Promise<T>;
  /** The same with the answer's `ETag` beside the body's members as `etag`. */
  requestTagged<T>(method: string, path: string, options?: RequestOptions): Promise<T>;
  /** The answer itself, its body not read. Throws FrontdeskError for anything but a success. */
  send(method: string, path: string, options?: RequestOptions): Promise<Response>;
};

export function connect({ baseUrl, token, fetch }: ConnectionOptions): Connection {
  const base = baseUrl.replace(/\/+$/, '');
  const usesSession = token === undefined && isOwnOrigin(base);

  async function exchange(method: string, path: string, options: RequestOptions): Promise<Response> {
    const { body, type } = encodeBody(options.body);
    const headers = new Headers({ accept: 'application/json', ...options.headers });
    if (type !== null && !headers.has('content-type')) headers.set('content-type', type);
    if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey);
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    // An HTML form of another site cannot send this header, so the service knows that the request is not forged.
    if (usesSession) headers.set('x-frontdesk-client', '1');
    const response = await reach(() =>
      (fetch ?? globalThis.fetch)(`${base}${path}${toSearch(options.query ?? {})}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
        ...(options.signal ? { signal: options.signal } : {}),
      }),
    );
    if (!response.ok) throw await errorOf(response);
    return response;
  }

  /** Runs a call again where that is safe and may help. */
  async function call<T>(
    method: string,
    path: string,
    options: RequestOptions,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const mayRepeat = isRepeatable(method, options);
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await read(await exchange(method, path, options));
      } catch (error) {
        if (options.signal?.aborted) throw options.signal.reason;
        const waitMs = mayRepeat && attempt < maxRetries ? retryWaitMs(error, attempt) : null;
        if (waitMs === null) throw error;
        await pause(waitMs, options.signal);
      }
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

/** Of the page; missing outside browsers. */
declare const location: { href: string; origin: string } | undefined;

type EncodedBody = { body: string | FormData | Blob | URLSearchParams | undefined; type: string | null };

function encodeBody(body: unknown): EncodedBody {
  if (body === undefined) return { body: undefined, type: null };
  if (body instanceof FormData || body instanceof Blob || body instanceof URLSearchParams || typeof body === 'string') {
    return { body, type: null };
  }
  return { body: JSON.stringify(body), type: 'application/json' };
}

/** Runs what needs the network; its failures become `network_error`. */
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
    const title = 'The service answered something else than JSON';
    const requestId = response.headers.get('x-request-id');
    throw new FrontdeskError({ code: 'invalid_answer', title, status: response.status, requestId }, { cause });
  }
}

const maxRetries = 2;
const firstWaitMs = 300;
/** Longer than this a caller decides himself; the error tells him how long. */
const longestWaitMs = 10_000;

function isRepeatable(method: string, { idempotencyKey, headers }: RequestOptions): boolean {
  if (method === 'GET' || method === 'HEAD') return true;
  const hasKey = idempotencyKey !== undefined || new Headers(headers).has('idempotency-key');
  return method === 'POST' && hasKey;
}

/** How long to wait before the next try; null when another try is no use. */
function retryWaitMs(error: unknown, attempt: number): number | null {
  if (!(error instanceof FrontdeskError)) return null;
  const { code, status, retryAfterSeconds } = error;
  // In progress: the first try, whose answer was lost, is still running.
  const isPassing = code === 'network_error' || [429, 502, 503].includes(status) || code === 'request_in_progress';
  if (!isPassing) return null;
  if (retryAfterSeconds !== null) {
    return retryAfterSeconds * 1000 <= longestWaitMs ? retryAfterSeconds * 1000 : null;
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
