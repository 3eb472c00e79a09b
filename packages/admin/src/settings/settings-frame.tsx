// The layout of the settings, with their navigation on the left, or behind a button above the screen where that has no room.

import { Box, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useMe } from '../accounts/me.ts';
import { settingsGroups, settingsParts } from '../shell/settings-parts.ts';
import { NoPermission } from '../ui/no-permission.tsx';
import classes from './settings-frame.module.css';
import { SettingsGroup } from './settings-group.tsx';

export function SettingsFrame() {
  const { may } = useMe();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const current = settingsParts.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return (
    <Box className={classes.frame}>
      <SettingsNav pathname={pathname} label={current?.label ?? 'Settings'} />
      <Box miw={0} flex={1}>
        {current && !may(current.scope) ? <NoPermission /> : <Outlet />}
      </Box>
    </Box>
  );
}

function SettingsNav({ pathname, label }: { pathname: string; label: string }) {
  const { may } = useMe();
  const nav = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening a screen closes the list, and shows its entry where all are shown
  useEffect(() => {
    setOpen(false);
    nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  const close = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return;
    setOpen(false);
    button.current?.focus();
  };
  return (
    <nav aria-label="Settings" className={classes.nav} ref={nav} onKeyDown={close}>
      <UnstyledButton
        ref={button}
        className={classes.button}
        aria-expanded={isOpen}
        aria-controls="settings-groups"
        aria-label={`All settings. Current: ${label}`}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
        <IconChevronDown size={18} aria-hidden />
      </UnstyledButton>
      <div id="settings-groups" className={classes.groups} data-open={isOpen || undefined}>
        {settingsGroups.map((group) => (
          <SettingsGroup
            key={group.label}
            label={group.label}
            parts={group.parts.filter(({ scope }) => may(scope))}
            onFollowed={() => setOpen(false)}
          />
        ))}
      </div>
    </nav>
  );
}
