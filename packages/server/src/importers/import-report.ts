// What an import reports when it is done.

import type { ImportState } from '../content/imports/import-sources.ts';

/** Some of what was counted, by name. */
export type Listed = { what: string; count: number; examples: string[] };

export type ImportReport = {
  site: { title: string; link: string };
  /** Of dates that are not given in UTC, and where it is from. */
  timeZone: { name: string; from: 'option' | 'export' | 'default' };
  /** By kind: `post`, `page`, `media`, `tag`, `category`, `author` … */
  created: Record<string, number>;
  /** Unchanged: from an earlier import, or with the same slug. */
  existing: Record<string, number>;
  /** Changed in the other system since they were imported, and left as they are here. */
  changed: Listed[];
  /** The same, and updated here. */
  updated: Listed[];
  /** Changed in the other system and edited here: left as they are. */
  edited: Listed[];
  skipped: { what: string; count: number; why: string }[];
  /** Custom fields that the other system hides: apart from the fields of items unless their type declares them. */
  hidden: string[];
  /** What waits for another file of the same site, with some of its IDs or names there. */
  open: Listed[];
  /** What differs from the other system. */
  notes: string[];
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
  const notes = new Map<string, { count: number; examples: string[] }>();
  const listed = {
    changed: new Map<string, Listed>(),
    updated: new Map<string, Listed>(),
    edited: new Map<string, Listed>(),
  };
  const increment = (counts: Map<string, number>, kind: string): void =>
    void counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return {
    count(kind: string, state: ImportState, name: string): void {
      if (state === 'added' || state === 'unchanged') {
        increment(state === 'added' ? created : existing, kind);
        return;
      }
      const { count, examples } = listed[state].get(kind) ?? { count: 0, examples: [] as string[] };
      if (examples.length < (state === 'edited' ? maxEdited : maxExamples)) examples.push(name);
      listed[state].set(kind, { what: kind, count: count + 1, examples });
    },
    skip(what: string, why: string, count = 1): void {
      if (count === 0) return;
      const before = skipped.get(what) ?? { what, count: 0, why };
      skipped.set(what, { ...before, count: before.count + count });
    },
    countCreated: () => [...created.values()].reduce((sum, count) => sum + count, 0),
    hide(names: readonly string[]): void {
      for (const name of names) hidden.add(name);
    },
    leaveOpen: (what: string, count: number, examples: string[]) => void open.push({ what, count, examples }),
    note(sentence: string, example: string): void {
      const { count, examples } = notes.get(sentence) ?? { count: 0, examples: [] };
      if (examples.length < maxExamples) examples.push(example);
      notes.set(sentence, { count: count + 1, examples });
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
      notes: [...notes].map(([sentence, { count, examples }]) => {
        const more = count > examples.length ? ` and ${count - examples.length} more` : '';
        return `${count} ${sentence} (${examples.join('; ')}${more})`;
      }),
    }),
  };
}

export type ReportBuilder = ReturnType<typeof createReport>;
