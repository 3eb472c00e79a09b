// Short notes at the edge of the screen.

import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { describeError } from './describe-error.ts';

/** Something was done: "The form is saved". */
export function toastDone(message: string): void {
  notifications.show({ message, color: 'teal', icon: <IconCheck size={18} aria-hidden />, autoClose: 4000 });
}

/** Something failed that has no place of its own on the screen. Stays until it is closed. */
export function toastError(error: unknown): void {
  const { title, detail } = describeError(error);
  notifications.show({
    title,
    message: detail,
    color: 'red',
    icon: <IconAlertTriangle size={18} aria-hidden />,
    autoClose: false,
    role: 'alert',
  });
}
