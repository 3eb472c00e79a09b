// ⌘K: finds records, screens, settings and actions by name.

import type { TokenScope } from '@frontdesk/client';
import { Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import {
  IconAddressBook,
  IconArticle,
  IconCreditCard,
  IconFolder,
  IconForms,
  IconInbox,
  IconLogout,
  IconPhoto,
  IconPlus,
  IconReceipt,
  IconSearch,
  IconSettings,
  IconStack2,
  IconTag,
  IconUserEdit,
} from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useMe } from '../accounts/me.ts';
import { signOut } from '../accounts/sign-out.ts';
import { typesQuery } from '../api/types-query.ts';
import { describeError } from '../ui/describe-error.ts';
import { Highlighted, hasMarks } from '../ui/highlighted.tsx';
import { type FoundRecord, findRecords } from './record-search.ts';
import { business, home, inbox, settings } from './screens.tsx';
import { settingsParts } from './settings-parts.ts';

const [store, spotlight] = createSpotlight();

export const openSearch = spotlight.open;
export const isSearchOpen = (): boolean => store.getState().opened;

let changeText: (change: (text: string) => string) => void = () => {};

/** Puts what was typed earlier before the text. */
export function typeFirst(letters: string): void {
  changeText((text) => letters + text);
}

export function ScreenSearch() {
  const [text, setText] = useState('');
  useEffect(() => {
    changeText = setText;
  }, []);
  const actions = useActions();
  const { records, note, error } = useRecords(text);
  const found = [...groupsOf(records), ...groupsOf(matchingActions(actions, text))];
  const ids = found.flatMap(([, actions]) => actions.map(({ id }) => id)).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: other results have another first one
  useEffect(selectFirst, [ids]);
  return (
    <Spotlight.Root
      store={store}
      query={text}
      onQueryChange={setText}
      shortcut={null}
      scrollable
      maxHeight={440}
      attributes={{ content: { 'aria-label': 'Search' } }}
      // Fainter, the details of the selected result could not be read.
      styles={{ actionDescription: { opacity: 1 } }}
    >
      <Spotlight.Search
        placeholder="Search records, screens and actions"
        aria-label="Search"
        leftSection={<IconSearch size={18} aria-hidden />}
      />
      {found.length > 0 && (
        <Spotlight.ActionsList>
          {found.map(([group, actions]) => (
            <Spotlight.ActionsGroup key={group} label={group}>
              {actions.map(({ id, keywords: _keywords, group: _group, highlight, ...action }) => (
                <Spotlight.Action key={id} highlightQuery {...action}>
                  {highlight && <FoundItem {...action} highlight={highlight} />}
                </Spotlight.Action>
              ))}
            </Spotlight.ActionsGroup>
          ))}
        </Spotlight.ActionsList>
      )}
      {error && (
        <Spotlight.Footer>
          <Text size="sm" c="red" role="alert">
            {error}
          </Text>
        </Spotlight.Footer>
      )}
      {found.length === 0 && !error ? (
        <Spotlight.Empty role="status">{note ?? `No results for “${text.trim()}”`}</Spotlight.Empty>
      ) : (
        note && (
          <Spotlight.Footer>
            <Text size="sm" c="dimmed" role="status">
              {note}
            </Text>
          </Spotlight.Footer>
        )
      )}
    </Spotlight.Root>
  );
}

/** Spotlight does so only when the text changes, and keeps the selection in the document. */
function selectFirst(): void {
  const list = document.getElementById(store.getState().listId);
  const [first, ...others] = list?.querySelectorAll('[data-action]') ?? [];
  if (!first) return;
  for (const other of others) other.removeAttribute('data-selected');
  first.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
}

type Action = SpotlightActionData & { group: string; highlight?: FoundRecord['highlight'] };

type FoundItemProps = Pick<Action, 'description' | 'leftSection'> & { highlight: NonNullable<Action['highlight']> };

/** Of Spotlight, which has another one for the selected action. */
const descriptionColor = 'var(--action-description-color, var(--mantine-color-dimmed))';

/** As the others look, with all forms of the words marked that the search has found. */
function FoundItem({ leftSection, description, highlight }: FoundItemProps) {
  return (
    <Group wrap="nowrap" w="100%">
      {leftSection}
      <div style={{ minWidth: 0 }}>
        <Text size="sm">
          <Highlighted html={highlight.title} />
        </Text>
        <Text size="xs" c={descriptionColor}>
          {description}
        </Text>
        {hasMarks(highlight.text) && (
          <Text size="xs" c={descriptionColor} lineClamp={1}>
            <Highlighted html={highlight.text} />
          </Text>
        )}
      </div>
    </Group>
  );
}

const minLength = 2;

