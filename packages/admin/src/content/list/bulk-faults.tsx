// Which of many items are in the way of a change, and why.

import { type Fault, FrontdeskError } from '@frontdesk/client';
import { List, ScrollArea, Text } from '@mantine/core';
import { formatCount } from '../../ui/format.ts';

type Item = { id: string; title: string };
export type ItemFaults = { item: Item; faults: Fault[] };

/** The faults of the operations on these items, in their order; none if the error is another one. */
export function faultsByItem<T extends Item>(items: readonly T[], error: unknown): { item: T; faults: Fault[] }[] {
  if (!(error instanceof FrontdeskError)) return [];
  const faults = error.errors.flatMap((fault) => {
    const [, index, pointer = ''] = /^\/operations\/(\d+)(\/.*)?$/.exec(fault.pointer) ?? [];
    const item = index === undefined ? undefined : items[Number(index)];
    return item ? [{ item, fault: { ...fault, pointer } }] : [];
  });
  const byItem = Map.groupBy(faults, ({ item }) => item);
  return [...byItem].map(([item, all]) => ({ item, faults: all.map(({ fault }) => fault) }));
}

export function BulkFaults({ faults, others }: { faults: readonly ItemFaults[]; others: number }) {
  return (
    <>
      <Text size="sm" mb="xs">
        {others === 0
          ? 'Nothing was changed.'
          : `Nothing was changed yet. ${formatCount(others, 'other item')} can be.`}
      </Text>
      <ScrollArea.Autosize mah={320} type="auto">
        <List size="sm" spacing={6}>
          {faults.map(({ item, faults }) => (
            <List.Item key={item.id}>
              <strong>{item.title}</strong>: {faults.map(sentenceOf).join('; ')}
            </List.Item>
          ))}
        </List>
      </ScrollArea.Autosize>
    </>
  );
}

/** "price is required", or what the server says about the item as a whole. */
function sentenceOf({ pointer, detail }: Fault): string {
  const name = pointer.split('/').at(-1) ?? '';
  const isPredicate = /^[a-z]/.test(detail) && name !== 'id';
  return isPredicate ? `${name.replaceAll('~1', '/').replaceAll('~0', '~')} ${detail}` : detail;
}
