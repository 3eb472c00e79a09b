// Writing XML. What is empty is left out, for formats in which an element without content is a fault.

import { escapeXml } from './escape-xml.ts';

/** An element as text, or nothing. */
export type Xml = string;

/** `<name>…</name>` around these elements. */
export function element(name: string, ...content: readonly (Xml | false | null)[]): Xml {
  const inner = content.filter(Boolean).join('');
  return inner === '' ? '' : `<${name}>${inner}</${tagOf(name)}>`;
}

/** `<name>text</name>`; the name may have attributes behind it. */
export function textElement(name: string, text: string | null | undefined): Xml {
  const escaped = escapeXml(text?.trim() ?? '');
  return escaped === '' ? '' : `<${name}>${escaped}</${tagOf(name)}>`;
}

function tagOf(name: string): string {
  return name.split(' ', 1)[0] as string;
}
