// Domains of mail addresses that anyone can read for some minutes: a list that is kept for this. It needs a megabyte, so
// it is loaded with the first submission that has an address.

let list: Promise<(domain: string) => boolean> | null = null;

/** Whether mail to this address ends at a service for addresses that are thrown away. */
export async function isDisposable(email: string): Promise<boolean> {
  list ??= import('disposable-email-domains-js').then(({ isDisposableEmailDomain }) => isDisposableEmailDomain);
  const isListed = await list;
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.');
  // A mailbox may be at a domain below.
  return labels.slice(0, -1).some((_, at) => isListed(labels.slice(at).join('.')));
}
