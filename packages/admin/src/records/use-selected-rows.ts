// The rows that are selected in a list, on all of its pages. They stay selected while the list is read again.

import { useState } from 'react';
import type { Selection } from '../ui/row-selection.tsx';

export type SelectedRows<Row> = {
  rows: Row[];
  selection: Selection<Row>;
  replace(rows: readonly Row[]): void;
  clear(): void;
};

/** Nothing is selected any more when `list`, which names what the list shows, changes. */
export function useSelectedRows<Row extends { id: string }>(
  list: string,
  nameOf: (row: Row) => string,
): SelectedRows<Row> {
  const [selected, setSelected] = useState<{ list: string; rows: ReadonlyMap<string, Row> }>({ list, rows: new Map() });
  const rows: ReadonlyMap<string, Row> = selected.list === list ? selected.rows : new Map();
  const store = (rows: ReadonlyMap<string, Row>): void => setSelected({ list, rows });
  return {
    rows: [...rows.values()],
    replace: (next) => store(new Map(next.map((row) => [row.id, row]))),
    clear: () => store(new Map()),
    selection: {
      has: ({ id }) => rows.has(id),
      nameOf,
      set: (changed, isSelected) => {
        const next = new Map(rows);
        for (const row of changed) {
          if (isSelected) next.set(row.id, row);
          else next.delete(row.id);
        }
        store(next);
      },
    },
  };
}
