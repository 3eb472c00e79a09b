// What caches between the service and visitors (a CDN, a proxy) may keep of public content, and the names to purge it by.
//
// By default they ask whether it has changed before they send it again (RFC 9111, section 5.2.2.4). With
// FRONTDESK_CDN_SECONDS they need not ask for so long, and programs that receive content events purge what has changed.

/** What a response that every visitor gets is about. */
export type Shared = {
  /** The type, for all responses with its items, and the list, if it is one: a new item is in it as well. */
  keys: string[];
  /** IDs that the response does not show, although it changes with them. */
  hidden?: ReadonlySet<string>;
  /** RFC 3339; not for lists, whose oldest item may go. */
  lastModified?: string;
};

/** More would not fit into the headers that common proxies accept. */
const maxKeys = 200;
const idOfItemOrMedia = /\b(?:item|med)_\w+/g;

/**
 * Names and values. `until` is when the response becomes stale though nothing changes (RFC 3339), and `keptMs` how long
 * these headers may be sent.
 */
export function sharedHeaders(
  { body, until }: { body: Buffer; until: string | null },
  { keys, lastModified, hidden }: Shared,
  { cdnSeconds, now, keptMs }: { cdnSeconds: number; now: Date; keptMs: number },
): [name: string, value: string][] {
  const modified: [string, string][] =
    lastModified === undefined ? [] : [['last-modified', new Date(lastModified).toUTCString()]];
  const left = until === null ? cdnSeconds : Math.floor((Date.parse(until) - now.getTime() - keptMs) / 1000);
  const seconds = Math.min(cdnSeconds, left);
  if (seconds <= 0) return [['cache-control', 'public, no-cache'], ...modified];
  return [
    ['cache-control', `public, max-age=0, must-revalidate, s-maxage=${seconds}`],
    ...modified,
    ['surrogate-key', [...keys, ...idsIn(body, hidden)].join(' ')],
  ];
}

/** Of the items and media that a response shows or leads to, because it changes with them. */
function idsIn(body: Buffer, hidden: ReadonlySet<string> = new Set()): string[] {
  return [...new Set([...(body.toString('latin1').match(idOfItemOrMedia) ?? []), ...hidden])].slice(0, maxKeys);
}
