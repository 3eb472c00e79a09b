// What the visual editor knows of HTML.

import { Link } from '@mantine/tiptap';
import { Image } from '@tiptap/extension-image';
import type { Extensions } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';

export const editorExtensions: Extensions = [
  // A paragraph that it would add at the end by itself would count as a change.
  StarterKit.configure({ link: false, trailingNode: false }),
  // Links stay as they are written: nothing is added to them.
  Link.configure({ openOnClick: false, HTMLAttributes: { target: null, rel: null, class: null } }),
  // In lines too, where imports have them.
  Image.configure({ inline: true }),
];
