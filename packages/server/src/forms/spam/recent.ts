// What was sent lately, to recognize spam: the same text again, and how often an address sends one form. It is in the
// memory of this process, together with what the other processes have noted (shared-notes.ts).

import { createHash } from 'node:crypto';

/** Shorter texts are the same by chance. */
const minWords = 6;
const minLetters = 30;
/** Each text is known by this many of its shingles. */
const sketchSize = 12;
const shingleWords = 3;

/** The signs of spam in what was sent before. */
export type RecentSigns = {
  repetition: Repetition;
  /** How often the sender has sent the form within the last ten minutes, this time included; null for programs with a key. */
  recentlySent: number | null;
};

/** What other processes have noted. */
export type OthersNotes = {
  add(note: Note): void;
  /** What is known of them now. */
  look(note: Note): RecentSigns;
  /** Reads what is new. False if there is nothing. */
  refresh(): Promise<boolean>;
};

type Submitted = Pick<Note, 'submissionId' | 'from' | 'sender'> & { words: readonly string[] };

export type Recent = {
  /** Remembers a submission, and returns what came before it. One that is sent again is no repetition. */
  note(submitted: Submitted): {
    signs: RecentSigns;
    /** The signs with what the other processes have noted since; null if that is nothing. */
    askOthers(): Promise<RecentSigns | null>;
  };
};

export function createRecent(now: () => number, others: OthersNotes | null = null): Recent {
  const texts: RecentTexts = recentTexts();
  const senders = recentSenders();
  return {
    note({ words, ...known }) {
      const note = { ...known, sketch: sketchOf(words) };
      const own = { repetition: texts.note(note, now()), recentlySent: senders.note(note.sender, now()) };
      const signs = (): RecentSigns => (others ? join(own, others.look(note)) : own);
      const first = signs();
      others?.add(note);
      return { signs: first, askOthers: async () => (others && (await others.refresh()) ? signs() : null) };
    },
  };
}

function join(own: RecentSigns, theirs: RecentSigns): RecentSigns {
  return {
    repetition: {
      times: own.repetition.times + theirs.repetition.times,
      isSamePerson: own.repetition.isSamePerson && theirs.repetition.isSamePerson,
    },
    recentlySent: own.recentlySent === null ? null : own.recentlySent + (theirs.recentlySent ?? 0),
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

// Texts and senders of the last days and minutes in memory, the oldest forgotten first.

const maxHashes = 48_000;
export const textsKeptMs = 3 * 86_400_000;
export const sendersKeptMs = 10 * 60_000;
const maxSenders = 20_000;
/** More do not score higher. */
const maxTimes = 100;
/** How many hashes of its sketch another text must have to be nearly the same. */
const nearlySame = 8;

export type Repetition = {
  /** How often it was sent before. */
  times: number;
  /** Whether always by the same person to the same form. */
  isSamePerson: boolean;
};

/** What is remembered of a submission. */
export type Note = {
  submissionId: string;
  /** Who sent it to which form. */
  from: string;
  /** Null for a text that is too short. */
  sketch: readonly string[] | null;
  /** From which address to which form; null for programs with a key. */
  sender: string | null;
};

type Seen = { submissionId: string; from: string; at: number; times: number };
type Text = Pick<Note, 'submissionId' | 'from' | 'sketch'>;

export type RecentTexts = {
  /** How often a text, or nearly the same, was noted by then. The same submission does not count. */
  look(text: Text, time: number): Repetition;
  /** The same, and remembers it. */
  note(text: Text, time: number): Repetition;
};

export function recentTexts(): RecentTexts {
  /** By hash, in the order in which they were last seen. */
  const texts = new Map<string, Seen>();
  const look: RecentTexts['look'] = ({ submissionId, from, sketch }, time) => {
    const found = (sketch ?? []).flatMap((hash) => {
      const seen = texts.get(hash);
      return seen && seen.submissionId !== submissionId && time - seen.at < textsKeptMs ? [seen] : [];
    });
    if (sketch === null || found.length < Math.min(nearlySame, sketch.length)) return { times: 0, isSamePerson: true };
    return {
      times: Math.max(...found.map(({ times }) => times)),
      isSamePerson: found.every((seen) => seen.from === from),
    };
  };
  return {
    look,
    note(text, time) {
      const known = look(text, time);
      const { submissionId, from, sketch } = text;
      for (const hash of sketch ?? []) {
        texts.delete(hash);
        texts.set(hash, { submissionId, from: known.isSamePerson ? from : '', at: time, times: known.times + 1 });
      }
      shrink(texts, maxHashes);
      return known;
    },
  };
}

export type RecentSenders = {
  /** How often within the last ten minutes. */
  look(sender: string | null, time: number): number;
  /** The same after this time, which it remembers; null for programs with a key. */
  note(sender: string | null, time: number): number | null;
};

export function recentSenders(): RecentSenders {
  const senders = new Map<string, number[]>();
  const timesOf = (sender: string, time: number): number[] => {
    const times = senders.get(sender) ?? [];
    const isRecent = (at: number): boolean => time - at < sendersKeptMs;
    return times.every(isRecent) ? times : times.filter(isRecent);
  };
  return {
    look: (sender, time) => (sender === null ? 0 : timesOf(sender, time).length),
    note(sender, time) {
      if (sender === null) return null;
      const times = timesOf(sender, time);
      if (times.push(time) > maxTimes) times.shift();
      senders.delete(sender);
      senders.set(sender, times);
      shrink(senders, maxSenders);
      return times.length;
    },
  };
}

function shrink(map: Map<string, unknown>, size: number): void {
  for (const key of map.keys()) {
    if (map.size <= size) return;
    map.delete(key);
  }
}
