// ⌘K: finds a screen by its name.

import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight';
import { IconKey, IconLogout, IconPlus, IconSearch, IconSend, IconStack2, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMe } from '../accounts/me.ts';
import { signOut } from '../accounts/sign-out.ts';
import { typesQuery } from '../types-query.ts';
import { business, home, settings } from './screens.tsx';

export const openSearch = spotlight.open;

export function ScreenSearch() {
  const actions = useActions();
  return (
    <Spotlight
      actions={actions}
      shortcut={null}
      scrollable
      maxHeight={400}
      highlightQuery
      nothingFound="No results"
      searchProps={{
        placeholder: 'Go to…',
        'aria-label': 'Search screens',
        leftSection: <IconSearch size={18} aria-hidden />,
      }}
    />
  );
}

function useActions(): SpotlightActionData[] {
  const navigate = useNavigate();
  const { may } = useMe();
  const { data } = useQuery(typesQuery);
  const go = (
    label: string,
    icon: ReactNode,
    onClick: () => unknown,
    keywords: string[] = [],
  ): SpotlightActionData => ({
    id: label,
    label,
    leftSection: icon,
    keywords,
    onClick: () => {
      onClick();
    },
  });
  const plus = <IconPlus size={18} aria-hidden />;
  return [
    ...[home, ...business, settings]
      .filter(({ scope }) => may(scope))
      .map(({ to, label, Icon }) => go(label, <Icon size={18} aria-hidden />, () => navigate({ to }))),
    ...(data?.items ?? []).map(({ name, label, plural }) =>
      go(
        label,
        <IconStack2 size={18} aria-hidden />,
        () => navigate({ to: '/content/$type', params: { type: name } }),
        [name, plural],
      ),
    ),
    ...(data?.items ?? []).map(({ name }) =>
      go(`New ${name}`, plus, () => navigate({ to: '/content/$type/new', params: { type: name } })),
    ),
    go('New form', plus, () => navigate({ to: '/forms/new' })),
    go('Content types', <IconStack2 size={18} aria-hidden />, () => navigate({ to: '/types' })),
    ...(may('admin')
      ? [go('API keys', <IconKey size={18} aria-hidden />, () => navigate({ to: '/settings/keys' }), ['token'])]
      : []),
    go('Webhooks', <IconWebhook size={18} aria-hidden />, () => navigate({ to: '/settings/webhooks' })),
    go('Deliveries', <IconSend size={18} aria-hidden />, () => navigate({ to: '/settings/deliveries' })),
    go('Sign out', <IconLogout size={18} aria-hidden />, signOut),
  ];
}
