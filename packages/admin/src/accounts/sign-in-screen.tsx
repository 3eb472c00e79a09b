// The sign-in screen.

import { Button, PasswordInput, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api.ts';
import { queries } from '../queries.ts';
import { TextLink } from '../ui/links.tsx';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { EntryFrame } from './entry-frame.tsx';
import { meQuery } from './me.ts';
import { CodeInput, useCodeStep } from './sign-in-code.tsx';

const route = getRouteApi('/sign-in');

export function SignInScreen() {
  const { from } = route.useSearch();
  const router = useRouter();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const setup = useQuery({ queryKey: ['setup'], queryFn: () => api.request<{ needed: boolean }>('GET', '/setup') });
  const step = useCodeStep();
  const saving = useSaving({
    save: (body: { email: string; password: string }) => step.send('/sessions', body),
    onSaved: async () => {
      queries.clear();
      await queries.fetchQuery(meQuery);
      router.history.replace(from?.startsWith('/admin/') ? from : '/admin/');
    },
  });
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
            autoComplete="username"
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
          <CodeInput step={step} size="md" />
          <Button type="submit" size="md" loading={saving.isSaving}>
            Sign in
          </Button>
          <Text size="sm">
            <TextLink to="/forgot-password">Forgot your password?</TextLink>
          </Text>
        </SaveForm>
      )}
    </EntryFrame>
  );
}
