// Creates a payment link: the URL of a checkout page that can be sent to a customer.

import type { Currency } from '@frontdesk/client';
import { Alert, Button, Card, Code, Group, TextInput } from '@mantine/core';
import { IconCheck, IconExternalLink } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useMe } from '../accounts/me.ts';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { ContactPicker } from '../records/contact-picker.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { amountError } from '../ui/input-error.ts';
import { TextLink } from '../ui/links.tsx';
import { MoneyFields } from '../ui/money-fields.tsx';
import { editableMoney, parseMoney } from '../ui/money-text.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';

type Start = { contact?: string; invoice?: string; amount?: string; currency?: string; description?: string };

export function PaymentLinkScreen() {
  const { site } = useMe();
  const start = useSearch({ strict: false }) as Start;
  const [currency, setCurrency] = useState(start.currency ?? site.currency);
  const [amount, setAmount] = useState(start.amount ? editableMoney(Number(start.amount) || 0, currency) : '');
  const [description, setDescription] = useState(start.description ?? '');
  const [contactId, setContactId] = useState<string | null>(start.contact ?? null);
  const [url, setUrl] = useState<string | null>(null);
  const saving = useSaving({
    save: () => {
      const minor = parseMoney(amount, currency);
      if (minor === null || minor < 1) throw amountError('/amount', currency);
      return api.payments.checkout({
        amount: minor,
        currency: currency as Currency,
        ...(description.trim() ? { description: description.trim() } : {}),
        ...(contactId ? { contactId } : {}),
        ...(start.invoice ? { invoiceId: start.invoice } : {}),
      });
    },
    onSaved: ({ url }) => {
      setUrl(url);
      queries.invalidateQueries({ queryKey: ['payments'] });
    },
  });
  return (
    <>
      <PageHeader
        title="New payment link"
        back={
          start.invoice ? (
            <TextLink to="/invoices/$invoice" params={{ invoice: start.invoice }}>
              Invoice
            </TextLink>
          ) : (
            <TextLink to="/payments">Payments</TextLink>
          )
        }
        description="A link to a payment page. It can be paid once and expires after 24 hours."
      />
      <Card maw={560}>
        {url === null ? (
          <SaveForm saving={saving} onSubmit={() => saving.save(undefined)} label="Payment link">
            <MoneyFields
              amount={amount}
              currency={currency}
              setAmount={setAmount}
              setCurrency={setCurrency}
              amountProps={saving.field('/amount')}
              currencyProps={saving.field('/currency')}
              required
              autoFocus
            />
            <TextInput
              label="Description"
              description="Shown to the customer."
              value={description}
              onChange={(event) => setDescription(event.currentTarget.value)}
              {...saving.field('/description')}
            />
            <ContactPicker label="Contact" value={contactId} onChange={setContactId} {...saving.field('/contactId')} />
            <Group>
              <Button type="submit" loading={saving.isSaving}>
                Create payment link
              </Button>
            </Group>
          </SaveForm>
        ) : (
          <Alert color="teal" title="Payment link created" icon={<IconCheck aria-hidden />} role="status">
            <Group gap="xs" wrap="nowrap" mb="md">
              <Code block flex={1} miw={0} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
                {url}
              </Code>
              <CopyButton value={url} label="Copy link" />
            </Group>
            <Group gap="xs">
              <Button
                component="a"
                href={url}
                target="_blank"
                variant="default"
                leftSection={<IconExternalLink size={18} aria-hidden />}
              >
                Open payment page
              </Button>
              <Button variant="default" onClick={() => setUrl(null)}>
                Create another link
              </Button>
            </Group>
          </Alert>
        )}
      </Card>
    </>
  );
}
