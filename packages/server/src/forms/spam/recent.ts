// What was sent lately, in the memory of this process: the same text again, and how often an address sends one form. Both
// are hints only, so that a restart or a second process costs little.

import { createHash } from 'node:crypto';

const maxTexts = 4000;
const keptMs = 3 * 86_400_000;
const windowMs = 10 * 60_000;
const maxSenders = 20_000;
/** Shorter texts are the same by chance. */
const minWords = 6;
const minLetters = 30;
/** Each text is known by this many of its shingles. */
const sketchSize = 12;
const shingleWords = 3;
/** How many of them another text must have to be nearly the same. */
const nearlySame = 8;

type Seen = { submissionId: string; from: string; at: number; times: number };

export type Repetition = {
  /** How often it was sent before. */
  times: number;
  /** Whether always by the same person to the same form. */
  isSamePerson: boolean;
};

export type RecentTexts = ReturnType<typeof createRecentTexts>;

export function createRecentTexts(now: () => number) {
  /** The shingles of texts, in the order in which they were last seen. */
  const texts = new Map<string, Seen>();
  const senders = new Map<string, number[]>();

  return {
    /** Remembers a text, and returns how often it, or nearly the same, came before. A submission that is sent again is none. */
    noteText(submissionId: string, from: string, words: readonly string[]): Repetition {
      const sketch = sketchOf(words);
      if (sketch === null) return { times: 0, isSamePerson: true };
      const time = now();
      const found = sketch.flatMap((hash) => {
        const seen = texts.get(hash);
        return seen && seen.submissionId !== submissionId && time - seen.at < keptMs ? [seen] : [];
      });
      const isRepeated = found.length >= Math.min(nearlySame, sketch.length);
      const times = isRepeated ? Math.max(...found.map(({ times }) => times)) : 0;
      const isSamePerson = !isRepeated || found.every((seen) => seen.from === from);
      for (const hash of sketch) {
        texts.delete(hash);
        texts.set(hash, { submissionId, from: isSamePerson ? from : '', at: time, times: times + 1 });
      }
      shrink(texts, maxTexts * sketchSize);
      return { times, isSamePerson };
    },

    /** Counts a submission of `sender` within the last ten minutes. */
    noteSender(sender: string): number {
      const time = now();
      const times = (senders.get(sender) ?? []).filter((at) => time - at < windowMs).slice(-100);
      times.push(time);
      senders.delete(sender);
      senders.set(sender, times);
      shrink(senders, maxSenders);
      return times.length;
    },
  };
}

/** The smallest hashes of its runs of three words: texts that share most of their runs share most of these. */
function sketchOf(words: readonly string[]): string[] | null {
  if (words.length < minWords || words.join('').length < minLetters) {
    const text = words.join('');
    // Scripts without spaces have few words.
    return text.length >= minLetters ? [hash(text)] : null;
  }
  const shingles = new Set<string>();
  const used = words.slice(0, 150);
  for (let at = 0; at + shingleWords <= used.length; at++) shingles.add(used.slice(at, at + shingleWords).join(' '));
  return [...shingles].map(hash).sort().slice(0, sketchSize);
}

function hash(text: string): string {
  return createHash('sha1').update(text).digest('base64').slice(0, 12);
}

function shrink(map: Map<string, unknown>, size: number): void {
  for (const key of map.keys()) {
    if (map.size <= size) return;
    map.delete(key);
  }
}
