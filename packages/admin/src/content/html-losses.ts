// Finds what is lost when the visual editor parses HTML and writes it again. Imported content may contain anything.

/**
 * Names of elements and attributes that are in `before` but not in `after`: "<figure>", "class", "comments". Empty if both
 * mean the same, even if written differently (`<b>` for `<strong>`, paragraphs in list items, white space).
 */
export function findLosses(before: string, after: string): string[] {
  const had = readTokens(before);
  const has = readTokens(after);
  if (had.text === has.text) return [];
  const counts = new Map<string, number>();
  for (const name of has.names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const lost = new Set<string>();
  for (const name of had.names) {
    const count = counts.get(name) ?? 0;
    if (count === 0) lost.add(name);
    counts.set(name, count - 1);
  }
  return lost.size > 0 ? [...lost].sort() : ['the nesting of some elements'];
}

const sameElements: Record<string, string> = { b: 'strong', i: 'em', strike: 's', del: 's' };

type Tokens = { text: string; names: string[] };

function readTokens(html: string): Tokens {
  const body = new DOMParser().parseFromString(`<body>${html}`, 'text/html').body;
  const names: string[] = [];
  const text = writeChildren(body, names)
    .replaceAll(aroundParagraph, '¶')
    .replaceAll(aroundBlock, '$1')
    .replaceAll(atEnds, '');
  return { text, names };
}

const blocks = 'h[1-6]|[uod]l|li|d[td]|blockquote|pre|hr|div|section|figure|figcaption|table|t[a-z]+';
const aroundParagraph = /[ \t\r\n\f]*¶[ \t\r\n\f¶]*/g;
const aroundBlock = new RegExp(`[ \\t\\r\\n\\f¶]*(</?(?:${blocks})(?: [^>]*)?>)[ \\t\\r\\n\\f¶]*`, 'g');
const atEnds = /^[ \t\r\n\f¶]+|[ \t\r\n\f¶]+$/g;

function writeChildren(parent: Element, names: string[]): string {
  return [...parent.childNodes].map((node) => writeNode(node, names)).join('');
}

function writeNode(node: Node, names: string[]): string {
  if (node.nodeType === Node.COMMENT_NODE) {
    names.push('comments');
    return '<!---->';
  }
  if (!(node instanceof Element)) return writeText(node, names);
  const tag = node.tagName.toLowerCase();
  const name = sameElements[tag] ?? tag;
  const inner = writeChildren(node, names);
  // The editor wraps all text in paragraphs, including the text of list items and quotes.
  if (name === 'p' && node.attributes.length === 0) return `¶${inner}¶`;
  names.push(`<${name}>`);
  const attributes = [...node.attributes]
    .filter(({ name: attribute, value }) => !isImplied(name, attribute, value))
    .map(({ name: attribute, value }) => {
      names.push(attribute);
      return ` ${attribute}="${value}"`;
    });
  return `<${name}${attributes.sort().join('')}>${inner}</${name}>`;
}

function writeText({ textContent, parentElement }: Node, names: string[]): string {
  const text = textContent ?? '';
  if (parentElement?.closest('pre')) return text;
  // Some sites turn them into paragraphs.
  const hasBlankLine = /\S/.test(text) && /\n[ \t\r]*\n/.test(text);
  if (hasBlankLine) names.push('blank lines');
  return text.replaceAll(/[ \t\r\n\f]+/g, ' ') + (hasBlankLine ? '\n\n' : '');
}

function isImplied(element: string, attribute: string, value: string): boolean {
  return (element === 'ol' && attribute === 'start' && value === '1') || value === '';
}
