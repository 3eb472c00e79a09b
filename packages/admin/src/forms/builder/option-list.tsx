// The options of a choice field. Enter adds an option, Backspace removes an empty one, and pasted lines become options.

import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../api/load-part.tsx';
import type { InputFault } from '../../ui/saving.ts';
import { newOption, type OptionDraft } from '../draft/field-draft.ts';

const OptionPicture = lazyPart(() => import('../price/option-picture.tsx'), 'OptionPicture');

type OptionListProps = {
  /** What the list is called, and one of it. */
  title?: string;
  noun?: string;
  options: OptionDraft[];
  change(options: OptionDraft[]): void;
  /** Whether each can have a picture. */
  hasPictures?: boolean;
  fault: InputFault;
};

export function OptionList({
  title = 'Options',
  noun = 'option',
  options,
  change,
  hasPictures = false,
  fault,
}: OptionListProps) {
  const list = useRef<HTMLDivElement>(null);
  const [focusKey, setFocusKey] = useState<string | null>(null);
  useEffect(() => {
    if (focusKey) list.current?.querySelector<HTMLElement>(`[data-option="${focusKey}"]`)?.focus();
  }, [focusKey]);

  const insert = (index: number, added: OptionDraft[]): void => {
    change(options.toSpliced(index, 0, ...added));
    setFocusKey(added.at(-1)?.key ?? null);
  };
  const remove = (index: number): void => {
    setFocusKey((options[index - 1] ?? options[index + 1])?.key ?? null);
    change(options.toSpliced(index, 1));
  };
  // The value follows the label until it is stored, so that existing answers keep their meaning.
  const rename = (index: number, label: string): void =>
    change(
      options.map((option, at) =>
        at !== index ? option : { ...option, label, ...(option.isStored ? {} : { value: label }) },
      ),
    );

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, index: number): void => {
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      insert(index + 1, [newOption()]);
    } else if (event.key === 'Backspace' && event.currentTarget.value === '' && options.length > 1) {
      event.preventDefault();
      remove(index);
    }
  };
  const onPaste = (event: ClipboardEvent, index: number): void => {
    const lines = event.clipboardData
      .getData('text')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter(Boolean);
    if (lines.length < 2) return;
    event.preventDefault();
    insert(
      index + 1,
      lines.map((line) => newOption(line)),
    );
  };

  return (
    <Input.Wrapper label={title} error={fault.error} labelElement="div">
      <Stack gap={6} mt={4} ref={list} data-pointer={fault['data-pointer']}>
        {options.map((option, index) => (
          <Group key={option.key} gap={4} wrap="nowrap">
            <TextInput
              flex={1}
              aria-label={`${capitalize(noun)} ${index + 1}`}
              aria-invalid={fault.error ? true : undefined}
              data-option={option.key}
              value={option.label}
              onChange={(event) => rename(index, event.currentTarget.value)}
              onKeyDown={(event) => onKeyDown(event, index)}
              onPaste={(event) => onPaste(event, index)}
            />
            {hasPictures && (
              <Suspense fallback={<ActionIcon aria-hidden />}>
                <OptionPicture
                  name={`${noun} ${index + 1}`}
                  id={option.image}
                  set={(image) => change(options.map((one, at) => (at === index ? { ...one, image } : one)))}
                />
              </Suspense>
            )}
            <ActionIcon aria-label={`Remove ${noun} ${index + 1}`} onClick={() => remove(index)}>
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          style={{ alignSelf: 'start' }}
          onClick={() => insert(options.length, [newOption()])}
        >
          Add {noun}
        </Button>
      </Stack>
    </Input.Wrapper>
  );
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
