// What the nodes of the editor remember about the text that they were read from.

import type { Node } from '@tiptap/pm/model';

/** Where a block was read from. */
export type Origin = {
  /** Its bytes. */
  source: string;
  /** The white space before it. */
  gap: string;
  /** The bytes of the block before it; null for the first one. */
  previous: string | null;
};

/** The bytes around what a block writes: comments of WordPress, and of a container also its tags. */
export type Wrap = {
  open: string;
  close: string;
  /** The name of the innermost comment; empty if there is none. */
  name: string;
};

/** How a text is written: with blocks of WordPress, as paragraphs that blank lines separate, or as HTML alone. */
export type TextStyle = 'wordpress' | 'blank-lines' | 'html';

export function originOf(node: Node): Origin | null {
  return (node.attrs.origin as Origin | null | undefined) ?? null;
}

export function wrapOf(node: Node): Wrap | null {
  return (node.attrs.wrap as Wrap | null | undefined) ?? null;
}

/** Blocks that are written as their tags around the blocks within, each of which knows its own source. */
const containers = new Set(['section', 'blockquote', 'figure', 'details']);

export function isContainer(node: Node): boolean {
  return containers.has(node.type.name);
}
