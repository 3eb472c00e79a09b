// The actions for one webhook.

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
import { queries } from '../api/queries.ts';
import { askToConfirm } from '../ui/confirm.tsx';
import { toastError, toastSuccess } from '../ui/toast.tsx';
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
  /** Runs an action and reloads the list. */
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
    toastSuccess('Test event created');
    await navigate({ to: '/settings/deliveries/$id', params: { id: delivery.id } });
  });
  const togglePaused = act(async () => {
    await area.subscribers.update(id, { status: isActive ? 'paused' : 'active' });
    toastSuccess(
      isActive ? 'Webhook paused. New deliveries are held.' : 'Webhook resumed. Held deliveries are sent now.',
    );
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
          Send test event
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={edit}>
          Edit
        </Menu.Item>
        <Menu.Item
          leftSection={isActive ? <IconPlayerPause {...icon} /> : <IconPlayerPlay {...icon} />}
          onClick={togglePaused}
        >
          {isActive ? 'Pause' : 'Resume'}
        </Menu.Item>
        <Menu.Item leftSection={<IconKey {...icon} />} onClick={act(() => rotateSecret(area, subscriber, show))}>
          Rotate secret
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          color="red"
          leftSection={<IconTrash {...icon} />}
          onClick={act(() => deleteWebhook(area, subscriber))}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

async function rotateSecret(
  { subscribers }: SubscriberArea,
  { id, url }: Subscriber<string>,
  show: (secret: ShownSecret) => void,
): Promise<void> {
  const isSure = await askToConfirm({
    title: 'Rotate the signing secret?',
    children: `Deliveries to ${url} will be signed with a new secret. For the next 24 hours they are signed with the old secret as well.`,
    confirm: 'Rotate secret',
  });
  if (isSure) show(await subscribers.rotateSecret(id));
}

async function deleteWebhook({ subscribers }: SubscriberArea, { id, url }: Subscriber<string>): Promise<void> {
  const isSure = await askToConfirm({
    title: 'Delete webhook?',
    children: `${url} will stop receiving events. Pending deliveries are discarded.`,
    confirm: 'Delete webhook',
    isDangerous: true,
  });
  if (!isSure) return;
  await subscribers.delete(id);
  toastSuccess('Webhook deleted');
}
