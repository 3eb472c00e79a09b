// What a payment field sells, in the preview of a form: chosen as visitors do, without a total.

import { Checkbox, Group, Input, Radio, Stack, Text, TextInput } from '@mantine/core';
import { formatMoney } from '../ui/format.ts';
import { parseMoney } from '../ui/money-text.ts';
import type { PreviewProps, SoldLine } from './preview-props.ts';

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
            <Line key={line.key} line={line} currency={currency} />
          ))}
        </Stack>
      )}
      <Text size="xs" c="dimmed">
        You pay on the next page.
      </Text>
    </div>
  );
}

function Line({ line, currency }: { line: SoldLine; currency: string }) {
  const { type, label, help, isRequired, isMultiple, options } = line;
  const shared = { required: isRequired, ...(help && { description: help }) };
  if (type === 'custom')
    return <TextInput {...shared} label={`${label} (${currency.toUpperCase()})`} defaultValue={line.preset} />;
  if (type === 'item') {
    const isExtra = line.minQuantity.trim() === '0';
    return (
      <Group justify="space-between" align="flex-end">
        {isExtra && !asksHowMany(line) ? (
          <Checkbox label={labelOf(label, line.amount, currency)} />
        ) : (
          <Input.Wrapper {...shared} label={labelOf(label, line.amount, currency)} labelElement="div" />
        )}
        <Quantity line={line} />
      </Group>
    );
  }
  const choices = options.map(({ key, label, amount }) => {
    const choice = { value: key, label: labelOf(label, amount, currency) };
    return isMultiple ? <Checkbox key={key} {...choice} /> : <Radio key={key} {...choice} />;
  });
  const Choices = isMultiple ? Checkbox.Group : Radio.Group;
  return (
    <Group justify="space-between" align="flex-end">
      <Choices {...shared} label={label}>
        <Stack gap={8} mt={6}>
          {choices}
        </Stack>
      </Choices>
      <Quantity line={line} />
    </Group>
  );
}

function Quantity({ line }: { line: SoldLine }) {
  if (!asksHowMany(line)) return null;
  const start = line.type === 'choice' ? '1' : line.minQuantity.trim() || '1';
  return <TextInput aria-label={`Quantity: ${line.label}`} inputMode="numeric" defaultValue={start} w={70} />;
}

function asksHowMany({ maxQuantity }: SoldLine): boolean {
  const max = maxQuantity.trim();
  return max !== '' && max !== '1';
}

function labelOf(label: string, amount: string, currency: string) {
  return (
    <>
      {label}{' '}
      <Text component="span" size="sm" fw={600} className="tabular-numbers">
        {priceOf(amount, currency)}
      </Text>
    </>
  );
}

function priceOf(amount: string, currency: string): string {
  const minor = parseMoney(amount, currency);
  return minor === null ? '–' : formatMoney(minor, currency);
}
