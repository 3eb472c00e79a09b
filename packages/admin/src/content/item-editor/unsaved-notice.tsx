// Says that the editor shows, or offers, text of an earlier session that the server does not have.

import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { formatClock } from '../../ui/format.ts';
import { ItemComparison } from './item-comparison.tsx';
import { membersOfValues } from './item-members.ts';
import { newValues, valuesOf, withValues } from './item-values.ts';
import type { ItemEditor } from './use-item-editor.ts';
import type { ItemCopy, UnsavedCopies } from './use-unsaved-copy.ts';

type UnsavedNoticeProps = { editor: ItemEditor; copies: UnsavedCopies };

export function UnsavedNotice({ editor, copies }: UnsavedNoticeProps) {
  const { offered, restored, isFailing } = copies;
  return (
    <Stack gap="sm" mb="md">
      {isFailing && (
        <Alert color="yellow" role="alert" icon={<IconAlertTriangle aria-hidden />} title="No copy in this browser">
          The browser could not store a copy of what you type. It may be out of space. Save before you leave.
        </Alert>
      )}
      {restored && (
        <Alert
          role="status"
          icon={<IconHistory aria-hidden />}
          title={`Unsaved text from ${timeOf(restored)} restored`}
        >
          <Group justify="space-between" gap="xs">
            <Text size="sm">It is not on the server yet. Save to keep it.</Text>
            <Button variant="default" size="xs" onClick={() => copies.discard(restored)}>
              Discard it
            </Button>
          </Group>
        </Alert>
      )}
      {offered.map((copy) => (
        <Offer key={copy.id} copy={copy} editor={editor} copies={copies} />
      ))}
    </Stack>
  );
}

function Offer({ copy, editor, copies }: UnsavedNoticeProps & { copy: ItemCopy }) {
  const [isComparing, setComparing] = useState(false);
  const { item, type } = editor;
  const saved = item ? valuesOf(type, item) : newValues(type);
  return (
    <Alert role="status" icon={<IconHistory aria-hidden />} title={`You have unsaved text from ${timeOf(copy)}`}>
      <Stack gap="sm">
        <Text size="sm">
          {item && item.etag !== copy.content.item?.etag
            ? 'The item was saved elsewhere since. If you restore the text, you decide which version to keep.'
            : `“${copy.title}” was typed in this browser and never saved.`}
        </Text>
        {isComparing && (
          <ItemComparison
            before={membersOfValues(saved)}
            after={membersOfValues(withValues(saved, copy.content.values))}
            labels={{ before: 'Saved version', after: 'Unsaved text' }}
          />
        )}
        <Group gap="xs">
          <Button size="xs" onClick={() => copies.restore(copy)}>
            Restore
          </Button>
          <Button size="xs" variant="default" aria-expanded={isComparing} onClick={() => setComparing(!isComparing)}>
            {item ? 'Compare' : 'Preview'}
          </Button>
          <Button size="xs" variant="subtle" color="gray" onClick={() => copies.discard(copy)}>
            Discard
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

/** "14:32", "9 Mar 2026, 14:32" */
function timeOf({ typedAt }: ItemCopy): string {
  return formatClock(new Date(typedAt).toISOString());
}
