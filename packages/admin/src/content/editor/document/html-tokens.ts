// Finds the tags and comments in an HTML text, and which of them belong together. Every character belongs to exactly one
// token, so that a text can be cut between them and put together again.

export type Token = {
  kind: 'text' | 'comment' | 'open' | 'close' | 'void';
  /** In lower case; empty for texts and comments. */
  name: string;
  start: number;
  end: number;
  /** Of an opening tag: the token that ends the element, or -1 if nothing does. That token is inside the element only if it is its closing tag. */
  endsAt: number;
  /** Of a closing tag: whether it closes anything. */
  isMatched: boolean;
};

const voidElements = new Set(
  'area base br col embed hr img input link meta param source track wbr basefont bgsound frame keygen'.split(' '),
);
const rawTextElements = new Set('script style textarea title xmp iframe noembed noframes plaintext'.split(' '));

/** Elements that start a new line. Their start ends a paragraph. */
export const blockElements = new Set(
  (
    'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 ' +
    'h4 h5 h6 header hgroup hr main menu nav ol p pre search section summary table ul'
  ).split(' '),
);

/** What an opening tag closes without a closing tag, and the elements beyond which it does not reach. */
const impliedEnds: Record<string, { closes: string[]; within: string[] }> = {
  li: { closes: ['li'], within: ['ul', 'ol', 'menu', 'dir'] },
  dt: { closes: ['dt', 'dd'], within: ['dl'] },
  dd: { closes: ['dt', 'dd'], within: ['dl'] },
  tr: { closes: ['tr', 'td', 'th', 'caption', 'colgroup'], within: ['table'] },
  td: { closes: ['td', 'th'], within: ['table', 'tr'] },
  th: { closes: ['td', 'th'], within: ['table', 'tr'] },
  thead: { closes: ['caption', 'colgroup'], within: ['table'] },
  tbody: { closes: ['thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption', 'colgroup'], within: ['table'] },
  tfoot: { closes: ['thead', 'tbody', 'tr', 'td', 'th', 'caption', 'colgroup'], within: ['table'] },
  option: { closes: ['option'], within: ['select', 'datalist'] },
};
const optionalEnds = new Set(['p', ...Object.keys(impliedEnds), 'colgroup', 'caption']);

