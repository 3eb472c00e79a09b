// A place in a text where files are being uploaded to.

import type { JSONContent } from '@tiptap/react';
import type { LibraryFile } from './library-file.ts';
import type { PictureUpload } from './picture-upload.ts';

export type UploadPlace = {
  id: number;
  pos: number;
  /** Within a line of text, or between blocks. */
  isInline: boolean;
  uploads: readonly PictureUpload[];
  /** How many changes could be undone after the one that brought the pictures; absent if they came without one. */
  undoDepth?: number;
  /** What is written there when all uploads have ended. */
  write(files: readonly LibraryFile[]): JSONContent[];
};

let lastId = 0;

export function newPlace(place: Omit<UploadPlace, 'id'>): UploadPlace {
  lastId += 1;
  return { ...place, id: lastId };
}
