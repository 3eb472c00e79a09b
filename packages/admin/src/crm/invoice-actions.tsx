// What can be done with an invoice that is not edited.

import type { Invoice, Tagged } from '@frontdesk/client';
import { Button, Menu } from '@mantine/core';
import {
  IconBan,
  IconBell,
  IconCash,
  IconCopy,
  IconDots,
  IconFileCheck,
  IconLink,
  IconPlayerPause,
  IconPlayerPlay,
  IconReceiptRefund,
  IconSend,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMe } from '../accounts/me.ts';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { askToConfirm } from '../ui/confirm.tsx';
import { toastError, toastSuccess } from '../ui/toast.tsx';
import { CreditDialog } from './credit-dialog.tsx';
import { DocumentMenu } from './document-menu.tsx';
import { copyOf } from './invoice-values.ts';
import { askToIssue } from './issue-invoice.tsx';
import { RecordPaymentDialog } from './record-payment-dialog.tsx';
import { SellerDialog } from './seller-dialog.tsx';
import { SendDialog } from './send-dialog.tsx';

const icon = { size: 18, 'aria-hidden': true } as const;

export function InvoiceActions({ invoice }: { invoice: Tagged<Invoice> }) {
  const { may } = useMe();
  const [shown, setShown] = useState<'payment' | 'credit' | 'mail' | 'reminder' | null>(null);
  const close = (): void => setShown(null);
  const { status, totals, processorInvoiceId, issuedAt } = invoice;
  const isOurs = processorInvoiceId === null;
  const isPayable = status === 'open' && (totals?.open ?? 0) > 0;
  const isMailable = isOurs && may('crm:write') && (isPayable || (status === 'paid' && issuedAt !== null));
  const sent = { path: `/invoices/${invoice.id}`, invoiceId: invoice.id, version: invoice.version };
  return (
    <>
      {isPayable && isOurs && may('payments:write') && (
        <Button leftSection={<IconCash {...icon} />} onClick={() => setShown('payment')}>
          Record payment
        </Button>
      )}
      {isMailable && (
        <Button variant="default" leftSection={<IconSend {...icon} />} onClick={() => setShown('mail')}>
          Send by mail
        </Button>
      )}
      {issuedAt !== null && <DocumentMenu of="invoices" id={invoice.id} />}
      <MoreActions
        invoice={invoice}
        credit={() => setShown('credit')}
        remind={isMailable && isPayable ? () => setShown('reminder') : null}
      />
      <RecordPaymentDialog invoice={invoice} isOpen={shown === 'payment'} close={close} />
      <SendDialog {...sent} kind="invoice" isOpen={shown === 'mail'} close={close} />
      <SendDialog {...sent} kind="reminder" isOpen={shown === 'reminder'} close={close} />
      <CreditDialog invoice={invoice} isOpen={shown === 'credit'} close={close} />
    </>
  );
}

type MoreActionsProps = { invoice: Tagged<Invoice>; credit(): void; remind: (() => void) | null };

function MoreActions({ invoice, credit, remind }: MoreActionsProps) {
  const { may } = useMe();
  const navigate = useNavigate();
  const { id, status, issuedAt, totals, amountPaid, currency, contactId, description, number, etag } = invoice;
  const [mayWrite, isOpen] = [may('crm:write'), status === 'open'];
  const open = totals?.open ?? 0;
  const isOurs = invoice.processorInvoiceId === null;
  const pay = (): void => {
    const search = {
      ...{ invoice: id, amount: String(open) },
      ...(currency ? { currency } : {}),
      ...(contactId ? { contact: contactId } : {}),
      ...(description || number ? { description: description ?? `Invoice ${number}` } : {}),
    };
    navigate({ to: '/payments/new', search: search as never });
  };
  const duplicate = async (): Promise<void> => {
    if (currency === null) return;
    try {
      const copy = await api.invoices.create(copyOf(invoice, currency));
      queries.invalidateQueries({ queryKey: ['invoices', 'list'] });
      toastSuccess('Draft created from the invoice');
      await navigate({ to: '/invoices/$invoice', params: { invoice: copy.id } });
    } catch (error) {
      toastError(error);
    }
  };
  const withdraw = async (): Promise<void> => {
    const isSure = await askToConfirm({
      title: 'Void this invoice?',
      children:
        issuedAt === null
          ? 'Voiding cancels the invoice. Payments already received are not refunded.'
          : 'Voiding cancels the invoice with a credit note for all of it. This cannot be undone.',
      confirm: 'Void invoice',
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      await api.invoices.update(id, { status: 'void' }, { ifMatch: etag });
      toastSuccess('Invoice voided');
    } catch (error) {
      toastError(error);
    }
    queries.invalidateQueries({ queryKey: ['invoices'] });
    queries.invalidateQueries({ queryKey: ['credit-notes'] });
  };
  const { remindersPaused } = invoice;
  const pause = async (): Promise<void> => {
    try {
      await api.invoices.update(id, { remindersPaused: !remindersPaused }, { ifMatch: etag });
      toastSuccess(remindersPaused ? 'Reminders resumed' : 'Reminders paused');
    } catch (error) {
      toastError(error);
    }
    queries.invalidateQueries({ queryKey: ['invoices'] });
  };
  const [isSellerAsked, setSellerAsked] = useState(false);
  const issue = (isConfirmed = false): Promise<unknown> =>
    askToIssue({
      store: async () => invoice,
      askForSeller: may('admin') ? () => setSellerAsked(true) : null,
      isConfirmed,
    });
  const isCreditable = issuedAt !== null && status !== 'void' && (totals?.credited ?? 0) < (totals?.gross ?? 0);
  const actions = [
    { label: 'Create payment link', Icon: IconLink, run: pay, isOffered: isOpen && open > 0 && may('payments:write') },
    {
      label: 'Issue…',
      Icon: IconFileCheck,
      run: () => issue(),
      isOffered: mayWrite && isOurs && (isOpen || status === 'paid') && issuedAt === null,
    },
    { label: 'Send reminder…', Icon: IconBell, run: remind ?? (() => {}), isOffered: remind !== null },
    {
      label: remindersPaused ? 'Resume reminders' : 'Pause reminders',
      Icon: remindersPaused ? IconPlayerPlay : IconPlayerPause,
      run: pause,
      isOffered: remind !== null && invoice.dueAt !== null,
    },
    { label: 'Credit…', Icon: IconReceiptRefund, run: credit, isOffered: mayWrite && isCreditable },
    { label: 'Duplicate', Icon: IconCopy, run: duplicate, isOffered: mayWrite && currency !== null },
    {
      label: 'Void…',
      Icon: IconBan,
      run: withdraw,
      isOffered: mayWrite && isOpen && (issuedAt === null || amountPaid === 0),
    },
  ].filter(({ isOffered }) => isOffered);
  if (actions.length === 0) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconDots {...icon} />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map(({ label, Icon, run }) => (
            <Menu.Item key={label} leftSection={<Icon {...icon} />} onClick={run}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <SellerDialog isOpen={isSellerAsked} onSaved={() => issue(true)} close={() => setSellerAsked(false)} />
    </>
  );
}
