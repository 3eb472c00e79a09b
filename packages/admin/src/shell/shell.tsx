// The layout of every screen for signed-in users: sidebar, top bar and search.

import { ActionIcon, AppShell, Burger, Group, Kbd, ScrollArea, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMe } from '../accounts/me.ts';
import { NoPermission } from '../ui/no-permission.tsx';
import { ColorSchemeMenu } from './color-scheme-menu.tsx';
import { useGoKeys } from './go-keys.ts';
import { Logo } from './logo.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import classes from './shell.module.css';
import { SideBar } from './side-bar.tsx';
import { useFocusAfterNavigation } from './use-focus-after-navigation.ts';
import { useSearch } from './use-search.ts';
import { UserMenu } from './user-menu.tsx';

export function Shell() {
  const { site, may } = useMe();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const scope = useRouterState({ select: (state) => state.matches.at(-1)?.staticData.scope });
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening a screen closes the menu on phones
  useEffect(close, [pathname]);
  const { ScreenSearch, openSearch, prepareSearch } = useSearch();
  useGoKeys();
  useFocusAfterNavigation();
  useHotkeys([['mod+K', openSearch]], []);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <AppShell.Header className={classes.header}>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger
            opened={isOpen}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={isOpen ? 'Close menu' : 'Menu'}
          />
          <Group gap="xs" wrap="nowrap" flex={1} miw={0}>
            {site.logoUrl === null ? <Logo /> : <img src={site.logoUrl} alt="" className={classes.logo} />}
            <Text fw={650} truncate>
              {site.name}
            </Text>
          </Group>
          <UnstyledButton
            className={classes.search}
            onClick={openSearch}
            onPointerEnter={prepareSearch}
            onFocus={prepareSearch}
            visibleFrom="sm"
          >
            <IconSearch size={16} aria-hidden />
            Search
            <Kbd size="xs">{isMac ? '⌘' : 'Ctrl'} K</Kbd>
          </UnstyledButton>
          <Tooltip label="Search">
            <ActionIcon size={44} onClick={openSearch} hiddenFrom="sm" aria-label="Search">
              <IconSearch size={20} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <ColorSchemeMenu />
          <UserMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar} aria-label="Main">
        <ScrollArea type="scroll" p="sm">
          <SideBar />
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} className={classes.main}>
        <div className={classes.screen}>
          <OfflineNotice />
          {scope && !may(scope) ? <NoPermission /> : <Outlet />}
        </div>
      </AppShell.Main>
      {ScreenSearch && <ScreenSearch />}
    </AppShell>
  );
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
