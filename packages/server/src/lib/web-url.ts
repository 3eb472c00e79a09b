// URLs that users enter: http or https, without what a browser would refuse or silently drop.

import { isHostName } from './mail-address.ts';

/** Browsers drop some of these and take others for slashes, and texts and markup end at some: another URL would be opened. */
const notInUrls = /(?![\u200c\u200d])[\s<>"\\`\p{Cc}\p{Cf}\p{Cs}]/u;

/** Letters of any script are allowed, as browsers allow them. The only rule for URLs (the format `iri`). */
export function isUrl(text: string): boolean {
  const url = notInUrls.test(text) ? null : URL.parse(text);
  return url !== null && (!/^https?:$/.test(url.protocol) || isHost(url.hostname));
}

/** An IP address, or a name that could be looked up: browsers also parse `a..de`. Some names have underscores. */
function isHost(host: string): boolean {
  return host.startsWith('[') || isHostName(host.replace(/\.$/, '').replaceAll('_', 'a'));
}

/** A URL for a header, or for a service that knows only ASCII. */
export function asciiUrl(url: string): string {
  return /^[\x20-\x7e]*$/.test(url) ? url : new URL(url).href;
}

export const webUrlFaults = {
  invalid_url: 'must be a valid URL, such as https://example.com',
  scheme_not_allowed: 'must start with http:// or https://',
  has_credentials: 'must not contain a user name or password',
  port_not_allowed: 'uses a port that is reserved for another service',
};

export type WebUrlFault = keyof typeof webUrlFaults;

// Ports of protocols that could mistake an HTTP request for their own: https://fetch.spec.whatwg.org/#port-blocking, and
// Redis and memcached, which read each line of a request as a command.
const blockedPorts = new Set(
  `0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135
  137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719
  1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080 6379 11211`.split(/\s+/),
);

export function findWebUrlFault(text: string): WebUrlFault | null {
  const url = URL.parse(text);
  if (!url || !isUrl(text)) return 'invalid_url';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return url.hostname ? 'scheme_not_allowed' : 'invalid_url';
  // Browsers show them in the address bar and the history, and everyone who is sent there reads them.
  if (url.username || url.password) return 'has_credentials';
  return blockedPorts.has(url.port) ? 'port_not_allowed' : null;
}
