// The buttons of a page without JavaScript that add a row to a repeated group, or remove one.

import { rowFieldsOf } from '../../fields/field-kinds.ts';
import { addRowName, removeRowName } from '../../fields/rows-control.ts';
import type { Form } from '../form/form.ts';

export type RowChange = {
  /** The name of the group. */
  group: string;
  /** The number of the row that goes; null if one is added. */
  removed: number | null;
};

export function readRowChange(
  { fields }: Form,
  { [addRowName]: added, [removeRowName]: removed }: Record<string, unknown>,
): RowChange | null {
  const isGroup = (name: string): boolean => fields.some((field) => field.name === name && rowFieldsOf(field) !== null);
  if (typeof added === 'string' && isGroup(added)) return { group: added, removed: null };
  const [, group = '', row] = /^(.+)\.(\d{1,4})$/.exec(String(removed)) ?? [];
  return row !== undefined && isGroup(group) ? { group, removed: Number(row) } : null;
}

/** What was sent, without the row that goes. */
export function changeRows(values: Record<string, unknown>, { group, removed }: RowChange): Record<string, unknown> {
  if (removed === null) return values;
  const start = `${group}.${removed}.`;
  return Object.fromEntries(Object.entries(values).filter(([name]) => !name.startsWith(start)));
}
