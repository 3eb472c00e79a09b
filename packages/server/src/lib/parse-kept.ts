// JSON that is stored once and read with every request, such as the fields of a form. It is parsed once for each text, so that
// what follows from it can be computed once as well (derive.ts).

import { memoize } from './lru-cache.ts';

const maxKept = 200;
/** Longer ones are rare, and would take much memory. */
const maxLength = 20_000;

const parseRecent = memoize(maxKept, parseFrozen);

/** The value of a JSON text; nothing of it can be changed. Throws SyntaxError. */
export function parseKept(text: string): unknown {
  return text.length <= maxLength ? parseRecent(text) : parseFrozen(text);
}

function parseFrozen(text: string): unknown {
  return JSON.parse(text, (_key, value) => Object.freeze(value));
}
