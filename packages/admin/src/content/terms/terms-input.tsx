// The terms of an item in one taxonomy. Typing a new name creates one.

import { Pill, TagsInput } from '@mantine/core';
import { useState } from 'react';
import type { InputFault } from '../../ui/saving.ts';
import { useTermOptions } from './term-options.ts';

type TermsInputProps = {
  /** `tags`, `categories` or the name of another one. */
  taxonomy: string;
  label: string;
  /** Slugs, or the names of new terms. */
  value: string[];
  set(value: string[]): void;
  fault: InputFault;
};

export function TermsInput({ taxonomy, label, value, set, fault }: TermsInputProps) {
  const [search, setSearch] = useState('');
  const options = useTermOptions(taxonomy, search, value);
  const nameOf = (slug: string): string => options.find((option) => option.value === slug)?.label ?? slug;
  return (
    <TagsInput
      label={label}
      placeholder={value.length === 0 ? 'Select or type a new one' : ''}
      data={options.filter((option) => !value.includes(option.value))}
      value={value}
      // Typing the name of an existing term selects it.
      onChange={(texts) => set([...new Set(texts.map((text) => slugOf(options, text)))])}
      searchValue={search}
      onSearchChange={setSearch}
      renderPill={({ value, onRemove }) => (
        <Pill
          withRemoveButton
          onRemove={() => onRemove?.()}
          removeButtonProps={{ 'aria-label': `Remove ${nameOf(String(value))}`, 'aria-hidden': false }}
        >
          {nameOf(String(value))}
        </Pill>
      )}
      {...fault}
    />
  );
}

function slugOf(options: { value: string; label: string }[], text: string): string {
  const existing = options.find((option) => option.label.toLowerCase() === text.trim().toLowerCase());
  return existing?.value ?? text.trim();
}
