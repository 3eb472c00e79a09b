// The draft of an invoice on the server. What is typed is stored shortly after, because the server works out the totals.

import type { Invoice, Tagged } from '@frontdesk/client';
import { mergePatchBetween } from '@frontdesk/client/admin';
import { useEffect, useRef, useState } from 'react';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { toSiteDay } from '../ui/local-time.ts';
import { saveUnlessChanged } from '../ui/save-changes.ts';
import { type InvoiceValues, invoiceBodyOf } from './invoice-values.ts';

const waitMs = 700;

export type StoredDraft = {
  /** As it was last stored; null if it never was. */
  stored: Tagged<Invoice> | null;
  /** Whether something was typed since. */
  isDirty: boolean;
  /** Whether all of it can be read, so that it is stored shortly. */
  isComplete: boolean;
  /** Stores what was typed. Throws what the server rejects. */
  store(): Promise<Tagged<Invoice>>;
};

/** `onCreated` gets the draft when it is stored for the first time. */
export function useStoredDraft(
  initial: Tagged<Invoice> | null,
  values: InvoiceValues,
  onCreated: (draft: Invoice) => void,
): StoredDraft {
  const typed = JSON.stringify(values);
  const [state, setState] = useState({ stored: initial, text: typed });
  const latest = useRef(state);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const isDirty = typed !== state.text;

  /** One after another, so that each has the tag of the one before. */
  const inTurn = (run: () => Promise<Tagged<Invoice>>): Promise<Tagged<Invoice>> => {
    const next = last.current.then(run);
    last.current = next.catch(() => {});
    return next;
  };
  const send = async (mayAsk: boolean): Promise<Tagged<Invoice>> => {
    const { stored, text } = latest.current;
    if (stored && text === typed) return stored;
    const saved = stored ? await change(stored, values, mayAsk) : await create(values);
    latest.current = { stored: saved, text: typed };
    setState(latest.current);
    queries.setQueryData(['invoices', saved.id], saved);
    queries.invalidateQueries({ queryKey: ['invoices', 'list'] });
    if (stored === null) onCreated(saved);
    return saved;
  };

  const isComplete = canBeRead(values);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each text, whatever is rendered meanwhile
  useEffect(() => {
    if (!isDirty || !isComplete) return;
    // What the server rejects is shown when the user saves.
    const timer = setTimeout(() => inTurn(() => send(false)).catch(() => {}), waitMs);
    return () => clearTimeout(timer);
  }, [typed]);

  return { stored: state.stored, isDirty, isComplete, store: () => inTurn(() => send(true)) };
}

function canBeRead(values: InvoiceValues): boolean {
  try {
    invoiceBodyOf(values);
    return true;
  } catch {
    return false;
  }
}

function create(values: InvoiceValues): Promise<Tagged<Invoice>> {
  const { buyer } = values;
  const body = { ...invoiceBodyOf(values), status: 'draft' as const };
  return api.invoices.create(Object.keys(buyer).length > 0 ? { ...body, buyer } : body);
}

function change(stored: Tagged<Invoice>, values: InvoiceValues, mayAsk: boolean): Promise<Tagged<Invoice>> {
  const { dueAt, ...body } = invoiceBodyOf(values);
  const isSameDay = toSiteDay(stored.dueAt) === values.dueDay;
  const patch = {
    ...body,
    ...(isSameDay ? {} : { dueAt: dueAt ?? null }),
    buyer: mergePatchBetween(stored.buyer ?? {}, values.buyer),
  };
  const save = (ifMatch: string) => api.invoices.update(stored.id, patch, { ifMatch });
  if (!mayAsk) return save(stored.etag);
  return saveUnlessChanged({ name: 'invoice', opened: stored, read: () => api.invoices.get(stored.id), save });
}
