// Which regular expressions may hold values from outside: those that no value can make slow. The engine tries one way
// through a pattern after the other, so what counts is how many ways one text can go. That is read off the automaton
// of the pattern (Glushkov; Weber and Seidl, "On the degree of ambiguity of finite automata", 1991):
//
//   - two ways round a loop with the same text, as in (a+)+: exponentially many; refused
//   - two loops behind each other that share texts, as in .*x.*: quadratic, harmless for short values
//   - three of them: cubic; refused
//   - many choices outside of loops with the same beginning, as in a?a?a?…: refused

import { type CharSet, PatternError, type PatternNode, readPattern } from './pattern-syntax.ts';

/** Values longer than this are not held against a pattern, but refused. */
export const longestMatched = 1000;

const mostPositions = 400;
const mostOpenChoices = 6;
const mostSteps = 2_000_000;
const tooSlow = 'has repetitions that overlap (such as (a+)+ or .*.*.*), which can take too long to match';
const tooLarge = 'is too complex';

/** What is wrong with a pattern; null where every value up to `longestMatched` is matched quickly. */
export function judgePattern(pattern: string): string | null {
  try {
    new RegExp(pattern, 'u');
  } catch {
    return 'is not a regular expression';
  }
  try {
    for (const part of splitLooks(readPattern(pattern))) refuseSlow(part);
    return null;
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}

/** Looks ahead at the beginning run once: patterns of their own. Others must be of fixed size. */
function splitLooks(root: PatternNode): PatternNode[] {
  if (root.kind !== 'sequence') return [root];
  const first = root.parts.findIndex((part) => part.kind !== 'look');
  const looks = first < 0 ? root.parts : root.parts.slice(0, first);
  const rest = first < 0 ? [] : root.parts.slice(first);
  return [
    ...looks.flatMap((look) => (look.kind === 'look' ? splitLooks(look.part) : [])),
    { kind: 'sequence', parts: rest },
  ];
}

/** Positions by how often they occur, 2 meaning "more than once". */
type Counts = Map<number, number>;
type Fragment = { empty: number; first: Counts; last: Counts };

type Automaton = { labels: CharSet[]; follow: Counts[] };

function add(counts: Counts, more: Counts, times: number): void {
  if (times === 0) return;
  for (const [position, count] of more) {
    counts.set(position, Math.min(2, (counts.get(position) ?? 0) + count * times));
  }
}

/** Position 0 is the start; an edge that can be taken in two ways counts twice. */
function buildAutomaton(root: PatternNode): Automaton {
  const labels: CharSet[] = [[]];
  const follow: Counts[] = [new Map()];
  const link = (from: Counts, to: Counts): void => {
    for (const [position, count] of from) add(follow[position] as Counts, to, count);
  };
  const nothing = (): Fragment => ({ empty: 1, first: new Map(), last: new Map() });

  function build(node: PatternNode): Fragment {
    if (node.kind === 'set') {
      if (labels.length > mostPositions) throw new PatternError(tooLarge);
      labels.push(node.set);
      follow.push(new Map());
      const here = (): Counts => new Map([[labels.length - 1, 1]]);
      return { empty: 0, first: here(), last: here() };
    }
    if (node.kind === 'sequence') return node.parts.map(build).reduce(join, nothing());
    if (node.kind === 'choice') return node.parts.map(build).reduce(either);
    if (node.kind === 'repeat') return repeat(node);
    if (hasRepeat(node.part)) throw new PatternError('looks around with a repetition, other than at its beginning');
    return nothing();
  }

  function join(before: Fragment, after: Fragment): Fragment {
    link(before.last, after.first);
    const first = new Map(before.first);
    add(first, after.first, before.empty);
    const last = new Map(after.last);
    add(last, before.last, after.empty);
    return { empty: Math.min(2, before.empty * after.empty), first, last };
  }

  function either(one: Fragment, other: Fragment): Fragment {
    add(one.first, other.first, 1);
    add(one.last, other.last, 1);
    return { empty: Math.min(2, one.empty + other.empty), first: one.first, last: one.last };
  }

  /** Repetitions of one character up to the least are written out; all others are taken for endless ones. */
  function repeat({ part, least, most }: PatternNode & { kind: 'repeat' }): Fragment {
    if (most === 0) return nothing();
    if (most === 1) {
      const once = build(part);
      return { ...once, empty: Math.min(2, once.empty + (least === 0 ? 1 : 0)) };
    }
    const written = part.kind === 'set' ? Math.min(least, 50) : 0;
    let whole = nothing();
    for (let count = 0; count < written; count++) whole = join(whole, build(part));
    if (written === most) return whole;
    const again = build(part);
    link(again.last, again.first);
    // The rounds that are asked for may each be empty: any of them can be the one that is not.
    if (again.empty > 0 && least > 1) link(again.last, again.first);
    const isOptional = written === least || again.empty > 0;
    return join(whole, { ...again, empty: isOptional ? 1 : 0 });
  }

  add(follow[0] as Counts, build(root).first, 1);
  return { labels, follow };
}

function hasRepeat(node: PatternNode): boolean {
  if (node.kind === 'repeat') return true;
  if (node.kind === 'set') return false;
  return node.kind === 'look' ? hasRepeat(node.part) : node.parts.some(hasRepeat);
}

function overlap(one: CharSet, other: CharSet): boolean {
  return one.some(([from, to]) => other.some(([first, last]) => from <= last && first <= to));
}

function refuseSlow(root: PatternNode): void {
  const { labels, follow } = buildAutomaton(root);
  const size = labels.length;
  let steps = 0;
  const step = (): void => {
    if (++steps > mostSteps) throw new PatternError(tooLarge);
  };
  const meets = labels.map((one) => labels.map((other) => overlap(one, other)));
  const areas = labels.map((_, position) => reachable([position], (at) => [...(follow[at] as Counts).keys()], step));
  const reach = (from: number, to: number): boolean => (areas[from] as Set<number>).has(to);
  const isLoop = (position: number): boolean => reach(position, position);
  const isSameLoop = (one: number, other: number): boolean => reach(one, other) && reach(other, one);
  const nextOf = (at: number): number[] => [...(follow[at] as Counts).keys()];

  // The same text by two ways round one loop: pairs of positions reached from one, and back to one.
  const forth = new Map<number, number[]>();
  const back = new Map<number, number[]>();
  const positions = labels.map((_, position) => position);
  const inLoops = positions.filter(isLoop);
  for (const one of inLoops) {
    for (const [next, count] of follow[one] as Counts) {
      if (count > 1 && isSameLoop(one, next)) throw new PatternError(tooSlow);
    }
    for (const other of inLoops) {
      if (!isSameLoop(one, other)) continue;
      const targets: number[] = [];
      for (const a of nextOf(one).filter((next) => isSameLoop(one, next))) {
        for (const b of nextOf(other).filter((next) => isSameLoop(other, next))) {
          step();
          if (!meets[a]?.[b]) continue;
          targets.push(a * size + b);
          back.set(a * size + b, [...(back.get(a * size + b) ?? []), one * size + other]);
        }
      }
      forth.set(one * size + other, targets);
    }
  }
  const same = inLoops.map((position) => position * size + position);
  const parted = reachable(same, (pair) => forth.get(pair) ?? [], step);
  const joined = reachable(same, (pair) => back.get(pair) ?? [], step);
  for (const pair of parted) {
    if (Math.floor(pair / size) !== pair % size && joined.has(pair)) throw new PatternError(tooSlow);
  }

  // Loops behind each other that share a text: from (p, p, q) to (p, q, q).
  const shared: [number, number][] = [];
  for (const p of inLoops) {
    for (const q of inLoops) {
      if (!reach(p, q) || isSameLoop(p, q)) continue;
      const start = (p * size + p) * size + q;
      const found = reachable([start], (triple) => nextTriples(triple, p, q), step);
      if (found.has((p * size + q) * size + q)) shared.push([p, q]);
    }
  }
  function nextTriples(triple: number, p: number, q: number): number[] {
    const targets: number[] = [];
    const [x, y, z] = [Math.floor(triple / size / size), Math.floor(triple / size) % size, triple % size];
    for (const a of nextOf(x).filter((next) => isSameLoop(next, p))) {
      for (const c of nextOf(z).filter((next) => meets[a]?.[next] && isSameLoop(next, q))) {
        for (const b of nextOf(y).filter((next) => meets[a]?.[next] && meets[c]?.[next] && reach(next, q))) {
          step();
          targets.push((a * size + b) * size + c);
        }
      }
    }
    return targets;
  }
  if (shared.some(([, q]) => shared.some(([p]) => q === p || reach(q, p)))) throw new PatternError(tooSlow);

  const isOpen = (position: number): boolean => {
    const next = [...(follow[position] as Counts)];
    return next.some(([a, count], index) => count > 1 || next.slice(index + 1).some(([b]) => meets[a]?.[b]));
  };
  if (positions.filter((position) => !isLoop(position) && isOpen(position)).length > mostOpenChoices) {
    throw new PatternError('has too many choices that begin alike');
  }
}

/** Everything that is one or more steps away. */
function reachable(from: readonly number[], next: (at: number) => number[], step: () => void): Set<number> {
  const found = new Set<number>();
  const open = [...from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const target of next(at)) {
      step();
      if (found.has(target)) continue;
      found.add(target);
      open.push(target);
    }
  }
  return found;
}
