// A form for `useSaving`: an error summary at the top, each fault beside its input, Ctrl or ⌘ with Enter or S to save.

import { Stack } from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react';
import { ErrorSummary, focusInput } from './error-summary.tsx';
import type { Saving } from './saving.ts';

type SaveFormProps = {
  saving: Pick<Saving<never>, 'error' | 'faults' | 'forget' | 'isSaving'>;
  onSubmit(): unknown;
  children: ReactNode;
  /** Names for the error summary, by pointer, where the last part of the pointer is not enough. */
  labels?: Record<string, string>;
  label?: string;
  /** Ctrl or ⌘ with S also saves while the focus is elsewhere on the screen. */
  savesAnywhere?: boolean;
};

export function SaveForm({ saving, onSubmit, children, labels = {}, label, savesAnywhere = false }: SaveFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { error, faults, forget } = saving;
  const count = faults.length;
  // Focus moves only when a new error arrives, not when one fault is corrected.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!error || count === 0) return;
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (invalid) invalid.focus();
    else focusInput(faults[0]?.pointer ?? '');
  }, [error]);

  useEffect(() => {
    if (!savesAnywhere) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      const isElsewhere = !(event.target as Element).closest('form, [role="dialog"]');
      if (!(event.ctrlKey || event.metaKey) || event.key !== 's' || !isElsewhere) return;
      event.preventDefault();
      onSubmit();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [savesAnywhere, onSubmit]);

  const onChange = (event: SyntheticEvent): void => {
    const pointer = (event.target as HTMLElement).closest<HTMLElement>('[data-pointer]')?.dataset.pointer;
    if (pointer !== undefined) forget(pointer);
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label={label}
      onInput={onChange}
      onSubmit={(event) => {
        // In React, the form of a dialog that is opened from here is inside this one.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onSubmit();
      }}
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || !['Enter', 's'].includes(event.key)) return;
        if (!event.currentTarget.contains(event.target as Node)) return;
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack gap="md">
        <ErrorSummary error={error} faults={faults} labels={labels} />
        {children}
      </Stack>
    </form>
  );
}