/** What is found, in groups in the order of their best match. `note` says what is not there yet. */
function useRecords(text: string): { records: Action[]; note: string | null; error: string | null } {
  const navigate = useNavigate();
  const { may } = useMe();
  const types = useQuery(typesQuery).data?.items ?? [];
  const typed = text.trim();
  const [search] = useDebouncedValue(typed, 150);
  const isLongEnough = typed.length >= minLength && search.length >= minLength;
  const isAllowed = searchScopes.some(may);
  const { data, isFetching, error } = useQuery({
    queryKey: ['search', search],
    queryFn: ({ signal }) => findRecords(search, types, signal),
    enabled: isAllowed && isLongEnough,
    // Until the next results are there, those of the last text stay, so that the list does not jump.
    placeholderData: keepPreviousData,
  });
  const found = isAllowed && isLongEnough ? data : undefined;
  const isSearching = isAllowed && typed.length >= minLength && (isFetching || search !== typed);
  const records = (found?.records ?? []).map(
    ({ id, kind, group, label, detail, highlight, ...target }): Action => ({
      id,
      group,
      label,
      description: detail,
      highlight,
      leftSection: kindIcons[kind],
      onClick: () => {
        navigate(target as never);
      },
    }),
  );
  const late = found?.isIncomplete ? 'Some records could not be searched in time. Type more of the text.' : null;
  return {
    records,
    note: isSearching ? 'Searching…' : late,
    error: error && isLongEnough && !isFetching ? `${describeError(error).title}. Records were not searched.` : null,
  };
}

const searchScopes = ['content:read', 'crm:read', 'payments:read', 'forms:read'] as const;

const kindIcons: Record<FoundRecord['kind'], ReactNode> = {
  item: <IconArticle size={18} aria-hidden />,
  media: <IconPhoto size={18} aria-hidden />,
  contact: <IconAddressBook size={18} aria-hidden />,
  payment: <IconCreditCard size={18} aria-hidden />,
  invoice: <IconReceipt size={18} aria-hidden />,
  form: <IconForms size={18} aria-hidden />,
  submission: <IconInbox size={18} aria-hidden />,
};

function groupsOf(actions: Action[]): [group: string, actions: Action[]][] {
  return [...Map.groupBy(actions, ({ group }) => group)];
}

/** Those whose label or keywords contain each word; those whose label begins with the text come first. */
function matchingActions(actions: Action[], text: string): Action[] {
  const typed = text.trim().toLowerCase();
  const words = typed.split(/\s+/);
  const said = ({ label = '', keywords = [] }: Action) => [label, ...keywords].join(' ').toLowerCase();
  const isFirst = ({ label = '' }: Action) => label.toLowerCase().startsWith(typed);
  const matching = actions.filter((action) => words.every((word) => said(action).includes(word)));
  return [...matching.filter(isFirst), ...matching.filter((action) => !isFirst(action))];
}

function useActions(): Action[] {
  const navigate = useNavigate();
  const { may } = useMe();
  const types = useQuery(typesQuery).data?.items ?? [];
  const go = (
    group: string,
    label: string,
    icon: ReactNode,
    onClick: () => unknown,
    keywords: string[] = [],
  ): Action => ({
    id: `${group} ${label}`,
    group,
    label,
    leftSection: icon,
    keywords,
    onClick: () => {
      onClick();
    },
  });
  const plus = <IconPlus size={18} aria-hidden />;
  const stack = <IconStack2 size={18} aria-hidden />;
  const gear = <IconSettings size={18} aria-hidden />;
  const screen = (label: string, icon: ReactNode, onClick: () => unknown, keywords?: string[]) =>
    go('Screens', label, icon, onClick, keywords);
  const create = (scope: TokenScope, label: string, onClick: () => unknown, keywords?: string[]) =>
    may(scope) ? [go('Actions', label, plus, onClick, ['create', 'add', ...(keywords ?? [])])] : [];
  return [
    ...[inbox, home, ...business, settings]
      .filter(({ scope }) => may(scope))
      .map(({ to, label, Icon }) => screen(label, <Icon size={18} aria-hidden />, () => navigate({ to }))),
    ...types.map(({ name, label, plural }) =>
      screen(label, stack, () => navigate({ to: '/content/$type', params: { type: name } }), [name, plural]),
    ),
    screen('Content types', stack, () => navigate({ to: '/types' }), ['fields']),
    screen('Tags', <IconTag size={18} aria-hidden />, () => navigate({ to: '/tags' })),
    screen('Categories', <IconFolder size={18} aria-hidden />, () => navigate({ to: '/categories' })),
    screen('Taxonomies', <IconTag size={18} aria-hidden />, () => navigate({ to: '/taxonomies' })),
    screen('Authors', <IconUserEdit size={18} aria-hidden />, () => navigate({ to: '/authors' }), ['writers']),
    ...types.flatMap(({ name }) =>
      create('content:write', `New ${name}`, () => navigate({ to: '/content/$type/new', params: { type: name } })),
    ),
    ...create('forms:write', 'New form', () => navigate({ to: '/forms/new' })),
    ...create('crm:write', 'New contact', () => navigate({ to: '/contacts/new' }), ['person', 'customer']),
    ...create('crm:write', 'New invoice', () => navigate({ to: '/invoices/new' })),
    ...create('payments:write', 'New payment link', () => navigate({ to: '/payments/new' }), ['checkout']),
    ...create('content:write', 'New content type', () => navigate({ to: '/types/_new' }), ['fields']),
    ...settingsParts
      .filter(({ scope }) => may(scope))
      .map(({ to, label, group, keywords }) =>
        go('Settings', label, gear, () => navigate({ to }), ['settings', group, ...keywords]),
      ),
    go('Actions', 'Sign out', <IconLogout size={18} aria-hidden />, signOut, ['log out']),
  ];
}
