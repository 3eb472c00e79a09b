// Which words the vocabulary of the search has, as far as this process knows, so that it need not be asked about each word
// of each item that is saved.

const maxPerHalf = 40_000;

export class KnownWords {
  #recent = new Set<string>();
  #older = new Set<string>();
  /** The languages of items that the vocabulary has, as far as this process knows. */
  readonly languages = new Set<string>();
  /** The locale of the site, and until when it counts (content/search/vocabulary.ts). */
  locale: { value: string | null; until: number } | null = null;

  has(word: string): boolean {
    return this.#recent.has(word) || (this.#older.has(word) && this.#keep(word));
  }

  /** Words that are committed. Those that were not used for long are forgotten. */
  add(words: Iterable<string>): void {
    for (const word of words) this.#keep(word);
  }

  #keep(word: string): true {
    if (this.#recent.size >= maxPerHalf) {
      this.#older = this.#recent;
      this.#recent = new Set();
    }
    this.#recent.add(word);
    return true;
  }
}
