// From the text of a WordPress export to the elements directly in its channel, each passed on when it closes. Nothing
// older than that element is kept in memory.
import { decodeHTMLStrict } from 'entities';
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import { WordpressExportError } from './wordpress-export-error.ts';

/** An element; `name` has the prefix `wp:`, `content:`, `excerpt:`, `dc:` or none, whatever the file's prefixes are. */
export interface ExportElement {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: ExportElement[];
  /** Line where the element begins, from 1. */
  line: number;
}

/** Write the text in order, then call `end`. Both throw WordpressExportError. */
export interface ElementReader {
  write(text: string): void;
  end(): void;
}

interface OpenElement {
  element: ExportElement | null;
  name: string;
  /** The name as in the file. */
  tag: string;
  line: number;
  sawCdata: boolean;
  /** White space that is kept only if more text follows. */
  space: string;
}

/** Elements of the channel that are read; all others are skipped. */
const READ = new Set(
  'title link item wp:wxr_version wp:base_site_url wp:base_blog_url wp:author wp:category wp:tag wp:term'.split(' '),
);
/** Counted but not read: comments can be larger than the rest of a site. */
const CLOSED = new Set(['wp:comment', 'wp:termmeta']);
/** Exports nest at most 5 deep; a hostile file must not fill the memory with open elements. */
const MAX_DEPTH = 100;
const WORDPRESS_NAMESPACE = /^https?:\/\/(?:www\.)?wordpress\.org\/export\/\d+\.\d+\/(excerpt\/?)?$/;
const OTHER_NAMESPACES: Record<string, string> = {
  '': '',
  'http://purl.org/rss/1.0/modules/content/': 'content:',
  'http://purl.org/dc/elements/1.1/': 'dc:',
};
const READABLE_REASONS: Record<string, string> = {
  'disallowed character in entity name.': 'an & that does not start an entity (write &amp;)',
  'unexpected close tag.': 'a closing tag that does not match the open one',
  'unexpected end.': 'it ends too early',
  'document must contain a root element.': 'it contains no element',
  'text data outside of root node.': 'text outside the outermost element',
};

/** Reads a WordPress export from its text and calls `onElement` with each element of the channel that matters. */
export function createElementReader(onElement: (element: ExportElement) => void): ElementReader {
  const parser = createParser();
  const open: OpenElement[] = [];
  let started = false;

  parser.on('error', (error) => {
    throw describeXmlError(parser, error, open.length > 0);
  });
  parser.on('opentag', (tag) => {
    const { line, column } = parser;
    if (open.length === 0) checkRoot(tag, line);
    if (open.length >= MAX_DEPTH) {
      throw new WordpressExportError(`elements are nested more than ${MAX_DEPTH} deep at line ${line}`, {
        line,
        column,
      });
    }
    open.push(openElement(tag, line, open));
  });
  parser.on('text', (text) => addText(open.at(-1), text));
  parser.on('cdata', (text) => addCdata(open.at(-1), text));
  parser.on('closetag', () => {
    const { element } = closeElement(open.pop()!);
    if (element && open.length === 2) onElement(element);
  });

  return {
    write(text) {
      const rest = started ? text : skipLeadingSpace(parser, text);
      if (rest === '') return;
      if (!started) checkBeginning(rest, parser.line);
      started = true;
      parse(parser, rest);
    },
    end() {
      if (!started) throw new WordpressExportError('the file is empty');
      if (open.length > 0) throw describeCutOff(open[2] ?? open.at(-1)!);
      parser.close();
    },
  };
}

function createParser(): SaxesParser<{ xmlns: true }> {
  const parser = new SaxesParser({
    xmlns: true,
    defaultXMLVersion: '1.0',
    forceXMLVersion: true,
    // An undeclared prefix of a plugin affects only the plugin's elements, which are not read.
    resolvePrefix: (prefix: string) => (prefix === '' ? undefined : `unbound:${prefix}`),
  });
  // Entities that a DOCTYPE declares are not expanded; like all unknown entities they stay as written.
  parser.ENTITIES = new Proxy(Object.create(null), {
    get: (_, name) => (typeof name === 'string' ? findEntity(name) : undefined),
  });
  return parser;
}

