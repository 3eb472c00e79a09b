// Asking for a mail with a link to set a new password.

import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { TextLink } from '../ui/links.tsx';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { EntryFrame } from './entry-frame.tsx';

export function ForgotPasswordScreen() {
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const saving = useSaving({
    save: (email: string) => api.request('POST', '/password-resets', { body: { email } }),
    onSaved: (_, email) => setSentTo(email),
  });
  return (
    <EntryFrame title="Forgot your password?" lead="Enter your email address to get a link for a new one.">
      <Stack>
        {sentTo !== null && (
          <Alert color="teal" role="status" icon={<IconMail aria-hidden />} title="Check your mail">
            If a user has the address {sentTo}, a mail with a link is on its way. The link works once, for one hour.
          </Alert>
        )}
        <SaveForm saving={saving} onSubmit={() => saving.save(email.trim())}>
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
          <Button type="submit" size="md" loading={saving.isSaving}>
            Send link
          </Button>
        </SaveForm>
        <Text size="sm">
          No mail? An owner of the site can set a new password for you.{' '}
          <TextLink to="/sign-in">Back to sign in</TextLink>
        </Text>
      </Stack>
    </EntryFrame>
  );
}
