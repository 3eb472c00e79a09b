// The headers that keep a response safe in a browser, by what the response is. docs/security.md says why.

import type { Kept } from './record-responses.ts';

type Rule = { of: (response: Kept) => boolean; fault: (response: Kept) => string | null };

/** What is wrong with the headers of a response; null if they keep all rules. */
export function headerFault(response: Kept): string | null {
  for (const { of, fault } of rules) {
    const found = of(response) ? fault(response) : null;
    if (found !== null) return `${found} with ${response.status}`;
  }
  return null;
}

const rules: readonly Rule[] = [
  { of: ({ hasBody }) => hasBody, fault: (response) => unless(response, 'x-content-type-options', /^nosniff$/) },
  { of: setsCookie, fault: (response) => cookiesOf(response).map(faultOfCookie).find(Boolean) ?? null },
  { of: setsCookie, fault: (response) => unless(response, 'cache-control', /^no-store$/) },
  // What one caller may read must not reach others from a cache in between.
  {
    of: ({ url, isPersonal }) => isPersonal && url.startsWith('/api/v1/'),
    fault: (response) => (/\bpublic\b/.test(sent(response, 'cache-control')) ? 'public caching' : null),
  },
  { of: isDownload, fault: (response) => unless(response, 'cache-control', /^private, no-store$/) },
  { of: isPage, fault: faultOfPage },
  { of: isUpload, fault: faultOfUpload },
  { of: isAdmin, fault: faultOfAdmin },
];

function sent({ headers }: Kept, name: string): string {
  const value = headers[name];
  return value === undefined ? '' : String(value);
}

function unless(response: Kept, name: string, expected: RegExp): string | null {
  const value = sent(response, name);
  return expected.test(value) ? null : `${name} ${value || 'is missing'}`;
}

function setsCookie(response: Kept): boolean {
  return cookiesOf(response).length > 0;
}

function cookiesOf({ headers }: Kept): string[] {
  return [headers['set-cookie'] ?? []].flat().map(String);
}

/** The prefix ties a cookie to https and to this host; without https browsers would refuse it. */
function faultOfCookie(cookie: string): string | null {
  const [pair = '', ...attributes] = cookie.split(/; */);
  const has = (pattern: RegExp): boolean => attributes.some((attribute) => pattern.test(attribute));
  const isOfHost = pair.startsWith('__Host-');
  const isKept =
    has(/^HttpOnly$/i) &&
    has(/^SameSite=(Lax|Strict)$/i) &&
    has(/^Path=\/$/i) &&
    !has(/^Domain=/i) &&
    has(/^Secure$/i) === isOfHost;
  return isKept ? null : `cookie ${pair.split('=')[0]}; ${attributes.join('; ')}`;
}

/** Files about people and whole sites. Media of the public are other files. */
function isDownload(response: Kept): boolean {
  return response.url.startsWith('/api/v1/') && /^attachment/.test(sent(response, 'content-disposition'));
}

function isPage(response: Kept): boolean {
  return response.hasBody && /^(text\/html|application\/xhtml\+xml)\b/.test(sent(response, 'content-type'));
}

function faultOfPage(response: Kept): string | null {
  const policy = readPolicy(response);
  const scripts = policy.get('script-src') ?? policy.get('default-src') ?? '';
  const isSandboxed = policy.has('sandbox');
  if (policy.size === 0) return 'content-security-policy is missing';
  if (!/^'(none|self)'$/.test(policy.get('default-src') ?? '')) return `default-src ${policy.get('default-src')}`;
  if (/unsafe-(inline|eval)|\*|https?:|data:|blob:/.test(scripts)) return `script-src ${scripts}`;
  if (!isSandboxed && policy.get('base-uri') !== "'none'") return `base-uri ${policy.get('base-uri')}`;
  // Pages of forms may be shown on every site unless the form says where (forms/page/send-page.ts).
  const mayBeEmbedded = /^\/f\/[^?]*\?(.*&)?embed\b/.test(response.url);
  if (!isSandboxed && !mayBeEmbedded && !/^'(none|self)'$/.test(policy.get('frame-ancestors') ?? ''))
    return `frame-ancestors ${policy.get('frame-ancestors')}`;
  return unless(response, 'referrer-policy', /^(no-referrer|same-origin)$/);
}

function readPolicy(response: Kept): Map<string, string> {
  const directives = sent(response, 'content-security-policy').split(/; */).filter(Boolean);
  return new Map(
    directives.map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
}

/** What people uploaded: media of the site, and files of submissions, but not what is done with a file. */
function isUpload({ url, status }: Kept): boolean {
  return /^\/(media\/|api\/v1\/files\/[^/?]+(\?|$))/.test(url) && (status === 200 || status === 206);
}

/** It never runs in our origin. Browsers show no PDF in a sandbox; their viewers keep it apart. */
function faultOfUpload(response: Kept): string | null {
  const policy = readPolicy(response);
  if (policy.get('default-src') !== "'none'") return `default-src ${policy.get('default-src')}`;
  const isPdf = sent(response, 'content-type') === 'application/pdf';
  return isPdf || policy.has('sandbox') ? null : 'no sandbox';
}

function isAdmin({ url, status }: Kept): boolean {
  return /^\/admin(\/|\?|$)/.test(url) && status === 200;
}

/** Windows of other sites get no hold of it, and it asks for no devices. */
function faultOfAdmin(response: Kept): string | null {
  return (
    unless(response, 'cross-origin-resource-policy', /^same-origin$/) ??
    (isPage(response)
      ? (unless(response, 'cross-origin-opener-policy', /^same-origin$/) ??
        unless(response, 'permissions-policy', /camera=\(\).*microphone=\(\)/))
      : null)
  );
}
