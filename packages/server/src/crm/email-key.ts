// One spelling for each email address, so that each person has one contact.

import { domainToASCII } from 'node:url';

/** The address trimmed, lowercase, NFC, its domain in ASCII (IDNA); null if it is not an address. */
export function emailKeyOf(email: string | null | undefined): string | null {
  const match = /^([^\s@]+)@([^\s@]+)$/.exec(email?.trim() ?? '');
  if (!match) return null;
  const [, local = '', domain = ''] = match;
  const ascii = domainToASCII(domain.normalize('NFC'));
  return ascii === '' ? null : `${local.normalize('NFC').toLowerCase()}@${ascii}`;
}
