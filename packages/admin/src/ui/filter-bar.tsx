// The row above a list: a debounced search, filters, and a button to clear them. On phones the filters are in a sheet.

import { Button, Drawer, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ListQuery } from './list-query.ts';

type FilterBarProps = {
  list: Pick<ListQuery<Record<string, string>>, 'isFiltered' | 'filterCount' | 'clear'>;
  /** A SearchInput. */
  search?: ReactNode;
  /** Above the row on wide screens, and the first of the filters on phones. */
  tabs?: ReactNode;
  /** The filters. */
  children?: ReactNode;
};

export function FilterBar(props: FilterBarProps) {
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  return isPhone && props.children ? <SheetBar {...props} /> : <WideBar {...props} />;
}

function WideBar({ list, search, tabs, children }: FilterBarProps) {
  return (
    <>
      {tabs}
      <Group mb="md" gap="xs" role="search">
        {search}
        {children}
        {list.isFiltered && <ClearButton clear={list.clear} />}
      </Group>
    </>
  );
}

function SheetBar({ list, search, tabs, children }: FilterBarProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const { filterCount } = list;
  return (
    <Group mb="md" gap="xs" wrap="nowrap" role="search">
      {search}
      <Button
        flex="none"
        variant={filterCount > 0 ? 'light' : 'default'}
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        onClick={open}
      >
        Filters{filterCount > 0 && ` (${filterCount})`}
      </Button>
      <Drawer opened={isOpen} onClose={close} title="Filters" position="bottom" styles={sheet}>
        {tabs}
        <Group gap="sm">{children}</Group>
        <Group mt="lg" justify="space-between">
          {list.isFiltered ? <ClearButton clear={list.clear} /> : <span />}
          <Button onClick={close}>Show results</Button>
        </Group>
      </Drawer>
    </Group>
  );
}

/** As high as what is in it. */
const sheet = { content: { height: 'auto', maxHeight: '90dvh' }, title: { fontWeight: 650 } };

function ClearButton({ clear }: { clear(): void }) {
  return (
    <Button variant="subtle" color="gray" onClick={clear}>
      Clear filters
    </Button>
  );
}

type SearchInputProps = { value: string; set(value: string): void; label: string };

export function SearchInput({ value, set, label }: SearchInputProps) {
  const [text, setText] = useState(value);
  const searched = useRef(value);
  const search = useDebouncedCallback((text: string) => {
    searched.current = text;
    set(text);
  }, 250);
  useEffect(() => {
    // What was searched for from here may come back later than more was typed.
    if (value === searched.current) return;
    searched.current = value;
    search.cancel();
    setText(value);
  }, [value, search]);
  return (
    <TextInput
      type="search"
      flex="1 1 200px"
      maw={360}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        search(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) search.flush();
      }}
    />
  );
}

type FilterSelectProps = {
  label: string;
  value: string;
  set(value: string): void;
  /** The first is the default. */
  options: { value: string; label: string }[];
};

/** More than these are searched by typing. */
const manyOptions = 30;

export function FilterSelect({ label, value, set, options }: FilterSelectProps) {
  return (
    <Select
      searchable={options.length > manyOptions}
      limit={100}
      nothingFoundMessage="No results"
      aria-label={label}
      data={options}
      value={value}
      onChange={(value) => value !== null && set(value)}
      allowDeselect={false}
      flex="1 1 140px"
      maw={220}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}
