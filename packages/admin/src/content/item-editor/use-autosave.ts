// Saves what is being written in the item editor some seconds after the last key. It works beside the user: it moves no
// focus, opens no dialog, shows no fault in the form and leaves the inputs as they are.

import { FrontdeskError } from '@frontdesk/client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { signInStore } from '../../api/session.ts';
import type { ItemValues } from './item-values.ts';
import { isTemporary, useSaveAgain } from './use-save-again.ts';

const afterLastKeyMs = 5000;
/** While the user goes on writing. */
const atLeastEveryMs = 30_000;

export type Autosave = {
  isSaving: boolean;
  /** Why the last one failed; null if it succeeded, or if something was typed since that may be at fault. */
  error: unknown;
  /** Resolves when none is running. */
  settled(): Promise<void>;
};

type AutosaveOptions = {
  values: ItemValues;
  /** Whether there is something to save, and nothing that it has to wait for. */
  isDue: boolean;
  /** Throws if it could not be saved. */
  save(): Promise<void>;
};

export function useAutosave({ values, isDue, save }: AutosaveOptions): Autosave {
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<{ error: unknown; values: ItemValues } | null>(null);
  const running = useRef<Promise<void> | null>(null);
  const unsavedSince = useRef<number | null>(null);
  const latest = useRef({ values, isDue, save });
  latest.current = { values, isDue, save };

  const run = useCallback((): void => {
    const { values, isDue, save } = latest.current;
    if (running.current || !isDue) return;
    unsavedSince.current = null;
    setSaving(true);
    running.current = save()
      .then(
        () => setFailure(null),
        (error) => setFailure({ error, values }),
      )
      .finally(() => {
        running.current = null;
        setSaving(false);
      });
  }, []);

  // What was refused is refused again, until it changes.
  const isRefused = failure !== null && (failure.values === values || isWaiting(failure.error));
  const isOn = isDue && !isSaving && !isRefused;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the values starts the wait again
  useEffect(() => {
    if (!isOn) return;
    unsavedSince.current ??= Date.now();
    const latestMs = unsavedSince.current + atLeastEveryMs - Date.now();
    const timer = setTimeout(run, Math.max(0, Math.min(afterLastKeyMs, latestMs)));
    return () => clearTimeout(timer);
  }, [isOn, values, run]);
  useEffect(() => {
    if (!isDue) unsavedSince.current = null;
  }, [isDue]);

  const error = failure && (isRefused || isWaiting(failure.error)) ? failure.error : null;
  useSaveAgain(error, run);
  useEffect(() => {
    if (!isSignedOut(error)) return;
    // The user has signed in again for another request, or here.
    return signInStore.subscribe(() => !signInStore.isNeeded() && run());
  }, [error, run]);

  return { isSaving, error, settled: useCallback(async () => void (await running.current), []) };
}

/** Whether it will be tried again, whatever is typed. */
function isWaiting(error: unknown): boolean {
  return isTemporary(error) || isSignedOut(error);
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof FrontdeskError && error.status === 401;
}
