// A confirmation dialog, for actions that cannot be undone.

import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';

type Question = {
  /** The action and its object: "Revoke API key “Shop”?" */
  title: string;
  /** The consequence, in one or two sentences. */
  children?: ReactNode;
  /** The button, with the verb of the title: "Revoke key". */
  confirm: string;
  /** Makes the button red. */
  isDangerous?: boolean;
  /** Wider than a sentence needs. */
  size?: 'lg';
  /** Closes the dialog when there is nothing to answer any more. */
  signal?: AbortSignal;
};

/** Focused when the dialog opens, instead of the button that closes it. */
const focused = { 'data-autofocus': true } as Record<string, unknown>;

/** Resolves to whether the user confirmed. */
export function askToConfirm({
  title,
  children,
  confirm,
  isDangerous = false,
  size,
  signal,
}: Question): Promise<boolean> {
  return new Promise((resolve) => {
    let answer = false;
    const id = modals.openConfirmModal({
      title,
      ...(size ? { size } : {}),
      children: typeof children === 'string' ? <Text size="sm">{children}</Text> : children,
      labels: { confirm, cancel: 'Cancel' },
      // Enter, pressed without reading, must not delete anything.
      ...(isDangerous ? { confirmProps: { color: 'red.8' }, cancelProps: focused } : { confirmProps: focused }),
      onConfirm: () => {
        answer = true;
      },
      onClose: () => resolve(answer),
    });
    signal?.addEventListener('abort', () => modals.close(id));
  });
}
