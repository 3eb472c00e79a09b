// The values of a form that is being filled in, and the values it started from.

import { useState } from 'react';

export type Draft<Values> = {
  values: Values;
  set<Name extends keyof Values>(name: Name, value: Values[Name]): void;
  /** Whether any value differs from the base. */
  isDirty: boolean;
  /** Makes these values the new base. */
  reset(values: Values): void;
};

/** `initial` is read once; call `reset` after saving or reloading the record. */
export function useDraft<Values extends object>(initial: Values): Draft<Values> {
  const [{ base, values }, setState] = useState({ base: initial, values: initial });
  return {
    values,
    set: (name, value) => setState((state) => ({ ...state, values: { ...state.values, [name]: value } })),
    isDirty: JSON.stringify(base) !== JSON.stringify(values),
    reset: (values) => setState({ base: values, values }),
  };
}
