// Choosing a password with the link of a mail: a new one, or the first one of a person who was invited.

import { FrontdeskError, type Me } from '@frontdesk/client';
import { Button, PasswordInput, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { TextLink } from '../ui/links.tsx';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { EntryFrame } from './entry-frame.tsx';
import { meQuery } from './me.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { askForPasskey } from './passkeys.ts';
import { AskedCode, useCodeStep } from './sign-in-code.tsx';

type NewPasswordProps = { token: string; title: string; lead: string; button: string };

export function NewPassword({ token, title, lead, button }: NewPasswordProps) {
  const router = useRouter();
  const [password, setPassword] = useState('');
  const [isChoosing, setChoosing] = useState(false);
  const step = useCodeStep();
  const saving = useSaving({
    save: async ({ withPasskey }: { withPasskey: boolean }) =>
      withPasskey
        ? api.request<Me>('POST', '/passwords', { body: { token, password, passkey: await askForPasskey() } })
        : step.send('/passwords', { token, password }),
    onSaved: async () => {
      queries.clear();
      await queries.fetchQuery(meQuery);
      router.history.replace('/admin/');
    },
  });
  const isPasskeyAsked = saving.error instanceof FrontdeskError && saving.error.code === 'passkey_required';
  const choosePasskey = async (): Promise<void> => {
    setChoosing(true);
    await saving.save({ withPasskey: true });
    setChoosing(false);
  };
  const isExpired = saving.error instanceof FrontdeskError && saving.error.code === 'link_expired';
  if (token === '' || isExpired) {
    return (
      <EntryFrame title="This link no longer works">
        <Text>
          It works once, and only for a while. <TextLink to="/forgot-password">Get a new link</TextLink>, or ask an
          owner of the site.
        </Text>
      </EntryFrame>
    );
  }
  return (
    <EntryFrame title={title} lead={lead}>
      <SaveForm saving={saving} onSubmit={() => saving.save({ withPasskey: false })}>
        <PasswordInput
          label="Password"
          description="Use at least 10 characters. A short phrase is easy to remember."
          autoComplete="new-password"
          autoFocus
          required
          size="md"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          {...saving.field('/password')}
        />
        <AskedCode step={step} size="md" />
        <Button type="submit" size="md" loading={saving.isSaving && !isChoosing} disabled={isChoosing}>
          {button}
        </Button>
        {(isPasskeyAsked || isChoosing || step.isAsked) && (
          <PasskeyButton label="Use a passkey" size="md" isBusy={isChoosing} onClick={choosePasskey} />
        )}
      </SaveForm>
    </EntryFrame>
  );
}
