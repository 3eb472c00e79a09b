// Issuing an invoice and deleting a draft, each after a question.

import { FrontdeskError, type Invoice, type Tagged } from '@frontdesk/client';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { askToConfirm } from '../ui/confirm.tsx';
import { toastError, toastSuccess } from '../ui/toast.tsx';

type Issue = {
  /** Stores what was typed, and returns what is issued; null if it cannot be stored. */
  store(): Promise<Tagged<Invoice> | null>;
  /** Called instead of an error if it is not known who sells; null for users who may not enter it. */
  askForSeller: (() => void) | null;
  /** Whether the user was asked before. */
  isConfirmed?: boolean;
  /** Whether its mail follows. */
  isToSend?: boolean;
};

/** Returns the invoice; null if it was not issued. */
export async function askToIssue(options: Issue): Promise<Invoice | null> {
  const { store, askForSeller, isConfirmed = false, isToSend = false } = options;
  const isSure =
    isConfirmed ||
    (await askToConfirm({
      title: 'Issue this invoice?',
      children: `It gets its number, and can then be corrected only by a credit note.${
        isToSend ? ' You see its mail before it is sent.' : ''
      }`,
      confirm: 'Issue invoice',
    }));
  if (!isSure) return null;
  const stored = await store();
  if (stored === null) return null;
  try {
    const issued = await api.invoices.issue(stored.id, { ifMatch: stored.etag });
    toastSuccess(`Invoice ${issued.number} issued`);
    return issued;
  } catch (error) {
    if (error instanceof FrontdeskError && error.code === 'seller_missing' && askForSeller) askForSeller();
    else toastError(error);
    return null;
  } finally {
    await queries.invalidateQueries({ queryKey: ['invoices'] });
  }
}

/** Deletes a draft after a question. Returns whether it is deleted. */
export async function askToDelete({ id, etag }: Tagged<Invoice>): Promise<boolean> {
  const isSure = await askToConfirm({
    title: 'Delete this draft invoice?',
    children: 'This cannot be undone.',
    confirm: 'Delete draft',
    isDangerous: true,
  });
  if (!isSure) return false;
  try {
    await api.invoices.delete(id, { ifMatch: etag });
    toastSuccess('Draft invoice deleted');
    return true;
  } catch (error) {
    toastError(error);
    return false;
  }
}
