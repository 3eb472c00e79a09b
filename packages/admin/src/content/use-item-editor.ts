// The state of an editor: the item as it was read, what was typed over it, and the ways it is saved.

import { type Fault, FrontdeskError, type ItemStatus, type PostType } from '@frontdesk/client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../api.ts';
import { queries } from '../queries.ts';
import { type Saving, useSaving } from '../ui/saving.ts';
import { type AnyItem, itemQuery, refreshContent } from './item-query.ts';
import { changeOf, type ItemValues, mergeTyped, newValues, same, valuesOf } from './item-values.ts';

/** What is to become of the item besides saving what was typed. */
type Step = { status?: ItemStatus; publishedAt?: string | null };
type Conflict = { theirs: AnyItem; step: Step };

type Sent = { values: ItemValues; step: Step; etag: string | undefined };

export type ItemEditor = {
  type: PostType;
  /** As it was read last; null while it is new. */
  item: AnyItem | null;
  values: ItemValues;
  set<Name extends keyof ItemValues>(name: Name, value: ItemValues[Name]): void;
  setField(name: string, value: ItemValues['fields'][string]): void;
  isDirty: boolean;
  saving: Saving<Sent>;
  /** When it was saved here; null before. */
  savedAt: number | null;
  save(step?: Step): Promise<boolean>;
  /** Somebody changed the item since it was read. */
  conflict: Conflict | null;
  keepMine(): void;
  takeTheirs(): void;
  decideLater(): void;
};

export function useItemEditor(type: PostType, read: AnyItem | null, onMade: (item: AnyItem) => void): ItemEditor {
  const [item, setItem] = useState(read);
  const [base, setBase] = useState(() => (read ? valuesOf(type, read) : newValues(type)));
  const [values, setValues] = useState(base);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const isDirty = !same(base, values);

  const take = useCallback(
    (item: AnyItem, typedOver?: ItemValues): void => {
      const saved = valuesOf(type, item);
      setItem(item);
      setBase(saved);
      setValues((typed) => (typedOver ? mergeTyped(saved, typedOver, typed) : saved));
    },
    [type],
  );

  const saving = useSaving<Sent, AnyItem | null>({
    save: async ({ values, step, etag }) => {
      const change = { ...changeOf(type, item && base, values), ...step };
      try {
        if (!item) return await api.content(type.name).create(change as never);
        if (Object.keys(change).length === 0) return item;
        return await api.content(type.name).update(item.id, change, { ifMatch: etag ?? item.etag });
      } catch (error) {
        if (!item || !(error instanceof FrontdeskError) || error.status !== 412) throw besideInput(error);
        setConflict({ theirs: await api.content(type.name).get(item.id), step });
        return null;
      }
    },
    onSaved: async (saved, sent) => {
      if (!saved) return;
      setConflict(null);
      take(saved, sent.values);
      setSavedAt(Date.now());
      queries.setQueryData(itemQuery(type.name, saved.id).queryKey, saved);
      if (!item) onMade(saved);
      // What lists show is not waited for.
      void refreshContent();
    },
  });

  // Somebody comes back to a screen left open: while nothing is typed, what others changed appears by itself.
  const isIdle = !isDirty && !saving.isSaving;
  useEffect(() => {
    if (read && item && isIdle && read.id === item.id && read.version > item.version) take(read);
  }, [read, item, isIdle, take]);

  const latest = useRef({ values, saving });
  latest.current = { values, saving };
  const save = useCallback((step: Step = {}, etag?: string): Promise<boolean> => {
    const { values, saving } = latest.current;
    return saving.save({ values, step, etag });
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
    save: (step) => save(step),
    conflict,
    // Only what was typed here goes over theirs.
    keepMine: () => void (conflict && save(conflict.step, conflict.theirs.etag)),
    takeTheirs: () => {
      if (conflict) take(conflict.theirs);
      setConflict(null);
      saving.clear();
    },
    decideLater: () => setConflict(null),
  };
}

/** A refusal that has its place on the screen although the server names no member. */
function besideInput(error: unknown): unknown {
  if (!(error instanceof FrontdeskError) || error.code !== 'slug_taken' || error.errors.length > 0) return error;
  const fault: Fault = { pointer: '/slug', code: 'slug_taken', detail: error.detail ?? 'is taken' };
  const { code, status, title } = error;
  return new FrontdeskError({ code, status, title, errors: [fault] });
}
