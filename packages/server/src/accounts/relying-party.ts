// For which host passkeys are made, and on which pages they sign in (Web Authentication, "relying party"). Browsers use them for
// the names of hosts only, over https or on this machine.

/** `host`: its ID, for which passkeys are made. `origin`: that of the pages on which they may be used. */
export type RelyingParty = { host: string; origin: string };

/** By the public address. Null if browsers use no passkeys there. */
export function relyingPartyAt(publicUrl: string | null): RelyingParty | null {
  const url = URL.parse(publicUrl ?? '');
  if (!url) return null;
  const { protocol, hostname, port, origin } = url;
  if (isThisMachine(hostname)) return { host: 'localhost', origin: `${protocol}//localhost${port && `:${port}`}` };
  return protocol === 'https:' && !isAddress(hostname) ? { host: hostname, origin } : null;
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.[\d.]+$/.test(hostname);
}

/** Of the names in URLs, where numbers are written in one way only. */
function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
}
