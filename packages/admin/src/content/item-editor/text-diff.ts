// Compares two texts part by part, and the words of parts that changed, for showing them side by side.

/** A piece of a text; `isChanged` if the other side does not have it. */
export type Piece = { text: string; isChanged: boolean };
/** One line of the comparison; null where a side has nothing. */
export type Row = { before: Piece[] | null; after: Piece[] | null };

/** Longer tables of a comparison would take too long; what is in between counts as changed. */
const maxCells = 1_000_000;

/** The rows of two lists of paragraphs, in order. */
export function compareParagraphs(before: readonly string[], after: readonly string[]): Row[] {
  const rows: Row[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const flush = (): void => {
    for (let index = 0; index < Math.max(removed.length, added.length); index++)
      rows.push(compareWords(removed[index] ?? null, added[index] ?? null));
    removed = [];
    added = [];
  };
  for (const { before: old, after: next } of align(before, after)) {
    if (old !== null && next !== null) {
      flush();
      const same = [{ text: old, isChanged: false }];
      rows.push({ before: same, after: same });
    } else if (old !== null) removed.push(old);
    else if (next !== null) added.push(next);
  }
  flush();
  return rows;
}

function compareWords(before: string | null, after: string | null): Row {
  if (before === null || after === null) {
    const whole = (text: string | null) => (text === null ? null : [{ text, isChanged: true }]);
    return { before: whole(before), after: whole(after) };
  }
  const row: { before: Piece[]; after: Piece[] } = { before: [], after: [] };
  for (const pair of align(wordsOf(before), wordsOf(after))) {
    const isChanged = pair.before === null || pair.after === null;
    if (pair.before !== null) append(row.before, pair.before, isChanged);
    if (pair.after !== null) append(row.after, pair.after, isChanged);
  }
  return row;
}

function append(pieces: Piece[], text: string, isChanged: boolean): void {
  const last = pieces.at(-1);
  if (last?.isChanged === isChanged) last.text += text;
  else pieces.push({ text, isChanged });
}

/** Words with the space after them. */
function wordsOf(text: string): string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

type Pair = { before: string | null; after: string | null };

/** Pairs what both lists have, by their longest common subsequence. */
function align(before: readonly string[], after: readonly string[]): Pair[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const isSameAt = (end: number) => before[before.length - 1 - end] === after[after.length - 1 - end];
  while (end < Math.min(before.length, after.length) - start && isSameAt(end)) end++;
  const same = (text: string): Pair => ({ before: text, after: text });
  return [
    ...before.slice(0, start).map(same),
    ...alignMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ];
}

function alignMiddle(before: readonly string[], after: readonly string[]): Pair[] {
  const removed = (text: string): Pair => ({ before: text, after: null });
  const added = (text: string): Pair => ({ before: null, after: text });
  if (before.length * after.length > maxCells) return [...before.map(removed), ...after.map(added)];
  const width = after.length + 1;
  /** The length of what is common from each pair of places on. */
  const common = new Uint32Array((before.length + 1) * width);
  const at = (row: number, column: number): number => common[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--)
      common[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const pairs: Pair[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [old, next] = [before[row], after[column]];
    if (old !== undefined && old === next) {
      pairs.push({ before: old, after: old });
      row++;
      column++;
    } else if (next === undefined || (old !== undefined && at(row + 1, column) >= at(row, column + 1))) {
      pairs.push(removed(old as string));
      row++;
    } else {
      pairs.push(added(next));
      column++;
    }
  }
  return pairs;
}

const blocks = 'p,li,h1,h2,h3,h4,h5,h6,blockquote,pre,figcaption,td,th,dt,dd,summary';

/** The paragraphs that a reader of this HTML sees. Nothing in it is loaded or run. */
export function paragraphsOf(html: string): string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const inner = [...body.querySelectorAll(blocks)].filter((block) => block.querySelector(blocks) === null);
  const shown = inner.map((block) => (block.textContent ?? '').trim()).filter((text) => text !== '');
  return shown.length > 0 ? shown : [(body.textContent ?? '').trim()].filter((text) => text !== '');
}
