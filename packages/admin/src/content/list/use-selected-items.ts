// The items that are selected in a list, on all of its pages. They stay selected while the list is read again.

import { useState } from 'react';
import type { Selection } from '../../ui/row-selection.tsx';
import type { AnyListedItem } from '../item-query.ts';

export type SelectedItems = {
  items: AnyListedItem[];
  selection: Selection<AnyListedItem>;
  replace(items: readonly AnyListedItem[]): void;
  clear(): void;
};

type Items = ReadonlyMap<string, AnyListedItem>;

/** Nothing is selected any more when `list`, which names what the list shows, changes. */
export function useSelectedItems(list: string): SelectedItems {
  const [selected, setSelected] = useState<{ list: string; items: Items }>({ list, items: new Map() });
  const items: Items = selected.list === list ? selected.items : new Map();
  const store = (items: Items): void => setSelected({ list, items });
  const replace = (next: readonly AnyListedItem[]): void => store(new Map(next.map((item) => [item.id, item])));
  return {
    items: [...items.values()],
    replace,
    clear: () => store(new Map()),
    selection: {
      has: ({ id }) => items.has(id),
      nameOf: ({ title }) => title,
      set: (rows, isSelected) => {
        const next = new Map(items);
        for (const row of rows) {
          if (isSelected) next.set(row.id, row);
          else next.delete(row.id);
        }
        store(next);
      },
    },
  };
}
