// Whether what is typed is saved, and since when.

import { Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

type SavedStateProps = { isDirty: boolean; isSaving: boolean; isFailed: boolean; savedAt: number | null };

export function SavedState({ isDirty, isSaving, isFailed, savedAt }: SavedStateProps) {
  const now = useNow(savedAt !== null);
  const words = isSaving ? 'Saving…' : isFailed ? 'Not saved' : isDirty ? 'Unsaved changes' : savedAt ? 'Saved' : '';
  return (
    <Text size="sm" c={words === 'Not saved' ? 'var(--mantine-color-error)' : 'dimmed'} className="desk-number">
      <span role="status">{words}</span>
      {words === 'Saved' && savedAt !== null && (
        <>
          {' '}
          {ago(now - savedAt)}
          <IconCheck size={14} aria-hidden style={{ marginLeft: 4, verticalAlign: '-2px' }} />
        </>
      )}
    </Text>
  );
}

function ago(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s ago`;
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min ago` : `${Math.floor(seconds / 3600)} h ago`;
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
