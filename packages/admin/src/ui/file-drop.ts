// Files that are dropped on a place.

import { type DragEvent, useState } from 'react';

/** What the place needs: `data-over` while files are held over it, and what it does with events. */
export function useFileDrop(onDrop: (files: FileList) => void) {
  const [isOver, setOver] = useState(false);
  return {
    'data-over': isOver || undefined,
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setOver(false);
      onDrop(event.dataTransfer.files);
    },
  };
}
