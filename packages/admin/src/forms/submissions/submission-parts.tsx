// The parts of a submission, for its own screen and for the inbox.

import type { Form, Submission } from '@frontdesk/client';
import { ActionIcon, Anchor, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useMe } from '../../accounts/me.ts';
import { api } from '../../api/api.ts';
import { lazyPart } from '../../api/load-part.tsx';
import { isFileField, isFilledIn, isPriceField, isShownOnly, isSignature, kindOf } from '../../fields/field-kinds.ts';
import { formatField } from '../../fields/format-field.ts';
import { BoughtLines } from '../../records/bought-lines.tsx';
import { PaymentStatusBadge } from '../../records/payment-status-badge.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatBytes, formatDay, formatMoney, humanize } from '../../ui/format.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { saveDownload } from '../../ui/save-download.ts';
import { Section } from '../../ui/section.tsx';
import { toastError } from '../../ui/toast.tsx';

const QuarantineNote = lazyPart(() => import('./quarantined-file.tsx'), 'QuarantineNote');
const SignaturePicture = lazyPart(() => import('./signature-picture.tsx'), 'SignaturePicture');

/** The name or email of the person who submitted it, if the form asks for one. */
export function titleOf({ fields }: Form, { data }: Submission): string {
  const named =
    fields.find(({ name }) => /name$/i.test(name)) ??
    fields.find(({ type }) => kindOf(type).isEmail) ??
    fields.find(isFilledIn);
  return (named && formatField(named, data[named.name])) || 'Submission';
}

export function Answers({ form, submission: { data, removed: gone = [] } }: { form: Form; submission: Submission }) {
  const removedAt = new Map(gone.map(({ field, at }) => [field, at]));
  // Files have a place of their own, but not those that were removed.
  const asked = form.fields.filter(
    (field) => !isPriceField(field) && !isShownOnly(field) && (!isFileField(field) || removedAt.has(field.name)),
  );
  const names = new Set(form.fields.map(({ name }) => name));
  // Answers to fields that were removed from the form.
  const removed = Object.entries(data).filter(([name]) => !names.has(name));
  if (asked.length + removed.length === 0) return <Text c="dimmed">This form has no fields.</Text>;
  return (
    <Facts
      facts={[
        ...asked.map((field): [string, React.ReactNode] => [
          field.label ?? field.name,
          removedAt.has(field.name) ? (
            <RemovedAnswer key={field.name} at={removedAt.get(field.name) ?? ''} />
          ) : (
            <Answer key={field.name} text={formatField(field, data[field.name])} isEmail={kindOf(field.type).isEmail} />
          ),
        ]),
        ...removed.map(([name, value]): [string, React.ReactNode] => [humanize(name), textOf(value)]),
      ]}
    />
  );
}

/** What was answered is kept no longer. */
function RemovedAnswer({ at }: { at: string }) {
  return (
    <Text component="span" inherit c="dimmed">
      Removed on {formatDay(at)}
    </Text>
  );
}

function Answer({ text, isEmail = false }: { text: string; isEmail?: boolean | undefined }) {
  if (text === '')
    return (
      <Text component="span" inherit c="dimmed">
        No answer
      </Text>
    );
  if (isEmail) {
    return (
      <Anchor href={`mailto:${encodeURIComponent(text)}`} inherit underline="always">
        {text}
      </Anchor>
    );
  }
  return <span style={{ whiteSpace: 'pre-wrap' }}>{text}</span>;
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function Files({ form, files }: { form: Form; files: Submission['files'] }) {
  return (
    <Stack gap="xs">
      {files.map((file) => (
        <Group key={file.id} justify="space-between" wrap="nowrap">
          <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {!file.quarantine && form.fields.some((field) => field.name === file.field && isSignature(field)) && (
              <Suspense fallback={<Skeleton h={80} />}>
                <SignaturePicture file={file} />
              </Suspense>
            )}
            <Text fw={550}>{file.name}</Text>
            <Text size="xs" c="dimmed">
              {form.fields.find(({ name }) => name === file.field)?.label ?? file.field}, {file.type},{' '}
              {formatBytes(file.size)}
            </Text>
            {file.quarantine && (
              <Suspense fallback={null}>
                <QuarantineNote file={file} />
              </Suspense>
            )}
          </div>
          <ActionIcon
            disabled={file.quarantine !== undefined}
            aria-label={`Download ${file.name}`}
            onClick={() => downloadFile(file.id).catch(toastError)}
          >
            <IconDownload size={18} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  );
}

export function PaymentSection({ payment }: { payment: NonNullable<Submission['payment']> }) {
  const { may } = useMe();
  const { id, status, amount, currency, amountRefunded } = payment;
  const mayRefund = may('payments:write') && status === 'succeeded' && amountRefunded < amount;
  return (
    <Section title="Payment">
      <Stack gap="sm">
        <Group gap="sm">
          <Text fz="xl" fw={650} className="tabular-numbers">
            {formatMoney(amount, currency)}
          </Text>
          <PaymentStatusBadge payment={payment} />
        </Group>
        {payment.lines && <BoughtLines payment={payment} />}
        {amountRefunded > 0 && <Text c="dimmed">{formatMoney(amountRefunded, currency)} refunded</Text>}
        {may('payments:read') && (
          <Group gap="xs">
            <ButtonLink to="/payments/$payment" params={{ payment: id }} variant="default">
              View payment
            </ButtonLink>
            {mayRefund && (
              <ButtonLink
                to="/payments/$payment"
                params={{ payment: id }}
                search={{ refund: 'yes' } as never}
                variant="default"
              >
                Refund…
              </ButtonLink>
            )}
          </Group>
        )}
      </Stack>
    </Section>
  );
}

/** Downloads a file of a submission. */
async function downloadFile(id: string): Promise<void> {
  const { name, response } = await api.files.download(id);
  saveDownload(name, await response.blob());
}
