// Which tax applies to a draft and why, and how a person taxes it differently.

import type { Invoice } from '@frontdesk/client';
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useInvoicing } from '../accounts/settings-query.ts';
import { buyerKinds, taxCategories, taxRatesQuery } from '../records/tax-rates.ts';
import type { InputFault } from '../ui/saving.ts';

type DraftTaxesProps = {
  stored: Invoice | null;
  /** Why the tax rules do not apply; null if they do. */
  reason: string | null;
  set(reason: string | null): void;
  fault: InputFault;
};

export function DraftTaxes({ stored, reason, set, fault }: DraftTaxesProps) {
  const text = useTaxText(stored);
  const isForeign = useIsForeignBusiness(stored);
  if (reason !== null)
    return (
      <Stack gap="xs">
        <Textarea
          label="Why the tax rules do not apply"
          description="The lines are taxed with the rates that are chosen there."
          autosize
          required
          value={reason}
          onChange={(event) => set(event.currentTarget.value)}
          {...fault}
        />
        <Group>
          <Button variant="default" size="xs" onClick={() => set(null)}>
            Apply the tax rules
          </Button>
        </Group>
      </Stack>
    );
  if (text === null)
    return isForeign ? (
      <Text size="sm" mt="xs">
        The buyer is a business in another country: check whether reverse charge applies. Tax rules under Settings,
        Invoices decide it for all invoices.
      </Text>
    ) : null;
  return (
    <Stack gap="xs">
      <Text size="sm">{text}</Text>
      <Group>
        <Button variant="default" size="xs" onClick={() => set('')}>
          Tax it differently
        </Button>
      </Group>
    </Stack>
  );
}

/** Whether tax is asked of a buyer with a VAT ID abroad, and no rule says which. */
function useIsForeignBusiness(invoice: Invoice | null): boolean {
  const invoicing = useInvoicing();
  const home = invoicing?.seller?.address?.country;
  const { vatId, address } = invoice?.buyer ?? {};
  const isAbroad = !!home && !!vatId && !!address?.country && address.country !== home;
  return isAbroad && !invoicing?.taxRules?.length && (invoice?.totals?.tax ?? 0) > 0;
}

/** Such as "Business in another EU country: Reverse charge applies"; null if there are no tax rules. */
function useTaxText(invoice: Invoice | null): string | null {
  const rates = useQuery(taxRatesQuery).data?.items ?? [];
  if (!invoice?.taxedAs) return null;
  const others = invoice.lines.flatMap(({ taxRateId, tax }) => {
    const own = rates.find(({ id }) => id === taxRateId);
    const isOwn = !own || (own.percent === tax?.percent && own.category === tax.category);
    return isOwn || !tax ? [] : [tax.category === 'S' ? `${tax.percent} %` : taxCategories[tax.category].label];
  });
  const names = [...new Set(others)];
  const applied = `${names.join(' and ')} ${names.length === 1 ? 'applies' : 'apply'}`;
  return `${buyerKinds[invoice.taxedAs]}: ${names.length === 0 ? 'the tax rates of the lines apply' : applied}`;
}
