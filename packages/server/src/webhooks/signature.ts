// Signs what is sent to subscribers, in two ways side by side: our own header, and Standard Webhooks
// (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md), which refuses replays.
import { createHmac, randomBytes } from 'node:crypto';

export interface SignedMessage {
  /** Id of the event; the same on every attempt. */
  id: string;
  /** When this attempt is made. */
  timestamp: Date;
  /** The exact bytes of the request body. */
  body: Buffer;
  /** As it was shown to the subscriber. */
  secret: string;
  /** The secret replaced a short while ago, which signs too until its time is over. */
  previousSecret?: string | null;
}

const prefix = 'whsec_';
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$/;

/**
 * The headers that prove a message:
 * - `X-Service-Signature`: HMAC-SHA256 of the body as 64 lower-case hex digits. The key is the secret as shown, in UTF-8,
 *   a prefix such as `whsec_` included. `X-Service-Signature-Previous`: the same by the previous secret.
 * - `webhook-id`, `webhook-timestamp` (Unix seconds), `webhook-signature`: Standard Webhooks, one `v1,` signature for each
 *   secret. The key of a secret `whsec_…` is its rest decoded from base64; that of any other secret is the secret in UTF-8.
 * Throws TypeError for an empty secret, with which anybody could sign.
 */
export function signatureHeaders(message: SignedMessage): Record<string, string> {
  const { id, timestamp, body, secret, previousSecret } = message;
  if (secret === '') throw new TypeError('A webhook secret must not be empty');
  const seconds = String(Math.floor(timestamp.getTime() / 1000));
  const signStandard = (key: string) =>
    `v1,${createHmac('sha256', standardKey(key)).update(`${id}.${seconds}.`).update(body).digest('base64')}`;
  const headers: Record<string, string> = {
    'X-Service-Signature': signBody(secret, body),
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': signStandard(secret),
  };
  if (previousSecret) {
    headers['X-Service-Signature-Previous'] = signBody(previousSecret, body);
    headers['webhook-signature'] += ` ${signStandard(previousSecret)}`;
  }
  return headers;
}

/** Makes a secret both schemes can use: `whsec_` and 32 random bytes in base64. */
export function makeWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

function signBody(secret: string, body: Buffer): string {
  return createHmac('sha256', Buffer.from(secret, 'utf8')).update(body).digest('hex');
}

function standardKey(secret: string): Buffer {
  const encoded = secret.startsWith(prefix) ? secret.slice(prefix.length) : '';
  return base64.test(encoded) ? Buffer.from(encoded, 'base64') : Buffer.from(secret, 'utf8');
}
