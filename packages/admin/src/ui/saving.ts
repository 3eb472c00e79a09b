// Sending what somebody filled in, and bringing the server's faults back to the inputs they belong to.

import { type Fault, FrontdeskError } from '@frontdesk/client';
import { useCallback, useRef, useState } from 'react';

/** What an input is given beside its value: the server's fault, and where the summary finds it. */
export type InputFault = { error?: string; 'data-pointer': string };

export type Saving<Input> = {
  /** Sends. Resolves with whether it was taken; never throws. A second call while one runs is ignored. */
  save(input: Input): Promise<boolean>;
  isSaving: boolean;
  /** Why the last try failed; null after a success, or before the first try. */
  error: unknown;
  faults: Fault[];
  /**
   * To be spread onto the input of a member of the body: `{...saving.field('/fields/price')}` brings the fault beside
   * it, and lets the summary find it. Faults deeper than the pointer count too.
   */
  field(pointer: string): InputFault;
  /** Takes the fault away, as somebody is mending it. */
  forget(pointer: string): void;
  clear(): void;
};

type SavingOptions<Input, Output> = {
  save(input: Input): Promise<Output>;
  /** After it was taken: read again, say so, go on. */
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
      setError(error);
      setFaults(error instanceof FrontdeskError ? error.errors : []);
      return false;
    } finally {
      isRunning.current = false;
      setSaving(false);
    }
  };

  const forget = useCallback((pointer: string) => {
    setFaults((faults) => {
      const left = faults.filter((fault) => !isAt(fault, pointer));
      return left.length === faults.length ? faults : left;
    });
  }, []);

  return {
    save: run,
    isSaving,
    error,
    faults,
    field: (pointer) => {
      const fault = faults.find((fault) => isAt(fault, pointer));
      return { 'data-pointer': pointer, ...(fault && { error: fault.detail }) };
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
