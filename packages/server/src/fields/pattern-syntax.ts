// Reads a regular expression (ECMAScript, flag u) into a tree, as far as its matching time depends on it.

/** Code points, as ranges. */
export type CharSet = readonly (readonly [from: number, to: number])[];

export type PatternNode =
  | { kind: 'set'; set: CharSet }
  | { kind: 'sequence'; parts: PatternNode[] }
  | { kind: 'choice'; parts: PatternNode[] }
  /** `most` is Infinity where nothing bounds it. */
  | { kind: 'repeat'; part: PatternNode; least: number; most: number }
  | { kind: 'look'; part: PatternNode };

/** Says what of a pattern is not taken, for who wrote it. */
export class PatternError extends Error {}

const last = 0x10ffff;
const anything: CharSet = [[0, last]];
const digits: CharSet = [[0x30, 0x39]];
const word: CharSet = [...digits, [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]];
const spaces = [0x20, 0xa0, 0x1680, 0x202f, 0x205f, 0x3000, 0xfeff].map((code) => [code, code] as const);
const space: CharSet = [[9, 13], ...spaces, [0x2000, 0x200a], [0x2028, 0x2029]];
const lineEnds: CharSet = [
  [10, 10],
  [13, 13],
  [0x2028, 0x2029],
];
const classes = new Map<string, CharSet>([
  ['d', digits],
  ['w', word],
  ['s', space],
  ['D', without(digits)],
  ['W', without(word)],
  ['S', without(space)],
]);
const controls = new Map([...'tnvfr0'].map((letter, index) => [letter, [9, 10, 11, 12, 13, 0][index] as number]));

function without(set: CharSet): CharSet {
  const rest: [number, number][] = [];
  let next = 0;
  for (const [from, to] of [...set].sort((a, b) => a[0] - b[0])) {
    if (from > next) rest.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  if (next <= last) rest.push([next, last]);
  return rest;
}

/** The tree of a pattern that `new RegExp(pattern, 'u')` takes. Throws PatternError for what is not taken here. */
export function readPattern(pattern: string): PatternNode {
  const characters = [...pattern];
  let at = 0;
  const peek = (text: string): boolean => [...text].every((character, index) => characters[at + index] === character);
  const take = (text: string): boolean => {
    if (!peek(text)) return false;
    at += [...text].length;
    return true;
  };
  const takeUntil = (end: string): string => {
    const from = at;
    while (at < characters.length && characters[at] !== end) at++;
    return characters.slice(from, at++).join('');
  };

  function readChoice(): PatternNode {
    const parts = [readSequence()];
    while (take('|')) parts.push(readSequence());
    return parts.length === 1 ? (parts[0] as PatternNode) : { kind: 'choice', parts };
  }

  function readSequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (at < characters.length && !peek('|') && !peek(')')) {
      const part = readAtom();
      if (part) parts.push(readQuantifiers(part));
    }
    return { kind: 'sequence', parts };
  }

  function readQuantifiers(part: PatternNode): PatternNode {
    const bounds = readBounds();
    if (!bounds) return part;
    take('?');
    return { kind: 'repeat', part, least: bounds[0], most: bounds[1] };
  }

  function readBounds(): [number, number] | null {
    if (take('*')) return [0, Number.POSITIVE_INFINITY];
    if (take('+')) return [1, Number.POSITIVE_INFINITY];
    if (take('?')) return [0, 1];
    if (!take('{')) return null;
    const [least, most] = takeUntil('}').split(',');
    if (most === undefined) return [Number(least), Number(least)];
    return [Number(least), most === '' ? Number.POSITIVE_INFINITY : Number(most)];
  }

  /** Null for what takes no room: an assertion. */
  function readAtom(): PatternNode | null {
    if (take('^') || take('$') || take('\\b') || take('\\B')) return null;
    if (take('(')) return readGroup();
    if (take('[')) return { kind: 'set', set: readClass() };
    if (take('.')) return { kind: 'set', set: without(lineEnds) };
    if (take('\\')) return { kind: 'set', set: readEscape() };
    return { kind: 'set', set: single(characters[at++] as string) };
  }

  function readGroup(): PatternNode {
    const isLook = take('?=') || take('?!') || take('?<=') || take('?<!');
    if (!isLook && !take('?:')) {
      if (take('?<')) takeUntil('>');
      else if (peek('?')) throw new PatternError('has a group of a kind that is not taken');
    }
    const part = readChoice();
    take(')');
    return isLook ? { kind: 'look', part } : part;
  }

  function readClass(): CharSet {
    const isNegated = take('^');
    const set: [number, number][] = [];
    while (!take(']')) {
      const from = readMember();
      if (peek('-') && characters[at + 1] !== ']') {
        at++;
        set.push([(from[0] as [number, number])[0], (readMember()[0] as [number, number])[1]]);
      } else for (const [first, end] of from) set.push([first, end]);
    }
    return isNegated ? without(set) : set;
  }

  function readMember(): CharSet {
    if (take('\\')) return take('b') ? single('\b') : readEscape();
    return single(characters[at++] as string);
  }

  function readEscape(): CharSet {
    const letter = characters[at++] as string;
    if (/[1-9k]/.test(letter)) throw new PatternError('refers back to a group, which takes too long to match');
    const known = classes.get(letter);
    if (known) return known;
    if (letter === 'p' || letter === 'P') {
      takeUntil('}');
      return anything;
    }
    if (letter === 'c') return code((characters[at++] as string).charCodeAt(0) % 32);
    if (letter === 'x') return code(readHex(2));
    if (letter === 'u') return take('{') ? code(Number.parseInt(takeUntil('}'), 16)) : readUnit();
    const control = controls.get(letter);
    return control === undefined ? single(letter) : code(control);
  }

  /** Two escapes may be the halves of one character. */
  function readUnit(): CharSet {
    const unit = readHex(4);
    if (unit < 0xd800 || unit > 0xdbff || !peek('\\u')) return code(unit);
    at += 2;
    return single(String.fromCharCode(unit, readHex(4)));
  }

  function readHex(length: number): number {
    at += length;
    return Number.parseInt(characters.slice(at - length, at).join(''), 16);
  }

  return readChoice();
}

function code(point: number): CharSet {
  return [[point, point]];
}

function single(character: string): CharSet {
  return code(character.codePointAt(0) as number);
}
