// Which words the vocabulary of the search has, as far as this process knows, so that it need not be asked about each word
// of each item that is saved. What is kept of a word are 63 bits of a hash (decision 0127): a set of strings would take
// several times as long for each word, and several times the memory.

const maxPerHalf = 40_000;
/** A power of two, of which little more than a half is used. */
const slotCount = 65_536;

export class KnownWords {
  #recent = new HashTable();
  #older = new HashTable();
  readonly #hash = new Int32Array(2);
  /** The languages of items that the vocabulary has, as far as this process knows. */
  readonly languages = new Set<string>();
  /** The locale of the site, and until when it counts (content/search/vocabulary.ts). */
  locale: { value: string | null; until: number } | null = null;

  /** Of the words in a text, with spaces between them, those of at least this length that are not known in a language. */
  unknownIn(language: string, text: string, minLength: number): string[] {
    const unknown: string[] = [];
    for (let start = 0, end = 0; start < text.length; start = end + 1) {
      end = text.indexOf(' ', start);
      if (end < 0) end = text.length;
      if (end - start >= minLength && !this.#has(language, text, start, end)) unknown.push(text.slice(start, end));
    }
    return unknown;
  }

  /** Words that are committed. Those that were not used for long are forgotten. */
  add(language: string, words: Iterable<string>): void {
    for (const word of words) {
      hash(language, word, 0, word.length, this.#hash);
      this.#keep();
    }
  }

  #has(language: string, text: string, start: number, end: number): boolean {
    hash(language, text, start, end, this.#hash);
    if (this.#recent.has(this.#hash)) return true;
    if (!this.#older.has(this.#hash)) return false;
    this.#keep();
    return true;
  }

  #keep(): void {
    if (this.#recent.size >= maxPerHalf) {
      this.#older = this.#recent;
      this.#recent = new HashTable();
    }
    this.#recent.add(this.#hash);
  }
}

/** Open addressing with linear probing. The second half of a hash is never zero: there, a slot is free. */
class HashTable {
  readonly #slots = new Int32Array(2 * slotCount);
  size = 0;

  has(hash: Int32Array): boolean {
    return this.#slots[this.#placeOf(hash) + 1] !== 0;
  }

  add(hash: Int32Array): void {
    const place = this.#placeOf(hash);
    if (this.#slots[place + 1] === 0) this.size++;
    this.#slots.set(hash, place);
  }

  /** Where the hash is, or would be. */
  #placeOf(hash: Int32Array): number {
    const [first, second] = [hash[0] as number, hash[1] as number];
    for (let slot = first; ; slot++) {
      const place = 2 * (slot & (slotCount - 1));
      const found = this.#slots[place + 1];
      if (found === 0 || (found === second && this.#slots[place] === first)) return place;
    }
  }
}

/** Two multiplicative hashes (as FNV-1a) of a language and a part of a text, each mixed at its end (as MurmurHash3). */
function hash(language: string, text: string, start: number, end: number, into: Int32Array): void {
  into[0] = 0x9747b28c;
  into[1] = 0x1b873593;
  addUnits(into, language, 0, language.length);
  addUnits(into, separator, 0, separator.length);
  addUnits(into, text, start, end);
  into[0] = mix(into[0]);
  into[1] = mix(into[1]) | 1;
}

/** In neither a language nor a word. */
const separator = ' ';

/** In two numbers of its own: V8 would make an object of each value of one that an inner function shares, 44 KB for a text of 2 KB. */
function addUnits(into: Int32Array, text: string, start: number, end: number): void {
  let first = into[0] as number;
  let second = into[1] as number;
  for (let index = start; index < end; index++) {
    const unit = text.charCodeAt(index);
    first = Math.imul(first ^ unit, 0x9e3779b1);
    second = Math.imul(second ^ unit, 0x5f356495);
  }
  into[0] = first;
  into[1] = second;
}

function mix(value: number): number {
  const once = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return twice ^ (twice >>> 16);
}
