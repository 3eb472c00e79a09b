// Text for searching and showing: folding, the words of a full-text index in any script, plain text out of HTML.
// All of it takes time linear in the length of its input, whatever the input.

const maxWordLength = 64;
const maxQueryWords = 64;
const maxExcerptLength = 2000;

// Scripts in which a mark above or below a letter is left out by people who type in a hurry. Elsewhere (Devanagari,
// Thai, kana …) marks are vowels or make another letter, and stay.
const strippedMarks =
  /([0-9\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+/gu;
const ignorable = /\p{Default_Ignorable_Code_Point}+/gu;
// Letters without a decomposition in Unicode; tatweel only stretches an Arabic word.
const replacedLetters = /[ßæœøđðþłħŧŋıςـ]/gu;
const replacements: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ς: 'σ',
  ـ: '',
};

// Scripts written without spaces; their words are not looked for, any two neighbouring characters are one.
const unspaced = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]`;
const wordCharacter = String.raw`[\p{L}\p{N}\p{M}]`;
const segments = new RegExp(
  String.raw`(?<unspaced>(?:(?=${wordCharacter})${unspaced}\p{M}*)+)|(?:(?!${unspaced})${wordCharacter})+`,
  'gu',
);
const characterWithMarks = /.\p{M}*/gsu;

/**
 * One spelling for all that people take for the same: lower case, compatibility forms (full-width, ligatures) resolved,
 * accents of Latin, Greek and Cyrillic and points of Arabic and Hebrew gone. Folding twice changes nothing more.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(ignorable, '')
    .toLowerCase()
    .replace(strippedMarks, '$1')
    .replace(replacedLetters, (letter) => replacements[letter] ?? letter)
    .normalize('NFC');
}

/**
 * The words of a text for a full-text index, folded, in order, repeated as often as they occur. A word is a run of
 * letters, digits and marks; in scripts without spaces each character is a word and each pair of neighbours is one.
 * The index must split what it is given at white space only, or take the words as a list.
 */
export function searchWords(text: string): string[] {
  const words: string[] = [];
  for (const { 0: segment, groups } of fold(text).matchAll(segments)) {
    if (!groups?.unspaced) words.push(cut(segment, maxWordLength));
    else {
      const characters = splitCharacters(segment);
      for (const character of characters) words.push(character);
      pushPairs(words, characters);
    }
  }
  return words;
}

/**
 * What a person means by a typed query: whole `words`, all of which must occur, and the `prefix` of one more, the word
 * still being typed. The last word counts as finished once something other than `*` follows it, and in scripts without
 * spaces. Whatever is typed has a meaning; with no letter or digit in it, there is nothing to look for.
 */
export function queryWords(text: string): { words: string[]; prefix: string | null } {
  const folded = fold(text);
  const words = new Set<string>();
  let prefix: string | null = null;
  for (const { 0: segment, index, groups } of folded.matchAll(segments)) {
    if (words.size >= maxQueryWords) break;
    if (groups?.unspaced) {
      for (const word of queryPairs(segment)) words.add(word);
    } else if (/^\**$/.test(folded.slice(index + segment.length, index + segment.length + 2))) {
      prefix = cut(segment, maxWordLength);
    } else {
      words.add(cut(segment, maxWordLength));
    }
  }
  return { words: [...words].slice(0, maxQueryWords), prefix };
}

function queryPairs(segment: string): string[] {
  const characters = splitCharacters(segment);
  if (characters.length === 1) return characters;
  const pairs: string[] = [];
  pushPairs(pairs, characters);
  return pairs;
}

function pushPairs(words: string[], characters: string[]): void {
  for (let i = 1; i < characters.length; i++) words.push(characters[i - 1]! + characters[i]!);
}

function splitCharacters(segment: string): string[] {
  return Array.from(segment.matchAll(characterWithMarks), ([character]) => cut(character, maxWordLength / 2));
}

/** At most `length` UTF-16 units, never half of a surrogate pair. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

const inlineTags = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q rp rt ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
const skippedElements = new Set(['script', 'style', 'iframe', 'noscript', 'template']);

/**
 * The text a reader of this HTML would see, on one line: without tags, comments, scripts, styles and shortcodes, with
 * entities decoded. The outcome is plain text: whoever puts it into HTML again has to escape it.
 */
export function htmlToText(html: string): string {
  return decodeEntities(removeShortcodes(removeTags(html)))
    .replace(/\s+/g, ' ')
    .trim();
}

/** Follows the tokenizer of the HTML standard where it matters: quotes, comments, elements whose content is not text. */
function removeTags(html: string): string {
  let text = '';
  let from = 0;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    const end = findMarkupEnd(html, at);
    if (end === at) {
      at += 1;
      continue;
    }
    const name = /^<\/?([a-z][a-z0-9-]*)/i.exec(html.slice(at, at + 32))?.[1]?.toLowerCase();
    text += html.slice(from, at);
    if (name && !inlineTags.has(name)) text += ' ';
    const isSkipped = name !== undefined && skippedElements.has(name) && html[at + 1] !== '/';
    from = isSkipped ? findClosingTag(html, name, end) : end;
    at = from;
  }
  return text + html.slice(from);
}

/** The index behind the tag or comment that begins at `at`, or `at` when that `<` is only a character. */
function findMarkupEnd(html: string, at: number): number {
  if (html.startsWith('<!--', at)) return endOf(html, '-->', at + 2);
  if (/[!?]/.test(html.charAt(at + 1))) return endOf(html, '>', at);
  if (!/^<\/?[a-z]/i.test(html.slice(at, at + 3))) return at;
  let isValueNext = false;
  for (let i = at + 1; i < html.length; i++) {
    const character = html.charAt(i);
    if (character === '>') return i + 1;
    if (isValueNext && (character === '"' || character === "'")) i = endOf(html, character, i + 1) - 1;
    isValueNext = character === '=' || (isValueNext && /\s/.test(character));
  }
  return html.length;
}

function findClosingTag(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}[\\s/>]`, 'gi');
  closing.lastIndex = from;
  return closing.exec(html)?.index ?? html.length;
}

