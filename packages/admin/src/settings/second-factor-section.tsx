// Two-step sign-in: switching it on with an authenticator app, recovery codes, and switching it off.

import type { NewSecondFactor, RecoveryCodes, SecondFactor } from '@frontdesk/client';
import { Alert, Button, Code, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { encode } from 'uqr';
import { CodeInput } from '../accounts/code-input.tsx';
import { meQuery, useMe } from '../accounts/me.ts';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { formatCount } from '../ui/format.ts';
import { QueryView } from '../ui/query-view.tsx';
import { saveDownload } from '../ui/save-download.ts';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { Section } from '../ui/section.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { toastSuccess } from '../ui/toast.tsx';
import { secondFactorQuery } from './second-factor-query.ts';
import { WithPassword } from './with-password.tsx';

type Dialog = 'setUp' | 'newCodes' | 'disable';

const titles: Record<Dialog, string> = {
  setUp: 'Set up two-step sign-in',
  newCodes: 'Create new recovery codes',
  disable: 'Switch two-step sign-in off',
};

export function SecondFactorSection() {
  const { secondFactorNeeded } = useMe();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const state = useQuery(secondFactorQuery);
  const close = (): void => {
    setDialog(null);
    queries.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
    queries.invalidateQueries({ queryKey: meQuery.queryKey });
  };
  return (
    <Section
      title="Two-step sign-in"
      description="With a code from an app on your phone, your password alone is of no use to others."
    >
      <Stack>
        {secondFactorNeeded && (
          <Alert color="yellow" title="This site requires two-step sign-in">
            Set it up here, or add a passkey, to continue.
          </Alert>
        )}
        <QueryView query={state}>
          {({ on, recoveryCodesLeft }) =>
            on ? (
              <>
                <Group gap="xs">
                  <StatusBadge status="on" tone="good" />
                  <Text size="sm">{formatCount(recoveryCodesLeft, 'recovery code', 'recovery codes')} left</Text>
                </Group>
                <Group>
                  <Button variant="default" onClick={() => setDialog('newCodes')}>
                    New recovery codes
                  </Button>
                  <Button variant="default" onClick={() => setDialog('disable')}>
                    Switch off
                  </Button>
                </Group>
              </>
            ) : (
              <Group>
                <Button onClick={() => setDialog('setUp')}>Set up</Button>
              </Group>
            )
          }
        </QueryView>
      </Stack>
      <Modal opened={dialog !== null} onClose={close} closeOnClickOutside={false} title={dialog && titles[dialog]}>
        {dialog === 'setUp' && <SetUp onDone={close} />}
        {dialog === 'newCodes' && <NewCodes onDone={close} />}
        {dialog === 'disable' && <Disable onDone={close} />}
      </Modal>
    </Section>
  );
}

function SetUp({ onDone }: { onDone(): void }) {
  const [created, setCreated] = useState<NewSecondFactor | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <ShownCodes codes={codes} onDone={onDone} />;
  if (created) return <Confirm created={created} onConfirmed={setCodes} />;
  return (
    <WithPassword
      button="Continue"
      send={(password) => api.request<NewSecondFactor>('POST', '/me/second-factor', { body: { password } })}
      onSent={setCreated}
    />
  );
}

function Confirm({ created, onConfirmed }: { created: NewSecondFactor; onConfirmed(codes: string[]): void }) {
  const [code, setCode] = useState('');
  const saving = useSaving({
    save: (code: string) => api.request<RecoveryCodes>('POST', '/me/second-factor/confirm', { body: { code } }),
    onSaved: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  });
  return (
    <SaveForm saving={saving} onSubmit={() => saving.save(code)}>
      <Text size="sm">Scan this with an authenticator app, or type the key into it.</Text>
      <QrCode text={created.url} />
      <Group gap="xs" wrap="nowrap">
        <Code data-secret style={{ overflowWrap: 'anywhere' }}>
          {created.secret}
        </Code>
        <CopyButton value={created.secret} label="Copy key" />
      </Group>
      <CodeInput value={code} onChange={setCode} isOfApp field={saving.field('/code')} />
      <Group justify="flex-end">
        <Button type="submit" loading={saving.isSaving}>
          Switch on
        </Button>
      </Group>
    </SaveForm>
  );
}

/** Dark on white in every color scheme, as cameras need it. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width={220} height={220} role="img" aria-label="QR code of the key">
      <rect width={size} height={size} fill="#fff" />
      <path d={dots.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}

function ShownCodes({ codes, onDone }: { codes: string[]; onDone(): void }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <Stack>
      <Text size="sm">
        Keep these recovery codes in a safe place. Each signs you in once if you lose your phone. They are not shown
        again.
      </Text>
      <List listStyleType="none" data-recovery-codes>
        {codes.map((code) => (
          <List.Item key={code}>
            <Code>{code}</Code>
          </List.Item>
        ))}
      </List>
      <Group>
        <CopyButton value={text} label="Copy codes" />
        <Button
          variant="default"
          onClick={() => saveDownload('recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}
        >
          Download
        </Button>
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}

function NewCodes({ onDone }: { onDone(): void }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <ShownCodes codes={codes} onDone={onDone} />;
  return (
    <WithPassword
      lead="The codes that you have now stop working."
      button="Create codes"
      hasCode
      send={(password, code) => api.request<RecoveryCodes>('POST', '/me/recovery-codes', { body: { password, code } })}
      onSent={({ recoveryCodes }) => setCodes(recoveryCodes)}
    />
  );
}

function Disable({ onDone }: { onDone(): void }) {
  return (
    <WithPassword
      lead="Your password alone will be enough to sign in."
      button="Switch off"
      hasCode
      send={(password, code) => api.request<SecondFactor>('DELETE', '/me/second-factor', { body: { password, code } })}
      onSent={() => {
        toastSuccess('Two-step sign-in switched off');
        onDone();
      }}
    />
  );
}
