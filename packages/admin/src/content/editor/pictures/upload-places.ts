// Uploads in a text. They are no part of the document, only shown in it, so that no text can ever contain one.

import { undoDepth } from '@tiptap/pm/history';
import { Fragment, type Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { insertPoint } from '@tiptap/pm/transform';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import { toastSuccess } from '../../../ui/toast.tsx';
import type { UploadPlace } from './upload-place.ts';
import { showUploads } from './upload-view.ts';

type Change = { add?: readonly UploadPlace[]; remove?: readonly number[] };
type Shown = { places: readonly UploadPlace[]; decorations: DecorationSet };

/** By ID. The view of a plugin is made anew whenever another plugin comes or goes. */
const started = new Set<number>();

const key = new PluginKey<Shown>('uploadPlaces');
const none: Shown = { places: [], decorations: DecorationSet.empty };

/** Adds places to a transaction. Their uploads start when it is dispatched. */
export function addPlaces(tr: Transaction, add: readonly UploadPlace[]): Transaction {
  return tr.setMeta(key, { add } satisfies Change);
}

export function placesIn(state: EditorState): readonly UploadPlace[] {
  return key.getState(state)?.places ?? [];
}

/** `onSent` is called when a file has come to the library. */
export function uploadPlaces(onSent: () => void): Plugin<Shown> {
  return new Plugin<Shown>({
    key,
    state: {
      init: () => none,
      apply: (tr, shown) => {
        const change = tr.getMeta(key) as Change | undefined;
        if (!change && (shown.places.length === 0 || !tr.docChanged)) return shown;
        const places = shown.places
          .filter(({ id }) => !change?.remove?.includes(id))
          .map((place) => ({ ...place, pos: tr.mapping.map(place.pos, -1) }))
          .concat(change?.add ?? []);
        const widgets = places.map((place) =>
          Decoration.widget(place.pos, () => showUploads(place), {
            key: `upload-${place.id}`,
            side: -1,
            ignoreSelection: true,
            stopEvent: () => true,
          }),
        );
        return { places, decorations: DecorationSet.create(tr.doc, widgets) };
      },
    },
    // What was pasted and is undone must not come back with its pictures.
    appendTransaction: (_, before, state) => {
      const depth = undoDepth(state);
      if (depth >= undoDepth(before)) return null;
      const undone = placesIn(state).filter((place) => place.undoDepth !== undefined && place.undoDepth > depth);
      if (undone.length === 0) return null;
      return state.tr.setMeta(key, { remove: undone.map(({ id }) => id) } satisfies Change);
    },
    props: { decorations: (state) => key.getState(state)?.decorations ?? null },
    view: (view) => {
      // A page that is closed ends its uploads.
      const ask = (event: BeforeUnloadEvent): void => {
        if (placesIn(view.state).length > 0) event.preventDefault();
      };
      window.addEventListener('beforeunload', ask);
      const start = (place: UploadPlace): void => {
        started.add(place.id);
        for (const upload of place.uploads) {
          upload.onSettled = () => {
            if (upload.state === 'done') onSent();
            if (!view.isDestroyed) settle(view, place.id);
            else if (upload.state === 'done') toastSuccess(`“${upload.name}” is in the media library`);
          };
          void upload.start();
        }
      };
      return {
        update: ({ state }, before) => {
          const places = placesIn(state);
          for (const place of places) if (!started.has(place.id)) start(place);
          const isGone = ({ id }: UploadPlace): boolean => !places.some((place) => place.id === id);
          for (const { uploads } of placesIn(before).filter(isGone))
            for (const upload of uploads) if (!upload.isSettled) upload.cancel();
        },
        destroy: () => window.removeEventListener('beforeunload', ask),
      };
    },
  });
}

/** Writes what was uploaded if nothing of the place is left to wait for. */
function settle(view: EditorView, id: number): void {
  const place = placesIn(view.state).find((place) => place.id === id);
  if (!place?.uploads.every(({ isSettled }) => isSettled)) return;
  const { tr, schema, selection } = view.state;
  const files = place.uploads.flatMap(({ file }) => file ?? []);
  tr.setMeta(key, { remove: [id] } satisfies Change);
  const nodes = files.length === 0 ? [] : place.write(files).map((json) => schema.nodeFromJSON(json));
  if (nodes.length > 0) {
    const at = fitting(tr.doc, place, nodes[0] as Node);
    const after = place.isInline ? null : tr.doc.resolve(at).nodeAfter;
    const isEmpty = after?.type.name === 'paragraph' && after.childCount === 0;
    const hasCursor = after !== null && selection.from >= at && selection.to <= at + after.nodeSize;
    tr.replaceWith(at, isEmpty && !hasCursor ? at + after.nodeSize : at, Fragment.from(nodes));
  }
  view.dispatch(tr);
}

/** The place, or the next one where the node can be. */
function fitting(doc: Node, { pos, isInline }: UploadPlace, node: Node): number {
  const at = Math.min(pos, doc.content.size);
  return insertPoint(doc, at, node.type) ?? (isInline ? at : doc.content.size);
}
