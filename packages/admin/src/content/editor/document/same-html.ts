// Compares what two HTML texts show. A block opens in the visual editor only if the editor writes all of it again.

/**
 * Whether both mean the same, even if written differently: white space, paragraphs in list items, the order in which
 * formats are nested.
 */
export function isSameHtml(before: string, after: string): boolean {
  return readText(before) === readText(after);
}

// Elements that format text. Their order, and how often they end and begin again, do not matter.
const formats = new Set(
  (
    'strong b em i s strike del u code a span abbr acronym cite q small big tt font mark kbd samp var dfn time ins sub ' +
    'sup bdi bdo label'
  ).split(' '),
);

/** A piece of the text, with the formats it has. */
type Piece = { formats: string; text: string };
type Writer = { pieces: Piece[] };

function readText(html: string): string {
  const body = new DOMParser().parseFromString(`<body>${html}`, 'text/html').body;
  const writer: Writer = { pieces: [] };
  collapseSpaces(body);
  writeChildren(body, writer, []);
  return writer.pieces
    .map((piece) => piece.formats + piece.text)
    .join('')
    .replaceAll(aroundParagraph, '¶')
    .replaceAll(aroundBlock, '$1')
    .replaceAll(atEnds, '');
}

const blocks =
  'h[1-6]|[uod]l|li|d[td]|blockquote|pre|hr|div|section|figure|figcaption|summary|details|table|t(?:r|d|h|head|body|foot)';
// None starts within white space, so that long runs of it are read only once.
const aroundParagraph = /(?<![ \t\r\n\f])[ \t\r\n\f]*¶[ \t\r\n\f¶]*/g;
const aroundBlock = new RegExp(
  `(?:(?<![ \\t\\r\\n\\f¶])[ \\t\\r\\n\\f¶]+)?(</?(?:${blocks})(?: [^>]*)?>)[ \\t\\r\\n\\f¶]*`,
  'g',
);
const atEnds = /^[ \t\r\n\f¶]+|(?<![ \t\r\n\f¶])[ \t\r\n\f¶]+$/g;
const breaksLine = new RegExp(`^(?:p|br|${blocks})$`);

/** Removes the spaces that a browser does not show: repeated ones, and those at the start or end of a line. */
function collapseSpaces(body: Element): void {
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
      if (/\S/.test(data) && /\n[ \t\r]*\n/.test(data)) node.data += '\n\n';
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
    write(writer, within, `<!--${node.nodeValue ?? ''}-->`);
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
  const name = nameOf(element);
  const attributes = [...element.attributes]
    .filter(({ name: attribute, value }) => !isImplied(name, attribute, value))
    .map(({ name: attribute, value }) => ` ${attribute}="${value}"`);
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
  return element.tagName.toLowerCase();
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
