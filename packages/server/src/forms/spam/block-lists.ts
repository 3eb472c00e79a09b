// What a site blocks by itself: words, domains and addresses.

import { checkPattern, matchingSteps, patternEngine } from '../../fields/patterns.ts';
import type { Fault, FaultCode } from '../../lib/errors.ts';
import { asciiDomain } from '../../lib/mail-address.ts';
import { createRangeCheck, isRange } from '../../lib/public-address.ts';
import { isUnspaced } from '../../lib/text.ts';
import { foldedWords, maxPhraseWords, type PreparedText } from './prepared-text.ts';

export type BlockLists = { words: string[]; domains: string[]; addresses: string[] };

/** Patterns are matched up to here: all together take some milliseconds in the worst case. */
const maxMatched = 2000;
const maxSteps = 1_000_000;

export type Blocks = {
  /** The first entry that the text has; null for none. */
  findWord(text: PreparedText): string | null;
  /** The entry that the domain is, or is below. */
  findDomain(domain: string): string | null;
  blocksAddress(address: string): boolean;
};

export function readBlocks({ words, domains, addresses }: BlockLists): Blocks {
  const patterns = words.filter(isPattern);
  const phrases = new Map(words.filter((word) => !isPattern(word)).map((word) => [foldedWords(word).join(' '), word]));
  const unspaced = [...phrases.keys()].filter(isUnspaced);
  const blocked = new Map(domains.map((domain) => [asciiDomain(domain), domain]));
  return {
    findWord(text) {
      for (const phrase of phrases.size === 0 ? [] : text.phrases()) {
        const word = phrases.get(phrase);
        if (word !== undefined) return word;
      }
      const written = unspaced.find((phrase) => text.folded.includes(phrase));
      if (written !== undefined) return phrases.get(written) ?? written;
      const start = text.folded.slice(0, maxMatched);
      return patterns.find((pattern) => patternEngine(sourceOf(pattern)).test(start)) ?? null;
    },
    findDomain(domain) {
      const labels = domain.split('.');
      return labels.map((_, at) => blocked.get(labels.slice(at).join('.'))).find(Boolean) ?? null;
    },
    blocksAddress: createRangeCheck(addresses),
  };
}

/** Without doubles and empty entries; domains in lower case. */
export function normalizeBlocks({ words, domains, addresses }: BlockLists): BlockLists {
  const tidy = (texts: readonly string[]): string[] => [
    ...new Set(texts.map((text) => text.trim()).filter((text) => text !== '')),
  ];
  return {
    words: tidy(words),
    domains: tidy(domains.map((domain) => domain.toLowerCase().replace(/^\s*(?:https?:\/\/|@|\*?\.)/, ''))),
    addresses: tidy(addresses),
  };
}

/** What is wrong with normalized lists. */
export function findBlockFaults({ words, domains, addresses }: BlockLists): Fault[] {
  const faults: Fault[] = [];
  const add = (pointer: string, code: FaultCode, detail: string): unknown => faults.push({ pointer, code, detail });
  let steps = 0;
  for (const [index, word] of words.entries()) {
    const pointer = `/words/${index}`;
    if (isPattern(word)) {
      const fault = checkPattern(sourceOf(word));
      if (fault !== null) add(pointer, 'invalid_pattern', `${fault} (${word})`);
      else {
        steps += matchingSteps(sourceOf(word), maxMatched);
        if (steps > maxSteps)
          add(pointer, 'too_complex', `makes the patterns together too complex: shorten or remove some (${word})`);
      }
    } else {
      const { length } = foldedWords(word);
      if (length === 0) add(pointer, 'invalid', `must have a letter or digit (${word})`);
      if (length > maxPhraseWords) add(pointer, 'too_long', `must have at most ${maxPhraseWords} words (${word})`);
    }
  }
  for (const [index, domain] of domains.entries())
    if (!/^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}$/u.test(domain))
      add(`/domains/${index}`, 'invalid', `must be a domain such as example.com (${domain})`);
  for (const [index, address] of addresses.entries())
    if (!isRange(address))
      add(
        `/addresses/${index}`,
        'invalid',
        `must be an IP address such as 203.0.113.7, or a range such as 203.0.113.0/24 (${address})`,
      );
  return faults;
}

/** Between slashes, as programs write them. */
function isPattern(word: string): boolean {
  return word.length > 2 && word.startsWith('/') && word.endsWith('/');
}

function sourceOf(pattern: string): string {
  return pattern.slice(1, -1);
}
