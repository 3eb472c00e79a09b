// HTML as a tagged template: every value is escaped, except for markup from the same tag.

const trusted = new WeakSet<Markup>();
export type Markup = { readonly text: string };
type Value = string | number | null | undefined | false | Markup | readonly Markup[];

/** Escapes text for element content and quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Escapes the values in `html\`<p>${name}</p>\``; null, undefined and false are left out. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Markup {
  const markup = { text: strings.reduce((text, string, index) => text + print(values[index - 1]) + string) };
  trusted.add(markup);
  return markup;
}

function print(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  if (isList(value)) return value.map(print).join('');
  return trusted.has(value) ? value.text : '';
}

function isList(value: Markup | readonly Markup[]): value is readonly Markup[] {
  return Array.isArray(value);
}
