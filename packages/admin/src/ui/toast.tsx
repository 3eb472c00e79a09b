// Notifications in the corner of the screen.

import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { describeError } from './describe-error.ts';

/** Confirms an action: "Form saved". */
export function toastSuccess(message: string): void {
  notifications.show({ message, color: 'teal', icon: <IconCheck size={18} aria-hidden />, autoClose: 4000 });
}

/** Says what was not done, and what to do instead. Stays open until it is closed. */
export function toastWarning(title: string, message: string): void {
  const icon = <IconAlertTriangle size={18} aria-hidden />;
  notifications.show({ title, message, color: 'yellow', icon, autoClose: false });
}

/** Confirms an action that can be undone. */
export function toastUndo(message: string, undo: () => unknown): void {
  const id = notifications.show({
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{message}</span>
        <Button
          variant="default"
          size="compact-sm"
          flex="none"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          Undo
        </Button>
      </Group>
    ),
    color: 'teal',
    icon: <IconCheck size={18} aria-hidden />,
    autoClose: 10_000,
  });
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
