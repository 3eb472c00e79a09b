// The last change of a type: how far its items have been converted, and the way back.

import type { PostType, TypeChange } from '@frontdesk/client';
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { askToConfirm } from '../../ui/confirm.tsx';
import { formatCount, formatList, formatNumber, humanize } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import { toastError, toastSuccess, toastWarning } from '../../ui/toast.tsx';

const pollMs = 1000;
const waitMs = 500;

function isRunning({ status }: TypeChange): boolean {
  return status === 'converting' || status === 'undoing';
}

function changesQuery(type: string) {
  return queryOptions({
    queryKey: ['types', type, 'changes'],
    queryFn: ({ signal }) => api.types.changes(type, { limit: 20 }, { signal }),
    refetchInterval: ({ state }) => (state.data?.items.some(isRunning) ? pollMs : false),
  });
}

type LastTypeChangeProps = { type: PostType; onUndone(): void };

export function LastTypeChange({ type, onUndone }: LastTypeChangeProps) {
  const { data } = useQuery(changesQuery(type.name));
  const change =
    data?.items.find((one) => isRunning(one) || one.status === 'failed') ??
    data?.items.find(({ undoable }) => undoable);
  const running = change && isRunning(change) ? change.id : null;
  useEffect(() => {
    if (running === null) return;
    // What the lists show follows when it has ended.
    return () => void queries.invalidateQueries({ queryKey: ['content', type.name] });
  }, [running, type.name]);
  if (!change) return null;
  if (running !== null) return <RunningChange change={change} />;
  if (change.status === 'failed') return <FailedChange type={type} change={change} onUndone={onUndone} />;
  return (
    <Section
      title="Last change"
      actions={
        <Button variant="default" onClick={() => void undoChange(type, onUndone)}>
          Undo change
        </Button>
      }
    >
      <Text size="sm">
        {formatList(change.members.map((member) => labelOf(type, member)))}
        {change.by?.name && `, by ${change.by.name}`}, <Time value={change.createdAt} isRelative />
      </Text>
    </Section>
  );
}

/** Of a member of a type, such as `label` or `fields.price`. Removed fields have none. */
function labelOf({ fields }: PostType, member: string): string {
  const name = member.replace(/^fields\./, '');
  const field = name === member ? undefined : fields.find((field) => field.name === name);
  return field?.label || humanize(name);
}

function RunningChange({ change: { status, progress } }: { change: TypeChange }) {
  const percent = Math.floor((progress.read / Math.max(progress.total, 1)) * 100);
  return (
    <Section
      title={status === 'undoing' ? 'Undoing the last change' : 'Converting items'}
      description="It goes on if you leave this screen. Fields can be changed again when it has ended."
    >
      <Stack gap="xs">
        <Text size="sm" role="status">
          {formatNumber(progress.read)} of {formatCount(progress.total, 'item')}
        </Text>
        <Progress value={percent} aria-label="Progress" />
      </Stack>
    </Section>
  );
}

function FailedChange({ type, change, onUndone }: LastTypeChangeProps & { change: TypeChange }) {
  const retry = async (): Promise<void> => {
    try {
      await api.types.retryChange(type.name, change.id);
      await queries.invalidateQueries({ queryKey: ['types'] });
    } catch (error) {
      toastError(error);
    }
  };
  const { read, total } = change.progress;
  return (
    <Section
      title="The last change failed"
      description="Fields can be changed again when all items have followed, or when the change is undone."
    >
      <Stack gap="sm">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {formatNumber(read)} of {formatCount(total, 'item')} followed. The next could not: {change.problem}
        </Text>
        <Group>
          <Button onClick={() => void retry()}>Try again</Button>
          {change.undoable && (
            <Button variant="default" onClick={() => void undoChange(type, onUndone)}>
              Undo change
            </Button>
          )}
        </Group>
      </Stack>
    </Section>
  );
}

/** Asks, undoes the last change and says which items stay as they are. */
export async function undoChange({ name, label }: PostType, onUndone: () => void): Promise<void> {
  const isSure = await askToConfirm({
    title: `Undo the last change of “${label}”?`,
    children:
      'The type and the values that were converted will be what they were before. Values that were edited since stay.',
    confirm: 'Undo change',
  });
  if (!isSure) return;
  try {
    const { status, left, leftItems } = await ended(await api.types.undo(name));
    if (status === 'failed') toastError(new Error('The change could not be undone in all items'));
    else if (left === 0) toastSuccess('Change undone');
    else {
      const names = leftItems.map(({ title, slug, id }) => title || slug || id);
      const more = left > names.length ? ` and ${formatCount(left - names.length, 'other')}` : '';
      toastWarning(`Change undone, but not in ${formatCount(left, 'item')} edited since`, `${names.join(', ')}${more}`);
    }
    await queries.invalidateQueries({ queryKey: ['types'] });
    await queries.invalidateQueries({ queryKey: ['content', name] });
    onUndone();
  } catch (error) {
    toastError(error);
  }
}

async function ended(change: TypeChange): Promise<TypeChange> {
  let now = change;
  while (isRunning(now)) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    now = await api.types.change(now.type, now.id);
  }
  return now;
}
