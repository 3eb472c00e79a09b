// A block that cannot be edited visually: labelled, with its HTML one click away.

import { Node } from '@tiptap/react';
import { HtmlBlockView } from './html-block-view.ts';

export const HtmlBlock = Node.create({
  name: 'htmlBlock',
  group: 'block',
  atom: true,
  draggable: true,
  selectable: true,
  isolating: true,
  addAttributes: () => ({
    html: {
      default: '',
      parseHTML: (element) => element.dataset.htmlBlock ?? '',
      renderHTML: ({ html }) => ({ 'data-html-block': html }),
    },
  }),
  parseHTML: () => [{ tag: 'div[data-html-block]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', HTMLAttributes],
  addNodeView() {
    return ({ node, view, getPos }) => new HtmlBlockView(node, view, getPos);
  },
});
