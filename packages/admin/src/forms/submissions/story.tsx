// What happened with a submission, with boxes for replies and notes.

import type { StoryEntry } from '@frontdesk/client';
import { ActionIcon, Button, Group, Stack, Text, Textarea, Title } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../../accounts/me.ts';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { eventLabel } from '../../records/event-label.ts';
import { askToConfirm } from '../../ui/confirm.tsx';
import { TextLink } from '../../ui/links.tsx';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { Time } from '../../ui/time.tsx';
import { toastError, toastSuccess } from '../../ui/toast.tsx';
import classes from './inbox.module.css';
import { storyQuery } from './inbox-query.ts';
import { ReplyBox } from './reply-box.tsx';

type StoryProps = { submissionId: string; mayWrite: boolean; level: 2 | 3 };

export function Story({ submissionId: id, mayWrite, level }: StoryProps) {
  const { data: entries = [] } = useQuery(storyQuery(id));
  return (
    <Stack gap="sm" component="section" aria-label="Story">
      <Title order={level}>Story</Title>
      <ol className={classes.story}>
        {entries.map((entry) => (
          <li key={(entry.note ?? entry.mail ?? entry.event)?.id ?? entry.kind} className={classes.entry}>
            <Entry submissionId={id} entry={entry} />
          </li>
        ))}
      </ol>
      {mayWrite && (
        <div className={classes.screenOnly}>
          <ReplyBox submissionId={id} />
        </div>
      )}
      {mayWrite && <NoteBox submissionId={id} />}
    </Stack>
  );
}

const mailStatuses: Record<string, { tone: Tone; label: string }> = {
  queued: { tone: 'quiet', label: 'Queued' },
  waiting: { tone: 'warn', label: 'Waiting for a mail server' },
  sent: { tone: 'good', label: 'Sent' },
  retrying: { tone: 'warn', label: 'Retrying' },
  failed: { tone: 'bad', label: 'Failed' },
  refused: { tone: 'bad', label: 'Refused' },
  unknown: { tone: 'quiet', label: 'Status not known' },
};

function Entry({ submissionId, entry: { note, mail, event, item, at } }: { submissionId: string; entry: StoryEntry }) {
  const time = <Time value={at} isRelative />;
  if (note) {
    return (
      <>
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm" c="dimmed">
            Note{note.by?.name && ` by ${note.by.name}`}, {time}
          </Text>
          <DeleteNote submissionId={submissionId} note={note} />
        </Group>
        <Text className={classes.text}>{note.text}</Text>
      </>
    );
  }
  if (mail) {
    const status = mail.status === 'queued' && mail.error !== null ? 'retrying' : mail.status;
    return (
      <>
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {mail.kind === 'message' ? 'Reply' : 'Mail'} to {mail.recipient}
            {mail.by?.name && ` by ${mail.by.name}`}, {time}
          </Text>
          <StatusBadge status={status} {...(mailStatuses[status] ?? {})} />
        </Group>
        <Text fw={550}>{mail.subject}</Text>
        {mail.text && <Text className={classes.text}>{mail.text}</Text>}
        {mail.error && (
          <Text size="sm" c="red">
            {mail.error}
          </Text>
        )}
      </>
    );
  }
  if (item) {
    const { type, itemId, fault } = item;
    return (
      <>
        <Text size="sm">
          {itemId === null ? (
            `No draft item could be made (${type})`
          ) : (
            <TextLink to="/content/$type/$id" params={{ type, id: itemId }}>
              Draft item ({type})
            </TextLink>
          )}
          , {time}
        </Text>
        {fault && (
          <Text size="sm" c="red">
            {fault}
          </Text>
        )}
      </>
    );
  }
  return (
    <Text size="sm">
      {eventLabel(event?.type ?? '')}, {time}
    </Text>
  );
}

function DeleteNote({ submissionId, note }: { submissionId: string; note: NonNullable<StoryEntry['note']> }) {
  const { may, user } = useMe();
  if (note.by?.id !== user.id && !may('admin')) return null;
  const remove = async (): Promise<void> => {
    const isSure = await askToConfirm({
      title: 'Delete this note?',
      children: 'It will be deleted for all users.',
      confirm: 'Delete note',
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      await api.inbox.deleteNote(submissionId, note.id);
      toastSuccess('Note deleted');
    } catch (error) {
      toastError(error);
    }
    await queries.invalidateQueries({ queryKey: ['inbox'] });
  };
  return (
    <ActionIcon variant="subtle" color="gray" aria-label="Delete note" onClick={remove} className={classes.screenOnly}>
      <IconTrash size={16} aria-hidden />
    </ActionIcon>
  );
}

function NoteBox({ submissionId }: { submissionId: string }) {
  const [text, setText] = useState('');
  const [isSaving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      await api.inbox.addNote(submissionId, { text });
      setText('');
      await queries.invalidateQueries({ queryKey: ['inbox'] });
    } catch (error) {
      toastError(error);
    } finally {
      setSaving(false);
    }
  };
  return (
    <form
      className={classes.screenOnly}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Textarea
        label="Note"
        description="Only users of the admin see it."
        autosize
        minRows={2}
        maxRows={12}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" mt="xs" variant="default" loading={isSaving} disabled={text.trim() === ''}>
        Add note
      </Button>
    </form>
  );
}
