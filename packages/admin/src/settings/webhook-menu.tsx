// The actions for one webhook.

import type { Webhook } from '@frontdesk/client/admin';
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
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { askToConfirm } from '../ui/confirm.tsx';
import { toastError, toastSuccess } from '../ui/toast.tsx';
import { type ShownSecret, webhooksQuery } from './webhook-queries.ts';

type WebhookMenuProps = {
  webhook: Webhook;
  edit(): void;
  show(secret: ShownSecret): void;
};

const icon = { size: 18, 'aria-hidden': true } as const;

export function WebhookMenu({ webhook, edit, show }: WebhookMenuProps) {
  const navigate = useNavigate();
  const { id, url, status } = webhook;
  const isActive = status === 'active';
  /** Runs an action and reloads the list. */
  const act = (run: () => Promise<unknown>) => async (): Promise<void> => {
    try {
      await run();
    } catch (error) {
      toastError(error);
    }
    await queries.invalidateQueries({ queryKey: webhooksQuery.queryKey });
  };
  const sendTest = act(async () => {
    const delivery = await api.webhooks.test(id);
    toastSuccess('Test event created');
    await navigate({ to: '/settings/deliveries/$id', params: { id: delivery.id } });
  });
  const togglePaused = act(async () => {
    await api.webhooks.update(id, { status: isActive ? 'paused' : 'active' });
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
        <Menu.Item leftSection={<IconKey {...icon} />} onClick={act(() => rotateSecret(webhook, show))}>
          Rotate secret
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={act(() => deleteWebhook(webhook))}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

async function rotateSecret({ id, url }: Webhook, show: (secret: ShownSecret) => void): Promise<void> {
  const isSure = await askToConfirm({
    title: 'Rotate the signing secret?',
    children: `Deliveries to ${url} will be signed with a new secret. For the next 24 hours they are signed with the old secret as well.`,
    confirm: 'Rotate secret',
  });
  if (isSure) show(await api.webhooks.rotateSecret(id));
}

async function deleteWebhook({ id, url }: Webhook): Promise<void> {
  const isSure = await askToConfirm({
    title: 'Delete webhook?',
    children: `${url} will stop receiving events. Pending deliveries are discarded.`,
    confirm: 'Delete webhook',
    isDangerous: true,
  });
  if (!isSure) return;
  await api.webhooks.delete(id);
  toastSuccess('Webhook deleted');
}
