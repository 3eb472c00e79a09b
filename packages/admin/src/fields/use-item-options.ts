// The items that a form sells, for its preview: as visitors see them now.

import { useQueries } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { editableMoney } from '../ui/money-text.ts';
import type { PricedOption, SoldLine } from './preview-props.ts';

/** The lines with their items as options; none while they are loaded, or if the filter is not valid. */
export function useItemOptions(lines: readonly SoldLine[], currency: string): readonly SoldLine[] {
  const found = useQueries({
    queries: lines.map(({ optionsFrom: source }) => {
      const where = filterOf(source?.where ?? '');
      return {
        queryKey: ['items', 'sold', source?.type, source?.where],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          api.content(source?.type ?? '').list({ ...published, ...(where && { where }) }, { signal }),
        enabled: source !== null && source.type !== '' && source.price !== '' && where !== null,
        retry: false,
      };
    }),
  });
  return lines.map((line, index) => {
    const { optionsFrom: source } = line;
    const items = (found[index]?.data?.items ?? []) as readonly Item[];
    return source ? { ...line, options: items.flatMap((item) => optionOf(item, source, currency)) } : line;
  });
}

const published = {
  status: 'publish' as const,
  sort: ['menuOrder' as const, 'title' as const],
  limit: 100,
  total: false,
};

/** Undefined without a filter, and null while it is no JSON. */
function filterOf(text: string): Record<string, never> | undefined | null {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

type Source = NonNullable<SoldLine['optionsFrom']>;
type Item = { id: string; title: string; fields: Record<string, unknown> };

function optionOf({ id, title, fields }: Item, source: Source, currency: string): PricedOption[] {
  const price = fields[source.price] as { amount: number; currency: string } | null | undefined;
  if (price?.currency !== currency) return [];
  const [image] = [fields[source.picture] ?? null].flat();
  const stock = String(fields[source.stock] ?? '');
  const taxRateId = fields[source.taxRate] || null;
  return [
    { key: id, value: id, label: title, amount: editableMoney(price.amount, currency), stock, taxRateId, image },
  ] as PricedOption[];
}
