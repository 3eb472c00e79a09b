// The layout of the settings, with their navigation on the left, or above on narrow screens.

import { Box } from '@mantine/core';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useMe } from '../accounts/me.ts';
import { settingsParts } from '../shell/settings-parts.ts';
import { NavEntry } from '../ui/links.tsx';
import { NoPermission } from '../ui/no-permission.tsx';
import classes from './settings-frame.module.css';

export function SettingsFrame() {
  const { may } = useMe();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on phones, the entry of each new screen is scrolled into view
  useEffect(() => {
    const entry = nav.current?.querySelector('[aria-current="page"]');
    entry?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  const current = settingsParts.find(({ to }) => pathname.startsWith(to));
  return (
    <Box className={classes.frame}>
      <nav aria-label="Settings" className={classes.nav} ref={nav}>
        {settingsParts
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
        {current && !may(current.scope) ? <NoPermission /> : <Outlet />}
      </Box>
    </Box>
  );
}