/** Old exports use the entities of HTML, although XML does not have them. Unknown ones stay as written. */
function findEntity(name: string): string | undefined {
  return /^[a-z][a-z0-9]{0,31}$/i.test(name) ? decodeHTMLStrict(`&${name};`) : undefined;
}

function parse(parser: SaxesParser<{ xmlns: true }>, text: string): void {
  try {
    parser.write(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const { line } = parser;
    throw new WordpressExportError(`the element at line ${line} is too large for the memory`, { line });
  }
}

function skipLeadingSpace(parser: SaxesParser<{ xmlns: true }>, text: string): string {
  const rest = text.trimStart();
  parser.line += text.slice(0, text.length - rest.length).split('\n').length - 1;
  return rest;
}

function checkBeginning(text: string, line: number): void {
  const beginning = text.slice(0, 15).toLowerCase();
  if (beginning.startsWith('<!doctype html') || beginning.startsWith('<html')) {
    throw new WordpressExportError('this is an HTML page, not a WordPress export', { line });
  }
  if (!text.startsWith('<')) throw new WordpressExportError('not XML: it does not start with "<"', { line });
}

function checkRoot(tag: SaxesTagNS, line: number): void {
  if (tag.local.toLowerCase() === 'html') {
    throw new WordpressExportError('this is an HTML page, not a WordPress export', { line });
  }
  if (tag.local !== 'rss') {
    throw new WordpressExportError(`XML, but not a WordPress export (its outermost element is <${tag.name}>)`, {
      line,
    });
  }
}

function openElement(tag: SaxesTagNS, line: number, open: OpenElement[]): OpenElement {
  const name = nameElement(tag);
  const parent = open.at(-1);
  const isRead =
    open.length === 2 ? parent?.name === 'channel' && READ.has(name) : parent?.element && !CLOSED.has(parent.name);
  const element = isRead ? { name, attributes: readAttributes(tag.attributes), text: '', children: [], line } : null;
  if (element) parent?.element?.children.push(element);
  return { element, name, tag: tag.name, line, sawCdata: false, space: '' };
}

function nameElement(tag: SaxesTagNS): string {
  const wordpress = WORDPRESS_NAMESPACE.exec(tag.uri);
  if (wordpress) return `${wordpress[1] ? 'excerpt' : 'wp'}:${tag.local}`;
  return `${OTHER_NAMESPACES[tag.uri] ?? `{${tag.uri}}`}${tag.local}`;
}

function readAttributes(attributes: Record<string, SaxesAttributeNS>): Record<string, string> {
  const read: Record<string, string> = {};
  for (const { uri, local, value } of Object.values(attributes)) if (uri === '') read[local] = detach(value);
  return read;
}

function addText(to: OpenElement | undefined, text: string): void {
  if (!to?.element || CLOSED.has(to.name)) return;
  if (text.trim() === '') {
    to.space += text;
    return;
  }
  to.element.text += to.space + text;
  to.space = '';
}

function addCdata(to: OpenElement | undefined, text: string): void {
  if (!to?.element || CLOSED.has(to.name)) return;
  to.element.text += (to.sawCdata || to.element.text !== '' ? to.space : '') + text;
  to.sawCdata = true;
  to.space = '';
}

function closeElement(closed: OpenElement): OpenElement {
  if (closed.element) {
    const indents = closed.sawCdata || closed.element.children.length > 0;
    closed.element.text = detach(indents ? closed.element.text : closed.element.text + closed.space);
  }
  return closed;
}

/** V8 copies shorter substrings anyway. */
const minSharedLength = 13;

/** A substring keeps the whole string in memory; a copy does not. */
function detach(text: string): string {
  return text.length < minSharedLength ? text : Buffer.from(text).toString();
}

function describeCutOff({ tag, line }: OpenElement): WordpressExportError {
  const message = `the file ends in the middle of <${tag}>, which begins at line ${line} (cut off?)`;
  return new WordpressExportError(message, { line });
}

function describeXmlError(parser: SaxesParser, error: Error, insideRoot: boolean): WordpressExportError {
  const { line, column } = parser;
  const message = error.message.replace(`${line}:${column}: `, '');
  const reason = READABLE_REASONS[message] ?? (message.endsWith('.') ? message.slice(0, -1) : message);
  const kind = insideRoot ? 'broken XML' : 'not XML';
  return new WordpressExportError(`${kind}: ${reason} at line ${line}, column ${column}`, { line, column });
}
