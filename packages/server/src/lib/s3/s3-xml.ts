// Reads the XML of S3 stores, which is flat: elements with text, and lists of elements.

import type { SaxesParser } from 'saxes';

export type XmlElement = { name: string; text: string; children: XmlElement[] };

/** The outermost element. Throws Error if it is no XML. */
export async function readXml(text: string): Promise<XmlElement> {
  const { SaxesParser } = await import('saxes');
  const parser: SaxesParser = new SaxesParser();
  const root: XmlElement = { name: '', text: '', children: [] };
  const open = [root];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => {
    const element: XmlElement = { name, text: '', children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (part) => {
    const element = open.at(-1);
    if (element) element.text += part;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  const [first] = root.children;
  if (!first) throw new Error('The XML is empty');
  return first;
}

/** The text of the child with this name; null if there is none. */
export function textOf({ children }: XmlElement, name: string): string | null {
  return children.find((child) => child.name === name)?.text ?? null;
}
