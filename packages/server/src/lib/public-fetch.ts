// Requests to URLs that users entered: to the public internet only, one deadline, little memory. Only downloads follow
// redirects, each of which is checked like the first URL.
// The resolved address is checked when the connection is made, so a name that resolves differently later gains nothing.
import { lookup as lookupName } from 'node:dns/promises';
import type { Agent, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Agent as SecureAgent } from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { createAddressCheck } from './public-address.ts';
import { findWebUrlFault, type WebUrlFault, webUrlFaults } from './web-url.ts';

// An import would load all that these modules offer, Node's own fetch among it: 12 MB and 50 ms of every start.
const http = process.getBuiltinModule('node:http');
const https = process.getBuiltinModule('node:https');

/** Why a request failed; `timeout` is the deadline of the whole request or of connecting. */
export type PublicFetchFault =
  | UrlFault
  | 'dns'
  | 'connect'
  | 'timeout'
  | 'tls'
  | 'reset'
  | 'protocol'
  | 'too_large_headers';

/** Why a URL is refused before anything is sent. */
export type UrlFault = WebUrlFault | 'address_not_public';

export class PublicFetchError extends Error {
  readonly kind: PublicFetchFault;

  constructor(kind: PublicFetchFault, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'PublicFetchError';
    this.kind = kind;
  }
}

export interface PublicRequest {
  headers: Record<string, string>;
  body: Buffer;
  /** For everything: resolving the name, connecting, sending, receiving headers and body. */
  timeoutMs: number;
  /** Reading stops there, and what was read so far is the body. 16 KiB by default. */
  maxResponseBytes?: number;
}

export interface PublicResponse {
  /** Any status, including redirects, which are not followed. */
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  durationMs: number;
}

export interface PublicDownload {
  status: number;
  headers: IncomingHttpHeaders;
  /** Where the last redirect led. */
  url: string;
  /** Throws PublicFetchError if it breaks off or takes too long. */
  body: AsyncIterable<Uint8Array>;
  /** Closes the connection. Call it at the end, whether the body was read or not. */
  close(): void;
}

export interface PublicFetch {
  /** Sends one POST request. Throws PublicFetchError if no complete response (up to the limit) arrives in time. */
  post(url: string, request: PublicRequest): Promise<PublicResponse>;
  /**
   * Requests a file, and returns the response before its body has arrived. `timeoutMs` is for everything. Throws
   * PublicFetchError. Read the body to its end or leave its loop: either ends the request.
   */
  download(url: string, request: { timeoutMs: number; accept: string }): Promise<PublicDownload>;
  /** Checks a URL when it is entered: null, or why it is refused. A name that does not resolve is accepted. */
  checkUrl(url: string): Promise<UrlFault | null>;
  /** Closes all connections, including those in use. */
  close(): void;
}

export interface PublicFetchOptions {
  /** Allows requests to every address, or to those in these ranges. */
  allowPrivate: boolean | readonly string[];
  /** Resolves all addresses of a name; the system's resolver by default. */
  lookup?: (hostname: string) => Promise<{ address: string; family: number }[]>;
  connectTimeoutMs?: number;
}

const defaults = { connectTimeoutMs: 5_000, idleTimeoutMs: 10_000, checkTimeoutMs: 3_000, maxResponseBytes: 16 * 1024 };
const maxHeaderSize = 16 * 1024;
/** As many as a busy receiver may have places (jobs/lane-places.ts). */
const maxIdlePerOrigin = 100;
const maxIdle = 256;

