// An input for a secret. Unlike PasswordInput, it links its description and its fault to the input, for screen readers
// and for the form, which focuses the first fault.

import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useId } from 'react';

export function SecretInput(props: PasswordInputProps) {
  const id = useId();
  const { error, description } = props;
  const described = [error && `${id}-error`, description && `${id}-description`].filter(Boolean).join(' ');
  return (
    <PasswordInput
      id={id}
      autoComplete="off"
      aria-invalid={error ? true : undefined}
      aria-describedby={described || undefined}
      {...props}
    />
  );
}
