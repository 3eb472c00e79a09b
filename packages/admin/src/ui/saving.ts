// Saves a form and attaches the server's faults to the inputs they belong to.

import { type Fault, FrontdeskError } from '@frontdesk/client';
import { useCallback, useRef, useState } from 'react';
import { faultText } from './fault-text.ts';

/** Thrown when the user decides against saving: there is no error to show. */
export class NotSaved extends Error {}

/** Props of an input: its fault, and the pointer by which the error summary finds it. */
export type InputFault = { error?: string; 'data-pointer': string };

export type Saving<Input> = {
  /** Resolves to whether the save succeeded; never throws. Ignored while another save is running. */
  save(input: Input): Promise<boolean>;
  isSaving: boolean;
  /** The error of the last save; null if it succeeded, or before the first one. */
  error: unknown;
  faults: Fault[];
  /**
   * Spread this onto an input: `{...saving.field('/fields/price')}` shows its fault beside it and lets the error
   * summary link to it. Includes faults below the pointer.
   */
  field(pointer: string): InputFault;
  /** Removes the fault of an input that is being corrected; with `isExact`, not those below it. */
  forget(pointer: string, options?: { isExact?: boolean }): void;
  clear(): void;
};

type SavingOptions<Input, Output> = {
  save(input: Input): Promise<Output>;
  /** Runs after a successful save. */
  onSaved?(output: Output, input: Input): unknown;
};

export function useSaving<Input, Output>({ save, onSaved }: SavingOptions<Input, Output>): Saving<Input> {
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [faults, setFaults] = useState<Fault[]>([]);
  const isRunning = useRef(false);

  const run = async (input: Input): Promise<boolean> => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setSaving(true);
    try {
      const output = await save(input);
      setError(null);
      setFaults([]);
      await onSaved?.(output, input);
      return true;
    } catch (error) {
      if (error instanceof NotSaved) return false;
      setError(error);
      setFaults(error instanceof FrontdeskError ? error.errors : []);
      return false;
    } finally {
      isRunning.current = false;
      setSaving(false);
    }
  };

  const forget = useCallback((pointer: string, { isExact = false } = {}) => {
    setFaults((faults) => {
      const others = faults.filter((fault) => (isExact ? fault.pointer !== pointer : !isAt(fault, pointer)));
      return others.length === faults.length ? faults : others;
    });
  }, []);

  return {
    save: run,
    isSaving,
    error,
    faults,
    field: (pointer) => {
      const fault = faults.find((fault) => isAt(fault, pointer));
      return { 'data-pointer': pointer, ...(fault && { error: faultText(fault) }) };
    },
    forget,
    clear: () => {
      setError(null);
      setFaults([]);
    },
  };
}

function isAt(fault: Fault, pointer: string): boolean {
  return fault.pointer === pointer || fault.pointer.startsWith(`${pointer}/`);
}
