// The editor of a draft invoice, new or stored.

import type { Invoice, Tagged } from '@frontdesk/client';
import { Button, Stack, Text } from '@mantine/core';
import { IconEye, IconSend, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMe } from '../accounts/me.ts';
import { queries } from '../api/queries.ts';
import { useDraft } from '../ui/draft.ts';
import { TextLink } from '../ui/links.tsx';
import { lastSearchOf } from '../ui/list-query.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { Section } from '../ui/section.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { toastSuccess } from '../ui/toast.tsx';
import { TwoColumns } from '../ui/two-columns.tsx';
import { useUnsavedGuard } from '../ui/unsaved-guard.ts';
import { documentUrl } from './document-menu.tsx';
import { DraftPicture } from './draft-picture.tsx';
import { DraftTaxes } from './draft-taxes.tsx';
import { BuyerSection, InvoiceHead, InvoiceLinesSection, NotesSection } from './invoice-fields.tsx';
import { InvoiceTotals } from './invoice-totals.tsx';
import type { InvoiceValues } from './invoice-values.ts';
import { askToDelete, askToIssue } from './issue-invoice.tsx';
import { useLastBuyer } from './last-buyer.ts';
import { SellerDialog, SellerNotice } from './seller-dialog.tsx';
import { type StoredDraft, useStoredDraft } from './use-stored-draft.ts';

type InvoiceEditorProps = {
  invoice: Tagged<Invoice> | null;
  initial: InvoiceValues;
  /** A new draft was stored. */
  onCreated(draft: Invoice): void;
  /** It was issued, and its mail is to be shown. */
  onToSend(issued: Invoice): void;
};

export function InvoiceEditor({ invoice, initial, onCreated, onToSend }: InvoiceEditorProps) {
  const { may } = useMe();
  const navigate = useNavigate();
  const { values, set } = useDraft(initial);
  useLastBuyer({ values, set }, invoice?.contactId ?? null);
  const draft = useStoredDraft(invoice, values, onCreated);
  const guard = useUnsavedGuard(draft.isDirty);
  const saving = useSaving<undefined, Tagged<Invoice>>({ save: draft.store });
  const [busyWith, setBusyWith] = useState<'issue' | 'send' | null>(null);
  const [sellerFor, setSellerFor] = useState<'later' | 'issue' | 'send' | null>(null);
  const part = { values, set, field: saving.field };

  const leaveTo = async (id: string): Promise<void> => {
    guard.allowLeaving();
    await navigate({ to: '/invoices/$invoice', params: { invoice: id }, replace: true });
  };
  const store = async (): Promise<Tagged<Invoice> | null> => ((await saving.save(undefined)) ? draft.store() : null);
  const save = async (): Promise<void> => {
    if (await store()) toastSuccess('Draft saved');
  };
  const issue = async (isToSend: boolean, isConfirmed = false): Promise<void> => {
    const next = isToSend ? 'send' : 'issue';
    setBusyWith(next);
    const issued = await askToIssue({
      store,
      askForSeller: may('admin') ? () => setSellerFor(next) : null,
      isConfirmed,
      isToSend,
    });
    setBusyWith(null);
    if (issued) await leaveTo(issued.id);
    if (issued && isToSend) onToSend(issued);
  };
  const remove = async (): Promise<void> => {
    if (draft.stored === null || !(await askToDelete(draft.stored))) return;
    guard.allowLeaving();
    await navigate({ to: '/invoices' });
    queries.invalidateQueries({ queryKey: ['invoices'] });
  };
  return (
    <>
      <PageHeader
        title={invoice === null ? 'New invoice' : (invoice.number ?? 'Draft invoice')}
        back={
          <TextLink to="/invoices" search={lastSearchOf('/invoices')}>
            Invoices
          </TextLink>
        }
        aside={draft.stored && <StatusBadge status="draft" />}
        actions={
          draft.stored && (
            <>
              <Button
                component="a"
                href={`${documentUrl(`/invoices/${draft.stored.id}`)}?format=pdf`}
                target="_blank"
                variant="default"
                leftSection={<IconEye size={18} aria-hidden />}
              >
                Preview
              </Button>
              <Button variant="default" leftSection={<IconTrash size={18} aria-hidden />} onClick={remove}>
                Delete draft
              </Button>
            </>
          )
        }
      />
      <SellerNotice open={() => setSellerFor('later')} />
      <SellerDialog
        isOpen={sellerFor !== null}
        onSaved={() => sellerFor !== 'later' && issue(sellerFor === 'send', true)}
        close={() => setSellerFor(null)}
      />
      <SaveForm saving={saving} onSubmit={save} label="Invoice" labels={labelsOf(values)} savesAnywhere>
        <InvoiceHead {...part} />
        <InvoiceLinesSection {...part} />
        <TwoColumns
          side={
            <>
              <Section title="Totals">
                <DraftTotals draft={draft} />
                <DraftTaxes
                  stored={draft.isComplete ? draft.stored : null}
                  reason={values.taxOverride}
                  set={(reason) => set('taxOverride', reason)}
                  fault={saving.field('/taxOverride')}
                />
                <Stack gap="xs" mt="md">
                  <Button loading={busyWith === 'issue'} disabled={busyWith === 'send'} onClick={() => issue(false)}>
                    Issue invoice
                  </Button>
                  <Button
                    variant="default"
                    loading={busyWith === 'send'}
                    disabled={busyWith === 'issue'}
                    leftSection={<IconSend size={18} aria-hidden />}
                    onClick={() => issue(true)}
                  >
                    Issue and send
                  </Button>
                  <Button type="submit" variant="default" loading={saving.isSaving}>
                    Save draft
                  </Button>
                </Stack>
              </Section>
              {draft.stored && <DraftPicture draft={draft.stored} />}
            </>
          }
        >
          <BuyerSection {...part} />
          <NotesSection {...part} />
        </TwoColumns>
      </SaveForm>
    </>
  );
}

/** Names for the error summary. */
function labelsOf({ lines }: InvoiceValues): Record<string, string> {
  const ofLine = { description: 'description', quantity: 'quantity', unitAmount: 'unit price', discount: 'discount' };
  const ofLines = lines.flatMap((_, at) =>
    Object.entries(ofLine).map(([name, label]) => [`/lines/${at}/${name}`, `Line ${at + 1}, ${label}`]),
  );
  return { ...Object.fromEntries(ofLines), ...labels };
}

const labels = { '/description': 'Subject', '/dueAt': 'Due date', '/discount': 'Overall discount' };

/** As the server has worked them out for what was stored last. */
function DraftTotals({ draft: { stored, isDirty, isComplete } }: { draft: StoredDraft }) {
  const [text, hasTotals] = isComplete
    ? [isDirty ? 'Saving…' : stored && 'Draft saved', stored !== null]
    : ['The totals appear here as soon as every line has a description and a price.', false];
  return (
    <>
      {hasTotals && stored && <InvoiceTotals totals={stored.totals} currency={stored.currency} />}
      <Text size="sm" c="dimmed" mt={hasTotals ? 'xs' : 0} role="status">
        {text}
      </Text>
    </>
  );
}
