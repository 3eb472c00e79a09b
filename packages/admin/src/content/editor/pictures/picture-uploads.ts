// The editor's way of taking in pictures: dropped, pasted, or within what is pasted.

import { Plugin } from '@tiptap/pm/state';
import { Extension } from '@tiptap/react';
import { filesOf, insertFiles, placeAtPoint } from './insert-files.ts';
import { markPictures, takePictures } from './paste-pictures.ts';
import { uploadPlaces } from './upload-places.ts';

export const PictureUploads = Extension.create<{ onSent(): void }>({
  name: 'pictureUploads',
  addOptions: () => ({ onSent: () => {} }),
  addProseMirrorPlugins() {
    return [
      uploadPlaces(() => this.options.onSent()),
      new Plugin({
        props: {
          transformPastedHTML: markPictures,
          handlePaste(view, event) {
            const { files, alt } = filesOf(event.clipboardData);
            if (files.length > 0) insertFiles(view, files, undefined, alt);
            return files.length > 0;
          },
          handleDrop(view, event) {
            // A picture of this text has a file as well.
            if (view.dragging) return false;
            const { files, alt } = filesOf(event.dataTransfer);
            const $pos = files.length > 0 ? placeAtPoint(view, event) : null;
            if (!$pos) return false;
            event.preventDefault();
            insertFiles(view, files, $pos, alt);
            return true;
          },
        },
        appendTransaction(transactions, _, state) {
          const isFromElsewhere = transactions.some((tr) => tr.getMeta('paste') || tr.getMeta('uiEvent') === 'drop');
          return isFromElsewhere ? takePictures(state) : null;
        },
      }),
    ];
  },
});