export function createPublicFetch(options: PublicFetchOptions): PublicFetch {
  const isAllowed = createAddressCheck(options.allowPrivate);
  const agents = createAgents(isAllowed, options);
  return {
    post: async (url, request) => post(agents, parseUrl(url, isAllowed), request),
    download: (url, request) => download(agents, url, isAllowed, request),
    checkUrl: (url) => checkUrl(url, isAllowed, options),
    close: () => {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

type AddressCheck = (address: string) => boolean;
type Agents = { http: Agent; https: SecureAgent };

/** Checks everything that needs no lookup. */
function parseUrl(text: string, isAllowed: AddressCheck): URL {
  const fault = findWebUrlFault(text);
  if (fault) throw new PublicFetchError(fault, `The URL ${webUrlFaults[fault]}`);
  const url = new URL(text);
  const host = hostOf(url);
  // An address in digits is not looked up, so it must be checked here.
  if (isIP(host) && !isAllowed(host)) throw notPublic(host);
  return url;
}

/** The URL parser has already normalized octal, hexadecimal, short and full-width spellings. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function notPublic(host: string): PublicFetchError {
  return new PublicFetchError('address_not_public', `${host} is not a public address`);
}

async function checkUrl(text: string, isAllowed: AddressCheck, options: PublicFetchOptions): Promise<UrlFault | null> {
  try {
    const host = hostOf(parseUrl(text, isAllowed));
    if (options.allowPrivate === true) return null;
    if (options.allowPrivate === false && /(^|\.)(localhost|local|internal|home\.arpa)\.?$/.test(host))
      return 'address_not_public';
    const addresses = isIP(host) ? [] : await withTimeout(resolveName(host, options), defaults.checkTimeoutMs);
    return addresses.every(({ address }) => isAllowed(address)) ? null : 'address_not_public';
  } catch (error) {
    return error instanceof PublicFetchError ? (error.kind as UrlFault) : null;
  }
}

async function withTimeout<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('timeout')), timeoutMs);
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

function resolveName(hostname: string, options: PublicFetchOptions) {
  return options.lookup ? options.lookup(hostname) : lookupName(hostname, { all: true });
}

/** Node pools connections by origin; a reused connection was checked when it was made. */
function createAgents(isAllowed: AddressCheck, options: PublicFetchOptions): Agents {
  const settings = {
    keepAlive: true,
    maxFreeSockets: maxIdlePerOrigin,
    timeout: defaults.idleTimeoutMs,
    lookup: createLookup(isAllowed, options),
  };
  const agents = { http: new http.Agent(settings), https: new https.Agent({ ...settings, rejectUnauthorized: true }) };
  const connectTimeoutMs = options.connectTimeoutMs ?? defaults.connectTimeoutMs;
  const guard = (socket: Socket, readyEvent: string) => guardSocket(socket, readyEvent, isAllowed, connectTimeoutMs);
  wrapAgent(agents.http, agents, (socket) => guard(socket, 'connect'));
  wrapAgent(agents.https, agents, (socket) => guard(socket, 'secureConnect'));
  return agents;
}

function wrapAgent(agent: Agent, agents: Agents, guard: (socket: Socket) => void): void {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (target, callback) => {
    const socket = connect(target, callback) as Socket;
    guard(socket);
    return socket;
  };
  // Documented to return whether the connection is kept, though its type does not say so.
  const keep = agent.keepSocketAlive.bind(agent);
  agent.keepSocketAlive = (socket) => countIdle(agents) < maxIdle && keep(socket);
}

function countIdle(agents: Agents): number {
  const idle = [agents.http, agents.https].flatMap((agent) => Object.values(agent.freeSockets));
  return idle.reduce((sum, sockets) => sum + (sockets?.length ?? 0), 0);
}

/** Refuses a name if any of its addresses is not public, because any of them may be tried. */
function createLookup(isAllowed: AddressCheck, options: PublicFetchOptions): LookupFunction {
  return (hostname, { all, family }, callback) => {
    resolveName(hostname, options).then(
      (addresses) => {
        const usable = addresses.filter((entry) => (family !== 4 && family !== 6 ? true : entry.family === family));
        const [first] = usable;
        if (!addresses.every(({ address }) => isAllowed(address))) callback(notPublic(hostname), '');
        else if (!first) callback(new PublicFetchError('dns', `${hostname} has no address`), '');
        else if (all) callback(null, usable);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, ''),
    );
  };
}

/** Checks the address actually connected to before a byte is sent, and limits the time to connect. */
function guardSocket(socket: Socket, readyEvent: string, isAllowed: AddressCheck, connectTimeoutMs: number): void {
  const timer = setTimeout(() => {
    socket.destroy(new PublicFetchError('timeout', `No connection within ${connectTimeoutMs} ms`));
  }, connectTimeoutMs);
  // Prepended, because the listeners that send pending data are already there.
  socket.prependOnceListener('connect', () => {
    if (!isAllowed(socket.remoteAddress ?? '')) socket.destroy(notPublic('The host'));
  });
  socket.once(readyEvent, () => clearTimeout(timer));
  socket.once('close', () => clearTimeout(timer));
}

async function post(agents: Agents, url: URL, request: PublicRequest): Promise<PublicResponse> {
  const startedAt = performance.now();
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), request.timeoutMs);
  try {
    const { body: sent } = request;
    const headers = { ...request.headers, 'content-length': sent.length };
    const response = await send(agents, url, { method: 'POST', headers, body: sent }, deadline.signal);
    const body = await readBody(response, request.maxResponseBytes ?? defaults.maxResponseBytes);
    const durationMs = Math.round(performance.now() - startedAt);
    return { status: response.statusCode ?? 0, headers: response.headers, body, durationMs };
  } catch (error) {
    if (deadline.signal.aborted) {
      throw new PublicFetchError('timeout', `No complete response within ${request.timeoutMs} ms`, error);
    }
    throw toPublicFetchError(error);
  } finally {
    clearTimeout(timer);
  }
}

const maxRedirects = 5;

async function download(
  agents: Agents,
  text: string,
  isAllowed: AddressCheck,
  { timeoutMs, accept }: { timeoutMs: number; accept: string },
): Promise<PublicDownload> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  const toError = (error: unknown): PublicFetchError =>
    deadline.signal.aborted
      ? new PublicFetchError('timeout', `No complete response within ${timeoutMs} ms`, error)
      : toPublicFetchError(error);
  try {
    let url = parseUrl(text, isAllowed);
    for (let redirects = 0; ; redirects++) {
      const response = await send(agents, url, { method: 'GET', headers: { accept } }, deadline.signal);
      const target = isRedirect(response) ? response.headers.location : undefined;
      if (target === undefined) {
        const { statusCode = 0, headers } = response;
        return {
          status: statusCode,
          headers,
          url: url.href,
          body: readAll(response, toError),
          close: () => {
            clearTimeout(timer);
            response.destroy();
          },
        };
      }
      response.destroy();
      if (redirects === maxRedirects) throw new PublicFetchError('protocol', 'There are too many redirects');
      url = parseUrl(URL.parse(target, url)?.href ?? target, isAllowed);
    }
  } catch (error) {
    clearTimeout(timer);
    throw toError(error);
  }
}

