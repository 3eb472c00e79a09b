// Email addresses as mail servers accept them: one address, with nothing that could become a second one or a header.

import { domainToASCII } from 'node:url';
import { memoize } from './lru-cache.ts';

const maxLength = 254;
const parts = /^([^\p{C}\p{Z}@<>()[\]\\,;:"]{1,64})@([^\s@]+)$/u;
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const hostName = new RegExp(`^${label}(?:\\.${label})*$`);

/** Letters of any script are allowed, as browsers allow them. The only rule for addresses (the format `idn-email`). */
export function isMailAddress(text: string): boolean {
  const [, local, domain = ''] = parts.exec(text) ?? [];
  if (local === undefined || text.length > maxLength) return false;
  const ascii = asciiDomain(domain);
  return ascii.includes('.') && isHostName(ascii) && local.length + 1 + ascii.length <= maxLength;
}

/** Whether a name in lower-case ASCII can be one of a host. */
export function isHostName(ascii: string): boolean {
  return ascii.length <= 253 && hostName.test(ascii);
}

/** Most addresses are of a few domains. */
const keptDomains = 500;
export const asciiDomain = memoize(keptDomains, (domain: string) => domainToASCII(domain.normalize('NFC')));

/** The address with its domain as mail servers know it (IDNA), as it is if it is none. */
export function asciiAddress(address: string): string {
  const [, local, domain = ''] = parts.exec(address) ?? [];
  return local === undefined ? address : `${local}@${asciiDomain(domain)}`;
}

/** One spelling of an address: trimmed, in lower case, NFC, its domain in ASCII. */
export function addressKey(address: string): string {
  return asciiAddress(address.trim()).normalize('NFC').toLowerCase();
}

/** An address, alone or with a name before it: `Harbour <mail@example.com>`. Null for anything else. */
export function parseSender(text: string): { address: string; name: string | null } | null {
  const named = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/.exec(text);
  const found = named ? { name: named[1] || null, address: named[2] as string } : { name: null, address: text.trim() };
  return isMailAddress(found.address) && !hasControls(found.name ?? '') ? found : null;
}

/** A text for a header: one line, without control characters. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}

function hasControls(text: string): boolean {
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);
}
