// Texts with a little formatting, as HTML: paragraphs, lists, **bold**, *italic* and [links](https://example.com). All else
// is text, so that no text can bring markup of its own.

import { type Html, html } from './html.ts';

/** Blocks are separated by empty lines; a block whose lines all begin with a hyphen is a list. */
export function formatText(text: string): Html[] {
  return text
    .split(/\r?\n(?:[ \t]*\r?\n)+/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map(formatBlock);
}

function formatBlock(block: string): Html {
  const lines = block.split(/\r?\n/);
  if (lines.every((line) => /^[-*] /.test(line))) {
    return html`<ul>
${lines.map(
  (line) => html`<li>${formatLine(line.slice(2))}</li>
`,
)}</ul>
`;
  }
  return html`<p>${lines.map((line, index) => html`${index > 0 && html`<br>`}${formatLine(line)}`)}</p>
`;
}

/** No part can be inside another, so the time is linear. */
const parts = /(\*\*[^*\n]{1,500}\*\*|\*[^*\n]{1,500}\*|\[[^[\]\n]{1,300}\]\([^()\s]{1,1000}\))/;

function formatLine(line: string): (Html | string)[] {
  return line.split(parts).map((part, index) => (index % 2 === 0 ? part : formatPart(part)));
}

function formatPart(part: string): Html | string {
  if (part.startsWith('**')) return html`<strong>${part.slice(2, -2)}</strong>`;
  if (part.startsWith('*')) return html`<em>${part.slice(1, -1)}</em>`;
  const [, label = '', address = ''] = /^\[(.*)\]\((.*)\)$/.exec(part) ?? [];
  const url = URL.parse(address);
  const isSafe = url !== null && /^(https?|mailto|tel):$/.test(url.protocol);
  return isSafe ? html`<a href="${address}" target="_blank" rel="noopener noreferrer">${label}</a>` : part;
}
