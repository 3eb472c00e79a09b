// The actions for one user, beside editing.

import type { User } from '@frontdesk/client';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconDeviceLaptop,
  IconDots,
  IconFingerprintOff,
  IconMail,
  IconShieldOff,
  IconTrash,
} from '@tabler/icons-react';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { askToConfirm } from '../ui/confirm.tsx';
import { toastError, toastSuccess } from '../ui/toast.tsx';

const icon = { size: 18, 'aria-hidden': true } as const;

export function UserMenu({ user, showSessions }: { user: User; showSessions(): void }) {
  const { name, invited, secondFactor, passkeys } = user;
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${name}`}>
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {invited ? (
          <Menu.Item leftSection={<IconMail {...icon} />} onClick={() => inviteAgain(user)}>
            Send invitation again
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconDeviceLaptop {...icon} />} onClick={showSessions}>
            Sessions
          </Menu.Item>
        )}
        {secondFactor && (
          <Menu.Item leftSection={<IconShieldOff {...icon} />} onClick={() => removeSecondFactor(user)}>
            Switch two-step sign-in off
          </Menu.Item>
        )}
        {passkeys > 0 && (
          <Menu.Item leftSection={<IconFingerprintOff {...icon} />} onClick={() => removePasskeys(user)}>
            Remove passkeys
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => deleteUser(user)}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Runs an action, reloads the list and says what was done. */
async function change(done: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
    await queries.invalidateQueries({ queryKey: ['users'] });
    toastSuccess(done);
  } catch (error) {
    toastError(error);
  }
}

async function inviteAgain({ id, name }: User): Promise<void> {
  await change(`New invitation for ${name} created`, () => api.request('POST', `/users/${id}/invite`));
}

async function removeSecondFactor({ id, name }: User): Promise<void> {
  const isSure = await askToConfirm({
    title: `Switch two-step sign-in of ${name} off?`,
    children: 'The password alone will be enough to sign in. The user gets a mail.',
    confirm: 'Switch off',
  });
  if (!isSure) return;
  await change(`Two-step sign-in of ${name} switched off`, () => api.request('DELETE', `/users/${id}/second-factor`));
}

async function removePasskeys({ id, name }: User): Promise<void> {
  const isSure = await askToConfirm({
    title: `Remove the passkeys of ${name}?`,
    children: 'The user signs in with the password, and can add new ones. The user gets a mail.',
    confirm: 'Remove passkeys',
    isDangerous: true,
  });
  if (!isSure) return;
  await change(`Passkeys of ${name} removed`, () => api.request('DELETE', `/users/${id}/passkeys`));
}

async function deleteUser({ id, name }: User): Promise<void> {
  const isSure = await askToConfirm({
    title: `Delete user ${name}?`,
    children: 'They will be signed out immediately and can no longer sign in. Content they created is kept.',
    confirm: 'Delete user',
    isDangerous: true,
  });
  if (!isSure) return;
  await change(`User ${name} deleted`, () => api.request('DELETE', `/users/${id}`));
}
