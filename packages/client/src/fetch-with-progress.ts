// A `fetch` that reports how much of a request has been sent. Browsers send the streams of their own `fetch` over HTTP/2
// only, so there it uses XMLHttpRequest; elsewhere it counts what is read from the body.

/** How much of a file has been sent, in bytes. `total` is null if the size of a stream is not known. */
export type UploadProgress = {
  /** Bytes that have been sent. */
  sent: number;
  /** Bytes of the file; null if the size of a stream is not known. */
  total: number | null;
};

/** The options of `fetch`, and what gets the progress. */
export type ProgressInit = NonNullable<Parameters<typeof fetch>[1]> & {
  /** Gets the number of bytes of the body that have been sent. */
  onSent?: ((bytes: number) => void) | undefined;
};

/** Sends a request as `fetch` does. A `fetch` of your own can call it, so that `onProgress` of uploads works. */
export function fetchWithProgress(input: string | URL | Request, init: ProgressInit = {}): Promise<Response> {
  const { onSent, ...plain } = init;
  if (!onSent || !init.body) return fetch(input, plain);
  if (typeof XMLHttpRequest === 'undefined' || init.body instanceof ReadableStream || input instanceof Request) {
    return fetchCounted(input, plain, onSent);
  }
  return fetchByXhr(String(input), plain, onSent);
}

type OnSent = (bytes: number) => void;

function fetchCounted(input: string | URL | Request, init: ProgressInit, onSent: OnSent): Promise<Response> {
  const { headers, body } = new Request(input, init);
  let sent = 0;
  const counted = body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, target) {
        sent += chunk.byteLength;
        onSent(sent);
        target.enqueue(chunk);
      },
    }),
  );
  // Node refuses to send a stream without `duplex`.
  const streamed = counted ? { body: counted, duplex: 'half' as const } : {};
  return fetch(input, { ...init, headers, ...streamed });
}

// The part of XMLHttpRequest that is used here; it does not exist outside browsers.
declare const XMLHttpRequest: new () => {
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  send(body: unknown): void;
  abort(): void;
  getAllResponseHeaders(): string;
  readonly status: number;
  readonly statusText: string;
  readonly responseText: string;
  readonly upload: { onprogress: ((event: { loaded: number }) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
};

const withoutBody = [204, 205, 304];

function fetchByXhr(url: string, { method = 'GET', body, ...init }: ProgressInit, onSent: OnSent): Promise<Response> {
  const signal = init.signal ?? null;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    const settle = (run: () => void): void => {
      signal?.removeEventListener('abort', abort);
      run();
    };
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onload = () =>
      settle(() => {
        const { status, statusText, responseText } = request;
        const headers = readHeaders(request.getAllResponseHeaders());
        resolve(new Response(withoutBody.includes(status) ? null : responseText, { status, statusText, headers }));
      });
    request.onerror = () => settle(() => reject(new TypeError('Failed to fetch')));
    request.onabort = () => settle(() => reject(signal?.reason));
    if (signal?.aborted) return reject(signal.reason);
    signal?.addEventListener('abort', abort, { once: true });
    request.open(method, url);
    new Headers(init.headers).forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.send(body);
  });
}

function readHeaders(text: string): Headers {
  const headers = new Headers();
  for (const line of text.trim().split(/[\r\n]+/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}
