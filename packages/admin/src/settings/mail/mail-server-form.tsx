// Entering the mail server: tried with a mail and saved in one step.

import type { MailSecurity, MailServer, NewMailServer } from '@frontdesk/client';
import { Button, Group, Select, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { mailServerQuery } from '../../records/mail-server.tsx';
import { useDraft } from '../../ui/draft.ts';
import { inputError } from '../../ui/input-error.ts';
import { SaveForm } from '../../ui/save-form.tsx';
import { useSaving } from '../../ui/saving.ts';
import { SecretInput } from '../../ui/secret-input.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { useUnsavedGuard } from '../../ui/unsaved-guard.ts';

export const securityLabels: Record<MailSecurity, string> = {
  tls: 'TLS (usually port 465)',
  starttls: 'STARTTLS (usually port 587)',
  none: 'None (only for a server on the same network)',
};

const ports: Record<MailSecurity, string> = { tls: '465', starttls: '587', none: '25' };

type Values = ReturnType<typeof valuesOf>;

function valuesOf({ host, port, security, user, from, fromName, dkim }: MailServer) {
  return {
    host: host ?? '',
    port: String(port ?? ports.starttls),
    security: (security ?? 'starttls') as MailSecurity,
    user: user ?? '',
    password: '',
    allowPlainPassword: false,
    from: from ?? '',
    fromName: fromName ?? '',
    isSigned: dkim !== null,
    domain: dkim?.domain ?? '',
    selector: dkim?.selector ?? '',
    privateKey: '',
  };
}

export function MailServerForm({ server, onSaved }: { server: MailServer; onSaved(): void }) {
  const { values, set, isDirty, reset } = useDraft(valuesOf(server));
  useUnsavedGuard(isDirty);
  const saving = useSaving({
    save: () => api.mails.setServer(bodyOf(values)),
    onSaved: (saved) => {
      reset(valuesOf(saved));
      onSaved();
      queries.setQueryData(mailServerQuery.queryKey, saved);
      queries.invalidateQueries({ queryKey: ['mails'] });
      toastSuccess('Mail server saved. A test mail is on its way to you.');
    },
  });
  const text = (name: keyof Values, pointer = `/${name}`) => ({
    value: String(values[name]),
    onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value as never),
    ...saving.field(pointer),
  });
  const changeSecurity = (security: MailSecurity): void => {
    if (values.port === ports[values.security]) set('port', ports[security]);
    set('security', security);
  };
  return (
    <SaveForm
      saving={saving}
      onSubmit={() => saving.save(undefined)}
      label="Mail server"
      labels={{
        '/host': 'Server',
        '/from': 'Sender address',
        '/testTo': 'Test mail',
        '/dkim/privateKey': 'Private key',
      }}
    >
      <Stack gap="sm" maw={560}>
        <TextInput label="Server" required placeholder="smtp.example.com" spellCheck={false} {...text('host')} />
        <Group gap="md" align="start">
          <Select
            label="Encryption"
            flex="1 1 300px"
            data={Object.entries(securityLabels).map(([value, label]) => ({ value, label }))}
            allowDeselect={false}
            value={values.security}
            onChange={(security) => changeSecurity((security ?? 'starttls') as MailSecurity)}
            {...saving.field('/security')}
          />
          <TextInput label="Port" flex="1 1 80px" required inputMode="numeric" {...text('port')} />
        </Group>
        <TextInput
          label="User"
          description="Leave empty if the server does not ask for one."
          autoComplete="off"
          {...text('user')}
        />
        <SecretInput
          label="Password"
          description={
            server.passwordConfigured
              ? 'Leave empty to keep the stored one, as long as server, port and user stay the same.'
              : undefined
          }
          {...text('password')}
        />
        {values.security === 'none' && values.user.trim() !== '' && (
          <Switch
            label="Send the password unencrypted"
            description="Anyone between this service and the server can read it. Not needed for a server on the same host."
            checked={values.allowPlainPassword}
            onChange={(event) => set('allowPlainPassword', event.currentTarget.checked)}
          />
        )}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label="Sender address" required type="email" placeholder="mail@example.com" {...text('from')} />
          <TextInput label="Sender name" {...text('fromName')} />
        </SimpleGrid>
        <Switch
          label="Sign mails with DKIM"
          description="Many mail servers sign by themselves: then leave this off."
          checked={values.isSigned}
          onChange={(event) => set('isSigned', event.currentTarget.checked)}
        />
        {values.isSigned && (
          <>
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <TextInput label="Domain" required {...text('domain', '/dkim/domain')} />
              <TextInput label="Selector" required {...text('selector', '/dkim/selector')} />
            </SimpleGrid>
            <Textarea
              label="Private key"
              description={server.dkim ? 'Leave empty to keep the stored one.' : 'RSA or Ed25519, in PEM.'}
              autosize
              minRows={3}
              maxRows={8}
              spellCheck={false}
              {...text('privateKey', '/dkim/privateKey')}
            />
          </>
        )}
      </Stack>
      <Group>
        <Button type="submit" loading={saving.isSaving}>
          Test and save
        </Button>
      </Group>
    </SaveForm>
  );
}

function bodyOf(values: Values): NewMailServer {
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port.trim()) || port < 1 || port > 65_535)
    throw inputError([{ pointer: '/port', code: 'invalid', detail: 'must be a number from 1 to 65535' }]);
  return {
    ...{ host: values.host.trim(), port, security: values.security },
    user: values.user.trim() || null,
    ...(values.password && { password: values.password }),
    ...(values.security === 'none' && values.allowPlainPassword && { allowPlainPassword: true }),
    ...{ from: values.from.trim(), fromName: values.fromName.trim() || null },
    dkim: values.isSigned
      ? {
          ...{ domain: values.domain.trim(), selector: values.selector.trim() },
          ...(values.privateKey.trim() && { privateKey: values.privateKey.trim() }),
        }
      : null,
  };
}
