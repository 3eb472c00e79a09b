// One spelling of an e-mail address, so that one person has one contact.

import { domainToASCII } from 'node:url';

/** The address trimmed, lower-cased, NFC, its domain in ASCII (IDNA); null where it is none. */
export function emailKeyOf(email: string | null | undefined): string | null {
  const match = /^([^\s@]+)@([^\s@]+)$/.exec(email?.trim() ?? '');
  if (!match) return null;
  const [, local = '', domain = ''] = match;
  const ascii = domainToASCII(domain.normalize('NFC'));
  return ascii === '' ? null : `${local.normalize('NFC').toLowerCase()}@${ascii}`;
}
