// Shows whether the changes are saved, and when they were.

import { Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { formatRelative } from '../ui/format.ts';

type SavedStateProps = {
  /** Whether what was saved is a draft of a published item. */
  isDraft: boolean;
  isDirty: boolean;
  isSaving: boolean;
  isFailed: boolean;
  /** Whether the save that failed is going to be repeated. */
  isWaiting: boolean;
  savedAt: number | null;
};

export function SavedState({ isDraft, isDirty, isSaving, isFailed, isWaiting, savedAt }: SavedStateProps) {
  const now = useNow(savedAt !== null);
  const saved = isDraft ? 'Draft saved – not live yet' : 'Saved';
  const failed = isWaiting ? 'Not saved – trying again' : 'Not saved';
  const state = isSaving ? 'Saving…' : isFailed ? failed : isDirty ? 'Unsaved changes' : savedAt ? saved : '';
  return (
    <Text
      size="sm"
      c={state.startsWith('Not saved') ? 'var(--mantine-color-error)' : 'dimmed'}
      className="tabular-numbers"
    >
      <span role="status">{state}</span>
      {state === saved && savedAt !== null && (
        <>
          {' '}
          {formatRelative(new Date(savedAt).toISOString(), now)}
          <IconCheck size={14} aria-hidden style={{ marginLeft: 4, verticalAlign: '-2px' }} />
        </>
      )}
    </Text>
  );
}

function useNow(isOn: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOn]);
  return now;
}
