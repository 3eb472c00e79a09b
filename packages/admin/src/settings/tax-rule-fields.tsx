// The table of tax rules: each row is a sentence on a kind of buyer, and the first that fits counts.

import type { BuyerKind, Invoicing, TaxRate, TaxRule } from '@frontdesk/client';
import { ActionIcon, Button, Group, Select, Stack, Switch, Text } from '@mantine/core';
import { IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { withMember } from '../records/party-fields.tsx';
import { buyerKinds, taxRatesQuery } from '../records/tax-rates.ts';
import { CountrySelect } from '../ui/country-select.tsx';
import type { InputFault } from '../ui/saving.ts';
import { Section } from '../ui/section.tsx';

type TaxRuleFieldsProps = {
  invoicing: Invoicing;
  set(invoicing: Invoicing): void;
  field(pointer: string): InputFault;
};

const maxRules = 200;
const kinds = Object.entries(buyerKinds).map(([value, label]) => ({ value, label }));

export function TaxRuleFields({ invoicing, set, field }: TaxRuleFieldsProps) {
  const rates = useQuery(taxRatesQuery).data?.items ?? [];
  const rules = invoicing.taxRules ?? [];
  const setRules = (taxRules: TaxRule[]): void => set({ ...invoicing, taxRules });
  const setAt = (at: number, rule: TaxRule): void => setRules(rules.map((one, index) => (index === at ? rule : one)));
  const moveUp = (at: number): void => {
    const others = rules.filter((_, index) => index !== at);
    setRules(others.toSpliced(at - 1, 0, rules[at] as TaxRule));
  };
  return (
    <Section
      title="Tax rules"
      description="Which tax rate applies to which buyer. The first rule that fits a line counts; without one, its own rate does."
    >
      <Stack gap="md">
        {rules.map((rule, at) => (
          <TaxRuleRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place in the list
            key={at}
            {...{ rule, rates, number: at + 1 }}
            set={(changed) => setAt(at, changed)}
            moveUp={at === 0 ? null : () => moveUp(at)}
            remove={() => setRules(rules.filter((_, index) => index !== at))}
            field={(pointer) => field(`/${at}${pointer}`)}
          />
        ))}
        {rates.length === 0 && (
          <Text size="sm" c="dimmed">
            Add the tax rates below first.
          </Text>
        )}
        {rates.length > 0 && rules.length < maxRules && (
          <Group>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setRules([...rules, { buyer: 'eu_business', instead: '' }])}
            >
              Add tax rule
            </Button>
          </Group>
        )}
        <Switch
          label="Ask the EU whether VAT IDs are in use"
          description="Before a form sells to a business in another EU country, and before an invoice to one is issued. The invoice keeps the answer as proof."
          checked={invoicing.vatIdsChecked ?? false}
          onChange={(event) => set({ ...invoicing, vatIdsChecked: event.currentTarget.checked })}
        />
      </Stack>
    </Section>
  );
}

type TaxRuleRowProps = {
  rule: TaxRule;
  rates: readonly TaxRate[];
  number: number;
  set(rule: TaxRule): void;
  moveUp: (() => void) | null;
  remove(): void;
  field(pointer: string): InputFault;
};

function TaxRuleRow({ rule, rates, number, set, moveUp, remove, field }: TaxRuleRowProps) {
  const options = rates.map(({ id, name }) => ({ value: id, label: name }));
  const whole = field('').error;
  return (
    <Group gap="xs" align="end" role="group" aria-label={`Tax rule ${number}`}>
      <Select
        label="Buyer"
        w={230}
        data={kinds}
        allowDeselect={false}
        value={rule.buyer}
        onChange={(buyer) => set({ ...rule, buyer: buyer as BuyerKind })}
        {...field('/buyer')}
      />
      <CountrySelect
        placeholder="Any country"
        value={rule.country ?? ''}
        set={(country) => set(withMember(rule, 'country', country))}
        {...field('/country')}
      />
      <Select
        label="Instead of"
        w={170}
        data={[{ value: '', label: 'Any tax rate' }, ...options]}
        allowDeselect={false}
        value={rule.taxRateId ?? ''}
        onChange={(id) => set(withMember(rule, 'taxRateId', id ?? ''))}
        {...field('/taxRateId')}
      />
      <Select
        label="Apply"
        w={170}
        placeholder="Choose a tax rate"
        data={options}
        allowDeselect={false}
        value={rule.instead || null}
        onChange={(id) => set({ ...rule, instead: id ?? '' })}
        {...field('/instead')}
      />
      <ActionIcon
        variant="subtle"
        size="lg"
        disabled={moveUp === null}
        aria-label={`Move tax rule ${number} up`}
        onClick={() => moveUp?.()}
      >
        <IconArrowUp size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" size="lg" aria-label={`Remove tax rule ${number}`} onClick={remove}>
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
      {whole && (
        <Text size="sm" c="red" w="100%">
          {whole}
        </Text>
      )}
    </Group>
  );
}
