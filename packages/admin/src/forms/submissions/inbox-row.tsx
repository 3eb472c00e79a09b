// A submission in the list of the inbox.

import type { InboxSubmission } from '@frontdesk/client';
import { ActionIcon, Badge, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconNote, IconStar, IconStarFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { RowLink } from '../../ui/links.tsx';
import classes from './inbox.module.css';
import { changeSubmissions } from './inbox-query.ts';
import { progressLabels } from './progress-labels.ts';
import { SubmissionStatusBadge } from './submission-status-badge.tsx';

/** The first answers as one line. */
export function summaryOf({ data }: InboxSubmission): string {
  const texts = Object.values(data).flatMap((value) =>
    typeof value === 'string' || typeof value === 'number' ? [String(value)] : [],
  );
  return texts.join(' · ').slice(0, 200);
}

/** The name or email of the sender, if the form asks for one. */
export function senderOf({ data, form }: InboxSubmission): string {
  const texts = Object.entries(data).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value] as const] : [],
  );
  const named =
    texts.find(([name]) => /name$/i.test(name)) ?? texts.find(([, value]) => value.includes('@')) ?? texts[0];
  return named?.[1].slice(0, 120) ?? form.name;
}

export function InboxRow({ submission, time }: { submission: InboxSubmission; time?: ReactNode }) {
  const { id, unread, form, progress, assignee, noteCount, status } = submission;
  return (
    <div className={classes.row} data-submission={id} data-unread={unread || undefined}>
      <RowLink
        to="."
        search={((old: object) => ({ ...old, open: id })) as never}
        className={unread ? classes.unread : classes.read}
        resetScroll={false}
      >
        {unread && <VisuallyHidden>Unread: </VisuallyHidden>}
        {senderOf(submission)}
      </RowLink>
      <Text size="sm" c="dimmed" truncate>
        {summaryOf(submission)}
      </Text>
      <Group gap={6} mt={2}>
        <Text size="xs" c="dimmed">
          {form.name}
          {time && <>, {time}</>}
        </Text>
        {progress !== 'done' || (
          <Badge size="xs" variant="light" color="gray">
            {progressLabels.done}
          </Badge>
        )}
        {progress === 'in_progress' && (
          <Badge size="xs" variant="light">
            {progressLabels.in_progress}
          </Badge>
        )}
        {status !== 'submitted' && <SubmissionStatusBadge submission={submission} />}
        {submission.files.some(({ quarantine }) => quarantine?.reason === 'infected') && (
          <Badge size="xs" color="red">
            Infected file
          </Badge>
        )}
        {assignee && (
          <Text size="xs" c="dimmed">
            {assignee.name}
          </Text>
        )}
        {noteCount > 0 && (
          <Text size="xs" c="dimmed" component="span">
            <IconNote size={12} aria-hidden /> {noteCount}
            <VisuallyHidden> notes</VisuallyHidden>
          </Text>
        )}
      </Group>
    </div>
  );
}

export function StarButton({ submission: { id, starred, ...rest } }: { submission: InboxSubmission }) {
  const Icon = starred ? IconStarFilled : IconStar;
  return (
    <ActionIcon
      aria-label={`Star ${senderOf({ id, starred, ...rest })}`}
      aria-pressed={starred}
      color={starred ? 'yellow.8' : 'gray'}
      variant="subtle"
      onClick={() => changeSubmissions([id], { starred: !starred })}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}
