// The bar above the editor: a link back to the list, the status, and the actions.

import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowBackUp, IconArrowLeft, IconClock, IconDots, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMe } from '../accounts/me.ts';
import { TextLink } from '../ui/links.tsx';
import { lastSearchOf } from '../ui/list-query.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { deletePermanently, trashItem } from './item-actions.ts';
import classes from './item-editor.module.css';
import { SavedState } from './saved-state.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { statusLabels } from './status-labels.ts';
import type { ItemEditor, StatusChange } from './use-item-editor.ts';

export function EditorBar({ editor }: { editor: ItemEditor }) {
  const { type, item, saving, isDirty, savedAt } = editor;
  const { may } = useMe();
  return (
    <div className={classes.bar}>
      <Group justify="space-between" gap="xs">
        <Group gap="sm" miw={0}>
          <TextLink
            to="/content/$type"
            params={{ type: type.name }}
            search={lastSearchOf(`/content/${type.name}`)}
            c="dimmed"
            size="sm"
          >
            <IconArrowLeft size={15} aria-hidden style={{ verticalAlign: '-2px', marginRight: 4 }} />
            {type.label}
          </TextLink>
          <StatusBadge status={item?.status ?? 'draft'} label={item ? statusLabels[item.status] : 'New'} />
          <SavedState isDirty={isDirty} isSaving={saving.isSaving} isFailed={saving.error !== null} savedAt={savedAt} />
        </Group>
        {may('content:write') ? (
          <Actions editor={editor} />
        ) : (
          <Text size="sm" c="dimmed">
            Read-only: your role cannot edit content
          </Text>
        )}
      </Group>
    </div>
  );
}

function Actions({ editor }: { editor: ItemEditor }) {
  const { item, saving, save, isDirty, type } = editor;
  const [isScheduling, { open, close }] = useDisclosure(false);
  const navigate = useNavigate();
  const leave = (): unknown => navigate({ to: '/content/$type', params: { type: type.name }, ignoreBlocker: true });
  const status = item?.status ?? 'draft';
  // The button that was pressed shows the progress; the save shortcut only the text beside the status.
  const [pressed, setPressed] = useState<'save' | 'publish' | null>(null);
  const press = async (button: 'save' | 'publish', change?: StatusChange): Promise<void> => {
    setPressed(button);
    await save(change);
    setPressed(null);
  };
  const busy = (button: 'save' | 'publish') => ({
    loading: pressed === button && saving.isSaving,
    loaderProps: { 'aria-hidden': true },
  });

  if (item && status === 'trash') {
    return (
      <Group gap="xs">
        <Button variant="default" onClick={async () => (await deletePermanently(item)) && leave()}>
          Delete permanently
        </Button>
        <Button {...busy('save')} onClick={() => press('save', { status: 'draft' })}>
          Restore
        </Button>
      </Group>
    );
  }
  const isDraft = status === 'draft';
  return (
    <Group gap="xs" wrap="nowrap">
      {isDraft ? (
        <Button variant="default" disabled={item !== null && !isDirty} {...busy('save')} onClick={() => press('save')}>
          Save draft
        </Button>
      ) : (
        <Button
          variant={status === 'publish' ? 'filled' : 'default'}
          disabled={!isDirty}
          {...busy('save')}
          onClick={() => press('save')}
        >
          Update
        </Button>
      )}
      {status !== 'publish' && (
        <Button {...busy('publish')} onClick={() => press('publish', { status: 'publish' })}>
          {isDraft ? 'Publish' : 'Publish now'}
        </Button>
      )}
      <Menu>
        <Menu.Target>
          <ActionIcon variant="default" aria-label="More actions">
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconClock size={16} aria-hidden />} onClick={open}>
            {status === 'scheduled' ? 'Reschedule…' : 'Schedule…'}
          </Menu.Item>
          {!isDraft && (
            <Menu.Item
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={() => save({ status: 'draft', publishedAt: null })}
            >
              {status === 'scheduled' ? 'Unschedule' : 'Unpublish'}
            </Menu.Item>
          )}
          {item && (
            <Menu.Item
              leftSection={<IconTrash size={16} aria-hidden />}
              // Unsaved changes are saved with it. The editor then stays open, so that it can be restored here.
              onClick={async () => (isDirty ? save({ status: 'trash' }) : (await trashItem(item)) && leave())}
            >
              Move to trash
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ScheduleDialog editor={editor} isOpen={isScheduling} close={close} />
    </Group>
  );
}
