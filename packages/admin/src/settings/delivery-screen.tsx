// One delivery: what was sent, and every attempt with the receiver's response.

import type { DeliveryAttempt, DeliveryWithAttempts } from '@frontdesk/client';
import { Accordion, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { DeliveryStatusBadge } from '../records/delivery-status.tsx';
import { CopyableValue } from '../ui/copyable-value.tsx';
import { Facts } from '../ui/facts.tsx';
import { formatDuration, humanize } from '../ui/format.ts';
import { JsonView } from '../ui/json-view.tsx';
import { TextLink } from '../ui/links.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { useSaving } from '../ui/saving.ts';
import { Section } from '../ui/section.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { toastError, toastSuccess } from '../ui/toast.tsx';

const route = getRouteApi('/shell/settings/deliveries/$id');

export function DeliveryScreen() {
  const { id } = route.useParams();
  const delivery = useQuery({
    queryKey: ['deliveries', id],
    queryFn: ({ signal }) => api.deliveries.get(id, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 1500 : false),
  });
  return <QueryView query={delivery}>{(delivery) => <DeliveryView delivery={delivery} />}</QueryView>;
}

function DeliveryView({ delivery }: { delivery: DeliveryWithAttempts }) {
  const { id, eventId, type, url, status, failure, nextAttemptAt, createdAt, deliveredAt, body, attempts } = delivery;
  const resending = useSaving({
    save: () => api.deliveries.resend(id).catch(toastAndThrow),
    onSaved: async () => {
      toastSuccess('Resending the delivery');
      await queries.invalidateQueries({ queryKey: ['deliveries'] });
    },
  });
  return (
    <>
      <PageHeader
        title={type}
        back={<TextLink to="/settings/deliveries">Deliveries</TextLink>}
        aside={<DeliveryStatusBadge {...{ status, failure }} />}
        actions={
          <Button onClick={() => resending.save(undefined)} loading={resending.isSaving}>
            Resend
          </Button>
        }
      />
      <Stack gap="lg">
        <Facts
          facts={[
            ['URL', <CopyableValue key="url" value={url} label="the URL" />],
            ['Failure', failure && describeFailure(failure)],
            ['Next attempt', nextAttemptAt && <Time value={nextAttemptAt} isRelative />],
            ['Created', <Time key="created" value={createdAt} />],
            ['Delivered', deliveredAt && <Time value={deliveredAt} />],
            ['Event ID', <CopyableValue key="event" value={eventId} label="the event ID" />],
          ]}
        />
        <Section title="Attempts">
          <Attempts attempts={attempts} />
        </Section>
        <Section title="Request body" description="The same in every attempt.">
          <JsonView label="Request body" value={body} />
        </Section>
        <Section title="Request headers">
          <Facts facts={headersOf(eventId)} />
        </Section>
      </Stack>
    </>
  );
}

/** What each attempt sends. Signatures are not stored: with one, an old request could be repeated. */
function headersOf(eventId: string): [string, ReactNode][] {
  return [
    ['Content-Type', <Code key="type">application/json</Code>],
    ['User-Agent', <Code key="agent">Frontdesk</Code>],
    ['webhook-id', <Code key="id">{eventId}</Code>],
    ['webhook-timestamp', 'The time of the attempt, in seconds'],
    ['webhook-signature', 'Calculated for each attempt with the signing secret'],
    ['X-Service-Signature', 'Calculated for each attempt with the signing secret'],
    ['X-Service-Delivery-Attempt', 'The number of the attempt'],
  ];
}

function Attempts({ attempts }: { attempts: DeliveryAttempt[] }) {
  if (attempts.length === 0) return <Text c="dimmed">No attempts yet.</Text>;
  const newestFirst = [...attempts].sort((a, b) => b.number - a.number);
  return (
    <Accordion variant="separated" order={3} defaultValue={newestFirst[0]?.id ?? null}>
      {newestFirst.map((attempt) => (
        <Accordion.Item key={attempt.id} value={attempt.id}>
          <Accordion.Control>
            <Group gap="sm">
              <StatusBadge
                status={String(attempt.status ?? 'No response')}
                tone={attempt.status !== null && attempt.status >= 200 && attempt.status < 300 ? 'good' : 'bad'}
              />
              <Text size="sm">Attempt {attempt.number}</Text>
              <Text size="sm" c="dimmed" className="tabular-numbers">
                {formatDuration(attempt.durationMs)} · <Time value={attempt.createdAt} isRelative />
              </Text>
            </Group>
          </Accordion.Control>
          <Accordion.Panel>
            {attempt.status === null && attempt.error && <Text size="sm">{describeFailure(attempt.error)}</Text>}
            {attempt.response && (
              <Text size="sm" mb="xs">
                Response, up to its first 16 KB
              </Text>
            )}
            {attempt.response ? (
              <JsonView label={`Response to attempt ${attempt.number}`} value={attempt.response} />
            ) : (
              <Text size="sm" c="dimmed">
                {attempt.status === null ? 'The receiver did not respond.' : 'The response has no body.'}
              </Text>
            )}
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

function toastAndThrow(error: unknown): never {
  toastError(error);
  throw error;
}

const reasons: Record<string, string> = {
  redirect: 'The receiver responded with a redirect, which is not followed',
  dns: 'The host name could not be resolved',
  connect: 'Could not connect to the receiver',
  timeout: 'The receiver did not respond in time',
  tls: 'The TLS connection failed',
  reset: 'The receiver closed the connection without responding',
  protocol: 'The response was not valid HTTP',
  too_large_headers: 'The response headers were too large',
  invalid_url: 'The URL is invalid',
  scheme_not_allowed: 'The URL must start with https://',
  has_credentials: 'The URL must not contain a username or password',
  port_not_allowed: 'The port of the URL is not allowed',
  address_not_public: 'The URL does not lead to a public address',
  subscriber_disabled: 'The webhook is disabled',
  subscriber_removed: 'The webhook was deleted',
};

/** Why a delivery failed, for people. The API gives a code, such as `http_500` or `timeout`. */
function describeFailure(code: string): string {
  const [, status] = /^http_(\d+)$/.exec(code) ?? [];
  return status ? `The receiver responded with status ${status}` : (reasons[code] ?? humanize(code));
}
