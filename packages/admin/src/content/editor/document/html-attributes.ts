// Attributes of elements that the editor does not know. It keeps them, and shows only those that are safe to show.

/** By name, in the order of the source. */
export type Attributes = Record<string, string>;

/** Holds the style of an element while it is parsed, so that the parser takes it for no format. */
export const keptStyle = 'data-kept-style';

/** The attributes of an element except for those that are known; null if there are none. */
export function otherAttributes(element: Element, known: readonly string[] = []): Attributes | null {
  const others = [...element.attributes].filter(({ name }) => !known.includes(name));
  return others.length === 0
    ? null
    : Object.fromEntries(others.map(({ name, value }) => [name === keptStyle ? 'style' : name, value]));
}

const shownClass = /^(?:wp-|has-|is-|are-|align|size-|columns?-|blocks-|gallery|callout|button|footnote)/;

/** What the editor's own page gets of these attributes: nothing that runs, loads or covers anything. */
export function shownAttributes(attributes: Attributes | null | undefined): Attributes {
  const shown: Attributes = {};
  if (!attributes) return shown;
  const { dir, lang } = attributes;
  const classes = attributes.class?.split(/\s+/).filter((name) => shownClass.test(name)) ?? [];
  const alignment = textAlignment(attributes);
  if (classes.length > 0) shown.class = classes.join(' ');
  if (dir) shown.dir = dir;
  if (lang) shown.lang = lang;
  if (alignment) shown.style = `text-align: ${alignment}`;
  return shown;
}

const alignments = ['left', 'center', 'right', 'justify'] as const;
export type Alignment = (typeof alignments)[number];

/** How the text of an element with these attributes is aligned, by its style, its class or its old attribute. */
export function textAlignment(attributes: Attributes | null | undefined): Alignment | null {
  if (!attributes) return null;
  const found =
    /(?:^|;)\s*text-align\s*:\s*(\w+)/.exec(attributes.style ?? '')?.[1] ??
    /(?:^|\s)has-text-align-(\w+)/.exec(attributes.class ?? '')?.[1] ??
    attributes.align;
  return alignments.find((name) => name === found) ?? null;
}

/** The attributes with another alignment; null takes it away. Blocks of WordPress have a class for it. */
export function withAlignment(
  attributes: Attributes | null,
  alignment: Alignment | null,
  isWordPress: boolean,
): Attributes | null {
  const { style = '', class: names = '', align: _, ...rest } = attributes ?? {};
  const styles = style.split(';').filter((part) => part.trim() !== '' && !/^\s*text-align\s*:/.test(part));
  const classes = names.split(/\s+/).filter((name) => name !== '' && !/^has-text-align-\w+$/.test(name));
  if (alignment && isWordPress) classes.push(`has-text-align-${alignment}`);
  else if (alignment) styles.push(`text-align: ${alignment}`);
  const next: Attributes = { ...rest };
  if (classes.length > 0) next.class = classes.join(' ');
  if (styles.length > 0) next.style = styles.map((part) => part.trim()).join('; ');
  return Object.keys(next).length === 0 ? null : next;
}
