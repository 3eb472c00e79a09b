// Saving what is in the item editor while the user writes (use-autosave.ts says when).

import type { PostType } from '@frontdesk/client';
import { type RefObject, useEffect, useRef } from 'react';
import { background } from '../../api/api.ts';
import type { AnyItem } from '../items/item-query.ts';
import { type Attempt, createOnce } from './create-once.ts';
import { attachToInput, isConflict } from './item-conflict.ts';
import { containsChanges, type ItemValues } from './item-values.ts';
import { autosaveItem, mayAutosave } from './save-item.ts';
import { type Autosave, useAutosave } from './use-autosave.ts';
import type { ItemStateInEditor } from './use-item-state.ts';
import type { NewerVersion } from './use-newer-version.ts';

type AutosaveOptions = {
  type: PostType;
  state: ItemStateInEditor;
  newerVersion: NewerVersion;
  attempt: RefObject<Attempt | null>;
  /** Whether nothing else is in the way. */
  isFree: boolean;
  onSaved(saved: AnyItem): unknown;
  /** Not called once the editor was left. */
  onCreated(item: AnyItem): void;
};

export function useItemAutosave(options: AutosaveOptions): Autosave {
  const { type, state, newerVersion, attempt, isFree, onSaved, onCreated } = options;
  const { item, values, isDirty, isRestored } = state;
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const apply = (saved: AnyItem, opened: ItemValues, sent: ItemValues): void => {
    state.applyAutosaved(saved, opened, sent);
    onSaved(saved);
  };
  const isReady = (item !== null || values.title.trim() !== '') && !isRestored;
  return useAutosave({
    values,
    isDue: isDirty && isReady && isFree && !newerVersion.newer && mayAutosave(item),
    save: async () => {
      const { item, base, values } = state.now();
      const change = state.changeTo(values);
      const keepAttempt = (sent: Attempt | null): void => {
        attempt.current = sent;
      };
      try {
        const { saved, values: sent } = item
          ? { saved: await autosaveItem(item, change), values }
          : await createOnce(background, type, attempt.current, change, values, keepAttempt);
        apply(saved, base, sent);
        if (!item && isOpen.current) onCreated(saved);
      } catch (error) {
        if (!item || !isConflict(error)) throw attachToInput(error);
        const theirs = await background.content(type.name).get(item.id, { version: 'draft' });
        if (containsChanges(type, theirs, base, values)) apply(theirs, base, values);
        else newerVersion.notice(theirs);
      }
    },
  });
}
