// What an import reports when it is done.

import type { ImportState } from '../content/sources/import-sources.ts';

/** What was counted, with some names of the other system. */
export type Listed = { what: string; count: number; examples: string[] };

/** A record by its name in the other system, and what it is here: an item of a type, a media record, or neither. */
export type Found = { name: string; type?: string; id?: string };

/** What was counted, with some of the records. `what` is their kind, or a sentence about them. */
export type FoundRecords = { what: string; count: number; examples: Found[] };

/** How many records have been handled so far. */
export type ImportCounts = { created: number; updated: number; unchanged: number; skipped: number; problems: number };

export type ImportReport = {
  site: { title: string; link: string };
  /** Of dates that are not given in UTC, and where it is from. */
  timeZone: { name: string; from: 'option' | 'export' | 'default' };
  /** By kind: `post`, `page`, `media`, `tag`, `category`, `author` … */
  created: Record<string, number>;
  /** Unchanged: from an earlier import, or with the same slug. */
  existing: Record<string, number>;
  /** Changed in the other system since they were imported, and left as they are here. */
  changed: FoundRecords[];
  /** The same, and updated here. */
  updated: FoundRecords[];
  /** Changed in the other system and edited here: left as they are. */
  edited: FoundRecords[];
  skipped: { what: string; count: number; why: string }[];
  /** Custom fields that the other system hides: apart from the fields of items unless their type declares them. */
  hidden: string[];
  /** What waits for another file of the same site, with some of its IDs or names there. */
  open: Listed[];
  /** What differs from the other system. */
  notes: FoundRecords[];
};

const maxExamples = 10;
/** Conflicts are for a person to settle. */
const maxEdited = 1000;

/** Counts while the import runs. Count after the commit: a transaction may run twice. */
export function createReport() {
  const created = new Map<string, number>();
  const existing = new Map<string, number>();
  const skipped = new Map<string, { what: string; count: number; why: string }>();
  const hidden = new Set<string>();
  const open: ImportReport['open'] = [];
  const notes = new Map<string, FoundRecords>();
  const listed = {
    changed: new Map<string, FoundRecords>(),
    updated: new Map<string, FoundRecords>(),
    edited: new Map<string, FoundRecords>(),
  };
  const counts: ImportCounts = { created: 0, updated: 0, unchanged: 0, skipped: 0, problems: 0 };
  const increment = (counts: Map<string, number>, kind: string): void =>
    void counts.set(kind, (counts.get(kind) ?? 0) + 1);
  /** Counts a tag, a category or an author. */
  const countNamed = (kind: string, isNew: boolean): void => {
    increment(isNew ? created : existing, kind);
    counts[isNew ? 'created' : 'unchanged']++;
  };
  return {
    countNamed,
    /** Counts an item or a media record. */
    count(kind: string, state: ImportState, record: Found): void {
      if (state === 'added' || state === 'unchanged') {
        countNamed(kind, state === 'added');
        return;
      }
      counts[state === 'changed' ? 'unchanged' : state === 'updated' ? 'updated' : 'problems']++;
      const found = listed[state].get(kind) ?? { what: kind, count: 0, examples: [] };
      if (found.examples.length < (state === 'edited' ? maxEdited : maxExamples)) found.examples.push(record);
      listed[state].set(kind, { ...found, count: found.count + 1 });
    },
    skip(what: string, why: string, count = 1): void {
      if (count === 0) return;
      const before = skipped.get(what) ?? { what, count: 0, why };
      skipped.set(what, { ...before, count: before.count + count });
      counts.skipped += count;
    },
    countCreated: () => counts.created,
    /** So far. */
    counts: (): ImportCounts => ({ ...counts }),
    hide(names: readonly string[]): void {
      for (const name of names) hidden.add(name);
    },
    leaveOpen: (what: string, count: number, examples: string[]) => void open.push({ what, count, examples }),
    note(sentence: string, example: Found): void {
      const note = notes.get(sentence) ?? { what: sentence, count: 0, examples: [] };
      if (note.examples.length < maxExamples) note.examples.push(example);
      notes.set(sentence, { ...note, count: note.count + 1 });
    },
    finish: (site: ImportReport['site'], timeZone: ImportReport['timeZone']): ImportReport => ({
      site,
      timeZone,
      created: Object.fromEntries(created),
      existing: Object.fromEntries(existing),
      changed: [...listed.changed.values()],
      updated: [...listed.updated.values()],
      edited: [...listed.edited.values()],
      skipped: [...skipped.values()],
      hidden: [...hidden].sort(),
      open,
      notes: [...notes.values()],
    }),
  };
}

export type ReportBuilder = ReturnType<typeof createReport>;
