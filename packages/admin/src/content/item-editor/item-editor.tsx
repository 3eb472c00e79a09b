// The editor of one item: its title and content, with its other fields beside them.

import type { Editing, PostType } from '@frontdesk/client';
import { Box, Input, Skeleton, Stack, Textarea } from '@mantine/core';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useMe } from '../../accounts/me.ts';
import { background } from '../../api/api.ts';
import { lazyPart } from '../../api/load-part.tsx';
import { isWide } from '../../fields/field-kinds.ts';
import { labelOfPlace } from '../../fields/inner-fields.ts';
import { SaveForm } from '../../ui/save-form.tsx';
import { newCopyId } from '../../ui/unsaved-copies.ts';
import { useUnsavedGuard } from '../../ui/unsaved-guard.ts';
import type { AnyItem } from '../items/item-query.ts';
import { singularName } from '../types/site-types.ts';
import { EditorBar } from './editor-bar.tsx';
import classes from './item-editor.module.css';
import { ItemFields } from './item-fields.tsx';
import { ItemPanel } from './item-panel.tsx';
import type { ItemValues } from './item-values.ts';
import { type ItemEditor as ItemEditorState, useItemEditor } from './use-item-editor.ts';
import { usePanelDrawer } from './use-panel-drawer.ts';
import { useUnsavedCopy } from './use-unsaved-copy.ts';

const ContentInput = lazyPart(() => import('./content-input.tsx'), 'ContentInput');

// These are rarely shown.
const NewerNotice = lazyPart(() => import('./newer-notice.tsx'), 'NewerNotice');

const UnsavedNotice = lazyPart(() => import('./unsaved-notice.tsx'), 'UnsavedNotice');

const ConflictDialog = lazyPart(() => import('./conflict-dialog.tsx'), 'ConflictDialog');

type ItemEditorProps = { type: PostType; read: AnyItem | null; onCreated(item: AnyItem): void };

export function ItemEditor({ type, read, onCreated }: ItemEditorProps) {
  const editor = useItemEditor(type, read, onCreated);
  const { item, values, set, saving, isDirty } = editor;
  const heading = item ? item.title : `New ${singularName(type)}`;
  const copies = useUnsavedCopy(editor);
  const others = useOthers(editor);
  const drawer = usePanelDrawer(editor);
  useUnsavedGuard(isDirty, copies.forget);
  useSaveKey(() => editor.save());
  useEffect(() => {
    document.title = `${heading} · Frontdesk`;
  }, [heading]);
  // What is typed after Enter in the title, while the editor of the text is still loading; null before that.
  const early = useRef<string | null>(null);
  const takeEarly = useCallback((): string | null => {
    const typed = early.current;
    early.current = null;
    return typed;
  }, []);
  const wide = type.fields.filter(isWide);
  const labels = Object.fromEntries(saving.faults.flatMap(({ pointer }) => labelAt(type, values.fields, pointer)));

  return (
    <>
      <h1 className={classes.heading}>{heading}</h1>
      <EditorBar editor={editor} others={others} drawer={drawer} />
      <Suspense>
        {editor.newer && <NewerNotice editor={editor} />}
        {(copies.offered.length > 0 || copies.restored || copies.isFailing) && (
          <UnsavedNotice editor={editor} copies={copies} />
        )}
      </Suspense>
      <SaveForm saving={saving} onSubmit={() => editor.save()} label={heading} labels={labels}>
        <div className={classes.columns}>
          <Stack gap="sm" miw={0}>
            <Textarea
              aria-label="Title"
              placeholder="Title"
              variant="unstyled"
              autosize
              minRows={1}
              classNames={{ input: classes.title ?? '' }}
              value={values.title}
              required
              data-autofocus={item === null || undefined}
              // A new item starts with its title.
              autoFocus={item === null}
              onChange={(event) => set('title', event.currentTarget.value.replaceAll('\n', ' '))}
              onKeyDown={(event) => {
                const { key, ctrlKey, metaKey, altKey, nativeEvent } = event;
                if (ctrlKey || metaKey || nativeEvent.isComposing) return;
                if (early.current !== null && !altKey && (key.length === 1 || key === 'Backspace')) {
                  early.current = key === 'Backspace' ? early.current.slice(0, -1) : early.current + key;
                  event.preventDefault();
                }
                if (key !== 'Enter') return;
                event.preventDefault();
                const text = document.querySelector<HTMLElement>('[data-content-input]');
                if (text) text.focus();
                else early.current ??= '';
              }}
              {...saving.field('/title')}
            />
            <Box {...{ 'data-pointer': '/content' }}>
              <Suspense fallback={<Skeleton height={420} aria-busy role="status" aria-label="Loading the editor" />}>
                <ContentInput value={values.content} set={(html) => set('content', html)} takeEarly={takeEarly} />
              </Suspense>
              {saving.field('/content').error && <Input.Error mt={6}>{saving.field('/content').error}</Input.Error>}
            </Box>
            {wide.length > 0 && (
              <Stack component="section" gap="lg" mt="md" aria-label="Structured fields">
                <ItemFields editor={editor} fields={wide} />
              </Stack>
            )}
          </Stack>
          <ItemPanel editor={editor} drawer={drawer} />
        </div>
      </SaveForm>
      <Suspense>{editor.newer && <ConflictDialog editor={editor} />}</Suspense>
    </>
  );
}

