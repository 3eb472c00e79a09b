// The submission that is open in the inbox: its answers, what people do with it, and its story.

import type { Form, InboxSubmission } from '@frontdesk/client';
import { ActionIcon, Box, Button, Group, SegmentedControl, Select, Stack, Title, Tooltip } from '@mantine/core';
import {
  IconMail,
  IconMailCheck,
  IconMailX,
  IconPrinter,
  IconStar,
  IconStarFilled,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useMe } from '../../accounts/me.ts';
import { ContactLink } from '../../records/contact-link.tsx';
import { Facts } from '../../ui/facts.tsx';
import { TextLink } from '../../ui/links.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Time } from '../../ui/time.tsx';
import { formQuery } from '../builder/form-query.ts';
import { AskedNote, Consents, useAskedForm } from './as-asked.tsx';
import { deleteSubmissions } from './delete-submissions.ts';
import classes from './inbox.module.css';
import { assigneesQuery, changeSubmissions, inboxSubmissionQuery } from './inbox-query.ts';
import { progressOptions } from './progress-labels.ts';
import { sortSpam } from './spam-actions.ts';
import { SpamReasons } from './spam-reasons.tsx';
import { Story } from './story.tsx';
import { Answers, Files, PaymentSection, titleOf } from './submission-parts.tsx';
import { SubmissionStatusBadge } from './submission-status-badge.tsx';

type InboxDetailsProps = {
  id: string;
  /** Whether it is all of the screen, and not beside the list. */
  isWhole: boolean;
  close(): void;
};

export function InboxDetails({ id, isWhole, close }: InboxDetailsProps) {
  const query = useQuery(inboxSubmissionQuery(id));
  const formId = query.data?.formId;
  const form = useQuery({ ...formQuery(formId ?? ''), enabled: formId !== undefined });
  return (
    <QueryView query={query}>
      {(submission) => (
        <QueryView query={form}>
          {(form) => <Details submission={submission} form={form} isWhole={isWhole} close={close} />}
        </QueryView>
      )}
    </QueryView>
  );
}

type DetailsProps = Omit<InboxDetailsProps, 'id'> & { submission: InboxSubmission; form: Form };

function Details({ submission, form, isWhole, close }: DetailsProps) {
  const { may } = useMe();
  const { id, unread, files, payment, extra, consents, createdAt } = submission;
  const { form: asked, replacedAt } = useAskedForm(form, submission);
  const mayWrite = may('forms:write');
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it is opened, so that it can be marked as unread again
  useEffect(() => {
    if (unread && mayWrite) changeSubmissions([id], { unread: false });
  }, [id]);
  return (
    <Stack gap="md">
      <Group justify="space-between" align="start" wrap="nowrap">
        <Box miw={0}>
          <Group gap="sm">
            <Title order={isWhole ? 1 : 2} style={{ overflowWrap: 'anywhere' }}>
              {titleOf(asked, submission)}
            </Title>
            <SubmissionStatusBadge submission={submission} />
          </Group>
          <TextLink to="/forms/$form/submissions/$submission" params={{ form: form.id, submission: id }}>
            {form.name}
          </TextLink>
          , <Time value={createdAt} />
        </Box>
        <Group gap={4} wrap="nowrap" className={classes.screenOnly}>
          {mayWrite && <Removal submission={submission} close={close} />}
          <Tooltip label="Print">
            <ActionIcon variant="subtle" color="gray" aria-label="Print" onClick={() => window.print()}>
              <IconPrinter size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Close (Esc)">
            <ActionIcon variant="subtle" color="gray" aria-label="Close submission" onClick={close}>
              <IconX size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Group>
      {submission.spam ? <SpamReasons spam={submission.spam} /> : mayWrite && <Handling submission={submission} />}
      <div>
        <AskedNote replacedAt={replacedAt} />
        <Answers form={asked} submission={submission} />
      </div>
      {consents && <Consents consents={consents} />}
      {files.length > 0 && <Files form={asked} files={files} />}
      {Object.keys(extra).length > 0 && (
        <Facts facts={Object.entries(extra).map(([name, value]) => [name, String(value)])} />
      )}
      <Group gap="xs" className={classes.screenOnly}>
        Contact: <ContactLink id={submission.contactId} />
      </Group>
      {payment && <PaymentSection payment={payment} />}
      {!submission.spam && <Story submissionId={id} mayWrite={mayWrite} level={isWhole ? 2 : 3} />}
    </Stack>
  );
}

/** To the spam or out of it, and delete. */
function Removal({ submission: { id, spam }, close }: { submission: InboxSubmission; close(): void }) {
  const label = spam ? 'Not spam (!)' : 'Move to spam (!)';
  const SpamIcon = spam ? IconMailCheck : IconMailX;
  const leave = (isDone: boolean): void => {
    if (isDone) close();
  };
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={spam ? 'Not spam' : 'Move to spam'}
          onClick={() => sortSpam([id], !spam).then(leave)}
        >
          <SpamIcon size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Delete (#)">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Delete"
          onClick={() => deleteSubmissions([id]).then(leave)}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  );
}

/** Star, unread, progress and who is in charge. */
function Handling({ submission: { id, starred, unread, progress, assignee } }: { submission: InboxSubmission }) {
  const { data: assignees = [] } = useQuery(assigneesQuery);
  const StarIcon = starred ? IconStarFilled : IconStar;
  return (
    <Group gap="xs" className={classes.screenOnly}>
      <SegmentedControl
        aria-label="Progress"
        size="xs"
        data={progressOptions}
        value={progress}
        onChange={(value) => changeSubmissions([id], { progress: value as typeof progress })}
      />
      <Select
        aria-label="Assignee"
        size="xs"
        w={170}
        placeholder="No one in charge"
        data={assignees.map(({ id, name }) => ({ value: id, label: name ?? id }))}
        value={assignee?.id ?? null}
        onChange={(assigneeId) => changeSubmissions([id], { assigneeId })}
        clearable
        comboboxProps={{ shadow: 'md' }}
      />
      <Button
        size="xs"
        variant="default"
        aria-pressed={starred}
        leftSection={<StarIcon size={14} aria-hidden />}
        onClick={() => changeSubmissions([id], { starred: !starred })}
      >
        {starred ? 'Starred' : 'Star'}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconMail size={14} aria-hidden />}
        onClick={() => changeSubmissions([id], { unread: !unread })}
      >
        {unread ? 'Mark as read' : 'Mark as unread'}
      </Button>
    </Group>
  );
}
