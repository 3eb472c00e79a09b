// The HTML of footnotes, as WordPress writes it: a number in the text that links to the note, and a link back in the note.

import type { Node } from '@tiptap/pm/model';
import { type Attributes, otherAttributes } from './html-attributes.ts';

export type Reference = { id: string; number: string; extra: Attributes; linkExtra: Attributes };
export type BackLink = { href: string; label: string; extra: Attributes };

/** The reference that this `sup` is; null if it has anything that a reference has not. */
export function readReference(sup: HTMLElement): Reference | null {
  const link = onlyChild(sup);
  const id = sup.dataset.fn;
  if (!id || link?.localName !== 'a' || link.childElementCount > 0 || link.getAttribute('href') !== `#${id}`)
    return null;
  return {
    id,
    number: link.textContent ?? '',
    extra: otherAttributes(sup, ['data-fn']) ?? {},
    linkExtra: otherAttributes(link, ['href']) ?? {},
  };
}

/** The link from a note to its reference; null if it is another one. */
export function readBackLink(link: HTMLElement): BackLink | null {
  const href = link.getAttribute('href') ?? '';
  if (!/^#.+-link$/.test(href) || link.childElementCount > 0) return null;
  return { href, label: link.textContent ?? '', extra: otherAttributes(link, ['href']) ?? {} };
}

function onlyChild(element: Element): Element | null {
  return element.childNodes.length === 1 ? element.firstElementChild : null;
}

export type Piece = { tag: string; attributes: Attributes; content: Piece | string };

/** The elements of a reference or a link back; null of other nodes. */
export function footnotePieces({ type, attrs }: Node): Piece | null {
  if (type.name === 'footnoteBack') {
    const { href, label, extra } = attrs as BackLink;
    return { tag: 'a', attributes: { href, ...extra }, content: label };
  }
  if (type.name !== 'footnote') return null;
  const { id, number, extra, linkExtra } = attrs as Reference;
  const link = { tag: 'a', attributes: { href: `#${id}`, ...linkExtra }, content: number };
  return { tag: 'sup', attributes: { 'data-fn': id, ...extra }, content: link };
}

export function newReference(id: string): Reference {
  return { id, number: '', extra: { class: 'fn' }, linkExtra: { id: `${id}-link` } };
}

export function newBackLink(id: string): BackLink {
  return { href: `#${id}-link`, label: '↩︎', extra: {} };
}

/** What screen readers say for a link back, which shows only an arrow. */
export function withNumber({ extra, ...link }: BackLink, number: string): BackLink {
  return { ...link, extra: { ...extra, 'aria-label': `Jump to footnote reference ${number}` } };
}
