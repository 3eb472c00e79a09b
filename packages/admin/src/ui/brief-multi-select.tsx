// A choice of several whose options close after each one: open, they would cover what stands below.

import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useState } from 'react';

type BriefMultiSelectProps = Omit<MultiSelectProps, 'dropdownOpened' | 'onDropdownOpen' | 'onDropdownClose'>;

export function BriefMultiSelect({ onChange, ...props }: BriefMultiSelectProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <MultiSelect
      {...props}
      onChange={(values) => {
        onChange?.(values);
        setOpen(false);
      }}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      searchable
      hidePickedOptions
    />
  );
}
