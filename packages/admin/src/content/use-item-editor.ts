// The state of the item editor: the stored item, the unsaved values, and how to save them.

import { type Fault, FrontdeskError, type PostType } from '@frontdesk/client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../api.ts';
import { queries } from '../queries.ts';
import { type Saving, useSaving } from '../ui/saving.ts';
import { type AnyItem, itemQuery, refreshContent } from './item-query.ts';
import { changeOf, type ItemValues, isEqual, mergeTyped, newValues, valuesOf } from './item-values.ts';
import { type StatusChange, saveItem } from './save-item.ts';

type Conflict = { theirs: AnyItem; statusChange: StatusChange };

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
};

export function useItemEditor(type: PostType, read: AnyItem | null, onCreated: (item: AnyItem) => void): ItemEditor {
  const [item, setItem] = useState(read);
  const [base, setBase] = useState(() => (read ? valuesOf(type, read) : newValues(type)));
  const [values, setValues] = useState(base);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
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

  const saving = useSaving<Sent, AnyItem | null>({
    save: async ({ values, statusChange, etag }) => {
      const change = changeOf(type, item && base, values);
      try {
        if (!item) return await api.content(type.name).create({ ...change, ...statusChange } as never);
        // What is in the draft stays there, whether or not it can be published.
        const onDraft = (saved: AnyItem): void => applySaved(saved, values);
        return await saveItem(etag === undefined ? item : { ...item, etag }, change, statusChange, onDraft);
      } catch (error) {
        if (!item || !(error instanceof FrontdeskError) || error.status !== 412) throw attachToInput(error);
        setConflict({ theirs: await api.content(type.name).get(item.id, { version: 'draft' }), statusChange });
        return null;
      }
    },
    onSaved: async (saved, sent) => {
      if (!saved) return;
      setConflict(null);
      applySaved(saved, sent.values);
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
  const save = useCallback((statusChange: StatusChange = {}, etag?: string): Promise<boolean> => {
    const { values, saving } = latest.current;
    return saving.save({ values, statusChange, etag });
  }, []);

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
  };
}

function isNewer(read: AnyItem, item: AnyItem): boolean {
  if (read.version !== item.version) return read.version > item.version;
  return (read.draft?.version ?? 0) > (item.draft?.version ?? 0);
}

/** Adds the pointer to errors that the server reports without one. */
function attachToInput(error: unknown): unknown {
  if (!(error instanceof FrontdeskError) || error.code !== 'slug_taken' || error.errors.length > 0) return error;
  const fault: Fault = { pointer: '/slug', code: 'slug_taken', detail: error.detail ?? error.title };
  const { code, status, title } = error;
  return new FrontdeskError({ code, status, title, errors: [fault] });
}
