// The state of the item editor: the stored item, the unsaved values, and how to save them.

import type { PostType } from '@frontdesk/client';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useMe } from '../../accounts/me.ts';
import { background } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import type { Saving } from '../../ui/saving.ts';
import { type AnyItem, itemQuery, refreshContent } from '../items/item-query.ts';
import type { Attempt } from './create-once.ts';
import { isNewer } from './item-conflict.ts';
import type { ItemValues } from './item-values.ts';
import type { StatusChange } from './save-item.ts';
import type { Autosave } from './use-autosave.ts';
import { useItemAutosave } from './use-item-autosave.ts';
import { type Sent, useItemSaving } from './use-item-saving.ts';
import { useItemState } from './use-item-state.ts';
import { type Newer, useNewerVersion } from './use-newer-version.ts';
import { isTemporary } from './use-save-again.ts';

export type ItemEditor = {
  type: PostType;
  /** The item as last loaded; null for a new item. */
  item: AnyItem | null;
  values: ItemValues;
  set<Name extends keyof ItemValues>(name: Name, value: ItemValues[Name]): void;
  setField(name: string, value: ItemValues['fields'][string]): void;
  isDirty: boolean;
  saving: Saving<Sent>;
  /** The time of the last save in this editor; null before. */
  savedAt: number | null;
  autosave: Autosave;
  /** Whether the last save was made without being asked for. */
  isAutosaved: boolean;
  save(statusChange?: StatusChange): Promise<boolean>;
  /** Set while the item was saved elsewhere since it was loaded, and the user has not decided what to do. */
  newer: Newer | null;
  /** Whether the user is asked to decide now. */
  isDeciding: boolean;
  decide(): void;
  overwriteTheirs(): void;
  loadTheirs(): void;
  keepEditing(): void;
  /** Reads the item again, because someone else has saved it: shows it, or says so if something was typed here. */
  lookForNewer(): Promise<void>;
  /** Shows an item that was changed here in another way: its draft was discarded, or a revision restored. */
  show(item: AnyItem): void;
  /** Whether the last save failed for a reason that passes; it is then repeated until it succeeds. */
  isWaiting: boolean;
  /** The creation of a new item while its result is not known. */
  attempt: RefObject<Attempt | null>;
  /** Shows unsaved values that were typed into `opened`. If the item was saved elsewhere since, opens the conflict. */
  restore(opened: AnyItem | null, values: Partial<ItemValues>): void;
};

export function useItemEditor(type: PostType, read: AnyItem | null, onCreated: (item: AnyItem) => void): ItemEditor {
  const { may } = useMe();
  const state = useItemState(type, read);
  const newerVersion = useNewerVersion();
  const attempt = useRef<Attempt | null>(null);
  const [lastSave, setLastSave] = useState<{ at: number; isAutosave: boolean } | null>(null);
  const keepRead = (saved: AnyItem): unknown => queries.setQueryData(itemQuery(type.name, saved.id).queryKey, saved);

  const { saving, save } = useItemSaving({
    ...{ type, state, newerVersion, attempt },
    settled: () => autosave.settled(),
    onSaved: ({ saved, values, isNew }) => {
      newerVersion.forget();
      state.applySaved(saved, values);
      setLastSave({ at: Date.now(), isAutosave: false });
      keepRead(saved);
      if (isNew) onCreated(saved);
      // Lists reload in the background.
      void refreshContent();
    },
  });
  const isWaiting = isTemporary(saving.error);
  const autosave = useItemAutosave({
    ...{ type, state, newerVersion, attempt, onCreated },
    isFree: !saving.isSaving && !isWaiting && may('content:write'),
    onSaved: (saved) => {
      setLastSave({ at: Date.now(), isAutosave: true });
      void refreshContent({ isLater: true });
      keepRead(saved);
    },
  });

  const { item, values, isDirty, isTouched, applySaved, now } = state;
  const { newer, notice, ask, forget } = newerVersion;
  // A screen that was left open shows the changes of others, as long as nothing was typed.
  const isIdle = !isDirty && !saving.isSaving && !autosave.isSaving;
  const accept = useCallback(
    (theirs: AnyItem): void => (isTouched.current ? notice(theirs) : applySaved(theirs)),
    [isTouched, notice, applySaved],
  );
  useEffect(() => {
    if (read && item && isIdle && read.id === item.id && isNewer(read, item)) accept(read);
  }, [read, item, isIdle, accept]);

  const showSaved = (saved: AnyItem): void => {
    applySaved(saved);
    forget();
    saving.clear();
  };
  return {
    type,
    item,
    values,
    set: state.set,
    setField: state.setField,
    isDirty,
    saving,
    savedAt: lastSave?.at ?? null,
    autosave,
    isAutosaved: lastSave?.isAutosave ?? false,
    save: (statusChange) => save(statusChange),
    newer,
    isDeciding: newerVersion.isDeciding,
    decide: newerVersion.decide,
    // Overwrites only the values that were changed here.
    overwriteTheirs: () => void (newer && save(newer.statusChange, newer.theirs.etag)),
    loadTheirs: () => newer && showSaved(newer.theirs),
    keepEditing: newerVersion.keepEditing,
    lookForNewer: async () => {
      const { item } = now();
      if (!item || newer || saving.isSaving) return;
      await autosave.settled();
      const theirs = await background.content(type.name).get(item.id, { version: 'draft' });
      // Something was saved here meanwhile, or it is what is shown.
      if (now().item !== item || theirs.etag === item.etag) return;
      accept(theirs);
    },
    show: (changed) => {
      showSaved(changed);
      keepRead(changed);
      void refreshContent();
    },
    isWaiting,
    attempt,
    restore: (opened, typed) => {
      state.restore(opened, typed);
      if (item && opened && opened.etag !== item.etag) ask(item);
    },
  };
}
