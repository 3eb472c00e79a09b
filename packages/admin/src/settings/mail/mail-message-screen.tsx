// One mail: what it says, where it went, and why it did not.

import type { Mail } from '@frontdesk/client';
import { Alert, Button, Code, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { AddressRefusal } from '../../records/address-refusal.tsx';
import { MailNotice } from '../../records/mail-server.tsx';
import { MailStatusBadge } from '../../records/mail-status-badge.tsx';
import { Facts } from '../../ui/facts.tsx';
import { TextLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { useSaving } from '../../ui/saving.ts';
import { Section } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import { toastError, toastSuccess } from '../../ui/toast.tsx';
import { mailKindLabels } from './mail-labels.tsx';
import classes from './mail-message.module.css';

const route = getRouteApi('/shell/settings/outbox/$id');

export function MailMessageScreen() {
  const { id } = route.useParams();
  const mail = useQuery({
    queryKey: ['mails', id],
    queryFn: ({ signal }) => api.mails.get(id, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'queued' ? 1500 : false),
  });
  return <QueryView query={mail}>{(mail) => <MailView mail={mail} />}</QueryView>;
}

function MailView({ mail }: { mail: Mail }) {
  const { id, kind, status, recipient, replyTo, subject, attemptCount, error, nextAttemptAt, createdAt, sentAt } = mail;
  const resending = useSaving({
    save: () => api.mails.resend(id).catch(toastAndThrow),
    onSaved: async () => {
      toastSuccess('Sending the mail');
      await queries.invalidateQueries({ queryKey: ['mails'] });
    },
  });
  return (
    <>
      <PageHeader
        title={subject}
        back={<TextLink to="/settings/outbox">Outbox</TextLink>}
        aside={<MailStatusBadge {...{ status, error }} />}
        actions={
          status !== 'waiting' && (
            <Button onClick={() => resending.save(undefined)} loading={resending.isSaving}>
              {status === 'sent' ? 'Send again' : 'Send now'}
            </Button>
          )
        }
      />
      <Stack gap="lg">
        {status === 'waiting' && <MailNotice what="It" />}
        {status === 'sent' && <AddressRefusal email={recipient} />}
        {error !== null && (
          <Alert
            color={status === 'failed' ? 'red' : 'yellow'}
            title={status === 'failed' ? 'Not sent' : 'The last attempt failed'}
          >
            {error}
          </Alert>
        )}
        <Facts
          facts={[
            ['To', recipient],
            ['Replies go to', replyTo],
            ['Kind', mailKindLabels[kind]],
            ['Pictures', mail.html.includes('"cid:logo"') && 'The logo of the site, inside the mail'],
            ['Created', <Time key="created" value={createdAt} />],
            ['Sent', sentAt && <Time value={sentAt} />],
            ['Next attempt', nextAttemptAt && <Time value={nextAttemptAt} isRelative />],
            ['Attempts', attemptCount > 0 && String(attemptCount)],
            ['Message ID', <Code key="message">{mail.messageId}</Code>],
          ]}
        />
        <Section title="Message">
          <Tabs defaultValue="html">
            <Tabs.List>
              <Tabs.Tab value="html">HTML</Tabs.Tab>
              <Tabs.Tab value="text">Text</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="html" pt="sm">
              <iframe
                className={classes.preview}
                title="Message as HTML"
                sandbox=""
                src={`/api/v1/mails/${encodeURIComponent(id)}/preview`}
              />
            </Tabs.Panel>
            <Tabs.Panel value="text" pt="sm">
              <pre className={classes.text}>{mail.text}</pre>
            </Tabs.Panel>
          </Tabs>
        </Section>
      </Stack>
    </>
  );
}

function toastAndThrow(error: unknown): never {
  toastError(error);
  throw error;
}