function isRedirect({ statusCode = 0 }: IncomingMessage): boolean {
  return [301, 302, 303, 307, 308].includes(statusCode);
}

async function* readAll(
  response: IncomingMessage,
  toError: (error: unknown) => PublicFetchError,
): AsyncGenerator<Uint8Array> {
  try {
    yield* response;
  } catch (error) {
    throw toError(error);
  }
}

type Outgoing = { method: 'GET' | 'POST'; headers: Record<string, string | number>; body?: Buffer };

/** Resolves with the response when its headers have arrived. What breaks off on a kept connection is sent again on the next one. */
function send(agents: Agents, url: URL, request: Outgoing, signal: AbortSignal): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:';
  const options = {
    method: request.method,
    agent: isSecure ? agents.https : agents.http,
    headers: request.headers,
    maxHeaderSize,
    signal,
  };
  return new Promise((resolve, reject) => {
    const outgoing = isSecure ? https.request(url, options) : http.request(url, options);
    let isAnswered = false;
    outgoing.on('error', (error) => {
      // A host closes connections that are idle, perhaps just when one is used again.
      const isStale = outgoing.reusedSocket && !isAnswered && toPublicFetchError(error).kind === 'reset';
      if (isStale) resolve(send(agents, url, request, signal));
      else reject(error);
    });
    outgoing.on('response', (response) => {
      isAnswered = true;
      resolve(response);
    });
    outgoing.on('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new PublicFetchError('protocol', 'The response switches to another protocol'));
    });
    // However else the request ends, the caller must not be left waiting.
    outgoing.on('close', () => {
      if (!isAnswered) reject(new PublicFetchError('reset', 'The connection closed without a response'));
    });
    outgoing.end(request.body);
  });
}

/** The first `maxBytes` of the body. A host that sends more is disconnected. */
async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving the loop early destroys the response and with it the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= maxBytes && !response.complete) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

const faultsByCode: [RegExp, PublicFetchFault][] = [
  [/^(ENOTFOUND|ENODATA|ESERVFAIL|EAI_)/, 'dns'],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|EACCES|EPERM)$/, 'connect'],
  [/^ETIMEDOUT$|^ERR_SOCKET_CONNECTION_TIMEOUT$/, 'timeout'],
  [/^(ECONNRESET|ECONNABORTED|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/, 'reset'],
  [/^HPE_HEADER_OVERFLOW$/, 'too_large_headers'],
  [/^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_|PATH_LENGTH)/, 'tls'],
];

type LookupError = NodeJS.ErrnoException & { hostname?: string };

function toPublicFetchError(error: unknown): PublicFetchError {
  if (error instanceof PublicFetchError) return error;
  const { code = '', message = String(error), hostname = 'of the URL' } = error as LookupError;
  const kind = faultsByCode.find(([pattern]) => pattern.test(code))?.[1] ?? 'protocol';
  if (kind === 'dns') return new PublicFetchError(kind, `The host ${hostname} could not be found`, error);
  return new PublicFetchError(kind, message || code, error);
}
