// Numbers, money and times as people of the browser's language write them.

const locale = navigator.languages.find(isLanguageTag) ?? 'en';
const number = new Intl.NumberFormat(locale);
const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const dayOfMonth = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

/** Some systems name what Intl does not know, such as en-US@posix. */
function isLanguageTag(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

export function formatNumber(value: number): string {
  return number.format(value);
}

// Where the processor counts otherwise than ISO 4217.
const digitsOfProcessor: Record<string, number> = { isk: 2, ugx: 2 };
const zeroDecimal = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));

/** How many decimals the currency's smallest unit stands for. */
export function minorDigits(currency: string): number {
  if (zeroDecimal.has(currency)) return 0;
  return digitsOfProcessor[currency] ?? currencyFormat(currency).resolvedOptions().maximumFractionDigits ?? 2;
}

/** `formatMoney(1050, 'usd')`: $10.50. The amount is in minor units. */
export function formatMoney(amount: number, currency: string): string {
  return currencyFormat(currency).format(`${amount}e-${minorDigits(currency)}` as Intl.StringNumericLiteral);
}

/** Minor units of what somebody typed ("10.50"); null when it is no amount of this currency. */
export function parseMoney(text: string, currency: string): number | null {
  const digits = minorDigits(currency);
  const match = /^\s*(\d{1,12})(?:[.,](\d*))?\s*$/.exec(text);
  if (!match || (match[2] ?? '').length > digits) return null;
  return Number(match[1] + (match[2] ?? '').padEnd(digits, '0'));
}

/** "10.50", to be typed over. */
export function editableMoney(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  const text = String(amount).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

function currencyFormat(currency: string): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat(locale, { style: 'currency', currency: currency.toUpperCase() });
  } catch {
    return number;
  }
}

/** "3 Mar 2026, 14:05" in the browser's time zone. */
export function formatTime(value: string): string {
  return time.format(new Date(value));
}

/** "3 Mar 2026" */
export function formatDay(value: string): string {
  return day.format(new Date(value));
}

/** "3 Mar", of a day such as 2026-03-03. */
export function formatDayOfMonth(value: string): string {
  return dayOfMonth.format(new Date(value));
}

const steps: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** "5 minutes ago", "in 2 hours". */
export function formatRelative(value: string, now = Date.now()): string {
  const seconds = (Date.parse(value) - now) / 1000;
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  }
  return Math.abs(seconds) < 10 ? 'just now' : relative.format(Math.trunc(seconds), 'second');
}

const bytes = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

/** "1.4 MB" */
export function formatBytes(size: number): string {
  const units = ['B', 'kB', 'MB', 'GB'];
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, size)) / 3));
  return `${bytes.format(size / 1000 ** step)} ${units[step]}`;
}

export function formatDuration(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${bytes.format(ms / 1000)} s`;
}

/** "payment_failed" → "Payment failed"; "requested_by_customer" → "Requested by customer". */
export function inWords(name: string): string {
  const words = name.replaceAll(/[._-]/g, ' ').replaceAll(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
