// The code of the second step: of an authenticator app, or a recovery code.

import { TextInput } from '@mantine/core';
import type { InputFault } from '../ui/saving.ts';

type CodeInputProps = {
  value: string;
  onChange(code: string): void;
  /** Only six digits are right: recovery codes do not count here. */
  isOfApp?: boolean;
  autoFocus?: boolean;
  size?: 'md';
  field?: InputFault;
};

export function CodeInput({ value, onChange, isOfApp = false, field, ...look }: CodeInputProps) {
  return (
    <TextInput
      label="Code"
      description={
        isOfApp ? 'The six digits that the app shows now' : 'From your authenticator app, or a recovery code'
      }
      autoComplete="one-time-code"
      required
      {...(isOfApp && { inputMode: 'numeric' })}
      {...look}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...field}
    />
  );
}
