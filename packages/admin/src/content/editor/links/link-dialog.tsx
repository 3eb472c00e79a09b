// Asks where a link leads: to a URL, or to an item that is found by its title.

import type { PostType } from '@frontdesk/client';
import { Combobox, Group, Modal, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { typesQuery } from '../../../api/types-query.ts';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { humanize } from '../../../ui/format.ts';
import { currentLink, setLink } from './current-link.ts';
import { readUrl, urlOfLinkedItem } from './link-target.ts';
import { findItemsToLink, type LinkedItem, linkedItemQuery } from './linked-item.ts';

type LinkDialogProps = { editor: Editor; isOpen: boolean; close(): void };

export function LinkDialog({ editor, isOpen, close }: LinkDialogProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title="Link"
      returnFocus={false}
      styles={{ content: { overflow: 'visible' } }}
    >
      <LinkForm editor={editor} close={close} />
    </Modal>
  );
}

function LinkForm({ editor, close }: Omit<LinkDialogProps, 'isOpen'>) {
  const [link] = useState(() => currentLink(editor.state));
  const types = useQuery(typesQuery).data?.items;
  const linked = useQuery({ ...linkedItemQuery(link?.itemId ?? ''), enabled: Boolean(link?.itemId) });
  const [typed, setTyped] = useState<string | null>(null);
  const [chosen, setChosen] = useState<LinkedItem | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  // What the link had, until something else is typed.
  const item = typed === null ? (chosen ?? linked.data ?? null) : chosen;
  const text = typed ?? item?.title ?? link?.href ?? '';
  const submit = (): unknown => {
    const url = item ? urlOfLinkedItem(typeOf(types, item), item) : readUrl(text);
    if (url === null) return setFault('Enter a URL such as https://example.com, or choose an item from the list');
    setLink(editor, { href: url, itemId: item?.id ?? null, text: item?.title ?? text.trim() });
    return close();
  };
  return (
    <DialogForm submit={submit} close={close} label={link ? 'Update link' : 'Add link'}>
      <TargetInput
        text={text}
        types={types}
        fault={fault}
        isSearched={item === null && typed !== null && readUrl(text) === null}
        description={item ? describeItem(types, item) : 'Type a URL, or the title of an item'}
        type={(text) => {
          setTyped(text);
          setChosen(null);
          setFault(null);
        }}
        choose={(item) => {
          setChosen(item);
          setTyped(item.title);
          setFault(null);
        }}
      />
    </DialogForm>
  );
}

type TargetInputProps = {
  text: string;
  types: PostType[] | undefined;
  fault: string | null;
  isSearched: boolean;
  description: string;
  type(text: string): void;
  choose(item: LinkedItem): void;
};

function TargetInput({ text, types, fault, isSearched, description, type, choose }: TargetInputProps) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [words] = useDebouncedValue(isSearched ? text.trim() : '', 150);
  const { data, isFetching } = useQuery({
    queryKey: ['content', 'any', 'to-link', words],
    queryFn: ({ signal }) => findItemsToLink(words, signal),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  });
  const found = isSearched && words !== '' ? (data ?? []) : [];
  return (
    <Combobox
      store={combobox}
      // Within the dialog, for screen readers.
      withinPortal={false}
      onOptionSubmit={(id) => {
        const item = found.find((item) => item.id === id);
        if (item) choose(item);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target>
        <TextInput
          label="URL or item"
          description={description}
          required
          value={text}
          error={fault}
          data-autofocus
          autoComplete="off"
          onFocus={(event) => event.currentTarget.select()}
          onBlur={() => combobox.closeDropdown()}
          onChange={(event) => {
            type(event.currentTarget.value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isSearched || words === ''}>
        <Combobox.Options aria-label="Items">
          {found.length === 0 && <Combobox.Empty>{isFetching ? 'Searching…' : 'No items found'}</Combobox.Empty>}
          {found.map((item) => (
            <Combobox.Option key={item.id} value={item.id}>
              <Group gap="xs" justify="space-between" wrap="nowrap">
                <Text size="sm" truncate>
                  {item.title}
                </Text>
                <Text size="xs" span style={{ flex: 'none' }}>
                  {describeItem(types, item)}
                </Text>
              </Group>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function typeOf(types: PostType[] | undefined, item: LinkedItem): PostType | undefined {
  return types?.find(({ name }) => name === item.type);
}

/** "Posts", "Pages · Draft" */
function describeItem(types: PostType[] | undefined, item: LinkedItem): string {
  const label = typeOf(types, item)?.label ?? humanize(item.type);
  return item.status === 'publish' ? label : `${label} · ${humanize(item.status)}`;
}
