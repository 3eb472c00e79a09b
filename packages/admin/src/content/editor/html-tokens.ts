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
  const counts = new Map<string, number>();
  const nameAt = (index: number): string => (tokens[stack[index] as number] as Token).name;
  const count = (name: string, by: number): void => void counts.set(name, (counts.get(name) ?? 0) + by);
  /** Ends all elements from `index` of the stack on: those that need no closing tag end here, others never. */
  const endFrom = (index: number, at: number): void => {
    for (const open of stack.splice(index)) {
      const token = tokens[open] as Token;
      count(token.name, -1);
      if (optionalEnds.has(token.name)) token.endsAt = at;
    }
  };
  /** The place in the stack of the innermost of these elements, but not outside of `within`. */
  const find = (names: string[], within: (name: string) => boolean): number => {
    if (!names.some((name) => (counts.get(name) ?? 0) > 0)) return -1;
    for (let index = stack.length - 1; index >= 0; index--) {
      const name = nameAt(index);
      if (names.includes(name)) return index;
      if (within(name)) return -1;
    }
    return -1;
  };
  tokens.forEach((token, at) => {
    const { kind, name } = token;
    if ((kind === 'open' || kind === 'void') && blockElements.has(name)) {
      const paragraph = find(['p'], (outer) => blockElements.has(outer) || optionalEnds.has(outer));
      if (paragraph !== -1) endFrom(paragraph, at);
    }
    const implied = impliedEnds[name];
    if (kind === 'open' && implied) {
      for (;;) {
        const open = find(implied.closes, (outer) => implied.within.includes(outer));
        if (open === -1) break;
        endFrom(open, at);
      }
    }
    if (kind === 'open') {
      stack.push(at);
      count(name, 1);
    } else if (kind === 'close') {
      const isBlock = blockElements.has(name) || optionalEnds.has(name);
      const open = find([name], (outer) => !isBlock && (blockElements.has(outer) || optionalEnds.has(outer)));
      if (open === -1) return;
      endFrom(open + 1, at);
      const opened = tokens[stack.pop() as number] as Token;
      count(name, -1);
      opened.endsAt = at;
      token.isMatched = true;
    }
  });
  endFrom(0, tokens.length);
}
