// The state of the item editor: the stored item, the unsaved values, and how to save them.

import { type Fault, FrontdeskError, type PostType } from '@frontdesk/client';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useMe } from '../accounts/me.ts';
import { api, background } from '../api.ts';
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
import { autosaveItem, mayAutosave, type StatusChange, saveItem } from './save-item.ts';
import { type Autosave, useAutosave } from './use-autosave.ts';
import { isTemporary, useSaveAgain } from './use-save-again.ts';

/** The item as someone else has saved it, and what was to be done here when that was noticed. */
type Newer = { theirs: AnyItem; statusChange: StatusChange };

/** What is in the editor: the item as last loaded, its values then, and what they have become. */
type State = { item: AnyItem | null; base: ItemValues; values: ItemValues };

/** What the server has now, and the values that were sent to it. */
type Saved = { saved: AnyItem; values: ItemValues; isNew: boolean };
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
  const [state, setState] = useState<State>(() => {
    const values = read ? valuesOf(type, read) : newValues(type);
    return { item: read, base: values, values };
  });
  // A save that waited for another one must not send what was rendered before.
  const current = useRef(state);
  const change = useCallback((next: (state: State) => State): void => {
    current.current = next(current.current);
    setState(current.current);
  }, []);
  const { item, base, values } = state;
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const [isAutosaved, setAutosaved] = useState(false);
  const [newer, setNewer] = useState<Newer | null>(null);
  const [isDeciding, setDeciding] = useState(false);
  const attempt = useRef<Attempt | null>(null);
  /** Whether something was typed that the user may not want to be replaced unseen. */
  const isTouched = useRef(false);
  /** Values that were restored here. They are saved when the user saves them or goes on writing. */
  const restored = useRef<ItemValues | null>(null);
  /** Whether the slug is made from the title, as the user has not entered one. */
  const slugFollows = useRef(read === null);
  const isDirty = !isEqual(base, values);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  const applySaved = useCallback(
    (item: AnyItem, sent?: ItemValues): void => {
      const saved = valuesOf(type, item);
      isTouched.current = false;
      change(({ values }) => ({ item, base: saved, values: sent ? mergeTyped(saved, sent, values) : saved }));
    },
    [type, change],
  );
  const forgetNewer = useCallback((): void => {
    setNewer(null);
    setDeciding(false);
  }, []);
  const changeNow = (values: ItemValues) => {
    const { item, base } = current.current;
    const sent = changeOf(type, item && base, values);
    const isMade = slugFollows.current && item?.status === 'draft' && sent.slug === undefined;
    return isMade && sent.title !== undefined ? { ...sent, slug: null } : sent;
  };
  const keepAttempt = (sent: Attempt | null): void => {
    attempt.current = sent;
  };

  /** To save once more, with what an earlier attempt to create the item did not contain. */
  const [rest, setRest] = useState<StatusChange | null>(null);
  const saving = useSaving<Sent, Saved | null>({
    save: async ({ values, statusChange, etag }) => {
      await autosave.settled();
      const change = changeNow(values);
      const { item, base } = current.current;
      try {
        if (!item) {
          const body = { ...change, ...statusChange };
          const created = await createOnce(api, type, attempt.current, body, values, keepAttempt);
          if (!created.isComplete) setRest(statusChange);
          return { ...created, isNew: true };
        }
        // What is in the draft stays there, whether or not it can be published.
        const onDraft = (saved: AnyItem): void => applySaved(saved, values);
        const opened = etag === undefined ? item : { ...item, etag };
        return { saved: await saveItem(opened, change, statusChange, onDraft), values, isNew: false };
      } catch (error) {
        if (!item || !isConflict(error)) throw attachToInput(error);
        const theirs = await api.content(type.name).get(item.id, { version: 'draft' });
        // The response to an earlier attempt was lost: this is our own change.
        if (containsChanges(type, theirs, base, values) && hasStatus(theirs, statusChange)) {
          return { saved: theirs, values, isNew: false };
        }
        setNewer({ theirs, statusChange });
        setDeciding(true);
        return null;
      }
    },
    onSaved: async (result) => {
      if (!result) return;
      const { saved, values, isNew } = result;
      forgetNewer();
      applySaved(saved, values);
      setSavedAt(Date.now());
      setAutosaved(false);
      queries.setQueryData(itemQuery(type.name, saved.id).queryKey, saved);
      if (isNew) onCreated(saved);
      // Lists reload in the background.
      void refreshContent();
    },
  });

  const isWaiting = isTemporary(saving.error);
  const isReady = (item !== null || values.title.trim() !== '') && values !== restored.current;
  const autosave = useAutosave({
    values,
    isDue: isDirty && isReady && !saving.isSaving && !isWaiting && !newer && mayAutosave(item) && may('content:write'),
    save: async () => {
      const { item, base, values } = current.current;
      const change = changeNow(values);
      try {
        const { saved, values: sent } = item
          ? { saved: await autosaveItem(item, change), values }
          : await createOnce(background, type, attempt.current, change, values, keepAttempt);
        applyAutosaved(saved, base, sent);
        if (!item && isOpen.current) onCreated(saved);
      } catch (error) {
        if (!item || !isConflict(error)) throw attachToInput(error);
        const theirs = await background.content(type.name).get(item.id, { version: 'draft' });
        if (containsChanges(type, theirs, base, values)) applyAutosaved(theirs, base, values);
        else setNewer({ theirs, statusChange: {} });
      }
    },
  });
  /** What was typed stays as it is, also where the server has it in another form. */
  const applyAutosaved = (saved: AnyItem, opened: ItemValues, sent: ItemValues): void => {
    const base = mergeTyped(valuesOf(type, saved), opened, sent);
    change(({ values }) => ({ item: saved, base, values: mergeTyped(base, sent, values) }));
    setSavedAt(Date.now());
    setAutosaved(true);
    void refreshContent({ isLater: true });
    queries.setQueryData(itemQuery(type.name, saved.id).queryKey, saved);
  };

  // A screen that was left open shows the changes of others, as long as nothing was typed.
  const isIdle = !isDirty && !saving.isSaving && !autosave.isSaving;
  const accept = useCallback(
    (theirs: AnyItem): void => {
      if (isTouched.current) setNewer({ theirs, statusChange: {} });
      else applySaved(theirs);
    },
    [applySaved],
  );
  useEffect(() => {
    if (read && item && isIdle && read.id === item.id && isNewer(read, item)) accept(read);
  }, [read, item, isIdle, accept]);

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
    set: (name, value) => {
      isTouched.current = true;
      if (name === 'slug') slugFollows.current = false;
      change((state) => ({ ...state, values: { ...state.values, [name]: value } }));
    },
    setField: (name, value) => {
      isTouched.current = true;
      change((state) => {
        const fields = { ...state.values.fields, [name]: value };
        return { ...state, values: { ...state.values, fields } };
      });
      saving.forget(`/fields/${name}`);
    },
    isDirty,
    saving,
    savedAt,
    autosave,
    isAutosaved,
    save: (statusChange) => save(statusChange),
    newer,
    isDeciding: isDeciding && newer !== null,
    decide: () => setDeciding(true),
    // Overwrites only the values that were changed here.
    overwriteTheirs: () => void (newer && save(newer.statusChange, newer.theirs.etag)),
    loadTheirs: () => {
      if (newer) applySaved(newer.theirs);
      forgetNewer();
      saving.clear();
    },
    keepEditing: () => setDeciding(false),
    lookForNewer: async () => {
      const { item } = current.current;
      if (!item || newer || saving.isSaving) return;
      await autosave.settled();
      const theirs = await background.content(type.name).get(item.id, { version: 'draft' });
      // Something was saved here meanwhile, or it is what is shown.
      if (current.current.item !== item || theirs.etag === item.etag) return;
      accept(theirs);
    },
    show: (changed) => {
      forgetNewer();
      applySaved(changed);
      saving.clear();
      queries.setQueryData(itemQuery(type.name, changed.id).queryKey, changed);
      void refreshContent();
    },
    isWaiting,
    attempt,
    restore: (opened, typed) => {
      const base = opened ? valuesOf(type, opened) : newValues(type);
      const values = withValues(base, typed);
      isTouched.current = true;
      restored.current = values;
      change(() => ({ item: opened, base, values }));
      if (!item || !opened || opened.etag === item.etag) return;
      setNewer({ theirs: item, statusChange: {} });
      setDeciding(true);
    },
  };
}

function isConflict(error: unknown): boolean {
  return error instanceof FrontdeskError && error.status === 412;
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
