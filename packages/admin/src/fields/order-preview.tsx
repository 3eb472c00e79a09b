// What a payment field sells, in the preview of a form: chosen as visitors do, without a total.

import { Checkbox, Group, Input, Radio, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatMoney } from '../ui/format.ts';
import { parseMoney } from '../ui/money-text.ts';
import type { PreviewProps, PricedOption, SoldLine } from './preview-props.ts';

export function OrderPreview({ field }: PreviewProps) {
  const { label, name, description, amount, currency, price } = field;
  return (
    <div>
      <Text fw={550} size="sm">
        {label || name}
      </Text>
      {description && (
        <Text size="xs" c="dimmed">
          {description}
        </Text>
      )}
      {price.lines === null ? (
        <Text fz="xl" fw={650} className="tabular-numbers">
          {priceOf(amount, currency)}
        </Text>
      ) : (
        <Stack gap="sm" my="xs">
          {price.lines.map((line) => (
            <Line key={line.key} line={line} currency={currency} showLeft={price.showAvailable} />
          ))}
        </Stack>
      )}
      <Text size="xs" c="dimmed">
        You pay on the next page.
      </Text>
    </div>
  );
}

type LineProps = { line: SoldLine; currency: string; showLeft: boolean };

function Line({ line, currency, showLeft }: LineProps) {
  const { type, label, help, isRequired, isMultiple, amount, stock } = line;
  const shared = { required: isRequired, ...(help && { description: help }) };
  if (type === 'custom')
    return <TextInput {...shared} label={`${label} (${currency.toUpperCase()})`} defaultValue={line.preset} />;
  const priced = (one: Omit<PricedOption, 'key'>) => <Priced {...one} currency={currency} showLeft={showLeft} />;
  if (type === 'item') {
    const isExtra = line.minQuantity.trim() === '0';
    const text = priced({ label, amount, stock });
    return (
      <Group justify="space-between" align="flex-end">
        {isExtra && !asksHowMany(line) ? (
          <Checkbox label={text} />
        ) : (
          <Input.Wrapper {...shared} label={text} labelElement="div" />
        )}
        <Quantity line={line} label={label} />
      </Group>
    );
  }
  if (isMultiple && asksHowMany(line)) return <Quantities line={line} priced={priced} {...shared} />;
  const Choice = isMultiple ? Checkbox : Radio;
  const Choices = isMultiple ? Checkbox.Group : Radio.Group;
  return (
    <Group justify="space-between" align="flex-end">
      <Choices {...shared} label={label}>
        <Stack gap={8} mt={6}>
          {line.options.map(({ key, ...option }) => (
            <Choice key={key} value={key} label={priced(option)} />
          ))}
          {!isMultiple && !isRequired && <Radio value="" label="None" />}
        </Stack>
      </Choices>
      {!isMultiple && <Quantity line={line} label={label} />}
    </Group>
  );
}

type QuantitiesProps = {
  line: SoldLine;
  priced(option: Omit<PricedOption, 'key'>): ReactNode;
  required: boolean;
  description?: string;
};

/** How many of each option. */
function Quantities({ line: { label, options }, priced, ...shared }: QuantitiesProps) {
  return (
    <Input.Wrapper {...shared} label={label} labelElement="div">
      <Stack gap={8} mt={6}>
        {options.map(({ key, ...option }) => (
          <Group key={key} justify="space-between" wrap="nowrap">
            <Text size="sm">{priced(option)}</Text>
            <QuantityInput label={option.label} start="0" />
          </Group>
        ))}
      </Stack>
    </Input.Wrapper>
  );
}

function Quantity({ line, label }: { line: SoldLine; label: string }) {
  if (!asksHowMany(line)) return null;
  const start = line.type === 'choice' ? '1' : line.minQuantity.trim() || '1';
  return <QuantityInput label={label} start={start} />;
}

function QuantityInput({ label, start }: { label: string; start: string }) {
  return <TextInput aria-label={`Quantity: ${label}`} inputMode="numeric" defaultValue={start} w={70} />;
}

function asksHowMany({ minQuantity, maxQuantity }: SoldLine): boolean {
  const [min, max] = [Number(minQuantity || 1), Number(maxQuantity || 1)];
  return max > 1 && max > min;
}

type PricedProps = Omit<PricedOption, 'key'> & { currency: string; showLeft: boolean };

function Priced({ label, amount, stock, currency, showLeft }: PricedProps) {
  return (
    <>
      {label}{' '}
      <Text component="span" size="sm" fw={600} className="tabular-numbers">
        {priceOf(amount, currency)}
      </Text>
      {showLeft && stock.trim() !== '' && (
        <Text component="span" size="xs" c="dimmed">
          {` ${stock.trim()} left`}
        </Text>
      )}
    </>
  );
}

function priceOf(amount: string, currency: string): string {
  const minor = parseMoney(amount, currency);
  return minor === null ? '–' : formatMoney(minor, currency);
}
