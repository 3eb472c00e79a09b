// The menu of the signed-in user.

import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMe } from '../accounts/me.ts';
import { signOut } from '../accounts/sign-out.ts';

export function UserMenu() {
  const { user } = useMe();
  const navigate = useNavigate();
  return (
    <Menu width={220}>
      <Menu.Target>
        <UnstyledButton>
          <Avatar name={user.name} size={32} color="ink" variant="filled" aria-hidden />
          <VisuallyHidden>Account menu of {user.name}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
            {user.name}
          </Text>
          <Text size="xs" truncate>
            {user.email}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconUserCircle size={18} aria-hidden />}
          onClick={() => navigate({ to: '/settings/account' })}
        >
          My account
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={() => signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
