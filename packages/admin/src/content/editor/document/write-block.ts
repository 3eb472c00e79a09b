// Writes blocks anew, as HTML. Used for those that were edited.

import type { Node } from '@tiptap/pm/model';
import { isContainer, type TextStyle, wrapOf } from './blocks.ts';
import type { Attributes } from './html-attributes.ts';
import { commentOf } from './wordpress-comments.ts';
import { escapeText, writeAttributes, writeInline } from './write-inline.ts';

type Style = {
  style: TextStyle;
  /** Whether to write the comments of WordPress around it. */
  wordPress: boolean;
};

/** The HTML of a block without regard to where it was read from, but with its comments of WordPress if it had some. */
export function writeBlock(node: Node, { style, wordPress }: Style): string {
  const html = writeElement(node, style);
  if (!wordPress) return html;
  const { open, close } = commentOf(node, wrapOf(node));
  return `${open}${html}${close}`;
}

/** The tags around what a container contains, if it was not read from a text. */
export function containerTags(node: Node): { open: string; close: string } {
  const tag = node.type.name === 'section' ? (node.attrs.tag as string) : node.type.name;
  return { open: `<${tag}${extraOf(node)}>`, close: `</${tag}>` };
}

function extraOf(node: Node, first: Attributes = {}): string {
  return writeAttributes({ ...first, ...((node.attrs.extra as Attributes | null) ?? {}) });
}

function writeElement(node: Node, style: TextStyle): string {
  const inline = (): string => writeInline(node);
  const children = (): string => node.content.content.map((child) => writeElement(child, style)).join('');
  const element = (tag: string, content: string, first?: Attributes): string =>
    `<${tag}${extraOf(node, first)}>${content}</${tag}>`;
  switch (node.type.name) {
    case 'paragraph':
      return node.attrs.bare && !node.attrs.extra ? inline() : element('p', inline());
    case 'heading':
      return element(`h${node.attrs.level}`, inline());
    case 'media':
      return inline();
    case 'figcaption':
    case 'summary':
      return element(node.type.name, inline());
    case 'htmlBlock':
      return node.attrs.html as string;
    case 'horizontalRule':
      return `<hr${extraOf(node)}>`;
    case 'preformatted':
      return element('pre', keepFirstLine(inline()));
    case 'codeBlock':
      return element('pre', writeCode(node));
    case 'bulletList':
      return element('ul', children());
    case 'orderedList':
      return element('ol', children(), listAttributes(node));
    case 'listItem':
      return element('li', writeFlow(node, style));
    case 'table':
      return element('table', writeRows(node, style));
    case 'tableRow':
      return element('tr', children());
    case 'tableCell':
      return element('td', writeFlow(node, style), spans(node));
    case 'tableHeader':
      return element('th', writeFlow(node, style), spans(node));
    default: {
      if (!isContainer(node)) throw new Error(`No HTML for ${node.type.name}`);
      const { open, close } = wrapOf(node) ?? containerTags(node);
      return `${open}${children()}${close}`;
    }
  }
}

/** The blocks of a list item or a table cell. Its first paragraph needs no element. */
function writeFlow(node: Node, style: TextStyle): string {
  return node.content.content
    .map((child, index) => {
      if (index === 0 || child.type.name !== 'paragraph' || !child.attrs.bare) return writeElement(child, style);
      return `<p${extraOf(child)}>${writeInline(child)}</p>`;
    })
    .join('');
}

function writeRows(table: Node, style: TextStyle): string {
  let html = '';
  let part = '';
  for (const row of table.content.content) {
    const next = /^(?:thead|tfoot)$/.test(row.attrs.part) ? (row.attrs.part as string) : 'tbody';
    if (next !== part) html += `${part ? `</${part}>` : ''}<${next}>`;
    part = next;
    html += writeElement(row, style);
  }
  return `${html}</${part}>`;
}

function spans({ attrs }: Node): Attributes {
  return {
    ...(attrs.colspan > 1 ? { colspan: String(attrs.colspan) } : {}),
    ...(attrs.rowspan > 1 ? { rowspan: String(attrs.rowspan) } : {}),
  };
}

function listAttributes({ attrs }: Node): Attributes {
  return {
    ...(attrs.start !== 1 && attrs.start !== null ? { start: String(attrs.start) } : {}),
    ...(attrs.type ? { type: String(attrs.type) } : {}),
  };
}

function writeCode(node: Node): string {
  const { language, codeExtra } = node.attrs as { language: string | null; codeExtra: Attributes | null };
  const names: Attributes = language && !codeExtra?.class ? { class: `language-${language}` } : {};
  return `<code${writeAttributes({ ...names, ...(codeExtra ?? {}) })}>${escapeText(node.textContent, false)}</code>`;
}

/** HTML ignores a line break at the start of a pre. */
function keepFirstLine(html: string): string {
  return html.startsWith('\n') ? `\n${html}` : html;
}
