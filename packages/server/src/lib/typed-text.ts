// What people type and paste where no free text is meant, on keyboards of any language: full-width letters, digits of other
// scripts, signs that look alike, and marks that cannot be seen. The functions that pages use too (fields/order-script.ts)
// stand alone, because pages get their source.

/** How a language writes numbers. A character in both may be either. */
export type NumberMarks = {
  /** What may precede decimals; the first is the usual one. */
  decimals: string;
  /** What may be between groups of digits. */
  groups: string;
  /** Of the language and the country (BCP 47). */
  locale?: string;
};

const shown = /[^\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text says nothing: it has at most white space and characters that cannot be seen. */
export function isBlank(text: string): boolean {
  return !shown.test(text);
}

/** One line: line breaks around it are dropped, others are spaces. */
export function cleanLine(text: string): string {
  const line = text.replace(/^[\n\v\f\r\x85\u2028\u2029]+|[\n\v\f\r\x85\u2028\u2029]+$/g, '');
  return cleanLines(line.replace(/\r\n|[\t\n\v\f\r\x85\u2028\u2029]/g, ' '));
}

/** Without control characters, and without directions of writing that would reach beyond their line. */
export function cleanLines(text: string): string {
  if (!/(?![\t\n\r])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(text)) return text;
  return text
    .replace(/(?![\t\n\r])\p{Cc}/gu, '')
    .split('\n')
    .map((line) => (closesDirections(line) ? line : line.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')))
    .join('\n');
}

/** Whether each embedding, override and isolate (UAX #9) ends in the text. */
function closesDirections(text: string): boolean {
  const open: string[] = [];
  for (const mark of text.match(/[\u202a-\u202e\u2066-\u2069]/g) ?? []) {
    if (mark !== '\u202c' && mark !== '\u2069') open.push(mark >= '\u2066' ? '\u2069' : '\u202c');
    else if (open.pop() !== mark) return false;
  }
  return open.length === 0;
}

/** Without marks that cannot be seen, and with the simple form of full-width characters, spaces and hyphens. */
export function foldMarks(text: string): string {
  return text
    .replace(/(?![\u200c\u200d])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/\p{Pd}/gu, '-')
    .replace(/\s/g, ' ')
    .trim();
}

/** The same for what has more digits than letters: with the digits of ASCII, and with hyphens for minus and long-vowel signs. */
export function foldDigits(text: string): string {
  const isDigit = /^\p{Nd}$/u;
  return text
    .replace(/\p{Nd}/gu, (digit) => {
      // Each script has its ten digits in a row, and some rows follow each other.
      let before = digit.codePointAt(0) ?? 0;
      let count = 0;
      while (isDigit.test(String.fromCodePoint(--before))) count++;
      return String(count % 10);
    })
    .replace(/[\u2212\u30fc\uff70]/g, '-')
    .replace(/[\u200c\u200d]/g, '');
}

export function foldTyped(text: string): string {
  return foldDigits(foldMarks(text));
}

/** A URL with letters of any script: only its beginning has no meaning of its own in full width. */
export function foldUrl(text: string): string {
  const seen = text.replace(/(?![\u200c\u200d])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '').trim();
  return seen.replace(/^\p{L}+[:：][/／]{2}[^/／?？#＃\s]*[/／?？#＃]?/u, foldMarks);
}

export function foldMail(text: string): string {
  return foldMarks(text).replace(/[。｡]/g, '.');
}

/** A time with two digits for the hour. */
export function foldTime(text: string): string {
  return foldTyped(text).replace(/^\d:/, '0$&');
}

/** A phone number without the scheme of its links, and with its extension in one notation. */
export function foldPhone(text: string): string {
  return foldTyped(text)
    .replace(/^tel: ?/i, '')
    .replace(/ ?(?:;ext=|[,;]? ?(?:ext(?:ension|n)?\b\.?|x)) ?(?=\d{1,10}$)/i, ' ext. ');
}

/** Without the sign of a currency before or after the number; longer signs come first. */
export function dropSign(folded: string, signs: readonly string[]): string {
  const text = folded.normalize('NFKC').toLowerCase();
  for (const sign of signs) {
    if (text.startsWith(sign)) return text.slice(sign.length).trim();
    if (text.endsWith(sign)) return text.slice(0, -sign.length).trim();
  }
  return folded;
}

/**
 * What a folded text means as a number, in the notation of JSON with all of its decimals; null if it is none, or if it may
 * be two in a language with these marks. What has one meaning is read in every language: 12,5 and 1.000,50 and 1 000.
 * A third decimal that is 0 says that it may be a thousand of another language, unless so many `places` are usual.
 */
export function readNumber(folded: string, { decimals, groups }: NumberMarks, places = 2): string | null {
  const [, before = '', body = '', exponent = '', after = ''] =
    /^([+-]?) ?([.,\u066b]?\d+(?:[., \u066b\u066c'’]\d+)*[.,\u066b]?)(e[+-]?\d{1,3})?( ?-)?$/i.exec(folded) ?? [];
  // In Arabic, the minus may come last.
  if (body === '' || (before && after)) return null;
  const separators = body.replace(/\d/g, '');
  const runs = body.split(/\D/);
  const isGrouped = (runs: readonly string[], separators: string): boolean =>
    /^(.)\1*$/u.test(separators) &&
    /^[1-9]\d{0,2}$/.test(runs[0] ?? '') &&
    /^\d{3}$/.test(runs.at(-1) ?? '') &&
    (runs.slice(1, -1).every((run) => run.length === 3) || runs.slice(1, -1).every((run) => run.length === 2));
  const last = separators.at(-1);
  const others = separators.slice(0, -1);
  const asWhole = last === undefined || (last !== '\u066b' && isGrouped(runs, separators));
  const asDecimal =
    last !== undefined &&
    /[.,\u066b]/.test(last) &&
    !others.includes(last) &&
    (others === '' || isGrouped(runs.slice(0, -1), others));
  if (!asWhole && !asDecimal) return null;
  let isDecimal = asDecimal;
  if (last !== undefined && asWhole && asDecimal) {
    isDecimal = decimals.includes(last);
    if (isDecimal === groups.includes(last)) return null;
    if (isDecimal && places !== 3 && body.endsWith('0')) return null;
  }
  const fraction = isDecimal ? (runs.pop() ?? '') : '';
  const whole = runs.join('').replace(/^0+(?=\d)/, '') || '0';
  return `${before === '-' || after ? '-' : ''}${whole}${fraction && `.${fraction}`}${exponent}`;
}
