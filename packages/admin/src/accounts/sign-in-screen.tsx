// The sign-in screen.

import { Button, PasswordInput, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { TextLink } from '../ui/links.tsx';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { EntryFrame } from './entry-frame.tsx';
import { meQuery } from './me.ts';
import { PasskeyButton, type WithPasskey } from './passkey-button.tsx';
import { askForPasskey, signInWithPasskey, usePasskeyAutofill } from './passkeys.ts';
import { AskedCode, useCodeStep } from './sign-in-code.tsx';

const route = getRouteApi('/sign-in');

export function SignInScreen() {
  const { from } = route.useSearch();
  const router = useRouter();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const setup = useQuery({ queryKey: ['setup'], queryFn: () => api.request<{ needed: boolean }>('GET', '/setup') });
  const step = useCodeStep();
  const [isChoosing, setChoosing] = useState(false);
  const [isDone, setDone] = useState(false);
  const saving = useSaving({
    save: async (input: { email: string; password: string } | WithPasskey) =>
      'passkey' in input ? signInWithPasskey(await input.passkey()) : step.send('/sessions', input),
    onSaved: async () => {
      setDone(true);
      queries.clear();
      await queries.fetchQuery(meQuery);
      router.history.replace(from?.startsWith('/admin/') ? from : '/admin/');
    },
  });
  const isPaused = isChoosing || saving.isSaving || isDone;
  usePasskeyAutofill(isPaused, (credential) => void saving.save({ passkey: async () => credential }));
  const choosePasskey = async (): Promise<void> => {
    setChoosing(true);
    await saving.save({ passkey: askForPasskey });
    setChoosing(false);
  };
  return (
    <EntryFrame title="Sign in">
      {setup.data?.needed ? (
        <Text>
          This site is not set up yet. Open the setup link that the service printed when it started. With{' '}
          <code>npm start</code>, it is on the line that starts with “Admin”.
        </Text>
      ) : (
        <SaveForm saving={saving} onSubmit={() => saving.save({ email, password })}>
          <TextInput
            label="Email"
            type="email"
            autoComplete="username webauthn"
            autoFocus
            required
            size="md"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            {...saving.field('/email')}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            required
            size="md"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            {...saving.field('/password')}
          />
          <AskedCode step={step} size="md" />
          <Button type="submit" size="md" loading={saving.isSaving && !isChoosing} disabled={isChoosing}>
            Sign in
          </Button>
          <PasskeyButton label="Sign in with a passkey" size="md" isBusy={isChoosing} onClick={choosePasskey} />
          <Text size="sm">
            <TextLink to="/forgot-password">Forgot your password?</TextLink>
          </Text>
        </SaveForm>
      )}
    </EntryFrame>
  );
}
