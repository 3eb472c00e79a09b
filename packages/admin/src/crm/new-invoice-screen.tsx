// The screen for creating an invoice.

import { Button, Card, Checkbox, Group, Textarea, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMe } from '../accounts/me.ts';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { ContactPicker } from '../records/contact-picker.tsx';
import { DateInput } from '../ui/date-input.tsx';
import { useDraft } from '../ui/draft.ts';
import { amountError } from '../ui/input-error.ts';
import { TextLink } from '../ui/links.tsx';
import { endOfDay } from '../ui/local-time.ts';
import { MoneyFields } from '../ui/money-fields.tsx';
import { parseMoney } from '../ui/money-text.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { toastSuccess } from '../ui/toast.tsx';
import { useUnsavedGuard } from '../ui/unsaved-guard.ts';

export function NewInvoiceScreen() {
  const navigate = useNavigate();
  const { site } = useMe();
  const { contact } = useSearch({ strict: false }) as { contact?: string };
  const draft = useDraft({
    contactId: contact ?? null,
    number: '',
    amount: '',
    currency: site.currency,
    description: '',
    dueDay: '',
    isDraft: false,
  });
  const { values, set } = draft;
  const guard = useUnsavedGuard(draft.isDirty);
  const saving = useSaving({
    save: () => {
      const amount = parseMoney(values.amount, values.currency);
      if (amount === null || amount < 1) throw amountError('/amount', values.currency);
      return api.invoices.create({
        contactId: values.contactId,
        number: values.number.trim() || null,
        amount,
        currency: values.currency,
        description: values.description.trim() || null,
        dueAt: values.dueDay ? endOfDay(values.dueDay) : null,
        status: values.isDraft ? 'draft' : 'open',
      });
    },
    onSaved: async ({ id }) => {
      guard.allowLeaving();
      queries.invalidateQueries({ queryKey: ['invoices'] });
      toastSuccess('Invoice created');
      await navigate({ to: '/invoices/$invoice', params: { invoice: id }, replace: true });
    },
  });
  return (
    <>
      <PageHeader title="New invoice" back={<TextLink to="/invoices">Invoices</TextLink>} />
      <Card maw={560}>
        <SaveForm saving={saving} onSubmit={() => saving.save(undefined)} label="Invoice">
          <ContactPicker
            label="Contact"
            value={values.contactId}
            onChange={(id) => set('contactId', id)}
            {...saving.field('/contactId')}
          />
          <MoneyFields
            amount={values.amount}
            currency={values.currency}
            setAmount={(amount) => set('amount', amount)}
            setCurrency={(currency) => set('currency', currency)}
            amountProps={saving.field('/amount')}
            currencyProps={saving.field('/currency')}
            required
          />
          <Textarea
            label="Description"
            autosize
            minRows={2}
            value={values.description}
            onChange={(event) => set('description', event.currentTarget.value)}
            {...saving.field('/description')}
          />
          <Group grow align="start" gap="sm">
            <TextInput
              label="Invoice number"
              value={values.number}
              onChange={(event) => set('number', event.currentTarget.value)}
              {...saving.field('/number')}
            />
            <DateInput
              label="Due date"
              value={values.dueDay}
              set={(dueDay) => set('dueDay', dueDay)}
              {...saving.field('/dueAt')}
            />
          </Group>
          <Checkbox
            label="Save as a draft"
            checked={values.isDraft}
            onChange={(event) => set('isDraft', event.currentTarget.checked)}
          />
          <Group>
            <Button type="submit" loading={saving.isSaving}>
              Create invoice
            </Button>
          </Group>
        </SaveForm>
      </Card>
    </>
  );
}
