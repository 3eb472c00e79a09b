// The HTML that the visual editor supports.

import { Link } from '@mantine/tiptap';
import { Image } from '@tiptap/extension-image';
import type { Extensions } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';

export const editorExtensions: Extensions = [
  // Without this it adds a paragraph at the end, which would count as a change.
  StarterKit.configure({ link: false, trailingNode: false }),
  // Keep links as they are, without added attributes.
  Link.configure({ openOnClick: false, HTMLAttributes: { target: null, rel: null, class: null } }),
  // Imported content has images inside paragraphs.
  Image.configure({ inline: true }),
];
