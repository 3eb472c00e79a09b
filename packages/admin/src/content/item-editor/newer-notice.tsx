// Says that someone else has saved the item since it was opened here, while something was typed here.

import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { ItemComparison } from './item-comparison.tsx';
import { membersOfValues } from './item-members.ts';
import { valuesOf } from './item-values.ts';
import type { ItemEditor } from './use-item-editor.ts';
import { useNameOfMaker } from './use-newer-version.ts';

export function NewerNotice({ editor }: { editor: ItemEditor }) {
  const [isComparing, setComparing] = useState(false);
  const { newer, isDirty, isDeciding, type } = editor;
  const who = useNameOfMaker(editor.item, newer?.theirs);
  if (!newer || isDeciding) return null;
  return (
    <Alert role="status" color="yellow" mb="md" icon={<IconUsers aria-hidden />} title={`${who} saved a newer version`}>
      <Stack gap="sm">
        {isDirty ? (
          <Text size="sm">
            What you have typed since is kept in this browser, and is not saved until you decide which version to keep.
          </Text>
        ) : (
          <Text size="sm">Load it before you go on.</Text>
        )}
        {isComparing && !isDirty && (
          <ItemComparison
            before={membersOfValues(valuesOf(type, newer.theirs))}
            after={membersOfValues(editor.values)}
            labels={{ before: 'Their version', after: 'Your version' }}
          />
        )}
        <Group gap="xs">
          {isDirty ? (
            <Button size="xs" onClick={editor.decide}>
              Decide…
            </Button>
          ) : (
            <>
              <Button size="xs" onClick={editor.loadTheirs}>
                Load it
              </Button>
              <Button
                size="xs"
                variant="default"
                aria-expanded={isComparing}
                onClick={() => setComparing(!isComparing)}
              >
                Compare
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}
