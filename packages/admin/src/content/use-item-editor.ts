// The state of the item editor: the stored item, the unsaved values, and how to save them.

import { type Fault, FrontdeskError, type PostType } from '@frontdesk/client';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../api.ts';
import { queries } from '../queries.ts';
import { type Saving, useSaving } from '../ui/saving.ts';
import { type Attempt, createOnce } from './create-once.ts';
import { type AnyItem, itemQuery, refreshContent } from './item-query.ts';
import {
  changeOf,
  containsChanges,
  type ItemValues,
  isEqual,
  mergeTyped,
  newValues,
  valuesOf,
  withValues,
} from './item-values.ts';
import { type StatusChange, saveItem } from './save-item.ts';
import { isTemporary, useSaveAgain } from './use-save-again.ts';

type Conflict = { theirs: AnyItem; statusChange: StatusChange };

/** What the server has now, and the values that were sent to it. */
type Saved = { saved: AnyItem; values: ItemValues };
type Sent = { values: ItemValues; statusChange: StatusChange; etag: string | undefined };

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
  save(statusChange?: StatusChange): Promise<boolean>;
  /** Set if the item was saved elsewhere since it was loaded. */
  conflict: Conflict | null;
  overwriteTheirs(): void;
  loadTheirs(): void;
  keepEditing(): void;
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
  const [item, setItem] = useState(read);
  const [base, setBase] = useState(() => (read ? valuesOf(type, read) : newValues(type)));
  const [values, setValues] = useState(base);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const attempt = useRef<Attempt | null>(null);
  const isDirty = !isEqual(base, values);

  const applySaved = useCallback(
    (item: AnyItem, sent?: ItemValues): void => {
      const saved = valuesOf(type, item);
      setItem(item);
      setBase(saved);
      setValues((typed) => (sent ? mergeTyped(saved, sent, typed) : saved));
    },
    [type],
  );

  /** To save once more, with what an earlier attempt to create the item did not contain. */
  const [rest, setRest] = useState<StatusChange | null>(null);
  const saving = useSaving<Sent, Saved | null>({
    save: async ({ values, statusChange, etag }) => {
      const change = changeOf(type, item && base, values);
      try {
        if (!item) {
          const created = await createOnce(type, attempt.current, { ...change, ...statusChange }, values, (sent) => {
            attempt.current = sent;
          });
          if (!created.isComplete) setRest(statusChange);
          return created;
        }
        // What is in the draft stays there, whether or not it can be published.
        const onDraft = (saved: AnyItem): void => applySaved(saved, values);
        const opened = etag === undefined ? item : { ...item, etag };
        return { saved: await saveItem(opened, change, statusChange, onDraft), values };
      } catch (error) {
        if (!item || !(error instanceof FrontdeskError) || error.status !== 412) throw attachToInput(error);
        const theirs = await api.content(type.name).get(item.id, { version: 'draft' });
        // The response to an earlier attempt was lost: this is our own change.
        if (containsChanges(type, theirs, base, values) && hasStatus(theirs, statusChange)) {
          return { saved: theirs, values };
        }
        setConflict({ theirs, statusChange });
        return null;
      }
    },
    onSaved: async (result) => {
      if (!result) return;
      const { saved, values } = result;
      setConflict(null);
      applySaved(saved, values);
      setSavedAt(Date.now());
      queries.setQueryData(itemQuery(type.name, saved.id).queryKey, saved);
      if (!item) onCreated(saved);
      // Lists reload in the background.
      void refreshContent();
    },
  });

  // A screen that was left open shows the changes of others, as long as it has no unsaved changes.
  const isIdle = !isDirty && !saving.isSaving;
  useEffect(() => {
    if (read && item && isIdle && read.id === item.id && isNewer(read, item)) applySaved(read);
  }, [read, item, isIdle, applySaved]);

  const latest = useRef({ values, saving });
  latest.current = { values, saving };
  const last = useRef<Sent | null>(null);
  const save = useCallback((statusChange: StatusChange = {}, etag?: string): Promise<boolean> => {
    const { values, saving } = latest.current;
    last.current = { values, statusChange, etag };
    return saving.save(last.current);
  }, []);
  // What was sent is repeated, and not what was typed since: it may be unfinished, and this may publish it.
  useSaveAgain(saving.error, () => last.current && saving.save(last.current));
  useEffect(() => {
    if (!rest || !item || saving.isSaving) return;
    setRest(null);
    void save(rest);
  }, [rest, item, saving.isSaving, save]);

  return {
    type,
    item,
    values,
    set: (name, value) => setValues((values) => ({ ...values, [name]: value })),
    setField: (name, value) => {
      setValues((values) => ({ ...values, fields: { ...values.fields, [name]: value } }));
      saving.forget(`/fields/${name}`);
    },
    isDirty,
    saving,
    savedAt,
    save: (statusChange) => save(statusChange),
    conflict,
    // Overwrites only the values that were changed here.
    overwriteTheirs: () => void (conflict && save(conflict.statusChange, conflict.theirs.etag)),
    loadTheirs: () => {
      if (conflict) applySaved(conflict.theirs);
      setConflict(null);
      saving.clear();
    },
    keepEditing: () => setConflict(null),
    show: (changed) => {
      applySaved(changed);
      saving.clear();
      queries.setQueryData(itemQuery(type.name, changed.id).queryKey, changed);
      void refreshContent();
    },
    isWaiting: isTemporary(saving.error),
    attempt,
    restore: (opened, typed) => {
      const base = opened ? valuesOf(type, opened) : newValues(type);
      setItem(opened);
      setBase(base);
      setValues(withValues(base, typed));
      if (item && opened && opened.etag !== item.etag) setConflict({ theirs: item, statusChange: {} });
    },
  };
}

function isNewer(read: AnyItem, item: AnyItem): boolean {
  if (read.version !== item.version) return read.version > item.version;
  return (read.draft?.version ?? 0) > (item.draft?.version ?? 0);
}

/** Whether the change of status has already been made. */
function hasStatus(item: AnyItem, { publish, ...status }: StatusChange): boolean {
  if (!isEqual({ ...item, ...status }, item)) return false;
  if (publish === undefined) return true;
  if (publish.at === undefined) return item.status === 'publish' && item.draft === undefined;
  return (item.draft?.publishAt ?? null) === publish.at;
}

/** Adds the pointer to errors that the server reports without one. */
function attachToInput(error: unknown): unknown {
  if (!(error instanceof FrontdeskError) || error.code !== 'slug_taken' || error.errors.length > 0) return error;
  const fault: Fault = { pointer: '/slug', code: 'slug_taken', detail: error.detail ?? error.title };
  const { code, status, title } = error;
  return new FrontdeskError({ code, status, title, errors: [fault] });
}
