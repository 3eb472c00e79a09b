// All about a contact: to take it along, and to erase it.

import type { Contact, Erasure, ErasurePlan } from '@frontdesk/client';
import { Alert, Button, Group, List, Loader, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconDownload, IconEraser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { contactName } from '../records/contact-link.tsx';
import { TextLink } from '../ui/links.tsx';
import { saveDownload } from '../ui/save-download.ts';
import { Section } from '../ui/section.tsx';
import { toastError, toastSuccess } from '../ui/toast.tsx';

const numbers = new Intl.NumberFormat('en');

const deleted = {
  submissions: ['submission', 'submissions'],
  files: ['file', 'files'],
  mails: ['mail', 'mails'],
  savedAnswers: ['saved form', 'saved forms'],
  mailRefusals: ['rejected address', 'rejected addresses'],
  mailOptOuts: ['unsubscription from notices', 'unsubscriptions from notices'],
  digestEntries: ['line of a digest', 'lines of a digest'],
  responses: ['stored response', 'stored responses'],
  deliveries: ['webhook delivery', 'webhook deliveries'],
  draftItems: ['draft made from a submission', 'drafts made from submissions'],
  contacts: ['contact', 'contacts'],
} as const;
const reduced = {
  payments: ['payment', 'payments'],
  invoices: ['invoice', 'invoices'],
  creditNotes: ['credit note', 'credit notes'],
  subscriptions: ['ended subscription', 'ended subscriptions'],
  events: ['event', 'events'],
  processorEvents: ['event of the payment processor', 'events of the payment processor'],
  othersNotes: ['note about another submission', 'notes about other submissions'],
  othersSubmissions: ['submission of another person', 'submissions of other people'],
} as const;

export function ContactPrivacy({ contact }: { contact: Contact }) {
  const [isErasing, setErasing] = useState(false);
  const [isExporting, setExporting] = useState(false);
  const exportData = async (): Promise<void> => {
    setExporting(true);
    try {
      const { name, response } = await api.privacy.export({ contactId: contact.id });
      saveDownload(name, await response.blob());
    } catch (error) {
      toastError(error);
    }
    setExporting(false);
  };
  return (
    <Section title="Privacy" description="All about this person: submissions, files, mails, payments, events.">
      <Group gap="xs">
        <Button
          variant="default"
          loading={isExporting}
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={exportData}
        >
          Export data
        </Button>
        <Button variant="default" leftSection={<IconEraser size={18} aria-hidden />} onClick={() => setErasing(true)}>
          Erase…
        </Button>
      </Group>
      {isErasing && <EraseDialog contact={contact} close={() => setErasing(false)} />}
    </Section>
  );
}

function EraseDialog({ contact, close }: { contact: Contact; close(): void }) {
  const navigate = useNavigate();
  const [started, setStarted] = useState<Erasure | null>(null);
  const plan = useQuery({
    queryKey: ['privacy', 'plan', contact.id],
    queryFn: ({ signal }) => api.privacy.planErasure({ contactId: contact.id }, { signal }),
    gcTime: 0,
    staleTime: 0,
    enabled: started === null,
  });
  const leave = (): void => {
    close();
    if (started === null) return;
    queries.invalidateQueries();
    navigate({ to: '/contacts' });
  };
  return (
    <Modal opened onClose={leave} title={`Erase ${contactName(contact)}?`} size="lg">
      {started && <Progress id={started.id} leave={leave} />}
      {!started && plan.isError && <Alert color="red" title="This could not be counted. Close, and try again." />}
      {!started && plan.isPending && <Loader aria-label="Counting" />}
      {!started && plan.data && <Plan contact={contact} plan={plan.data} cancel={close} onStarted={setStarted} />}
    </Modal>
  );
}

type PlanProps = { contact: Contact; plan: ErasurePlan; cancel(): void; onStarted(erasure: Erasure): void };

function Plan({ contact, plan, cancel, onStarted }: PlanProps) {
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const expected = contact.email ?? contactName(contact);
  const isBlocked = plan.blockers.length > 0;
  const erase = async (): Promise<void> => {
    setBusy(true);
    try {
      onStarted(await api.privacy.erase({ contactId: contact.id }));
    } catch (error) {
      toastError(error);
      setBusy(false);
    }
  };
  return (
    <Stack gap="md">
      <Counts title="Deleted for good" names={deleted} counts={plan.counts} />
      <Counts
        title="Kept without the person"
        description="Amounts, dates and numbers stay, as the law asks. Answers of others stay without the address."
        names={reduced}
        counts={plan.counts}
      />
      {plan.items.length > 0 && (
        <Alert color="yellow" title="Look at these items yourself">
          <Text size="sm">They were made from submissions, and are not erased.</Text>
          <List size="sm">
            {plan.items.map(({ id, type, title }) => (
              <List.Item key={id}>
                <TextLink to="/content/$type/$id" params={{ type, id }}>
                  {title || id}
                </TextLink>
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {isBlocked ? (
        <Alert color="red" title="This person cannot be erased yet">
          Wait until {plan.blockers.map(({ kind, id }) => `${kind} ${id}`).join(', ')} has ended.
        </Alert>
      ) : (
        <TextInput
          label={`Type ${expected} to confirm`}
          description="This cannot be undone. Only backups and the payment processor still have it."
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={cancel}>
          Cancel
        </Button>
        <Button
          color="red.8"
          loading={isBusy}
          disabled={isBlocked || typed.trim().toLowerCase() !== expected.toLowerCase()}
          onClick={erase}
        >
          Erase
        </Button>
      </Group>
    </Stack>
  );
}

type CountsProps = {
  title: string;
  description?: string;
  names: { readonly [name: string]: readonly [one: string, many: string] };
  counts: ErasurePlan['counts'];
};

function Counts({ title, description, names, counts }: CountsProps) {
  const lines = Object.entries(names).flatMap(([name, [one, many]]) => {
    const count = counts[name as keyof typeof counts] ?? 0;
    return count === 0 ? [] : [`${numbers.format(count)} ${count === 1 ? one : many}`];
  });
  if (lines.length === 0) return null;
  return (
    <div>
      <Text fw={600}>{title}</Text>
      {description && (
        <Text size="sm" c="dimmed">
          {description}
        </Text>
      )}
      <List size="sm">
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </div>
  );
}

/** The erasure goes on if the dialog is closed. */
function Progress({ id, leave }: { id: string; leave(): void }) {
  const { data } = useQuery({
    queryKey: ['privacy', 'erasures', id],
    queryFn: ({ signal }) => api.privacy.erasure(id, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'completed' ? false : 1000),
  });
  if (data?.status !== 'completed') {
    return (
      <Group gap="sm" role="status">
        <Loader size="sm" />
        <Text>Erasing. This goes on if you close the dialog.</Text>
      </Group>
    );
  }
  const download = (): void => {
    saveDownload(`erasure-${data.id}.json`, new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
    toastSuccess('Proof downloaded');
  };
  return (
    <Stack gap="md">
      <Text role="status">
        Everything was erased. The proof says when, by whom and how much, and nothing about the person.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={download}>
          Download proof
        </Button>
        <Button onClick={leave}>Done</Button>
      </Group>
    </Stack>
  );
}
