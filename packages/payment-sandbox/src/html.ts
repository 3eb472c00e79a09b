// Markup as a tagged template: every value is escaped, except markup made by the same tag.

const made = new WeakSet<Markup>();
export type Markup = { readonly text: string };
type Value = string | number | null | undefined | false | Markup | readonly Markup[];

/** Escapes text for element content and quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** `html\`<p>${name}</p>\`` — safe by default; null, undefined and false become nothing. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Markup {
  const markup = { text: strings.reduce((text, string, index) => text + print(values[index - 1]) + string) };
  made.add(markup);
  return markup;
}

function print(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  if (isList(value)) return value.map(print).join('');
  return made.has(value) ? value.text : '';
}

function isList(value: Markup | readonly Markup[]): value is readonly Markup[] {
  return Array.isArray(value);
}
