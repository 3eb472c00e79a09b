// Who issues invoices, how they are numbered, when they are due, and the tax rates of their lines.

import type { Seller, Settings } from '@frontdesk/client';
import { mergePatchBetween } from '@frontdesk/client/admin';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../accounts/settings-query.ts';
import { PartyFields, withMember } from '../records/party-fields.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { SaveForm } from '../ui/save-form.tsx';
import type { InputFault } from '../ui/saving.ts';
import { Section } from '../ui/section.tsx';
import { NumberFields } from './number-fields.tsx';
import { ReminderFields } from './reminder-fields.tsx';
import { TaxRates } from './tax-rates.tsx';
import { TaxRuleFields } from './tax-rule-fields.tsx';
import { useSettings } from './use-settings.ts';

export function InvoicesScreen() {
  const settings = useQuery(settingsQuery);
  return (
    <>
      <PageHeader title="Invoices" description="What invoices and credit notes say when they are issued." />
      <QueryView query={settings}>
        {(settings) => (
          <Stack gap="lg">
            <InvoicingForm settings={settings} />
            <TaxRates country={settings.invoicing.seller?.address?.country ?? ''} />
          </Stack>
        )}
      </QueryView>
    </>
  );
}

function InvoicingForm({ settings }: { settings: Settings }) {
  const { values, set, isDirty, saving } = useSettings(settings);
  const { invoicing } = values;
  const setInvoicing = (invoicing: Settings['invoicing']): void => set('invoicing', invoicing);
  const field = (pointer: string): InputFault => saving.field(`/invoicing${pointer}`);
  return (
    <SaveForm
      saving={saving}
      onSubmit={() => saving.save(mergePatchBetween(settings, values))}
      label="Invoices"
      savesAnywhere
    >
      <SellerFields
        seller={invoicing.seller ?? {}}
        set={(seller) => setInvoicing({ ...invoicing, seller })}
        field={(pointer) => field(`/seller${pointer}`)}
      />
      <NumberFields invoicing={invoicing} set={setInvoicing} field={field} />
      <ReminderFields invoicing={invoicing} set={setInvoicing} field={(pointer) => field(`/reminders${pointer}`)} />
      <TaxRuleFields invoicing={invoicing} set={setInvoicing} field={(pointer) => field(`/taxRules${pointer}`)} />
      <Group>
        <Button type="submit" loading={saving.isSaving} disabled={!isDirty}>
          Save
        </Button>
      </Group>
    </SaveForm>
  );
}

type SellerFieldsProps = { seller: Seller; set(seller: Seller): void; field(pointer: string): InputFault };

const contact = [
  ['taxNumber', 'Tax number', 'If there is no VAT ID'],
  ['registration', 'Registration', 'Where the company is registered, and its number there'],
  ['email', 'Email', 'An XRechnung needs it'],
  ['phone', 'Phone', 'An XRechnung needs it'],
] as const;

const account = [
  ['iban', 'IBAN', 'Of the account that transfers go to'],
  ['bic', 'BIC', undefined],
  ['bank', 'Bank', undefined],
] as const;

function SellerFields({ seller, set, field }: SellerFieldsProps) {
  const inputs = (members: typeof contact | typeof account) =>
    members.map(([name, label, description]) => (
      <TextInput
        key={name}
        label={label}
        description={description}
        autoComplete="off"
        value={seller[name] ?? ''}
        onChange={(event) => set(withMember(seller, name, event.currentTarget.value))}
        {...field(`/${name}`)}
      />
    ));
  return (
    <>
      <Section title="Seller" description="Invoices can be issued once name, city and country are known.">
        <Stack maw={440}>
          <PartyFields party={seller} set={set} field={field} isRequired />
          {inputs(contact)}
        </Stack>
      </Section>
      <Section title="Bank account">
        <Stack maw={440}>{inputs(account)}</Stack>
      </Section>
    </>
  );
}
