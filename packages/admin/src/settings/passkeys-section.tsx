// Passkeys of the signed-in user: adding, renaming and removing them.

import type { Passkey, PasskeyCreation, PasskeyList } from '@frontdesk/client';
import { Alert, Anchor, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { meQuery, useMe } from '../accounts/me.ts';
import { canUsePasskeys } from '../accounts/passkeys.ts';
import { api } from '../api/api.ts';
import { loadPart } from '../api/load-part.tsx';
import { queries } from '../api/queries.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { Section } from '../ui/section.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { toastSuccess } from '../ui/toast.tsx';
import { describeDevice } from './describe-device.ts';
import { secondFactorQuery } from './second-factor-query.ts';
import { WithPassword } from './with-password.tsx';

type Dialog = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey };

const titles: Record<Dialog['kind'], string> = {
  add: 'Add a passkey',
  rename: 'Rename passkey',
  remove: 'Remove passkey',
};

const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => api.request<PasskeyList & { total: number }>('GET', '/me/passkeys', { signal }),
});

export function PasskeysSection() {
  const passkeys = useQuery(passkeysQuery);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = (): void => setDialog(null);
  const onDone = (text: string): void => {
    close();
    toastSuccess(text);
    queries.invalidateQueries({ queryKey: passkeysQuery.queryKey });
    // A session that has shown a passkey is enough where two steps are required.
    queries.invalidateQueries({ queryKey: meQuery.queryKey });
    queries.invalidateQueries({ queryKey: ['sessions'] });
  };
  const unavailable = passkeys.data ? whyUnavailable(passkeys.data) : null;
  return (
    <Section
      title="Passkeys"
      description="Sign in with your fingerprint, face or PIN instead of your password and a code."
      actions={
        <Button
          variant="default"
          onClick={() => setDialog({ kind: 'add' })}
          disabled={!passkeys.data || unavailable !== null}
        >
          Add passkey
        </Button>
      }
    >
      <Stack>
        {unavailable && (
          <Text size="sm" c="dimmed">
            {unavailable}
          </Text>
        )}
        {(passkeys.data?.items ?? []).some(({ usable }) => !usable) && <MovedAlert />}
        {passkeys.data?.items.length !== 0 && (
          <DataTable
            label="Your passkeys"
            query={passkeys}
            columns={columnsOf(setDialog)}
            rowKey={({ id }) => id}
            empty={<EmptyState title="No passkeys" />}
          />
        )}
      </Stack>
      <Modal opened={dialog !== null} onClose={close} closeOnClickOutside={false} title={dialog && titles[dialog.kind]}>
        {dialog?.kind === 'add' && <Add onAdded={({ name }) => onDone(`Passkey “${name}” added`)} />}
        {dialog?.kind === 'rename' && <Rename passkey={dialog.passkey} onRenamed={() => onDone('Passkey renamed')} />}
        {dialog?.kind === 'remove' && (
          <WithPassword
            lead={`“${dialog.passkey.name}” will no longer sign you in. Delete it from your device or password manager as well.`}
            button="Remove passkey"
            isDangerous
            send={(password) => api.request('DELETE', `/me/passkeys/${dialog.passkey.id}`, { body: { password } })}
            onSent={() => onDone(`Passkey “${dialog.passkey.name}” removed`)}
          />
        )}
      </Modal>
    </Section>
  );
}

/** Null if passkeys can be added on this page. */
function whyUnavailable({ origin }: PasskeyList): ReactNode {
  if (origin === null) return 'Passkeys need a public address with https and the name of a host.';
  if (origin !== window.location.origin) {
    const url = `${origin}/admin/settings/account`;
    return (
      <>
        Passkeys work at <Anchor href={url}>{origin}</Anchor> only.
      </>
    );
  }
  return canUsePasskeys() ? null : 'This browser has no passkeys.';
}

function MovedAlert() {
  return (
    <Alert color="yellow" title="The address of the site has changed">
      Passkeys belong to one address. Those that were made for another no longer sign you in: remove them, and add new
      ones. Your password works as before.
    </Alert>
  );
}

function columnsOf(open: (dialog: Dialog) => void): Column<Passkey>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      render: ({ name, synced, usable, host }) => (
        <Group gap="xs">
          <Text size="sm" fw={550}>
            {name}
          </Text>
          {synced && <StatusBadge status="synced" tone="quiet" />}
          {!usable && <StatusBadge status="unusable" label={`For ${host}`} tone="warn" />}
        </Group>
      ),
    },
    { key: 'createdAt', header: 'Added', render: ({ createdAt }) => <Time value={createdAt} isRelative /> },
    {
      key: 'lastUsedAt',
      header: 'Last used',
      render: ({ lastUsedAt }) => (lastUsedAt ? <Time value={lastUsedAt} isRelative /> : 'Never'),
    },
    {
      key: 'actions',
      header: '',
      align: 'right',
      isAction: true,
      render: (passkey) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button
            variant="default"
            size="xs"
            onClick={() => open({ kind: 'rename', passkey })}
            aria-label={`Rename ${passkey.name}`}
          >
            Rename
          </Button>
          <Button
            variant="default"
            size="xs"
            onClick={() => open({ kind: 'remove', passkey })}
            aria-label={`Remove ${passkey.name}`}
          >
            Remove
          </Button>
        </Group>
      ),
    },
  ];
}

function Add({ onAdded }: { onAdded(passkey: Passkey): void }) {
  const { user } = useMe();
  const device = describeDevice(navigator.userAgent);
  const [name, setName] = useState(device);
  const secondFactor = useQuery(secondFactorQuery);
  const add = async (password: string, code: string): Promise<Passkey> => {
    const { createPasskey } = await loadPart(() => import('../accounts/webauthn.ts'));
    const { options } = await api.request<PasskeyCreation>('POST', '/me/passkeys/options', {
      body: { password, ...(secondFactor.data?.on && { code }) },
    });
    const credential = await createPasskey(options);
    return api.request<Passkey>('POST', '/me/passkeys', { body: { name: name.trim() || device, credential } });
  };
  return (
    <WithPassword
      lead={`Your browser will ask where to keep the passkey for ${user.email}, and for your fingerprint, face or PIN.`}
      button="Continue"
      hasCode={secondFactor.data?.on ?? false}
      send={add}
      onSent={onAdded}
    >
      <TextInput
        label="Name"
        description="To recognize it by"
        data-autofocus
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-pointer="/name"
      />
    </WithPassword>
  );
}

function Rename({ passkey, onRenamed }: { passkey: Passkey; onRenamed(): void }) {
  const [name, setName] = useState(passkey.name);
  const saving = useSaving({
    save: (name: string) => api.request<Passkey>('PATCH', `/me/passkeys/${passkey.id}`, { body: { name } }),
    onSaved: onRenamed,
  });
  return (
    <SaveForm saving={saving} onSubmit={() => saving.save(name)}>
      <TextInput
        label="Name"
        data-autofocus
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        {...saving.field('/name')}
      />
      <Group justify="flex-end">
        <Button type="submit" loading={saving.isSaving}>
          Save
        </Button>
      </Group>
    </SaveForm>
  );
}
