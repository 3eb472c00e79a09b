// The form of a dialog within the editor of an item.

import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

type DialogFormProps = {
  submit(): unknown;
  close(): void;
  /** Of the button that submits it. */
  label: string;
  children: ReactNode;
};

export function DialogForm({ submit, close, label, children }: DialogFormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack>
        {children}
        <Group justify="end" gap="xs">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit">{label}</Button>
        </Group>
      </Stack>
    </form>
  );
}
