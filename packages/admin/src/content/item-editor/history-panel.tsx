// The revisions of an item: who changed what and when, what they changed, and back to one of them.

import type { Revision } from '@frontdesk/client';
import { Button, Group, Modal, SegmentedControl, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { humanize } from '../../ui/format.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { Time } from '../../ui/time.tsx';
import { toastError, toastSuccess } from '../../ui/toast.tsx';
import { type AnyItem, usesDraft } from '../items/item-query.ts';
import classes from './history-panel.module.css';
import { Differences } from './item-differences.tsx';
import { areSame, membersOf } from './item-members.ts';
import type { ItemEditor } from './use-item-editor.ts';

const pageSize = 30;

type HistoryPanelProps = { editor: ItemEditor; item: AnyItem; close(): void };

export function HistoryPanel({ editor, item, close }: HistoryPanelProps) {
  const isPhone = useMediaQuery('(max-width: 48em)');
  const [number, setNumber] = useState<number | null>(null);
  const list = useInfiniteQuery({
    queryKey: [...historyKey(item), 'list'],
    queryFn: ({ pageParam, signal }) => revisionsOf(item).list({ offset: pageParam, limit: pageSize }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (pages.length * pageSize < last.total ? pages.length * pageSize : undefined),
  });
  const revisions = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const selected = revisions.find((revision) => revision.number === number) ?? revisions[0];
  return (
    <Modal opened onClose={close} title="History" size="72rem" fullScreen={isPhone ?? false}>
      <QueryView query={list}>
        {() => (
          <div className={classes.columns}>
            <Stack gap="xs">
              <ol className={classes.list} aria-label="Revisions">
                {revisions.map((revision) => (
                  <li key={revision.number}>
                    <UnstyledButton
                      className={classes.revision}
                      aria-current={revision === selected}
                      onClick={() => setNumber(revision.number)}
                    >
                      <Summary revision={revision} />
                    </UnstyledButton>
                  </li>
                ))}
              </ol>
              {list.hasNextPage && (
                <Button variant="default" loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
                  Show earlier revisions
                </Button>
              )}
            </Stack>
            {selected && <Details key={selected.number} {...{ editor, item, close, revisions }} revision={selected} />}
          </div>
        )}
      </QueryView>
    </Modal>
  );
}

function historyKey(item: AnyItem): unknown[] {
  return ['content', item.type, 'history', item.id];
}

function revisionsOf(item: AnyItem) {
  return api.content(item.type).revisions(item.id);
}

const actions: Record<Revision['action'], string> = {
  create: 'Created',
  update: 'Edited',
  publish: 'Published',
  unpublish: 'Unpublished',
  trash: 'Moved to trash',
  untrash: 'Restored from trash',
  restore: 'Restored an earlier revision',
};

function Summary({ revision: { action, by, way, changed, name, createdAt, current } }: { revision: Revision }) {
  const maker = by?.name ?? (way === 'import' ? 'Import' : way === 'system' ? 'Frontdesk' : 'Unknown');
  const how =
    way === 'key' ? ' · API key' : way === 'import' && by ? ' · import' : way === 'schedule' ? ' · on time' : '';
  return (
    <>
      <Text size="sm" fw={600}>
        {name ?? actions[action]}
        {current && (
          <Text span size="xs" c="dimmed" fw={400}>
            {' '}
            · now
          </Text>
        )}
      </Text>
      <Text size="xs" c="dimmed">
        {maker}
        {how} · <Time value={createdAt} isRelative />
      </Text>
      {changed.length > 0 && (
        <Text size="xs" c="dimmed" lineClamp={2}>
          {changed.map((member) => humanize(member.replace(/^fields\./, ''))).join(', ')}
        </Text>
      )}
    </>
  );
}

type DetailsProps = HistoryPanelProps & { revision: Revision; revisions: Revision[] };

function Details({ editor, item, close, revision, revisions }: DetailsProps) {
  const earlier = revisions.find(({ number }) => number < revision.number);
  const [view, setView] = useState<'changes' | 'now'>(revision.current && !item.draft && earlier ? 'changes' : 'now');
  const whole = useRevision(item, revision.number);
  const before = useRevision(item, view === 'changes' ? (earlier?.number ?? null) : null);
  const isSame = revision.current && !item.draft;
  const hasNothingNew = whole.data !== undefined && areSame(membersOf(whole.data.item), membersOf(item));
  return (
    <Stack gap="md" miw={0}>
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          aria-label="Compare"
          size="xs"
          value={view}
          onChange={(value) => setView(value as 'changes' | 'now')}
          data={[
            { value: 'changes', label: 'What changed', disabled: !earlier },
            { value: 'now', label: item.draft ? 'Against the draft' : 'Against now', disabled: isSame },
          ]}
        />
        {!isSame && <Restore {...{ editor, item, close, revision, hasNothingNew }} />}
      </Group>
      <Name key={revision.name} item={item} revision={revision} />
      {view === 'changes' && earlier && (
        <QueryView query={before}>
          {(before) => (
            <QueryView query={whole}>
              {(whole) => (
                <Differences
                  before={membersOf(before.item)}
                  after={membersOf(whole.item)}
                  labels={{ before: 'Before', after: 'After' }}
                />
              )}
            </QueryView>
          )}
        </QueryView>
      )}
      {view === 'now' && (
        <QueryView query={whole}>
          {(whole) => (
            <Differences
              before={membersOf(whole.item)}
              after={membersOf(item)}
              labels={{ before: 'This revision', after: item.draft ? 'Draft' : 'Now' }}
            />
          )}
        </QueryView>
      )}
    </Stack>
  );
}

function useRevision(item: AnyItem, number: number | null) {
  return useQuery({
    queryKey: [...historyKey(item), item.version, number],
    queryFn: ({ signal }) => revisionsOf(item).get(number ?? 0, { signal }),
    enabled: number !== null,
  });
}

/** Into the draft of a published item, so that it can be looked at before it is live. */
function Restore(props: HistoryPanelProps & { revision: Revision; hasNothingNew: boolean }) {
  const { editor, item, close, revision, hasNothingNew } = props;
  const [isBusy, setBusy] = useState(false);
  const isIntoDraft = usesDraft(item);
  const restore = async (): Promise<void> => {
    setBusy(true);
    try {
      const to = isIntoDraft ? 'draft' : 'live';
      editor.show(await revisionsOf(item).restore(revision.number, { to, ifMatch: item.etag }));
      toastSuccess(isIntoDraft ? 'Revision restored into the draft' : 'Revision restored');
      close();
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Group gap="xs">
      {(editor.isDirty || hasNothingNew) && (
        <Text size="xs" c="dimmed">
          {editor.isDirty ? 'Save your changes first' : 'Nothing to restore'}
        </Text>
      )}
      <Button size="xs" disabled={editor.isDirty || hasNothingNew} loading={isBusy} onClick={restore}>
        {isIntoDraft ? 'Restore into the draft' : 'Restore this revision'}
      </Button>
    </Group>
  );
}

function Name({ item, revision }: { item: AnyItem; revision: Revision }) {
  const [name, setName] = useState(revision.name ?? '');
  const [isBusy, setBusy] = useState(false);
  const newName = name.trim() === '' ? null : name.trim();
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await revisionsOf(item).rename(revision.number, newName);
      await queries.invalidateQueries({ queryKey: historyKey(item) });
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void save();
      }}
    >
      <Group gap="xs" align="end">
        <TextInput
          label="Name"
          description="A named revision is always kept"
          size="xs"
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" size="xs" loading={isBusy} disabled={newName === revision.name}>
          Save name
        </Button>
      </Group>
    </form>
  );
}
