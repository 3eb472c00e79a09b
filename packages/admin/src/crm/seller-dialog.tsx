// Asks who sells, once for the site, where the first invoice is written.

import type { Fault, Seller, Settings } from '@frontdesk/client';
import { mergePatchBetween } from '@frontdesk/client/admin';
import { Alert, Button, Modal, Text, TextInput } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { settingsQuery, useInvoicing } from '../accounts/settings-query.ts';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { PartyFields, withMember } from '../records/party-fields.tsx';
import { useDraft } from '../ui/draft.ts';
import { inputError } from '../ui/input-error.ts';
import { SaveButtons } from '../ui/record-form.tsx';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';

/** Says that the seller is not known yet; nothing if it is, or to users who may not enter it. */
export function SellerNotice({ open }: { open(): void }) {
  const invoicing = useInvoicing();
  if (invoicing === null || missingIn(invoicing.seller ?? {}).length === 0) return null;
  return (
    <Alert title="The seller is not entered yet" icon={<IconBuildingStore aria-hidden />} mb="md">
      <Button size="xs" onClick={open}>
        Enter the seller
      </Button>
    </Alert>
  );
}

/** Without these, nothing can be issued. */
function missingIn({ name, address }: Seller): Fault[] {
  return [
    { pointer: '/name', value: name, detail: 'Enter the legal name' },
    { pointer: '/address/city', value: address?.city, detail: 'Enter the city' },
    { pointer: '/address/country', value: address?.country, detail: 'Choose the country' },
  ].flatMap(({ pointer, value, detail }) =>
    value?.trim() ? [] : [{ pointer: `/invoicing/seller${pointer}`, code: 'required', detail }],
  );
}

type SellerDialogProps = { isOpen: boolean; onSaved(): unknown; close(): void };

export function SellerDialog({ isOpen, onSaved, close }: SellerDialogProps) {
  const seller = useInvoicing()?.seller ?? {};
  return (
    <Modal opened={isOpen} onClose={close} title="Seller">
      <SellerForm seller={seller} onSaved={onSaved} close={close} />
    </Modal>
  );
}

function SellerForm({ seller, onSaved, close }: Omit<SellerDialogProps, 'isOpen'> & { seller: Seller }) {
  const { values, set } = useDraft({ seller });
  const saving = useSaving({
    save: async (next: { seller: Seller }) => {
      const missing = missingIn(next.seller);
      if (missing.length > 0) throw inputError(missing);
      const invoicing = mergePatchBetween({ seller }, next);
      return api.request<Settings>('PATCH', '/settings', { body: { invoicing } });
    },
    onSaved: async (saved) => {
      queries.setQueryData(settingsQuery.queryKey, saved);
      // Drafts are shown with the seller.
      queries.invalidateQueries({ queryKey: ['invoices'] });
      close();
      await onSaved();
    },
  });
  const field = (pointer: string) => saving.field(`/invoicing/seller${pointer}`);
  return (
    <SaveForm saving={saving} onSubmit={() => saving.save(values)} label="Seller">
      <PartyFields party={values.seller} set={(seller) => set('seller', seller)} field={field} isRequired />
      <TextInput
        label="IBAN"
        description="Of the account that transfers go to"
        autoComplete="off"
        value={values.seller.iban ?? ''}
        onChange={(event) => set('seller', withMember(values.seller, 'iban', event.currentTarget.value))}
        {...field('/iban')}
      />
      <Text size="sm" c="dimmed">
        A tax number, an email address and a phone number can be added under Settings, Invoices.
      </Text>
      <SaveButtons isSaving={saving.isSaving} cancel={close} label="Save seller" />
    </SaveForm>
  );
}