const tagStart = /<(\/?)([a-zA-Z][^\s/>]*)/y;
const tagRest = /(?:[^>"']|"[^"]*"|'[^']*')*>/y;

/** The tokens of an HTML text, in its order. */
export function readTokens(html: string): Token[] {
  const tokens: Token[] = [];
  const add = (kind: Token['kind'], name: string, start: number, end: number): void => {
    if (end > start) tokens.push({ kind, name, start, end, endsAt: -1, isMatched: false });
  };
  const readMarkup = markupReader(html);
  let textStart = 0;
  let at = html.indexOf('<');
  while (at !== -1) {
    const found = readMarkup(at);
    if (!found) {
      at = html.indexOf('<', at + 1);
      continue;
    }
    add('text', '', textStart, at);
    add(found.kind, found.name, at, found.end);
    textStart = found.end;
    if (found.kind === 'open' && rawTextElements.has(found.name)) {
      const close = new RegExp(`</${found.name}(?=[\\s/>])`, 'gi');
      close.lastIndex = found.end;
      const ending = close.exec(html)?.index ?? html.length;
      add('text', '', found.end, ending);
      textStart = ending;
    }
    at = html.indexOf('<', textStart);
  }
  add('text', '', textStart, html.length);
  matchTags(tokens);
  return tokens;
}

/** How many elements contain each other at the most. */
export function depthOf(html: string): number {
  const tokens = readTokens(html);
  const ends = new Uint32Array(tokens.length + 1);
  let depth = 0;
  let max = 0;
  tokens.forEach(({ kind, endsAt }, at) => {
    depth -= ends[at] ?? 0;
    if (kind !== 'open') return;
    max = Math.max(max, ++depth);
    if (endsAt !== -1) ends[endsAt] = (ends[endsAt] ?? 0) + 1;
  });
  return max;
}

type Markup = { kind: Token['kind']; name: string; end: number };

function markupReader(html: string): (at: number) => Markup | null {
  // A quote that never closes is looked for only once, so that a text of such quotes is read quickly.
  let isQuoteOpen = false;
  const find = (text: string, from: number, length: number): number => {
    const at = html.indexOf(text, from);
    return at === -1 ? html.length : at + length;
  };
  return (at) => {
    if (html.startsWith('<!-->', at)) return { kind: 'comment', name: '', end: at + 5 };
    if (html.startsWith('<!--->', at)) return { kind: 'comment', name: '', end: at + 6 };
    if (html.startsWith('<!--', at)) return { kind: 'comment', name: '', end: find('-->', at + 4, 3) };
    if (/[!?]/.test(html[at + 1] ?? '')) return { kind: 'comment', name: '', end: find('>', at, 1) };
    tagStart.lastIndex = at;
    const match = tagStart.exec(html);
    if (!match) return null;
    tagRest.lastIndex = tagStart.lastIndex;
    if (!isQuoteOpen && !tagRest.test(html)) isQuoteOpen = true;
    const end = isQuoteOpen ? find('>', at, 1) : tagRest.lastIndex;
    const name = (match[2] as string).toLowerCase();
    if (match[1] === '/') return { kind: 'close', name, end };
    return { kind: voidElements.has(name) ? 'void' : 'open', name, end };
  };
}

/** Matches opening and closing tags as browsers do, except that nothing which is unclosed reaches into what follows. */
function matchTags(tokens: Token[]): void {
  const stack: number[] = [];
  // Places in the stack, so that none of it is searched: by name, and of the elements that bound inline ones.
  const places = new Map<string, number[]>();
  const bounds: number[] = [];
  const innermost = (names: readonly string[]): number =>
    Math.max(-1, ...names.map((name) => places.get(name)?.at(-1) ?? -1));
  const push = (at: number, name: string): void => {
    const ofName = places.get(name);
    if (ofName) ofName.push(stack.length);
    else places.set(name, [stack.length]);
    if (isBound(name)) bounds.push(stack.length);
    stack.push(at);
  };
  const pop = (): Token => {
    const token = tokens[stack.pop() as number] as Token;
    places.get(token.name)?.pop();
    if (isBound(token.name)) bounds.pop();
    return token;
  };
  /** Ends all elements from `index` of the stack on: those that need no closing tag end here, others never. */
  const endFrom = (index: number, at: number): void => {
    while (stack.length > index) {
      const token = pop();
      if (optionalEnds.has(token.name)) token.endsAt = at;
    }
  };
  tokens.forEach((token, at) => {
    const { kind, name } = token;
    if ((kind === 'open' || kind === 'void') && blockElements.has(name)) {
      const paragraph = innermost(['p']);
      if (paragraph !== -1 && paragraph === bounds.at(-1)) endFrom(paragraph, at);
    }
    const implied = impliedEnds[name];
    if (kind === 'open' && implied) {
      for (;;) {
        const open = innermost(implied.closes);
        if (open === -1 || open < innermost(implied.within)) break;
        endFrom(open, at);
      }
    }
    if (kind === 'open') {
      push(at, name);
    } else if (kind === 'close') {
      const open = innermost([name]);
      if (open === -1 || (!isBound(name) && open < (bounds.at(-1) ?? -1))) return;
      endFrom(open + 1, at);
      pop().endsAt = at;
      token.isMatched = true;
    }
  });
  endFrom(0, tokens.length);
}

/** Whether inline elements within it cannot be closed outside. */
function isBound(name: string): boolean {
  return blockElements.has(name) || optionalEnds.has(name);
}
