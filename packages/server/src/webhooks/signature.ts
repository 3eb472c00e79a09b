// Signs deliveries in two ways: with our own header, and as Standard Webhooks
// (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md), which prevents replays.

import { createHmac, randomBytes } from 'node:crypto';

export interface SignedMessage {
  /** ID of the event; the same on every attempt. */
  id: string;
  /** Time of this attempt. */
  timestamp: Date;
  /** The exact bytes of the request body. */
  body: Buffer;
  /** As the subscriber knows it. */
  secret: string;
  /** The replaced secret, while it still signs. */
  previousSecret?: string | null;
}

const prefix = 'whsec_';
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$/;

/**
 * The signature headers of a message:
 * - `X-Service-Signature`: HMAC-SHA256 of the body as 64 lower-case hex digits. The key is the whole secret in UTF-8,
 *   including a prefix such as `whsec_`. `X-Service-Signature-Previous`: the same with the previous secret.
 * - `webhook-id`, `webhook-timestamp` (Unix seconds), `webhook-signature`: Standard Webhooks, one `v1,` signature for each
 *   secret. The key is the part after `whsec_` decoded from base64, or any other secret in UTF-8.
 * Throws TypeError for an empty secret, which would sign nothing.
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

/** Makes a secret for both schemes: `whsec_` and 32 random bytes in base64. */
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
