// The layout of every screen for signed-in users: sidebar, top bar and search.

import {
  ActionIcon,
  Alert,
  AppShell,
  Burger,
  Group,
  Kbd,
  Menu,
  ScrollArea,
  Text,
  Tooltip,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconCheck, IconCloudOff, IconDeviceDesktop, IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { Outlet, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useMe } from '../accounts/me.ts';
import { queries } from '../api/queries.ts';
import { reachability } from '../api/reachability.ts';
import { isTyping } from '../ui/is-typing.ts';
import { Logo } from '../ui/logo.tsx';
import { NoPermission } from '../ui/no-permission.tsx';
import { business, home, inbox, settings } from './screens.tsx';
import classes from './shell.module.css';
import { SideBar } from './side-bar.tsx';
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

const schemes = [
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'auto', label: 'System', Icon: IconDeviceDesktop },
] as const;

/** Switches between the light, dark and system theme. */
function ColorSchemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { Icon: Current } = schemes.find(({ value }) => value === colorScheme) ?? schemes[2];
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label="Theme">
          <Current size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {schemes.map(({ value, label, Icon }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={value === colorScheme}
            leftSection={<Icon size={18} aria-hidden />}
            rightSection={value === colorScheme ? <IconCheck size={16} aria-hidden /> : null}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const withinMs = 1500;

/** Keyboard shortcuts: `g`, then a letter, so `g p` opens the payments. Ignored while typing. */
function useGoKeys(): void {
  const navigate = useNavigate();
  useEffect(() => {
    let pressedAt = 0;
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === 'g') {
        pressedAt = Date.now();
        return;
      }
      const screen = [inbox, home, ...business, settings].find(({ key }) => key === event.key);
      if (screen && Date.now() - pressedAt < withinMs) navigate({ to: screen.to });
      pressedAt = 0;
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate]);
}

/** Says that the server cannot be reached, and loads everything again when it answers. */
function OfflineNotice() {
  const isReachable = useSyncExternalStore(reachability.subscribe, reachability.isReachable);
  const wasReachable = useRef(isReachable);
  const router = useRouter();
  useEffect(() => {
    if (isReachable && !wasReachable.current) {
      queries.invalidateQueries();
      router.invalidate();
    }
    wasReachable.current = isReachable;
  }, [isReachable, router]);
  return (
    <div role="status">
      {!isReachable && (
        <Alert color="yellow" mb="md" title="Could not reach the server" icon={<IconCloudOff aria-hidden />}>
          Trying again until it responds. What you have typed stays here; lists may be out of date.
        </Alert>
      )}
    </div>
  );
}

/** Moves the focus to the new screen when the old one took it away, so that the keyboard and screen readers go on there. */
function useFocusAfterNavigation(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (!fromLocation || !pathChanged || !isLost) return;
        // A heading that comes with the data takes the focus from there (ui/page-header.tsx).
        const target = document.querySelector<HTMLElement>('main h1[tabindex]') ?? document.querySelector('main');
        target?.focus({ preventScroll: true });
      }),
    [router],
  );
}
