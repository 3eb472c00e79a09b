// Saving what is in the item editor when the user asks for it.

import type { PostType } from '@frontdesk/client';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../../api/api.ts';
import { useSaving } from '../../ui/saving.ts';
import { type Attempt, createOnce } from './create-once.ts';
import { attachToInput, hasStatus, isConflict } from './item-conflict.ts';
import { containsChanges, type ItemValues } from './item-values.ts';
import { type StatusChange, saveItem } from './save-item.ts';
import type { ItemStateInEditor, Saved } from './use-item-state.ts';
import type { NewerVersion } from './use-newer-version.ts';
import { useSaveAgain } from './use-save-again.ts';

export type Sent = { values: ItemValues; statusChange: StatusChange; etag: string | undefined };

type SavingOptions = {
  type: PostType;
  state: ItemStateInEditor;
  newerVersion: NewerVersion;
  /** The creation of a new item while its result is not known. */
  attempt: RefObject<Attempt | null>;
  /** Resolves when no autosave is running. */
  settled(): Promise<void>;
  onSaved(result: Saved): unknown;
};

export function useItemSaving({ type, state, newerVersion, attempt, settled, onSaved }: SavingOptions) {
  /** To save once more, with what an earlier attempt to create the item did not contain. */
  const [rest, setRest] = useState<StatusChange | null>(null);
  const saving = useSaving<Sent, Saved | null>({
    save: async ({ values, statusChange, etag }) => {
      await settled();
      const change = state.changeTo(values);
      const { item, base } = state.now();
      try {
        if (!item) {
          const body = { ...change, ...statusChange };
          const keepAttempt = (sent: Attempt | null): void => {
            attempt.current = sent;
          };
          const created = await createOnce(api, type, attempt.current, body, values, keepAttempt);
          if (!created.isComplete) setRest(statusChange);
          return { ...created, isNew: true };
        }
        const opened = etag === undefined ? item : { ...item, etag };
        // What is in the draft stays there, whether or not it can be published.
        const saved = await saveItem(opened, change, statusChange, (saved) => state.applySaved(saved, values));
        return { saved, values, isNew: false };
      } catch (error) {
        if (!item || !isConflict(error)) throw attachToInput(error);
        const theirs = await api.content(type.name).get(item.id, { version: 'draft' });
        // The response to an earlier attempt was lost: this is our own change.
        if (containsChanges(type, theirs, base, values) && hasStatus(theirs, statusChange)) {
          return { saved: theirs, values, isNew: false };
        }
        newerVersion.ask(theirs, statusChange);
        return null;
      }
    },
    onSaved: async (result) => {
      if (result) await onSaved(result);
    },
  });

  const latest = useRef(saving);
  latest.current = saving;
  const last = useRef<Sent | null>(null);
  const { item, now } = state;
  const save = useCallback(
    (statusChange: StatusChange = {}, etag?: string): Promise<boolean> => {
      // What was typed last may not be rendered yet.
      last.current = { values: now().values, statusChange, etag };
      return latest.current.save(last.current);
    },
    [now],
  );
  // What was sent is repeated, and not what was typed since: it may be unfinished, and this may publish it.
  useSaveAgain(saving.error, () => last.current && saving.save(last.current));
  useEffect(() => {
    if (!rest || !item || saving.isSaving) return;
    setRest(null);
    void save(rest);
  }, [rest, item, saving.isSaving, save]);
  return { saving, save };
}
