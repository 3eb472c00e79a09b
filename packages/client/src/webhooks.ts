// Verifies received webhooks: they come from the service, are unchanged, and are recent. Uses only WebCrypto, so that it
// runs in Node, browsers and edge runtimes.

import type { FormEvent, WebhookEvent } from './api-types.ts';
import type { Submission } from './forms.ts';
import type { AnySite, SiteShape } from './site.ts';

/** A submission of one of the forms of a site, with the answers of that form. */
export type FormEventOf<Site extends SiteShape, Slug = keyof Site['forms']> = Slug extends keyof Site['forms'] & string
  ? Omit<FormEvent, 'form' | 'submission'> & {
      /** The form that was submitted. */
      form: Omit<FormEvent['form'], 'slug'> & { slug: Slug };
      /** The submission with its answers. */
      submission: Submission<Site['forms'][Slug]>;
    }
  : never;

/** Any event of a site. */
export type WebhookEventOf<Site extends SiteShape> = Exclude<WebhookEvent, FormEvent> | FormEventOf<Site>;

type OfForm<Event, Slug> = Event extends { form: { slug: infer Known } }
  ? string extends Known
    ? Event
    : Known extends Slug
      ? Event
      : never
  : never;

/** Whether an event is about the form with this slug: then its answers have the types of that form. */
export function isOfForm<Event, Slug extends string>(event: Event, slug: Slug): event is OfForm<Event, Slug> {
  return (event as { form?: { slug?: unknown } }).form?.slug === slug;
}

/** A received message, as it came. */
export type WebhookMessage = {
  /** The raw body, before it is parsed. */
  body: string | Uint8Array | ArrayBuffer;
  /** Its headers, as the framework has them. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The signing secret, or several while one is being replaced. */
  secret: string | readonly string[];
  /**
   * The maximum difference between the time of the message and now, 300 by default. A message that has only
   * `X-Service-Signature` has no time: it is accepted, unless this option is set.
   */
  toleranceSeconds?: number | undefined;
};

/** Why a message is rejected. */
export type WebhookFault = 'missing_signature' | 'invalid_signature' | 'invalid_timestamp' | 'too_old' | 'invalid_body';

/** The message must be rejected, with 400 or 401. `code` is the reason. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  /** Why it is rejected. */
  readonly code: WebhookFault;
  constructor(code: WebhookFault, detail: string, options?: ErrorOptions) {
    super(`The webhook is not valid: ${detail}`, options);
    this.code = code;
  }
}

/**
 * Verifies a message and returns its event. Checks `X-Service-Signature` (the HMAC-SHA256 of the raw body in hex, keyed
 * with the UTF-8 bytes of the secret), and the Standard Webhooks headers `webhook-id`, `webhook-timestamp` and
 * `webhook-signature` with the age of the message. At least one of the two is required, and both must be valid.
 * Throws WebhookVerificationError, and TypeError for an empty secret. With the type of the site, the answers in events of forms
 * have the types of their forms: see isOfForm.
 */
export async function verifyWebhook<Site extends SiteShape = AnySite>(
  message: WebhookMessage,
): Promise<WebhookEventOf<Site>> {
  const secrets = [message.secret].flat();
  if (secrets.length === 0 || secrets.includes('')) throw new TypeError('A webhook secret must not be empty');
  const body = bytesOf(message.body);
  const header = headerReader(message.headers);
  const own = readOwnSignatures(header);
  const standard = readStandardSignatures(header);
  if (own === null && standard === null) throw reject('missing_signature', 'it has no signature');
  if (standard === null && message.toleranceSeconds !== undefined) {
    throw reject('invalid_timestamp', 'it has no timestamp');
  }
  if (own !== null && !(await isSigned(body, own, secrets, encode))) throw wrongSignature();
  if (standard !== null) {
    checkAge(standard.timestamp, message.toleranceSeconds ?? defaultToleranceSeconds);
    const signed = concatenate(encode(`${standard.id}.${standard.timestamp}.`), body);
    if (!(await isSigned(signed, standard.signatures, secrets, standardKey))) throw wrongSignature();
  }
  return parseEvent(body) as WebhookEventOf<Site>;
}

type Bytes = Uint8Array<ArrayBuffer>;
type HeaderReader = (name: string) => string | null;

const defaultToleranceSeconds = 300;

function reject(code: WebhookFault, detail: string, options?: ErrorOptions): WebhookVerificationError {
  return new WebhookVerificationError(code, detail, options);
}

function wrongSignature(): WebhookVerificationError {
  return reject('invalid_signature', 'no signature matches the body and the secret');
}

function encode(text: string): Bytes {
  return new Uint8Array(new TextEncoder().encode(text));
}

function bytesOf(body: WebhookMessage['body']): Bytes {
  return typeof body === 'string' ? encode(body) : new Uint8Array(body);
}

function concatenate(first: Bytes, second: Bytes): Bytes {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

function headerReader(headers: WebhookMessage['headers']): HeaderReader {
  if (typeof headers.get === 'function') return (name) => (headers as Headers).get(name);
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => [byName.get(name) ?? null].flat()[0] ?? null;
}

/** The signatures with the current secret and, for a day after a rotation, with the previous one. Null if there are none. */
function readOwnSignatures(header: HeaderReader): Bytes[] | null {
  const texts = ['x-service-signature', 'x-service-signature-previous'].map(header).filter((text) => text !== null);
  if (texts.length === 0) return null;
  return texts.filter((text) => /^[0-9a-f]{64}$/.test(text)).map(fromHex);
}

function readStandardSignatures(header: HeaderReader): { id: string; timestamp: string; signatures: Bytes[] } | null {
  const [id, timestamp, list] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header);
  if (!id && !timestamp && !list) return null;
  if (!id || !timestamp || !list) throw reject('missing_signature', 'a webhook-… header is missing');
  const signatures = list
    .split(' ')
    .filter((entry) => entry.startsWith('v1,'))
    .flatMap((entry) => fromBase64(entry.slice('v1,'.length)) ?? []);
  return { id, timestamp, signatures };
}

function checkAge(timestamp: string, toleranceSeconds: number): void {
  if (!/^\d{1,12}$/.test(timestamp)) throw reject('invalid_timestamp', 'its timestamp is not a number of seconds');
  const age = Date.now() / 1000 - Number(timestamp);
  if (age > toleranceSeconds) throw reject('too_old', 'it is too old');
  if (age < -toleranceSeconds) throw reject('invalid_timestamp', 'its timestamp is in the future');
}

/** Whether one of the signatures matches one of the secrets. WebCrypto compares in constant time. */
async function isSigned(
  signed: Bytes,
  signatures: readonly Bytes[],
  secrets: readonly string[],
  keyOf: (secret: string) => Bytes,
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey('raw', keyOf(secret), algorithm, false, ['verify']);
    for (const signature of signatures) {
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true;
    }
  }
  return false;
}

/** The key of a secret: what follows `whsec_`, decoded from base64; of any other secret its UTF-8 bytes. */
function standardKey(secret: string): Bytes {
  const encoded = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : '';
  return fromBase64(encoded) ?? encode(secret);
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$/;

/** Null if the text is not base64. */
function fromBase64(text: string): Bytes | null {
  return base64.test(text) ? Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)) : null;
}

function fromHex(text: string): Bytes {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function parseEvent(body: Bytes): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
  } catch (cause) {
    throw reject('invalid_body', 'its body is not JSON', { cause });
  }
}
