// A dialog for signing in again after the session has ended. It opens on top of the screen, so nothing typed is lost.

import { Button, Group, Modal, PasswordInput, Text, TextInput } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { queries } from '../api/queries.ts';
import { resumeRequests, setSignedIn, signInStore } from '../api/session.ts';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { meQuery } from './me.ts';
import { PasskeyButton, type WithPasskey } from './passkey-button.tsx';
import { askForPasskey, signInWithPasskey } from './passkeys.ts';
import { AskedCode, useCodeStep } from './sign-in-code.tsx';

export function SignInAgain() {
  const isNeeded = useSyncExternalStore(signInStore.subscribe, signInStore.isNeeded);
  const cancel = (): void => resumeRequests(false);
  return (
    <Modal
      opened={isNeeded}
      onClose={cancel}
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
  const step = useCodeStep();
  const [isChoosing, setChoosing] = useState(false);
  const saving = useSaving({
    save: async (input: { email: string; password: string } | WithPasskey) =>
      'passkey' in input ? signInWithPasskey(await input.passkey()) : step.send('/sessions', input),
    onSaved: ({ user }) => {
      // What is on the screen belongs to the user who was signed in before.
      if (me && user.id !== me.user.id) return window.location.assign('/admin/');
      resumeRequests(true);
      queries.invalidateQueries();
    },
  });
  const choosePasskey = async (): Promise<void> => {
    setChoosing(true);
    await saving.save({ passkey: askForPasskey });
    setChoosing(false);
  };
  const email = me?.user.email ?? '';
  return (
    <SaveForm saving={saving} onSubmit={() => saving.save({ email, password })}>
      <Text size="sm">Your session has ended. Sign in to continue where you left off.</Text>
      <TextInput label="Email" type="email" autoComplete="username" readOnly value={email} />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        data-autofocus
        required
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        {...saving.field('/password')}
      />
      <AskedCode step={step} />
      <Group justify="space-between">
        <Button variant="subtle" color="gray" onClick={leave}>
          Use a different account
        </Button>
        <Group gap="xs">
          <PasskeyButton label="Use a passkey" isBusy={isChoosing} onClick={choosePasskey} />
          <Button type="submit" loading={saving.isSaving && !isChoosing} disabled={isChoosing}>
            Sign in
          </Button>
        </Group>
      </Group>
    </SaveForm>
  );
}

/** Leaves the screen. What was typed in an item is offered when the same user signs in again. */
function leave(): void {
  setSignedIn(false);
  window.location.assign('/admin/sign-in');
}
