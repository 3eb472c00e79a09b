// What a payment field sells, in the preview of a form: chosen as visitors do, with what is left, the discount and the total.

import { Button, Checkbox, Group, Input, Paper, Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '../api/load-part.tsx';
import { formatMoney, formatNumber } from '../ui/format.ts';
import { parseMoney } from '../ui/money-text.ts';
import { discountFor, leftOf, placesLeftOf } from './form-sales.ts';
import { type OrderAnswers, quantitiesOf, quantityKey, soldLines, totalOf } from './order-answers.ts';
import { orderTaxes, withoutUntaxable } from './order-taxes.ts';
import type { PreviewProps, PricedOption, SoldLine } from './preview-props.ts';
import { useItemOptions } from './use-item-options.ts';

const ChoicePicture = lazyPart(() => import('./choice-picture.tsx'), 'ChoicePicture');

export function OrderPreview(props: PreviewProps) {
  const { label, name, description, amount, currency, price } = props.field;
  const lines = soldLines(props.field);
  return (
    <div>
      <Text fw={550} size="sm">
        {label || name}
        {lines && <Left count={placesLeftOf(props.sales, price.places)} isShown={price.showAvailable} />}
      </Text>
      {description && (
        <Text size="xs" c="dimmed">
          {description}
        </Text>
      )}
      {lines === null ? (
        <Text fz="xl" fw={650} className="tabular-numbers">
          {priceOf(amount, currency)}
        </Text>
      ) : (
        <Order {...props} lines={lines} />
      )}
      <Text size="xs" c="dimmed">
        You pay on the next page.
      </Text>
    </div>
  );
}

function Order({ field: { currency, price }, sales, lines: declared }: PreviewProps & { lines: readonly SoldLine[] }) {
  const offered = useItemOptions(declared, currency);
  const taxes = orderTaxes(price, sales);
  const lines = taxes ? withoutUntaxable(offered, taxes) : offered;
  const [answers, setAnswers] = useState<OrderAnswers>({});
  const [code, setCode] = useState('');
  const [applied, setApplied] = useState('');
  const isApplied = price.discountCodes && code.trim() !== '' && code === applied;
  const discount = isApplied ? discountFor(sales, code, currency) : undefined;
  const isBeforeDiscount = price.discountCodes && code.trim() !== '' && !discount;
  const known = isBeforeDiscount ? null : taxes;
  const { total, off, added } = totalOf(lines, { answers, currency, taxes: known }, discount);
  const addsTax = price.issuesInvoice && !price.pricesIncludeTax;
  return (
    <Stack gap="sm" my="xs">
      {lines.map((line) => (
        <Line
          key={line.key}
          line={line}
          currency={currency}
          answers={answers}
          set={(key, value) => setAnswers({ ...answers, [key]: value })}
          left={(typed, option) => leftOf(sales, typed, line.name, option)}
          showLeft={price.showAvailable}
        />
      ))}
      {price.discountCodes && (
        <div>
          <Group align="flex-end" gap="xs" wrap="nowrap">
            <TextInput
              label="Discount code"
              flex={1}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              onBlur={() => setApplied(code)}
              onKeyDown={(event) => event.key === 'Enter' && setApplied(code)}
            />
            <Button variant="default" onClick={() => setApplied(code)}>
              Apply
            </Button>
          </Group>
          <Input.Error role="status">{isApplied && !discount && 'This discount code is not valid'}</Input.Error>
        </div>
      )}
      {discount && off > 0 && <Sum label={`Discount (${discount.code})`}>{formatMoney(-off, currency)}</Sum>}
      {addsTax && (
        <Text size="xs" c="dimmed">
          Tax is added to these prices.
        </Text>
      )}
      {added.map(({ percent, amount }) => (
        <Sum key={percent} label={`Tax (${formatNumber(Number(percent))}%)`}>
          {formatMoney(amount, currency)}
        </Sum>
      ))}
      <Sum
        label={isBeforeDiscount ? 'Total before the discount' : addsTax && !taxes ? 'Total before tax' : 'Total'}
        isTotal
      >
        {formatMoney(total, currency)}
      </Sum>
    </Stack>
  );
}

function Sum({ label, isTotal = false, children }: { label: string; isTotal?: boolean; children: string }) {
  return (
    <Group justify="space-between" fw={isTotal ? 650 : 400} fz={isTotal ? 'lg' : 'sm'}>
      <span>{label}</span> <output className="tabular-numbers">{children}</output>
    </Group>
  );
}

type LineProps = {
  line: SoldLine;
  currency: string;
  answers: OrderAnswers;
  set(key: string, value: string): void;
  /** How many are left of a stock as typed; null for any number. */
  left(typed: string, option: string | null): number | null;
  showLeft: boolean;
};

function Line(props: LineProps) {
  const { line, currency, answers, set } = props;
  const { key, type, label, preset, optionsFrom, options } = line;
  if (optionsFrom && options.length === 0)
    return (
      <Input.Wrapper {...shared(line)} label={label} labelElement="div">
        <Text size="sm" c="dimmed">
          The published items of the type {optionsFrom.type || '…'}, with their prices
        </Text>
      </Input.Wrapper>
    );
  if (type === 'item') return <Item {...props} />;
  if (type === 'choice') return line.isMultiple ? <Several {...props} /> : <One {...props} />;
  return (
    <TextInput
      {...shared(line)}
      label={`${label} (${currency.toUpperCase()})`}
      value={answers[key] ?? preset}
      onChange={(event) => set(key, event.currentTarget.value)}
    />
  );
}

/** Included, an extra to check, or a quantity. */
function Item(props: LineProps) {
  const { line, answers, set, left } = props;
  const { key, label, amount, stock } = line;
  const { min, max } = quantitiesOf(line);
  const count = left(stock, null);
  const isGone = count !== null && count < Math.max(1, min);
  const text = <Priced {...props} label={label} amount={amount} left={count} />;
  if (min < max && max === 1)
    return <Box text={text} isGone={isGone} answer={answers[key]} set={(value) => set(key, value)} />;
  return (
    <Group justify="space-between" align="flex-end">
      <Input.Wrapper {...shared(line)} label={text} labelElement="div" />
      {min < max && (
        <Quantity label={label} value={answers[key] ?? String(min)} set={(value) => set(key, value)} isGone={isGone} />
      )}
    </Group>
  );
}

/** Radio buttons; a quantity applies to the chosen one. */
function One(props: LineProps) {
  const { line, answers, set, left } = props;
  const { key, label, isRequired, options } = line;
  const { min, max } = quantitiesOf(line);
  return (
    <Group justify="space-between" align="flex-end">
      <Radio.Group {...shared(line)} label={label} value={answers[key] ?? ''} onChange={(value) => set(key, value)}>
        <Pictured options={options}>
          {({ key, value, label, amount, stock }) => {
            const count = left(stock, value);
            const text = <Priced {...props} label={label} amount={amount} left={count} />;
            return <Radio value={key} label={text} disabled={count !== null && count < min} />;
          }}
        </Pictured>
        {!isRequired && <Radio value="" label="None" mt={8} />}
      </Radio.Group>
      {max > min && (
        <Quantity
          label={label}
          value={answers[quantityKey(line)] ?? String(min)}
          set={(value) => set(quantityKey(line), value)}
        />
      )}
    </Group>
  );
}

/** Each option has a box, or a quantity. */
function Several(props: LineProps) {
  const { line, answers, set, left } = props;
  const { min, max } = quantitiesOf(line);
  return (
    <Input.Wrapper {...shared(line)} label={line.label} labelElement="div">
      <Pictured options={line.options}>
        {({ key, value, label, amount, stock }) => {
          const count = left(stock, value);
          const isGone = count !== null && count < min;
          const text = <Priced {...props} label={label} amount={amount} left={count} />;
          const choose = (value: string): void => set(key, value);
          if (max === min) return <Box text={text} isGone={isGone} answer={answers[key]} set={choose} count={min} />;
          return (
            <Group justify="space-between" wrap="nowrap">
              <Text size="sm">{text}</Text>
              <Quantity label={label} value={answers[key] ?? '0'} set={choose} isGone={isGone} />
            </Group>
          );
        }}
      </Pictured>
    </Input.Wrapper>
  );
}

type PicturedProps = { options: readonly PricedOption[]; children(option: PricedOption): ReactNode };

/** Below each other; those with pictures side by side. */
function Pictured({ options, children }: PicturedProps) {
  if (options.every(({ image }) => image === null))
    return (
      <Stack gap={8} mt={6}>
        {options.map((option) => (
          <div key={option.key}>{children(option)}</div>
        ))}
      </Stack>
    );
  return (
    <SimpleGrid cols={2} mt={6}>
      {options.map((option) => (
        <Paper key={option.key} withBorder p={8}>
          <Suspense>{option.image !== null && <ChoicePicture id={option.image} />}</Suspense>
          {children(option)}
        </Paper>
      ))}
    </SimpleGrid>
  );
}

type Answered = { set(value: string): void; isGone?: boolean };

function Box({
  text,
  answer = '0',
  set,
  isGone,
  count = 1,
}: Answered & { text: ReactNode; answer?: string | undefined; count?: number }) {
  return (
    <Checkbox
      label={text}
      disabled={isGone}
      checked={answer !== '0'}
      onChange={(event) => set(event.currentTarget.checked ? String(count) : '0')}
    />
  );
}

function Quantity({ label, value, set, isGone }: Answered & { label: string; value: string }) {
  return (
    <TextInput
      aria-label={`Quantity: ${label}`}
      inputMode="numeric"
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
      disabled={isGone}
      w={70}
    />
  );
}

function shared({ isRequired, help }: SoldLine) {
  return { required: isRequired, ...(help && { description: help }) };
}

type PricedProps = { label: string; amount: string; currency: string; left: number | null; showLeft: boolean };

function Priced({ label, amount, currency, left, showLeft }: PricedProps) {
  return (
    <>
      {label}{' '}
      <Text component="span" size="sm" fw={600} className="tabular-numbers">
        {priceOf(amount, currency)}
      </Text>
      <Left count={left} isShown={showLeft} />
    </>
  );
}

/** How many are left, if that is of interest. */
function Left({ count, isShown }: { count: number | null; isShown: boolean }) {
  if (count === null || (count > 0 && !isShown)) return null;
  return (
    <Text component="span" size="xs" c="dimmed">
      {count === 0 ? ' Sold out' : ` ${formatNumber(count)} left`}
    </Text>
  );
}

function priceOf(amount: string, currency: string): string {
  const minor = parseMoney(amount, currency);
  return minor === null ? '–' : formatMoney(minor, currency);
}
