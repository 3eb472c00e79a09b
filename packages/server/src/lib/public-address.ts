// Distinguishes addresses of the public internet from all others, by their number and not by how they are written.
import ipaddr from 'ipaddr.js';

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
// Azure's host agent answers its virtual machines under this address, which looks public.
const azureHostAgent = '168.63.129.16';

/** A check for the addresses that may be reached: public ones, and all others or those in `ranges` if they are allowed. */
export function createAddressCheck(allowPrivate: boolean | readonly string[]): (address: string) => boolean {
  if (allowPrivate === true) return () => true;
  const isInRange = createRangeCheck(allowPrivate || []);
  return (address) => isPublicAddress(address) || isInRange(address);
}

/** A check for the addresses in any of these ranges. */
export function createRangeCheck(texts: readonly string[]): (address: string) => boolean {
  const ranges = texts.map((text) => parseRange(text));
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    // An IPv4 address may arrive as IPv6 (::ffff:10.0.0.1).
    const parsed = ipaddr.process(address);
    return ranges.some((range) => range !== null && parsed.kind() === range[0].kind() && parsed.match(range));
  };
}

export function isRange(text: string): boolean {
  return parseRange(text) !== null;
}

/** A range such as 10.0.0.0/8, or a single address. Null if it is neither. */
function parseRange(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | null {
  const address = text.split('/')[0] ?? '';
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return null;
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  return text === address ? [ipaddr.parse(address), address.includes(':') ? 128 : 32] : null;
}

/**
 * Whether `address` (IPv4 or IPv6, no brackets) is a public unicast address. False for loopback, private, link-local and
 * metadata addresses, all special blocks of IANA, and IPv6 addresses that wrap an IPv4 one (mapped, NAT64, 6to4 …).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  // ipaddr.js counts the outdated IPv4-compatible block ::/96, and many unassigned blocks, as unicast.
  if (parsed.kind() === 'ipv6' && !parsed.match(globalUnicast)) return false;
  return parsed.range() === 'unicast' && parsed.toString() !== azureHostAgent;
}

const withPort = /^(?:\[([^\]]*)\]|([\d.]+)):\d+$/;

/** `203.0.113.9` for `203.0.113.9:50001` and `::ffff:203.0.113.9`, `2001:db8::1` for `[2001:db8::1]:443`. What is no address stays. */
export function bareAddress(text: string): string {
  const trimmed = text.trim();
  const [, v6, v4] = withPort.exec(trimmed) ?? [];
  const address = v6 ?? v4 ?? trimmed;
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : trimmed;
}

/** What one subscriber of the internet has: an IPv4 address, or the first half of an IPv6 address. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : Buffer.from(parsed.toByteArray().slice(0, 8)).toString('hex');
}

const namedRanges = ['loopback', 'linklocal', 'uniquelocal'];

/** Whether Fastify can trust it as a proxy: an address, a range such as `10.0.0.0/8`, or a name of ranges. */
export function isProxyRange(text: string): boolean {
  if (namedRanges.includes(text)) return true;
  const [address = '', range, ...rest] = text.split('/');
  if (!ipaddr.isValid(address) || rest.length > 0) return false;
  if (range === undefined) return true;
  const bits = ipaddr.parse(address).kind() === 'ipv6' ? 128 : 32;
  if (/^\d+$/.test(range)) return Number(range) > 0 && Number(range) <= bits;
  return bits === 32 && ipaddr.IPv4.isValid(range) && (ipaddr.IPv4.parse(range).prefixLengthFromSubnetMask() ?? 0) > 0;
}
