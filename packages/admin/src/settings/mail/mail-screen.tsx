// The mail server: what is in use, a test, and entering another.

import type { MailServer } from '@frontdesk/client';
import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMe } from '../../accounts/me.ts';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { mailServerQuery } from '../../records/mail-server.tsx';
import { askToConfirm } from '../../ui/confirm.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatCount } from '../../ui/format.ts';
import { TextLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';
import { toastError, toastSuccess } from '../../ui/toast.tsx';
import { MailOptOuts } from './mail-opt-outs.tsx';
import { MailServerForm, securityLabels } from './mail-server-form.tsx';

export function MailScreen() {
  const { user } = useMe();
  const server = useQuery(mailServerQuery);
  const test = useMutation({ mutationFn: () => api.mails.test({ to: user.email }) });
  const isSet = server.data != null && server.data.setIn !== null;
  return (
    <>
      <PageHeader
        title="Mail"
        description="The server that sends notices, replies and invoices. Every mail is in the outbox."
        actions={
          isSet && (
            <Button variant="default" onClick={() => test.mutate()} loading={test.isPending}>
              Send test mail
            </Button>
          )
        }
      />
      <Stack>
        {test.isSuccess && (
          <Alert
            color="teal"
            role="status"
            icon={<IconCheck aria-hidden />}
            title={`Test mail sent to ${user.email}`}
          />
        )}
        {test.isError && <ErrorState error={test.error} />}
        <QueryView query={server}>{(server) => <ServerView server={server} onChanged={test.reset} />}</QueryView>
      </Stack>
    </>
  );
}

function ServerView({ server, onChanged }: { server: MailServer; onChanged(): void }) {
  const { setIn, host, port, security, user, from, fromName, dkim } = server;
  return (
    <>
      <Waiting server={server} />
      {setIn !== null && (
        <Facts
          facts={[
            ['Server', <Code key="server">{`${host}:${port}`}</Code>],
            ['Encryption', security && securityLabels[security]],
            ['User', user],
            ['Sender', fromName ? `${fromName} <${from}>` : from],
            ['DKIM', dkim ? `${dkim.selector}._domainkey.${dkim.domain}` : 'Not signed'],
          ]}
        />
      )}
      {setIn === 'environment' ? (
        <Section title="Server">
          <Text>
            The server is set in the environment of the service. To change it, update <Code>FRONTDESK_SMTP_URL</Code>{' '}
            and <Code>FRONTDESK_MAIL_FROM</Code> there and restart it.
          </Text>
        </Section>
      ) : (
        <Section
          title={setIn === null ? 'Set up mail' : 'Change the server'}
          description="A test mail is sent to you before anything is saved. The password is stored encrypted and never shown again."
          actions={
            setIn !== null && (
              <Button variant="default" onClick={() => removeServer(onChanged)}>
                Remove server
              </Button>
            )
          }
        >
          <MailServerForm key={`${host}:${port}:${user}`} server={server} onSaved={onChanged} />
        </Section>
      )}
      <MailOptOuts />
    </>
  );
}

/** Says that mails do not leave, or that some are still on their way. */
function Waiting({ server: { setIn, waitingMails } }: { server: MailServer }) {
  if (setIn !== null) return null;
  return (
    <Alert color={waitingMails > 0 ? 'yellow' : 'ink'} title="No mail is sent yet">
      <Group gap="xs">
        <Text size="sm">
          {waitingMails > 0
            ? `${formatCount(waitingMails, 'mail')} will be sent when you set a server.`
            : 'Mails wait in the outbox until you set a server.'}
        </Text>
        {waitingMails > 0 && (
          <TextLink to="/settings/outbox" search={{ status: 'waiting' }}>
            Open outbox
          </TextLink>
        )}
      </Group>
    </Alert>
  );
}

async function removeServer(onChanged: () => void): Promise<void> {
  const isSure = await askToConfirm({
    title: 'Remove the mail server?',
    children: 'Mails will wait in the outbox until you set another server.',
    confirm: 'Remove server',
    isDangerous: true,
  });
  if (!isSure) return;
  try {
    queries.setQueryData(mailServerQuery.queryKey, await api.mails.removeServer());
    onChanged();
    toastSuccess('Mail server removed');
  } catch (error) {
    toastError(error);
  }
}
