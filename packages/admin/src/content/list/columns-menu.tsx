// Chooses the columns of a list of items.

import type { PostType, Taxonomy } from '@frontdesk/client';
import { Button, Checkbox, Popover, ScrollArea, Stack } from '@mantine/core';
import { IconColumns } from '@tabler/icons-react';
import { columnChoices } from './item-columns.tsx';

type ColumnsMenuProps = {
  type: PostType | undefined;
  taxonomies: readonly Taxonomy[];
  /** Keys with commas; empty for the default ones. */
  value: string;
  set(value: string): void;
};

export function ColumnsMenu({ type, taxonomies, value, set }: ColumnsMenuProps) {
  const choices = columnChoices(type, taxonomies);
  const byDefault = choices.filter(({ isDefault }) => isDefault).map(({ key }) => key);
  const shown = shownColumns(value) ?? byDefault;
  const choose = (keys: string[]): void => {
    const ordered = choices.filter(({ key }) => keys.includes(key)).map(({ key }) => key);
    const isDefault = ordered.join() === byDefault.join();
    set(isDefault ? '' : ordered.join() || noColumns);
  };
  return (
    <Popover position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns size={16} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <ScrollArea.Autosize mah={360} type="auto">
          <Checkbox.Group value={[...shown]} onChange={choose} aria-label="Columns">
            <Stack gap="xs">
              {choices.map(({ key, label }) => (
                <Checkbox key={key} value={key} label={label} />
              ))}
            </Stack>
          </Checkbox.Group>
        </ScrollArea.Autosize>
        {value !== '' && (
          <Button mt="sm" variant="subtle" size="xs" onClick={() => set('')}>
            Show the default columns
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Only the titles. */
const noColumns = 'none';

/** The keys in the URL; null for the default columns. */
export function shownColumns(value: string): string[] | null {
  if (value === '') return null;
  return value === noColumns ? [] : value.split(',');
}
