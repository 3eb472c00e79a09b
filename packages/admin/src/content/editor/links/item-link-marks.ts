// Marks links to items that visitors cannot see, as soon as it is known what they link to.

import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { Extension } from '@tiptap/react';
import { humanize } from '../../../ui/format.ts';
import type { Attributes } from '../document/html-attributes.ts';
import { itemAttribute } from './link-target.ts';
import type { LinkedItem } from './linked-item.ts';
import classes from './links.module.css';

/** By ID; null if the item was deleted. */
export type LinkedItems = ReadonlyMap<string, LinkedItem | null>;

type Link = { id: string; from: number; to: number };

const known = new WeakMap<Node, Link[]>();

/** The links to items in a top-level block. Places are relative to its start. */
function linksIn(block: Node): Link[] {
  const kept = known.get(block);
  if (kept) return kept;
  const links: Link[] = [];
  block.descendants((node, at) => {
    const mark = node.isText && node.marks.find(({ type }) => type.name === 'link');
    const id = mark && (mark.attrs.extra as Attributes | null)?.[itemAttribute];
    if (id) links.push({ id, from: at + 1, to: at + 1 + node.nodeSize });
  });
  known.set(block, links);
  return links;
}

/** The IDs of the items that a text links to. */
export function linkedIds(doc: Node): string[] {
  return [...new Set(doc.children.flatMap((block) => linksIn(block).map(({ id }) => id)))];
}

function marksOf(doc: Node, items: LinkedItems): DecorationSet {
  const marks: Decoration[] = [];
  doc.forEach((block, at) => {
    for (const { id, from, to } of linksIn(block)) {
      const item = items.get(id);
      if (item === undefined) continue;
      const isSeen = item?.status === 'publish';
      marks.push(
        Decoration.inline(at + from, at + to, {
          title: describeLinked(item),
          class: isSeen ? '' : (classes.unseen ?? ''),
        }),
      );
    }
  });
  return DecorationSet.create(doc, marks);
}

/** "Opening hours (draft)" */
export function describeLinked(item: LinkedItem | null): string {
  if (!item) return 'This item was deleted';
  const status = item.status === 'trash' ? 'in trash' : humanize(item.status).toLowerCase();
  return item.status === 'publish' ? item.title : `${item.title} (${status})`;
}

const key = new PluginKey<DecorationSet>('itemLinks');

const plugin = new Plugin<DecorationSet>({
  key,
  state: {
    init: () => DecorationSet.empty,
    apply: (tr, marks) => {
      const items = tr.getMeta(key) as LinkedItems | undefined;
      if (items) return marksOf(tr.doc, items);
      return tr.docChanged ? marks.map(tr.mapping, tr.doc) : marks;
    },
  },
  props: { decorations: (state) => key.getState(state) ?? null },
});

export const ItemLinks = Extension.create({ name: 'itemLinks', addProseMirrorPlugins: () => [plugin] });

/** Says what the links of the text lead to. */
export function showLinkedItems(tr: Transaction, items: LinkedItems): Transaction {
  return tr.setMeta(key, items).setMeta('addToHistory', false);
}
