// ⌘K: finds screens and records by name.

import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight';
import {
  IconAddressBook,
  IconArticle,
  IconCreditCard,
  IconForms,
  IconKey,
  IconLogout,
  IconPlus,
  IconSearch,
  IconSend,
  IconStack2,
  IconWebhook,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useMe } from '../accounts/me.ts';
import { signOut } from '../accounts/sign-out.ts';
import { typesQuery } from '../types-query.ts';
import { findRecords } from './record-search.ts';
import { business, home, settings } from './screens.tsx';

export const openSearch = spotlight.open;

export function ScreenSearch() {
  const [text, setText] = useState('');
  const screens = useActions();
  const { records, isSearching } = useRecords(text);
  return (
    <Spotlight
      actions={[...screens, ...records]}
      query={text}
      onQueryChange={setText}
      shortcut={null}
      scrollable
      maxHeight={400}
      highlightQuery
      nothingFound={isSearching ? 'Searching…' : 'No results'}
      searchProps={{
        placeholder: 'Search contacts, content, forms, payments and screens',
        'aria-label': 'Search',
        leftSection: <IconSearch size={18} aria-hidden />,
      }}
    />
  );
}

const minLength = 2;

function useRecords(text: string): { records: SpotlightActionData[]; isSearching: boolean } {
  const navigate = useNavigate();
  const { may } = useMe();
  const types = useQuery(typesQuery).data?.items ?? [];
  const typed = text.trim();
  const [search] = useDebouncedValue(typed, 200);
  const isLongEnough = typed.length >= minLength && search.length >= minLength;
  const { data, isFetching } = useQuery({
    queryKey: ['search', search],
    queryFn: ({ signal }) =>
      findRecords(
        search,
        { types, contacts: may('crm:read'), payments: may('payments:read'), forms: may('forms:read') },
        signal,
      ),
    enabled: isLongEnough,
  });
  const records = (isLongEnough && data ? data : []).map(
    ({ id, label, kind, ...target }): SpotlightActionData => ({
      id,
      label,
      description: kind,
      leftSection: kindIcons[kind] ?? <IconArticle size={18} aria-hidden />,
      // The server has found them; the words may be in the content, or in an email address.
      keywords: [text],
      onClick: () => {
        navigate(target);
      },
    }),
  );
  return { records, isSearching: isFetching || (isLongEnough && search !== typed) };
}

const kindIcons: Record<string, ReactNode> = {
  Contact: <IconAddressBook size={18} aria-hidden />,
  Payment: <IconCreditCard size={18} aria-hidden />,
  Form: <IconForms size={18} aria-hidden />,
};

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
    ...(may('content:write') ? (data?.items ?? []) : []).map(({ name }) =>
      go(`New ${name}`, plus, () => navigate({ to: '/content/$type/new', params: { type: name } })),
    ),
    ...(may('forms:write') ? [go('New form', plus, () => navigate({ to: '/forms/new' }))] : []),
    go('Content types', <IconStack2 size={18} aria-hidden />, () => navigate({ to: '/types' })),
    ...(may('admin')
      ? [go('API keys', <IconKey size={18} aria-hidden />, () => navigate({ to: '/settings/keys' }), ['token'])]
      : []),
    go('Webhooks', <IconWebhook size={18} aria-hidden />, () => navigate({ to: '/settings/webhooks' })),
    go('Deliveries', <IconSend size={18} aria-hidden />, () => navigate({ to: '/settings/deliveries' })),
    go('Sign out', <IconLogout size={18} aria-hidden />, signOut),
  ];
}
