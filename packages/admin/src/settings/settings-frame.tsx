// The layout of the settings, with their navigation on the left, or above on narrow screens.

import type { TokenScope } from '@frontdesk/client';
import { Box } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { useMe } from '../accounts/me.ts';
import { NavEntry } from '../ui/links.tsx';
import classes from './settings-frame.module.css';

const parts = [
  { to: '/settings/general', label: 'General', scope: 'admin' },
  { to: '/settings/users', label: 'Users', scope: 'admin' },
  { to: '/settings/keys', label: 'API keys', scope: 'admin' },
  { to: '/settings/processor', label: 'Payment processor', scope: 'payments:read' },
  { to: '/settings/webhooks', label: 'Payment webhooks', scope: 'payments:read' },
  { to: '/settings/form-webhooks', label: 'Form webhooks', scope: 'forms:read' },
  { to: '/settings/deliveries', label: 'Deliveries', scope: 'forms:read' },
  { to: '/settings/account', label: 'My account', scope: 'content:read' },
] as const satisfies { to: string; label: string; scope: TokenScope }[];

export function SettingsFrame() {
  const { may } = useMe();
  return (
    <Box className={classes.frame}>
      <nav aria-label="Settings" className={classes.nav}>
        {parts
          .filter(({ scope }) => may(scope))
          .map(({ to, label }) => (
            <NavEntry
              key={to}
              to={to}
              label={label}
              className={classes.entry}
              activeProps={{ active: true }}
              variant="subtle"
            />
          ))}
      </nav>
      <Box miw={0} flex={1}>
        <Outlet />
      </Box>
    </Box>
  );
}
