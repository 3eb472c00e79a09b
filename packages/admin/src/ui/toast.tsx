// Notifications in the corner of the screen.

import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { describeError } from './describe-error.ts';

/** Confirms an action: "Form saved". */
export function toastSuccess(message: string): void {
  notifications.show({ message, color: 'teal', icon: <IconCheck size={18} aria-hidden />, autoClose: 4000 });
}

/** Shows an error that belongs to no input. Stays open until it is closed. */
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
