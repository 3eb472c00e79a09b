// SQL as logs, metrics and traces show it: its kind, and its text without values.

const kinds = ['select', 'insert', 'update', 'delete'] as const;

/** `other` changes tables and settings. */
export type StatementKind = (typeof kinds)[number] | 'other';

/** Of texts that begin with a common table expression, which say only later what they do. */
const known = new Map<string, StatementKind>();
const maxKnown = 500;

export function statementKind(text: string): StatementKind {
  // Most texts are one of these, and begin with it.
  for (const kind of kinds) if (text.startsWith(kind)) return kind;
  const found = known.get(text);
  if (found !== undefined) return found;
  const kind = readKind(text);
  if (known.size >= maxKnown) known.clear();
  known.set(text, kind);
  return kind;
}

function readKind(text: string): StatementKind {
  const start = text.trimStart().toLowerCase();
  const first = kinds.find((kind) => start.startsWith(kind));
  if (first) return first;
  if (!start.startsWith('with')) return 'other';
  const change = /\b(?:(insert) into|(update) \S+ set|(delete) from)\b/.exec(start);
  return (change?.slice(1).find(Boolean) as StatementKind | undefined) ?? 'select';
}

const maxLength = 2000;

/** Parameters have placeholders already; the few texts and numbers that are written out get one too. */
export function withoutValues(text: string): string {
  const short = text
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/(?<![\w"$.])\d+(?:\.\d+)?(?![\w"])/g, '?')
    .replace(/\s+/g, ' ')
    .trim();
  return short.length > maxLength ? `${short.slice(0, maxLength)} …` : short;
}