/** What the error summary calls the value of a custom field, or one inside it: "Rows, 3, Price". */
function labelAt(type: PostType, values: ItemValues['fields'], pointer: string): [string, string][] {
  const [, member, ...path] = pointer.split('/');
  return member === 'fields' ? [[pointer, labelOfPlace(type.fields, path, values).join(', ')]] : [];
}

/** Saves on Ctrl or ⌘ with S anywhere on the screen. Inside the form, SaveForm handles it first. */
function useSaveKey(save: () => unknown): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || !(event.ctrlKey || event.metaKey) || event.key !== 's') return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Who else has the item open. Looks for what they have saved. */
function useOthers({ item, lookForNewer }: ItemEditorState) {
  const { may } = useMe();
  const editing = useOtherEditors(may('content:write') ? (item?.id ?? null) : null);
  const latest = useRef({ item, lookForNewer });
  latest.current = { item, lookForNewer };
  useEffect(() => {
    const { item, lookForNewer } = latest.current;
    if (!editing || !item) return;
    const { version, draftVersion } = editing.saved;
    // What could not be read now is looked for with the next response.
    if (version > item.version || draftVersion !== (item.draft?.version ?? null)) lookForNewer().catch(() => {});
  }, [editing]);
  return editing?.others ?? [];
}

const presenceMs = 15_000;

/**
 * Says every few seconds that an item is open here, and learns who else has it open and who saved it last. Null until the
 * server has responded, and while it does not.
 */
function useOtherEditors(itemId: string | null): Editing | null {
  const [editing, setEditing] = useState<Editing | null>(null);
  useEffect(() => {
    if (itemId === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    const window = newCopyId();
    const say = async (): Promise<void> => {
      const response = await background.editors.open({ itemId, window }, { signal }).catch(() => null);
      if (!signal.aborted) setEditing(response);
    };
    const close = (): void => void background.editors.close(window, { keepalive: true }).catch(() => {});
    const onShow = (): void => {
      if (document.visibilityState === 'visible') void say();
    };
    void say();
    const timer = setInterval(say, presenceMs);
    globalThis.addEventListener('pagehide', close);
    document.addEventListener('visibilitychange', onShow);
    return () => {
      clearInterval(timer);
      globalThis.removeEventListener('pagehide', close);
      document.removeEventListener('visibilitychange', onShow);
      controller.abort();
      close();
      setEditing(null);
    };
  }, [itemId]);
  return editing;
}
