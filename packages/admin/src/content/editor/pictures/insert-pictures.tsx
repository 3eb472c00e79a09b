// Inserts pictures of the library: one as a figure, several as a gallery.

import { NodeSelection } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { MediaChoice } from '../../../media/media-choice.tsx';
import type { TextStyle } from '../blocks.ts';
import { insertBlock } from '../insertable-blocks.ts';
import { figureOf, fileOf, galleryOf, type LibraryFile } from './library-file.ts';
import { addPictures, pictureIn } from './picture-commands.ts';

type InsertPicturesProps = { editor: Editor; kind: 'picture' | 'gallery'; close(): void };

export function InsertPictures({ editor, kind, close }: InsertPicturesProps) {
  const insert = (files: readonly LibraryFile[]): void => {
    const style = editor.state.doc.attrs.style as TextStyle;
    const current = pictureIn(editor.state);
    const [first] = files;
    if (current?.gallery) {
      editor.view.dispatch(addPictures(editor.state, current, files));
    } else if (first) {
      const isGallery = kind === 'gallery' || files.length > 1;
      insertBlock(editor, isGallery ? galleryOf(files, style) : figureOf(first, style));
      selectImage(editor);
    }
    editor.view.focus();
  };
  return <MediaChoice type="image" multiple close={close} onPick={(media) => insert(media.map(fileOf))} />;
}

/** Selects the image at the cursor, so that its alt text is at hand. */
function selectImage({ state, view }: Editor): void {
  const { $from } = state.selection;
  if ($from.nodeAfter?.type.name !== 'image') return;
  view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, $from.pos)));
}
