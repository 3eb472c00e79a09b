// HTML templates: values are escaped, except HTML made by another template.

// Texts in XML, of which nothing may make a document unreadable.

/** What XML 1.0 (section 2.2) does not allow, not even escaped: controls, lone surrogates, U+FFFE and U+FFFF. */
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** The text without the characters that XML does not allow. */
export function dropForbidden(text: string): string {
  return text.replace(forbidden, '');
}

/** Writes a text between tags or in an attribute. */
export function escapeXml(text: string): string {
  return dropForbidden(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

// Texts with a little formatting, as HTML: paragraphs, lists, **bold**, *italic* and [links](https://example.com). All else
// is text, so that no text can bring markup of its own.

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

export type Html = { readonly markup: string };

type Part = Html | string | number | false | null | undefined | readonly Part[];

/** `` html`<p title="${text}">${parts}</p>` ``: put attributes in double quotes. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return { markup: texts.reduce((markup, text, index) => markup + toMarkup(parts[index - 1]) + text) };
}

/** An attribute with a leading space, or nothing without a value; `true` gives the bare name. */
export function attribute(name: string, value: string | number | boolean | null | undefined): Html {
  if (value === null || value === undefined || value === false) return html``;
  return { markup: value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"` };
}

/** For text between elements, and in attributes in quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function toMarkup(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'markup' in part ? part.markup : part.map(toMarkup).join('');
}
