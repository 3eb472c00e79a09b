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
