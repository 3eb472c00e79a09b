// The mail of an invoice, a reminder of it or a credit note before it is sent: to which address, and what it says.

import type { InvoiceMailPreview, ListedMail, NewInvoiceMail } from '@frontdesk/client';
import { Anchor, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { MailNotice } from '../records/mail-server.tsx';
import { useDraft } from '../ui/draft.ts';
import { QueryView } from '../ui/query-view.tsx';
import { SaveButtons, textInputs } from '../ui/record-form.tsx';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { documentUrl } from './document-menu.tsx';
import { invoiceMailed } from './invoice-mails.tsx';

/** What is sent: `path` is that of its record in the API. */
type Sent = { kind: 'invoice' | 'reminder' | 'credit note'; path: string; invoiceId: string; version: number };

type SendDialogProps = Sent & { isOpen: boolean; close(): void };

export function SendDialog({ isOpen, close, ...sent }: SendDialogProps) {
  return (
    <Modal opened={isOpen} onClose={close} title={`Send ${sent.kind}`} size="lg">
      <SendMail {...sent} close={close} />
    </Modal>
  );
}

function SendMail(props: Sent & { close(): void }) {
  const { kind, path, version } = props;
  const query = useQuery({
    queryKey: ['mail-preview', path, version, kind],
    queryFn: ({ signal }) =>
      api.request<InvoiceMailPreview>('GET', `${path}/mail`, {
        ...{ query: kind === 'reminder' ? { reminder: true } : {}, signal },
      }),
  });
  return <QueryView query={query}>{(preview) => <SendForm {...props} preview={preview} />}</QueryView>;
}

type Values = { to: string; message: string };

function SendForm({ kind, path, invoiceId, close, preview }: Sent & { close(): void; preview: InvoiceMailPreview }) {
  const draft = useDraft<Values>({ to: preview.recipient ?? '', message: '' });
  const { values, set } = draft;
  const saving = useSaving({
    save: ({ to, message }: Values) => {
      const mail: NewInvoiceMail = { to: to.trim(), ...(message.trim() && { message: message.trim() }) };
      const action = kind === 'reminder' ? 'remind' : 'mail';
      return api.request<ListedMail>('POST', `${path}/${action}`, { body: mail });
    },
    onSaved: (mail) => {
      invoiceMailed(invoiceId, mail);
      close();
    },
  });
  const { subject, text, attachments } = preview;
  return (
    <SaveForm saving={saving} onSubmit={() => saving.save(values)} label="Mail">
      <MailNotice what="The mail" />
      {textInputs(draft, saving)('to', 'To', { type: 'email', autoComplete: 'off', required: true })}
      <Textarea
        label="Message"
        description="Shown above the text"
        autosize
        minRows={2}
        maxRows={8}
        value={values.message}
        onChange={(event) => set('message', event.currentTarget.value)}
        {...saving.field('/message')}
      />
      <Stack gap={4} component="section" aria-label="Text of the mail">
        <Text fw={600}>{subject}</Text>
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {text}
        </Text>
        {attachments.map((name) => (
          <Text key={name} size="sm">
            Attached:{' '}
            <Anchor href={`${documentUrl(path)}?format=pdf`} target="_blank">
              {name}
            </Anchor>
          </Text>
        ))}
      </Stack>
      <SaveButtons isSaving={saving.isSaving} cancel={close} label={`Send ${kind}`} />
    </SaveForm>
  );
}
