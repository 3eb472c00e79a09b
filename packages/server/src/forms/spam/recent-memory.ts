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
