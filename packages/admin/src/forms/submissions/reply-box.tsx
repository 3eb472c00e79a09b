// Writes a reply by mail to who submitted a form.

import type { SubmissionReplyDraft } from '@frontdesk/client';
import { Alert, Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconArrowBackUp, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useMe } from '../../accounts/me.ts';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { TextLink } from '../../ui/links.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { toastError, toastSuccess } from '../../ui/toast.tsx';
import { newKey, type ReplyText, unsentReplies } from './unsent-replies.ts';

/** A button that opens the box. */
export function ReplyBox({ submissionId }: { submissionId: string }) {
  const [isOpen, setOpen] = useState(unsentReplies.has(submissionId));
  if (!isOpen)
    return (
      <Button
        variant="default"
        data-reply={submissionId}
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Reply by mail
      </Button>
    );
  return <OpenReply submissionId={submissionId} close={() => setOpen(false)} />;
}

type ReplyProps = { submissionId: string; close(): void };

function OpenReply(props: ReplyProps) {
  const query = useQuery({
    queryKey: ['inbox', 'reply', props.submissionId],
    queryFn: ({ signal }) => api.inbox.draftReply(props.submissionId, { signal }),
  });
  return <QueryView query={query}>{(draft) => <ReplyForm {...props} draft={draft} />}</QueryView>;
}

function ReplyForm({ submissionId, close, draft }: ReplyProps & { draft: SubmissionReplyDraft }) {
  const { recipients, subject } = draft;
  const [reply, setReply] = useState<ReplyText>({
    ...{ to: recipients[0]?.address ?? '', subject, text: '' },
    ...unsentReplies.get(submissionId),
  });
  const [isSending, setSending] = useState(false);
  // The same reply is sent once, however often it is tried.
  const attempt = useRef({ body: '', key: '' });
  const set = (change: Partial<ReplyText>): void => {
    const changed = { ...reply, ...change };
    setReply(changed);
    unsentReplies.set(submissionId, changed);
  };
  const discard = (): void => {
    unsentReplies.delete(submissionId);
    close();
  };
  const send = async (): Promise<void> => {
    setSending(true);
    const body = JSON.stringify(reply);
    if (attempt.current.body !== body) attempt.current = { body, key: newKey() };
    try {
      const sent = await api.inbox.reply(submissionId, reply, { idempotencyKey: attempt.current.key });
      toastSuccess(draft.mailServerConfigured ? `Reply to ${sent.recipient} sent` : 'Reply stored in the outbox');
      discard();
      await queries.invalidateQueries({ queryKey: ['inbox'] });
    } catch (error) {
      toastError(error);
      setSending(false);
    }
  };
  if (recipients.length === 0)
    return (
      <Alert title="No email address" color="gray">
        Neither the submission nor its contact has an email address, so it cannot be answered by mail.
      </Alert>
    );
  return (
    <form
      aria-label="Reply by mail"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) send();
      }}
    >
      <Stack gap="sm">
        <Recipient draft={draft} value={reply.to} set={(to) => set({ to })} />
        <TextInput
          label="Subject"
          required
          maxLength={250}
          value={reply.subject}
          onChange={({ currentTarget: { value } }) => set({ subject: value })}
        />
        <Textarea
          label="Text"
          required
          autosize
          minRows={5}
          maxRows={20}
          maxLength={20_000}
          data-autofocus
          autoFocus
          description={draft.replyTo === null ? undefined : `Answers to it go to ${draft.replyTo}.`}
          value={reply.text}
          onChange={({ currentTarget: { value } }) => set({ text: value })}
        />
        {!draft.mailServerConfigured && <NoMailServer />}
        <Group gap="xs">
          <Button
            type="submit"
            loading={isSending}
            disabled={reply.text.trim() === '' || reply.subject.trim() === ''}
            leftSection={<IconSend size={16} aria-hidden />}
          >
            Send reply
          </Button>
          <Button variant="subtle" onClick={discard}>
            Discard
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type RecipientProps = { draft: SubmissionReplyDraft; value: string; set(address: string): void };

function Recipient({ draft: { recipients }, value, set }: RecipientProps) {
  const refusal = recipients.find(({ address }) => address === value)?.refusal;
  const sourceOf = ({ source, label }: (typeof recipients)[number]): string =>
    source === 'contact' ? 'contact' : (label ?? 'answer');
  return (
    <>
      {recipients.length === 1 ? (
        <Text>To {value}</Text>
      ) : (
        <Select
          label="To"
          allowDeselect={false}
          data={recipients.map((one) => ({ value: one.address, label: `${one.address} (${sourceOf(one)})` }))}
          value={value}
          onChange={(address) => address !== null && set(address)}
        />
      )}
      {refusal && (
        <Alert color="yellow" title="This address accepts no mail">
          {refusal}
        </Alert>
      )}
    </>
  );
}

function NoMailServer() {
  const { may } = useMe();
  return (
    <Alert color="yellow" title="No mail server is set">
      The reply waits in the outbox until there is one.
      {may('admin') && (
        <>
          {' '}
          <TextLink to="/settings/mail">Set up mail</TextLink>
        </>
      )}
    </Alert>
  );
}
