// Why a delivery failed, for people. The API gives a code, such as `http_500` or `timeout`.

import { humanize } from '../ui/format.ts';

const reasons: Record<string, string> = {
  redirect: 'The receiver responded with a redirect, which is not followed',
  dns: 'The host name could not be resolved',
  connect: 'Could not connect to the receiver',
  timeout: 'The receiver did not respond in time',
  tls: 'The TLS connection failed',
  reset: 'The receiver closed the connection without responding',
  protocol: 'The response was not valid HTTP',
  too_large_headers: 'The response headers were too large',
  invalid_url: 'The URL is invalid',
  scheme_not_allowed: 'The URL must start with https://',
  has_credentials: 'The URL must not contain a username or password',
  port_not_allowed: 'The port of the URL is not allowed',
  address_not_public: 'The URL does not lead to a public address',
  subscriber_disabled: 'The webhook is disabled',
  subscriber_removed: 'The webhook was deleted',
};

export function describeFailure(code: string): string {
  const [, status] = /^http_(\d+)$/.exec(code) ?? [];
  return status ? `The receiver responded with status ${status}` : (reasons[code] ?? humanize(code));
}
