// Asks before what cannot be taken back.

import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';

type Question = {
  title: string;
  /** What will happen, in a sentence. */
  children?: ReactNode;
  /** The verb on the button: "Revoke". */
  confirm: string;
  /** Colours the button as a warning. */
  isDangerous?: boolean;
};

/** Resolves with the person's answer. */
export function askToConfirm({ title, children, confirm, isDangerous = false }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    let answer = false;
    modals.openConfirmModal({
      title,
      children: typeof children === 'string' ? <Text size="sm">{children}</Text> : children,
      labels: { confirm, cancel: 'Cancel' },
      confirmProps: isDangerous ? { color: 'red.8' } : {},
      onConfirm: () => {
        answer = true;
      },
      onClose: () => resolve(answer),
    });
  });
}
