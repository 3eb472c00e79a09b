// A form that asks for the password, for what changes how someone signs in: an open session may not be its user's.

import { Button, Group, PasswordInput, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { CodeInput } from '../accounts/code-input.tsx';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';

type WithPasswordProps<Output> = {
  lead?: string;
  button: string;
  isDangerous?: boolean;
  hasCode?: boolean;
  /** Inputs above the password. */
  children?: ReactNode;
  send(password: string, code: string): Promise<Output>;
  onSent(output: Output): void;
};

export function WithPassword<Output>(props: WithPasswordProps<Output>) {
  const { lead, button, isDangerous = false, hasCode = false, children, send, onSent } = props;
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const saving = useSaving({ save: () => send(password, code), onSaved: onSent });
  return (
    <SaveForm saving={saving} onSubmit={() => saving.save(undefined)}>
      {lead && <Text size="sm">{lead}</Text>}
      {children}
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        data-autofocus={children === undefined || undefined}
        required
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        {...saving.field('/password')}
      />
      {hasCode && <CodeInput value={code} onChange={setCode} field={saving.field('/code')} />}
      <Group justify="flex-end">
        <Button type="submit" loading={saving.isSaving} {...(isDangerous && { color: 'red.8' })}>
          {button}
        </Button>
      </Group>
    </SaveForm>
  );
}
