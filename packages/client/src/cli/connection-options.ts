// Which service a command works on: `--url` and `--token`, or the environment.

import { UsageError } from './command-error.ts';
import type { AnyCommand, Option, RawValues } from './define-command.ts';

export const connectionOptions = {
  url: { value: 'url', help: 'the URL of the service, such as https://frontdesk.example (or FRONTDESK_URL)' },
  token: { value: 'key', help: 'an API key (or FRONTDESK_TOKEN)' },
} as const satisfies Record<string, Option>;

/** The URL of the API and the API key. */
export function readConnection(
  { scopes }: Pick<AnyCommand, 'scopes'>,
  values: RawValues,
  environment: Record<string, string | undefined>,
): { baseUrl: string; token: string } {
  const url = values.url ?? environment.FRONTDESK_URL;
  const token = values.token ?? environment.FRONTDESK_TOKEN;
  if (!url) throw new UsageError('--url is required: the URL of the service, or set FRONTDESK_URL');
  if (!token) throw new UsageError(`--token is required: an API key with ${scopes}, or set FRONTDESK_TOKEN`);
  return { baseUrl: baseUrlOf(String(url)), token: readToken(String(token)) };
}

/** Adds the path of the API to an origin; a URL with a path is used as it is. */
function baseUrlOf(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new UsageError(`--url must start with http:// or https://, not "${text}"`);
  }
  const url = new URL(text);
  return url.pathname === '/' ? `${url.origin}/api/v1` : `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** Anything else could not be sent in a header. */
function readToken(text: string): string {
  if (!/^[\x21-\x7e]+$/.test(text)) throw new UsageError('--token is not an API key: it contains other characters');
  return text;
}
