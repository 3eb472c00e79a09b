// Finds and replaces texts that name a person, such as an address: only where they stand by themselves, so that
// `ada@winter.example` is not found in `hada@winter.example`.

/** What takes the place of what was erased. */
export const erasedText = '[erased]';

/** Finds these texts, without regard to case. */
export class Mentions {
  readonly texts: readonly string[];
  readonly #pattern: RegExp | null;

  constructor(texts: readonly string[]) {
    this.texts = [...new Set(texts.map((text) => text.normalize('NFC')))];
    const parts = this.texts.map((text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|');
    // The dot at the end of a sentence belongs to no address.
    this.#pattern =
      parts === ''
        ? null
        : new RegExp(`(?<![\\p{L}\\p{N}_.+-])(?:${parts})(?![\\p{L}\\p{N}_+@-]|\\.[\\p{L}\\p{N}])`, 'giu');
  }

  areIn(text: string): boolean {
    return this.#pattern !== null && text.normalize('NFC').search(this.#pattern) !== -1;
  }

  /** In a JSON text, where a line break before an address is written with a letter. */
  areInJson(json: string): boolean {
    return this.areIn(json.replace(/\\./gs, ' '));
  }

  erasedFrom(text: string): string {
    return this.#pattern && this.areIn(text) ? text.normalize('NFC').replace(this.#pattern, erasedText) : text;
  }

  /** In all texts of a JSON value, and in its keys. */
  erasedFromValue(value: unknown): unknown {
    if (typeof value === 'string') return this.erasedFrom(value);
    if (Array.isArray(value)) return value.map((entry) => this.erasedFromValue(entry));
    if (typeof value !== 'object' || value === null) return value;
    const erased = new Map<string, unknown>();
    for (const [key, member] of Object.entries(value)) {
      let name = this.erasedFrom(key);
      while (erased.has(name)) name += '_';
      erased.set(name, this.erasedFromValue(member));
    }
    return Object.fromEntries(erased);
  }
}
