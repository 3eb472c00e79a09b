// Shows whether the changes are saved, when they were, and otherwise why not.

import type { Fault } from '@frontdesk/client';
import { Anchor, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { waitForSignIn } from '../../api/session.ts';
import { describeError } from '../../ui/describe-error.ts';
import { focusInput, nameOf } from '../../ui/error-summary.tsx';
import { isPredicate } from '../../ui/fault-text.ts';
import { formatRelative } from '../../ui/format.ts';
import { mayAutosave } from './save-item.ts';
import { isSignedOut } from './use-autosave.ts';
import type { ItemEditor } from './use-item-editor.ts';
import { isTemporary } from './use-save-again.ts';

export function SavedState({ editor }: { editor: ItemEditor }) {
  const { item, values, saving, autosave, isDirty, isWaiting, isAutosaved, newer, savedAt } = editor;
  if (saving.isSaving) return <State>Saving…</State>;
  if (saving.error) return <State isFault>{isWaiting ? 'Not saved – trying again' : 'Not saved'}</State>;
  if (isDirty && newer) return <State isFault>Not saved – changed elsewhere</State>;
  // Screen readers do not say every few seconds that all is well.
  if (autosave.isSaving) return <State isQuiet>Saving…</State>;
  if (isDirty && autosave.error) return <Unsaved editor={editor} />;
  // It has no title yet, or waits for its time.
  const isAskedFor = (item === null && values.title.trim() === '') || !mayAutosave(item);
  if (isDirty && isAskedFor) return <State>Unsaved changes – kept in this browser</State>;
  if (isDirty) return <State isQuiet={isAutosaved}>Unsaved changes</State>;
  return savedAt === null ? <State /> : <Saved editor={editor} at={savedAt} />;
}

type StateProps = { children?: ReactNode; after?: ReactNode; isFault?: boolean; isQuiet?: boolean };

function State({ children, after, isFault = false, isQuiet = false }: StateProps) {
  return (
    <Text size="sm" c={isFault ? 'var(--mantine-color-error)' : 'dimmed'} className="tabular-numbers">
      <span {...(isQuiet ? {} : { role: 'status' })}>{children}</span>
      {after}
    </Text>
  );
}

function Saved({ editor: { item, isAutosaved }, at }: { editor: ItemEditor; at: number }) {
  const now = useNow();
  return (
    <State
      isQuiet={isAutosaved}
      after={
        <>
          {' '}
          {formatRelative(new Date(at).toISOString(), now)}
          <IconCheck size={14} aria-hidden style={{ marginLeft: 4, verticalAlign: '-2px' }} />
        </>
      }
    >
      {item?.draft ? 'Draft saved' : 'Saved'}
    </State>
  );
}

/** Why what was typed is in this browser only. */
function Unsaved({ editor: { autosave, type } }: { editor: ItemEditor }) {
  const { error } = autosave;
  if (isSignedOut(error)) {
    return (
      <State after={<Link onClick={() => void waitForSignIn()}>Sign in</Link>}>
        Your session has ended – kept in this browser.
      </State>
    );
  }
  if (isTemporary(error)) {
    const isOffline = (error as { code?: string }).code === 'network_error';
    return (
      <State isFault={!isOffline}>{isOffline ? 'Offline – kept in this browser' : 'Not saved – trying again'}</State>
    );
  }
  const [fault] = (error as { errors?: Fault[] }).errors ?? [];
  const { title, detail } = describeError(error);
  if (!fault) return <State isFault>Not saved: {detail ?? title}</State>;
  const field = type.fields.find(({ name }) => fault.pointer === `/fields/${name}`);
  return (
    <State>
      Kept in this browser, not saved:{' '}
      <Link onClick={() => focusInput(fault.pointer)}>{field?.label ?? nameOf(fault.pointer)}</Link>
      {isPredicate(fault) ? ' ' : ': '}
      {fault.detail}
    </State>
  );
}

function Link({ onClick, children }: { onClick(): void; children: ReactNode }) {
  return (
    <Anchor component="button" type="button" inherit onClick={onClick}>
      {children}
    </Anchor>
  );
}

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
