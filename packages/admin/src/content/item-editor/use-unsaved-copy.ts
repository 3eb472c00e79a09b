// Keeps a copy of what is typed in the item editor in this browser until the server has it, and finds earlier copies.

import { useCallback, useEffect, useRef, useState } from 'react';
import { useMe } from '../../accounts/me.ts';
import { hasInner } from '../../fields/field-kinds.ts';
import { toastUndo } from '../../ui/toast.tsx';
import {
  claimCopyId,
  dropCopy,
  keepCopy,
  listCopies,
  newCopyId,
  onFlush,
  type UnsavedCopy,
} from '../../ui/unsaved-copies.ts';
import type { AnyItem } from '../items/item-query.ts';
import type { Attempt } from './create-once.ts';
import { containsChanges, type ItemValues, valuesOf, withValues } from './item-values.ts';
import type { ItemEditor } from './use-item-editor.ts';

/** `item` is what the text is based on; null for an item that has not been created yet. */
type Content = { item: AnyItem | null; values: ItemValues; kinds: Record<string, string>; attempt: Attempt | null };
export type ItemCopy = UnsavedCopy<Content>;

export type UnsavedCopies = {
  /** Copies of earlier sessions that are neither restored nor discarded, the last typed first. */
  offered: ItemCopy[];
  /** The copy that was restored when the editor opened, until it is saved or discarded. */
  restored: ItemCopy | null;
  restore(copy: ItemCopy): void;
  discard(copy: ItemCopy): void;
  /** Discards what is typed in this editor. */
  forget(): void;
  /** Whether the browser could not store the last copy, for example because it has no room. */
  isFailing: boolean;
};

// With the delay of the visual editor, everything is stored within a second of the key.
const delayMs = 300;

export function useUnsavedCopy(editor: ItemEditor): UnsavedCopies {
  const { type, item, values, isDirty, saving } = editor;
  const { user } = useMe();
  const [offered, setOffered] = useState<ItemCopy[]>([]);
  const [restored, setRestored] = useState<ItemCopy | null>(null);
  const [isFailing, setFailing] = useState(false);
  const own = useRef('');
  /** Copies whose text is in this editor now. */
  const replaced = useRef<string[]>([]);
  const isStored = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const latest = useRef({ editor, userId: user.id });
  latest.current = { editor, userId: user.id };

  useEffect(() => {
    const controller = new AbortController();
    own.current = claimCopyId(controller.signal);
    return () => controller.abort();
  }, []);

  const store = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const { editor, userId } = latest.current;
    const superseded = replaced.current;
    try {
      if (editor.isDirty) {
        isStored.current = true;
        await keepCopy(copyOf(editor, own.current, userId));
      } else if (isStored.current) {
        isStored.current = false;
        await dropCopy(own.current);
      }
      replaced.current = replaced.current.filter((id) => !superseded.includes(id));
      await Promise.all(superseded.map(dropCopy));
      setFailing(false);
    } catch {
      replaced.current = [...new Set([...superseded, ...replaced.current])];
      setFailing(editor.isDirty);
    }
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the copy holds all of these
  useEffect(() => {
    if (!isDirty || saving.isSaving || document.hidden) void store();
    else timer.current ??= setTimeout(store, delayMs);
    if (!isDirty) setRestored(null);
  }, [values, item, isDirty, saving.isSaving, store]);

  useEffect(() => {
    const onHide = (): void => {
      if (timer.current !== undefined) void store();
    };
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', onHide);
    const stopFlushing = onFlush(store);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', onHide);
      stopFlushing();
      onHide();
    };
  }, [store]);

  const restore = useCallback((copy: ItemCopy): void => {
    const { editor, userId } = latest.current;
    replaced.current = [...replaced.current, copy.id];
    // What was typed here before is offered in its place.
    const typed = editor.isDirty ? [copyOf(editor, newCopyId(), userId)] : [];
    for (const other of typed) void keepCopy(other).catch(() => setFailing(true));
    setOffered((offered) => [...typed, ...offered.filter(({ id }) => id !== copy.id)]);
    editor.attempt.current = copy.content.attempt;
    editor.restore(copy.content.item, fitting(copy.content, editor));
  }, []);

  const typeName = type.name;
  const openedId = useRef(item?.id);
  useEffect(() => {
    let isOpen = true;
    const { editor, userId } = latest.current;
    if (openedId.current !== editor.item?.id) return;
    listCopies<Content>(userId, subjectOf(typeName, editor.item)).then(
      (copies) => {
        if (!isOpen) return;
        const { editor } = latest.current;
        const useful = copies.filter((copy) => {
          const { type, item: saved } = editor;
          const opened = copy.content.item && valuesOf(type, copy.content.item);
          const isNeeded =
            !saved ||
            !opened ||
            !containsChanges(type, saved, opened, withValues(opened, fitting(copy.content, editor)));
          if (!isNeeded) void dropCopy(copy.id);
          return isNeeded;
        });
        const [last, ...others] = useful;
        const isCurrent = last?.content.item && last.content.item.etag === editor.item?.etag;
        if (!last || !isCurrent || editor.isDirty) return setOffered(useful);
        setOffered(others);
        setRestored(last);
        restore(last);
      },
      // The editor works without copies; storing one says that it fails.
      () => {},
    );
    return () => {
      isOpen = false;
    };
  }, [typeName, restore]);

  return {
    offered,
    restored: isDirty ? restored : null,
    restore,
    discard: (copy) => {
      let discarded = copy;
      if (copy.id === restored?.id) {
        const { editor } = latest.current;
        const { item, values } = editor;
        // With what was typed since.
        discarded = { ...copy, content: { ...copy.content, item, values } };
        setRestored(null);
        editor.restore(item, {});
      }
      setOffered((offered) => offered.filter(({ id }) => id !== copy.id));
      void dropCopy(copy.id).catch(() => {});
      toastUndo('Unsaved text discarded', () => restore(discarded));
    },
    forget: () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      for (const id of [own.current, ...replaced.current]) void dropCopy(id).catch(() => {});
    },
    isFailing,
  };
}

function copyOf(editor: ItemEditor, id: string, userId: string): ItemCopy {
  const { type, item, values, attempt } = editor;
  return {
    id,
    userId,
    subject: subjectOf(type.name, item),
    title: values.title || item?.title || 'Untitled',
    typedAt: Date.now(),
    content: { item, values, kinds: kindsOf(type), attempt: attempt.current },
  };
}

function subjectOf(type: string, item: AnyItem | null): string {
  return `item/${type}/${item?.id ?? 'new'}`;
}

function kindsOf({ fields }: ItemEditor['type']): Record<string, string> {
  return Object.fromEntries(
    fields.map((field) => {
      const { name, type, multiple = false, of, fields, blocks } = field;
      const isPlain = !hasInner(field) && !multiple;
      return [name, isPlain ? type : JSON.stringify([type, multiple, of, fields, blocks])];
    }),
  );
}

/** The values of the copy, without those of fields that the type no longer has or that have another kind now. */
function fitting({ values, kinds }: Content, { type }: ItemEditor): Partial<ItemValues> {
  const now = kindsOf(type);
  const fields = Object.entries(values.fields).filter(([name]) => now[name] !== undefined && now[name] === kinds[name]);
  return { ...values, fields: Object.fromEntries(fields) };
}
