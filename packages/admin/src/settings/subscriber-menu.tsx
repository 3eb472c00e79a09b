// What can be done with one webhook subscriber.

import type { Subscriber } from '@frontdesk/client';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconDots,
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { queries } from '../queries.ts';
import { askToConfirm } from '../ui/confirm.tsx';
import { toastDone, toastError } from '../ui/toast.tsx';
import type { ShownSecret, SubscriberArea } from './subscriber-area.ts';

type SubscriberMenuProps = {
  area: SubscriberArea;
  subscriber: Subscriber<string>;
  edit(): void;
  show(secret: ShownSecret): void;
};

const icon = { size: 18, 'aria-hidden': true } as const;

export function SubscriberMenu({ area, subscriber, edit, show }: SubscriberMenuProps) {
  const navigate = useNavigate();
  const { id, url, status } = subscriber;
  const isActive = status === 'active';
  /** Runs one of the actions, and reads the list again. */
  const act = (run: () => Promise<unknown>) => async (): Promise<void> => {
    try {
      await run();
    } catch (error) {
      toastError(error);
    }
    await queries.invalidateQueries({ queryKey: area.queryKey });
  };
  const sendTest = act(async () => {
    const delivery = await area.subscribers.test(id);
    toastDone('A test is on its way');
    await navigate({ to: '/settings/deliveries/$id', params: { id: delivery.id } });
  });
  const turn = act(async () => {
    await area.subscribers.update(id, { status: isActive ? 'paused' : 'active' });
    toastDone(isActive ? 'Paused: deliveries wait' : 'Resumed: what waited is sent');
  });
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${url}`}>
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconSend {...icon} />} onClick={sendTest}>
          Send a test
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={edit}>
          Change
        </Menu.Item>
        <Menu.Item leftSection={isActive ? <IconPlayerPause {...icon} /> : <IconPlayerPlay {...icon} />} onClick={turn}>
          {isActive ? 'Pause' : 'Resume'}
        </Menu.Item>
        <Menu.Item leftSection={<IconKey {...icon} />} onClick={act(() => rotate(area, subscriber, show))}>
          New secret
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={act(() => remove(area, subscriber))}>
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

async function rotate(
  { subscribers }: SubscriberArea,
  { id, url }: Subscriber<string>,
  show: (secret: ShownSecret) => void,
): Promise<void> {
  const isSure = await askToConfirm({
    title: 'Make a new secret?',
    children: `Deliveries to ${url} are signed with the new one at once. For 24 hours the old one signs too.`,
    confirm: 'Make a new secret',
  });
  if (isSure) show(await subscribers.rotateSecret(id));
}

async function remove({ subscribers }: SubscriberArea, { id, url }: Subscriber<string>): Promise<void> {
  const isSure = await askToConfirm({
    title: 'Remove this webhook?',
    children: `${url} is told nothing any more. What waits to be sent is dropped.`,
    confirm: 'Remove',
    isDangerous: true,
  });
  if (!isSure) return;
  await subscribers.delete(id);
  toastDone('The webhook is removed');
}
