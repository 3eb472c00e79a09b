// The input of a field with several choices, which few types have: it is loaded when there is one.

import { MultiSelect } from '@mantine/core';
import type { InputFault } from '../../ui/saving.ts';

type ChoicesInputProps = {
  common: InputFault & { label: string; description: string | undefined; required: boolean };
  options: { value: string; label: string }[];
  value: string[];
  set(value: string[]): void;
};

export function ChoicesInput({ common, options, value, set }: ChoicesInputProps) {
  return <MultiSelect {...common} data={options} value={value} onChange={set} searchable hidePickedOptions />;
}
