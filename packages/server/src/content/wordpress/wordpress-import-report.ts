// What an import tells when it is done.

export type ImportReport = {
  site: { title: string; link: string };
  /** By kind: `post`, `page`, `media`, `tag`, `category`, `author` … */
  created: Record<string, number>;
  /** Found from an earlier import, or of the same slug, and left as they are. */
  alreadyHere: Record<string, number>;
  skipped: { what: string; count: number; why: string }[];
  /** Sentences about what came out otherwise than it was. */
  notes: string[];
};

const mostExamples = 10;

/** Counts while the import goes on. Count after the commit: a transaction may run twice. */
export function createReport() {
  const created = new Map<string, number>();
  const alreadyHere = new Map<string, number>();
  const skipped = new Map<string, { what: string; count: number; why: string }>();
  const remarks = new Map<string, string[]>();
  const add = (counts: Map<string, number>, kind: string) => counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return {
    stored: (kind: string, isNew: boolean) => void add(isNew ? created : alreadyHere, kind),
    skip(what: string, why: string, count = 1): void {
      if (count === 0) return;
      const known = skipped.get(what) ?? { what, count: 0, why };
      skipped.set(what, { ...known, count: known.count + count });
    },
    /** `about` one of several things of which the same is to be told. */
    note: (sentence: string, about: string) => void remarks.set(sentence, [...(remarks.get(sentence) ?? []), about]),
    finish: (site: ImportReport['site']): ImportReport => ({
      site,
      created: Object.fromEntries(created),
      alreadyHere: Object.fromEntries(alreadyHere),
      skipped: [...skipped.values()],
      notes: [...remarks].map(([sentence, about]) => describe(sentence, about)),
    }),
  };
}

export type ReportMaker = ReturnType<typeof createReport>;

function describe(sentence: string, about: string[]): string {
  const more = about.length > mostExamples ? ` and ${about.length - mostExamples} more` : '';
  return `${about.length} ${sentence} (${about.slice(0, mostExamples).join('; ')}${more})`;
}
