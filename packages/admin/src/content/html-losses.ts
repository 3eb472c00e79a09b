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

// Elements that format text. Their order, and how often they end and begin again, do not matter.
const formats = new Set(['strong', 'em', 's', 'u', 'code', 'a']);
const sameElements: Record<string, string> = { b: 'strong', i: 'em', strike: 's', del: 's' };

type Tokens = { text: string; names: string[] };
/** A piece of the text, with the formats it has. */
type Piece = { formats: string; text: string };
type Writer = { pieces: Piece[]; names: string[] };

function readTokens(html: string): Tokens {
  const body = new DOMParser().parseFromString(`<body>${html}`, 'text/html').body;
  const writer: Writer = { pieces: [], names: [] };
  collapseSpaces(body, writer.names);
  writeChildren(body, writer, []);
  const text = writer.pieces
    .map((piece) => piece.formats + piece.text)
    .join('')
    .replaceAll(aroundParagraph, '¶')
    .replaceAll(aroundBlock, '$1')
    .replaceAll(atEnds, '');
  return { text, names: writer.names };
}

const blocks = 'h[1-6]|[uod]l|li|d[td]|blockquote|pre|hr|div|section|figure|figcaption|table|t[a-z]+';
const aroundParagraph = /[ \t\r\n\f]*¶[ \t\r\n\f¶]*/g;
const aroundBlock = new RegExp(`[ \\t\\r\\n\\f¶]*(</?(?:${blocks})(?: [^>]*)?>)[ \\t\\r\\n\\f¶]*`, 'g');
const atEnds = /^[ \t\r\n\f¶]+|[ \t\r\n\f¶]+$/g;
const breaksLine = new RegExp(`^(?:p|br|${blocks})$`);

/** Removes the spaces that a browser does not show: repeated ones, and those at the start or end of a line. */
function collapseSpaces(body: Element, names: string[]): void {
  let isAfterSpace = true;
  let last: Text | null = null;
  const endLine = (): void => {
    if (last?.data.endsWith(' ')) last.data = last.data.slice(0, -1);
    last = null;
    isAfterSpace = true;
  };
  const visit = (node: Node): void => {
    if (node instanceof Text) {
      const { data } = node;
      const collapsed = data.replaceAll(/[ \t\r\n\f]+/g, ' ');
      node.data = isAfterSpace ? collapsed.replace(/^ /, '') : collapsed;
      if (node.data !== '') {
        last = node;
        isAfterSpace = node.data.endsWith(' ');
      }
      // Some sites turn them into paragraphs.
      if (/\S/.test(data) && /\n[ \t\r]*\n/.test(data)) {
        names.push('blank lines');
        node.data += '\n\n';
      }
      return;
    }
    if (!(node instanceof Element)) return;
    const tag = node.tagName.toLowerCase();
    if (breaksLine.test(tag)) endLine();
    if (tag !== 'pre') node.childNodes.forEach(visit);
    if (breaksLine.test(tag)) endLine();
    else if (node.childNodes.length === 0 && !isFormat(node)) {
      last = null;
      isAfterSpace = false;
    }
  };
  visit(body);
  endLine();
}

function writeChildren(parent: Element, writer: Writer, within: string[]): void {
  for (const node of parent.childNodes) writeNode(node, writer, within);
}

function writeNode(node: Node, writer: Writer, within: string[]): void {
  if (node.nodeType === Node.COMMENT_NODE) {
    writer.names.push('comments');
    write(writer, within, '<!---->');
  } else if (!(node instanceof Element)) {
    write(writer, within, node.textContent ?? '');
  } else if (nameOf(node) === 'p' && node.attributes.length === 0) {
    // The editor wraps all text in paragraphs, including the text of list items and quotes.
    write(writer, [], '¶');
    writeChildren(node, writer, within);
    write(writer, [], '¶');
  } else if (!isNothing(node)) {
    writeElement(node, writer, within);
  }
}

function writeElement(element: Element, writer: Writer, within: string[]): void {
  const { names } = writer;
  const name = nameOf(element);
  names.push(`<${name}>`);
  const attributes = [...element.attributes]
    .filter(({ name: attribute, value }) => !isImplied(name, attribute, value))
    .map(({ name: attribute, value }) => {
      names.push(attribute);
      return ` ${attribute}="${value}"`;
    });
  const start = `<${name}${attributes.sort().join('')}>`;
  if (isFormat(element) && ![...element.childNodes].every(isNothing)) {
    writeChildren(element, writer, [...within, start]);
    return;
  }
  // Lines and blocks have no format of their own.
  const own = breaksLine.test(name) ? [] : within;
  write(writer, own, start);
  writeChildren(element, writer, within);
  write(writer, own, `</${name}>`);
}

function write({ pieces }: Writer, within: string[], text: string): void {
  if (text === '') return;
  const formats = [...new Set(within)].sort().join('');
  const last = pieces.at(-1);
  if (last?.formats === formats) last.text += text;
  else pieces.push({ formats, text });
}

function nameOf(element: Element): string {
  const tag = element.tagName.toLowerCase();
  return sameElements[tag] ?? tag;
}

function isFormat(element: Element): boolean {
  return formats.has(nameOf(element));
}

/** Whether it shows nothing, and nothing can refer to it. */
function isNothing(node: Node): boolean {
  if (node instanceof Text) return node.data === '';
  if (!(node instanceof Element) || !isFormat(node)) return false;
  const isPlain = [...node.attributes].every(({ name }) => ['href', 'target', 'rel'].includes(name));
  return isPlain && [...node.childNodes].every(isNothing);
}

function isImplied(element: string, attribute: string, value: string): boolean {
  return (element === 'ol' && attribute === 'start' && value === '1') || value === '';
}
