// What is in the item editor: the item as last loaded, its values then, and what was typed since.

import type { PostType } from '@frontdesk/client';
import { useCallback, useRef, useState } from 'react';
import type { AnyItem } from '../items/item-query.ts';
import { changeOf, type ItemValues, isEqual, mergeTyped, newValues, valuesOf, withValues } from './item-values.ts';

export type ItemState = { item: AnyItem | null; base: ItemValues; values: ItemValues };
/** What the server has now, and the values that were sent to it. */
export type Saved = { saved: AnyItem; values: ItemValues; isNew: boolean };

export function useItemState(type: PostType, read: AnyItem | null) {
  const [state, setState] = useState<ItemState>(() => {
    const values = read ? valuesOf(type, read) : newValues(type);
    return { item: read, base: values, values };
  });
  // A save that waited for another one must not send what was rendered before.
  const current = useRef(state);
  const change = useCallback((next: (state: ItemState) => ItemState): void => {
    current.current = next(current.current);
    setState(current.current);
  }, []);
  /** Whether something was typed that the user may not want to be replaced unseen. */
  const isTouched = useRef(false);
  /** Values that were restored here. They are saved when the user saves them or goes on writing. */
  const restored = useRef<ItemValues | null>(null);
  /** Whether the slug is made from the title, as the user has not entered one. */
  const slugFollows = useRef(read === null);
  const applySaved = useCallback(
    (item: AnyItem, sent?: ItemValues): void => {
      const saved = valuesOf(type, item);
      isTouched.current = false;
      change(({ values }) => ({ item, base: saved, values: sent ? mergeTyped(saved, sent, values) : saved }));
    },
    [type, change],
  );
  return {
    ...state,
    isDirty: !isEqual(state.base, state.values),
    isRestored: state.values === restored.current,
    isTouched,
    /** The state now, whatever was rendered. */
    now: useCallback((): ItemState => current.current, []),
    /** What is to be sent so that the item gets these values. */
    changeTo(values: ItemValues) {
      const { item, base } = current.current;
      const sent = changeOf(type, item && base, values);
      const isMade = slugFollows.current && item?.status === 'draft' && sent.slug === undefined;
      return isMade && sent.title !== undefined ? { ...sent, slug: null } : sent;
    },
    /** Shows the item as it was saved with the values that were `sent`; without them, nothing that was typed stays. */
    applySaved,
    /** What was typed stays as it is, also where the server has it in another form. */
    applyAutosaved(saved: AnyItem, opened: ItemValues, sent: ItemValues): void {
      const base = mergeTyped(valuesOf(type, saved), opened, sent);
      change(({ values }) => ({ item: saved, base, values: mergeTyped(base, sent, values) }));
    },
    set<Name extends keyof ItemValues>(name: Name, value: ItemValues[Name]): void {
      isTouched.current = true;
      if (name === 'slug') slugFollows.current = false;
      change((state) => ({ ...state, values: { ...state.values, [name]: value } }));
    },
    setField(name: string, value: ItemValues['fields'][string]): void {
      isTouched.current = true;
      change((state) => {
        const fields = { ...state.values.fields, [name]: value };
        return { ...state, values: { ...state.values, fields } };
      });
    },
    /** Shows unsaved values that were typed into `opened`. */
    restore(opened: AnyItem | null, typed: Partial<ItemValues>): void {
      const base = opened ? valuesOf(type, opened) : newValues(type);
      const values = withValues(base, typed);
      isTouched.current = true;
      restored.current = values;
      change(() => ({ item: opened, base, values }));
    },
  };
}

export type ItemStateInEditor = ReturnType<typeof useItemState>;
