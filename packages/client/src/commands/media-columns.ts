// How lists show media records.

import type { Media } from '../api-types.ts';
import { type Column, showSize } from '../cli/output.ts';

export const mediaColumns: readonly Column<Media>[] = [
  { title: 'ID', of: ({ id }) => id, isWhole: true },
  { title: 'FILE', of: ({ fileName }) => fileName },
  { title: 'TYPE', of: ({ mimeType }) => mimeType },
  { title: 'SIZE', of: ({ size }) => size, show: ({ size }) => showSize(size) },
  { title: 'URL', of: ({ url }) => url, isWhole: true },
];
