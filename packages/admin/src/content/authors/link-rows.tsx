// The links of an author: a label and a URL each.

import { ActionIcon, Button, Fieldset, Group, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { Saving } from '../../ui/saving.ts';

/** The key stays when other rows are removed. */
export type Link = { key: number; label: string; url: string };

const labelAt = (index: number): string => `Label of link ${index + 1}`;
const urlAt = (index: number): string => `URL of link ${index + 1}`;

/** Names of the inputs for the error summary, by pointer. */
export function linkLabels(links: readonly Link[]): Record<string, string> {
  const entries = links.flatMap((_, index) => [
    [`/links/${index}/label`, labelAt(index)],
    [`/links/${index}/url`, urlAt(index)],
  ]);
  return Object.fromEntries(entries);
}

type LinkRowsProps = { links: Link[]; set(links: Link[]): void; field: Saving<unknown>['field'] };

export function LinkRows({ links, set, field }: LinkRowsProps) {
  const change = (index: number, part: Partial<Link>): void =>
    set(links.map((link, at) => (at === index ? { ...link, ...part } : link)));
  return (
    <Fieldset legend="Links">
      <Stack gap="xs">
        {links.map(({ key, label, url }, index) => (
          <Group key={key} gap="xs" align="start" wrap="nowrap">
            <TextInput
              aria-label={labelAt(index)}
              placeholder="Label"
              w={140}
              value={label}
              onChange={(event) => change(index, { label: event.currentTarget.value })}
              {...field(`/links/${index}/label`)}
            />
            <TextInput
              aria-label={urlAt(index)}
              placeholder="https://"
              type="url"
              flex={1}
              value={url}
              onChange={(event) => change(index, { url: event.currentTarget.value })}
              {...field(`/links/${index}/url`)}
            />
            <ActionIcon
              mt={4}
              aria-label={`Remove link ${index + 1}`}
              onClick={() => set(links.filter((link) => link.key !== key))}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'start' }}
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={links.length >= 20}
          onClick={() => set([...links, { key: Math.max(0, ...links.map(({ key }) => key)) + 1, label: '', url: '' }])}
        >
          Add link
        </Button>
      </Stack>
    </Fieldset>
  );
}
