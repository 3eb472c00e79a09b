// An input for a text with variables: typing `{` offers them.

import type { MailVariable } from '@frontdesk/client';
import { Combobox, Text, Textarea, TextInput, useCombobox } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { InputFault } from '../../ui/saving.ts';

type VariableInputProps = InputFault & {
  label: string;
  description?: string;
  /** Of the text: how it is checked and in which direction it runs. */
  language: string;
  variables: readonly MailVariable[];
  value: string;
  onChange(value: string): void;
  isLong?: boolean;
};

const begun = /\{\{?[ \t]*(\w*)$/;

export function VariableInput({ variables, value, onChange, isLong, language, ...props }: VariableInputProps) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const input = useRef<(HTMLInputElement & HTMLTextAreaElement) | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const offered = typed === null ? [] : variables.filter(({ name }) => name.startsWith(typed));
  const isOpen = offered.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another beginning offers others
  useEffect(() => {
    if (!isOpen) return combobox.closeDropdown();
    combobox.openDropdown();
    combobox.selectFirstOption();
  }, [isOpen, typed]);
  const look = (): void => {
    const { value, selectionStart } = input.current ?? { value: '', selectionStart: 0 };
    setTyped(begun.exec(value.slice(0, selectionStart ?? 0))?.[1] ?? null);
  };
  const insert = (name: string): void => {
    const at = input.current?.selectionStart ?? value.length;
    const before = value.slice(0, at).replace(begun, `{{${name}}}`);
    onChange(before + value.slice(at).replace(/^\w*[ \t]*\}{0,2}/, ''));
    setTyped(null);
    requestAnimationFrame(() => input.current?.setSelectionRange(before.length, before.length));
  };
  const inputProps = {
    ...props,
    ref: input,
    value,
    lang: language,
    dir: 'auto',
    required: true,
    onChange: (event: { currentTarget: { value: string } }) => {
      onChange(event.currentTarget.value);
      look();
    },
    onClick: look,
    onBlur: () => setTyped(null),
  };
  return (
    <Combobox store={combobox} onOptionSubmit={insert} position="bottom-start" withinPortal>
      <Combobox.Target withAriaAttributes={isOpen}>
        {isLong ? <Textarea autosize minRows={10} {...inputProps} /> : <TextInput {...inputProps} />}
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isOpen}>
        <Combobox.Options aria-label="Variables" mah={280} style={{ overflowY: 'auto' }}>
          {offered.map(({ name, about }) => (
            <Combobox.Option key={name} value={name}>
              <Text size="sm" fw={600}>{`{{${name}}}`}</Text>
              <Text size="xs" c="dimmed">
                {about}
              </Text>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