function endOf(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from);
  return at === -1 ? text.length : at + what.length;
}

const coreShortcodes = ['audio', 'caption', 'embed', 'gallery', 'playlist', 'video', 'wp_caption'];

/** Takes out WordPress shortcodes, but leaves a remark [in brackets]: a shortcode is known, closed, or has attributes. */
function removeShortcodes(text: string): string {
  const names = new Set(coreShortcodes);
  for (const [, name] of text.matchAll(/\[\/([a-z][\w-]{0,63})\]/g)) names.add(name!);
  return text.replace(
    /\[(\/?)([a-z][\w-]{0,63})((?:\s[^[\]]{0,2000})?)\]/g,
    (code: string, slash: string, name: string, rest: string) =>
      slash || names.has(name) || rest.includes('=') || rest.endsWith('/') ? ' ' : code,
  );
}

const entities: Record<string, string> = Object.fromEntries(
  `amp & lt < gt > quot " apos ' hellip … mdash — ndash – lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ laquo « raquo »
  lsaquo ‹ rsaquo › bull • middot · copy © reg ® trade ™ euro € pound £ yen ¥ cent ¢ deg ° times × divide ÷ plusmn ±
  frac12 ½ frac14 ¼ frac34 ¾ sup2 ² sup3 ³ micro µ sect § para ¶ iexcl ¡ iquest ¿ ordf ª ordm º szlig ß aelig æ AElig Æ
  oelig œ OElig Œ oslash ø Oslash Ø eth ð ETH Ð thorn þ THORN Þ larr ← rarr → uarr ↑ darr ↓ minus − ne ≠ le ≤ ge ≥`
    .split(/\s+/)
    .flatMap((word, index, all) => (index % 2 === 0 ? [[word, all[index + 1]!]] : [])),
);
Object.assign(entities, { nbsp: ' ', ensp: ' ', emsp: ' ', thinsp: ' ', shy: '', zwnj: '\u200c', zwj: '\u200d' });
const accents: Record<string, string> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  ring: '\u030a',
  caron: '\u030c',
  cedil: '\u0327',
};
const windows1252 = new TextDecoder('windows-1252');

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,15}));/gi, (whole, decimal, hex, name) => {
    if (name === undefined) return decodeNumber(decimal ? Number(decimal) : Number.parseInt(hex, 16));
    if (Object.hasOwn(entities, name)) return entities[name]!;
    const accent = accents[name.slice(1)];
    return accent ? (name[0] + accent).normalize('NFC') : whole;
  });
}

/** https://html.spec.whatwg.org/#numeric-character-reference-end-state: 128 to 159 mean what Windows meant by them. */
function decodeNumber(code: number): string {
  if (code >= 0x80 && code <= 0x9f) return windows1252.decode(Uint8Array.of(code));
  const isValid = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isValid ? String.fromCodePoint(code) : '\ufffd';
}

/**
 * The first words of an HTML text as plain text, with `…` when there is more. Two characters of a script without
 * spaces count as one word, so that an excerpt looks equally long in every language.
 */
export function makeExcerpt(html: string, maxWords = 55): string {
  const text = htmlToText(html);
  const unit = new RegExp(String.raw`(?<unspaced>${unspaced}\p{M}*)|(?:(?!${unspaced})\S)+`, 'gu');
  let words = 0;
  let end = 0;
  for (const match of text.matchAll(unit)) {
    words += match.groups?.unspaced ? 0.5 : 1;
    if (words > maxWords) break;
    end = match.index + match[0].length;
  }
  const excerpt = cut(text.slice(0, end), maxExcerptLength);
  return excerpt.length === text.length ? text : `${excerpt.trimEnd()}…`;
}
