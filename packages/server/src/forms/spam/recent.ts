// What was sent lately, to recognize spam: the same text again, and how often an address sends one form. It is in the
// memory of this process, together with what the other processes have noted (shared-notes.ts).

import { createHash } from 'node:crypto';
import { type Note, type RecentTexts, type Repetition, recentSenders, recentTexts } from './recent-memory.ts';

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
