// The dialog on top of whatever screen when the session has ended: nothing typed below it is lost.

import { Button, Group, Modal, PasswordInput, Text, TextInput } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { api } from '../api.ts';
import { queries } from '../queries.ts';
import { endWaiting, noteSignedIn, signInStore } from '../session.ts';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { type Me, meQuery } from './me.ts';

export function SignInAgain() {
  const isNeeded = useSyncExternalStore(signInStore.subscribe, signInStore.isNeeded);
  const giveUp = (): void => endWaiting(false);
  return (
    <Modal
      opened={isNeeded}
      onClose={giveUp}
      closeOnClickOutside={false}
      title="Sign in again"
      zIndex={1000}
      closeButtonProps={{ 'aria-label': 'Close without signing in' }}
    >
      <PasswordForm />
    </Modal>
  );
}

function PasswordForm() {
  const [password, setPassword] = useState('');
  const me = queries.getQueryData(meQuery.queryKey);
  const saving = useSaving({
    save: (body: { email: string; password: string }) => api.request<Me>('POST', '/sessions', { body }),
    onSaved: () => {
      endWaiting(true);
      queries.invalidateQueries();
    },
  });
  const email = me?.user.email ?? '';
  return (
    <SaveForm saving={saving} onSubmit={() => saving.save({ email, password })}>
      <Text size="sm">Your session has ended. What you were doing goes on where you left it.</Text>
      <TextInput label="E-mail address" type="email" autoComplete="username" readOnly value={email} />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        data-autofocus
        required
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        {...saving.field('/password')}
      />
      <Group justify="space-between">
        <Button variant="subtle" color="gray" onClick={leave}>
          Sign in as somebody else
        </Button>
        <Button type="submit" loading={saving.isSaving}>
          Sign in
        </Button>
      </Group>
    </SaveForm>
  );
}

/** Gives up what is on the screen. */
function leave(): void {
  noteSignedIn(false);
  window.location.assign('/admin/sign-in');
}
