// What somebody is filling in, beside what was there before.

import { useState } from 'react';

export type Draft<Values> = {
  values: Values;
  set<Name extends keyof Values>(name: Name, value: Values[Name]): void;
  /** Whether anything differs from what was there. */
  isDirty: boolean;
  /** Takes these values as those that are there. */
  reset(values: Values): void;
};

/** `initial` counts once; after saving, or when the record was read anew, call `reset`. */
export function useDraft<Values extends object>(initial: Values): Draft<Values> {
  const [{ base, values }, setState] = useState({ base: initial, values: initial });
  return {
    values,
    set: (name, value) => setState((state) => ({ ...state, values: { ...state.values, [name]: value } })),
    isDirty: JSON.stringify(base) !== JSON.stringify(values),
    reset: (values) => setState({ base: values, values }),
  };
}
