// Domains of mail addresses that anyone can read for some minutes: a list that is kept for this. It needs a megabyte, so
// it is loaded with the first submission that has an address.

import { once } from '../../lib/once.ts';

// Asked for a domain, the package would make the whole set again each time: more work than all the rest of a submission.
const readDomains = once(async (): Promise<ReadonlySet<string>> => {
  const { disposableEmailBlocklistSet } = await import('disposable-email-domains-js');
  return disposableEmailBlocklistSet();
});

/** Whether mail to this address ends at a service for addresses that are thrown away. */
export async function isDisposable(email: string): Promise<boolean> {
  const listed = await readDomains();
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.');
  // A mailbox may be at a domain below.
  return labels.slice(0, -1).some((_, at) => listed.has(labels.slice(at).join('.')));
}
