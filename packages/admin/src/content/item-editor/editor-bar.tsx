// The bar above the editor: a link back to the list, the status, and the actions.

import type { DraftNote, Editor, PostType } from '@frontdesk/client';
import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconArrowBackUp,
  IconArrowLeft,
  IconClock,
  IconClockX,
  IconDots,
  IconExternalLink,
  IconEye,
  IconHistory,
  IconLayoutSidebarRight,
  IconLink,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useMe } from '../../accounts/me.ts';
import { api } from '../../api/api.ts';
import { lazyPart } from '../../api/load-part.tsx';
import { formatTime } from '../../ui/format.ts';
import { TextLink } from '../../ui/links.tsx';
import { lastSearchOf } from '../../ui/list-query.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { toastError } from '../../ui/toast.tsx';
import { deletePermanently, discardDraft, trashItem } from '../items/item-actions.tsx';
import { type AnyItem, type AnyListedItem, usesDraft } from '../items/item-query.ts';
import { OtherEditors } from '../items/other-editors.tsx';
import { statusLabels } from '../items/status-labels.ts';
import classes from './item-editor.module.css';
import type { StatusChange } from './save-item.ts';
import { SavedState } from './saved-state.tsx';
import type { ItemEditor } from './use-item-editor.ts';
import type { PanelDrawer } from './use-panel-drawer.ts';

const HistoryPanel = lazyPart(() => import('./history-panel.tsx'), 'HistoryPanel');

const ScheduleDialog = lazyPart(() => import('./schedule-dialog.tsx'), 'ScheduleDialog');

const UnpublishDialog = lazyPart(() => import('./schedule-dialog.tsx'), 'UnpublishDialog');

const PreviewLinkDialog = lazyPart(() => import('./preview-link-dialog.tsx'), 'PreviewLinkDialog');

type EditorBarProps = { editor: ItemEditor; others: Editor[]; drawer: PanelDrawer };

export function EditorBar({ editor, others, drawer }: EditorBarProps) {
  const { type, item } = editor;
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
          {item?.draft && <StatusBadge status="draft" tone="warn" label={draftLabel(item.draft)} />}
          <SavedState editor={editor} />
          <OtherEditors editors={others} />
        </Group>
        <Group gap="xs" wrap="nowrap">
          {may('content:write') ? (
            <Actions editor={editor} />
          ) : (
            <Text size="sm" c="dimmed">
              Read-only: your role cannot edit content
            </Text>
          )}
          <ActionIcon variant="default" className={classes.panelControl} aria-label="Details" {...drawer.toggleProps}>
            <IconLayoutSidebarRight size={18} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      {item?.draft?.problem && (
        <Text size="sm" c="var(--mantine-color-error)" mt={6} role="alert">
          The draft was not published: {item.draft.problem}
        </Text>
      )}
    </div>
  );
}

function draftLabel({ publishAt }: DraftNote): string {
  return publishAt === null ? 'Draft not live yet' : `Goes live ${formatTime(publishAt)}`;
}

function Actions({ editor }: { editor: ItemEditor }) {
  const { item, saving, save, isDirty, isAutosaved, type, show } = editor;
  const [isScheduling, { open, close }] = useDisclosure(false);
  const [isUnpublishing, unpublishing] = useDisclosure(false);
  const [isLinkOpen, link] = useDisclosure(false);
  const [isHistoryOpen, history] = useDisclosure(false);
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
  const isBeside = item !== null && usesDraft(item);
  // What was autosaved can be saved as well: people press the button to be sure.
  const canSave = isDirty || isAutosaved;
  const hasChanges = isDirty || item?.draft !== undefined;
  const publishAt = item?.draft?.publishAt ?? null;
  const onSite = item && urlOnSite(type, item);
  return (
    <Group gap="xs" wrap="nowrap">
      {item && (
        <ActionIcon variant="default" aria-label="Preview" title="Preview" onClick={() => openPreview(item)}>
          <IconEye size={18} aria-hidden />
        </ActionIcon>
      )}
      {isDraft ? (
        <Button variant="default" disabled={item !== null && !canSave} {...busy('save')} onClick={() => press('save')}>
          Save draft
        </Button>
      ) : (
        <Button variant="default" disabled={!canSave} {...busy('save')} onClick={() => press('save')}>
          {status === 'publish' ? 'Save draft' : 'Update'}
        </Button>
      )}
      <Button
        disabled={status === 'publish' && !hasChanges}
        {...busy('publish')}
        onClick={() => press('publish', isBeside ? { publish: {} } : { status: 'publish' })}
      >
        {status === 'scheduled' ? 'Publish now' : 'Publish'}
      </Button>
      <Menu>
        <Menu.Target>
          <ActionIcon variant="default" aria-label="More actions">
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconClock size={16} aria-hidden />}
            disabled={status === 'publish' && !hasChanges}
            onClick={open}
          >
            {status === 'scheduled' || publishAt ? 'Reschedule…' : status === 'publish' ? 'Publish at…' : 'Schedule…'}
          </Menu.Item>
          {publishAt && (
            <Menu.Item
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={() => save({ publish: { at: null } })}
            >
              Do not publish at that time
            </Menu.Item>
          )}
          {item?.draft && (
            <Menu.Item
              leftSection={<IconX size={16} aria-hidden />}
              onClick={async () => {
                const live = await discardDraft(item);
                if (live) show(live);
              }}
            >
              Discard draft
            </Menu.Item>
          )}
          {item && (
            <Menu.Item leftSection={<IconHistory size={16} aria-hidden />} onClick={history.open}>
              History
            </Menu.Item>
          )}
          {item && (
            <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={link.open}>
              Preview link…
            </Menu.Item>
          )}
          {onSite && (
            <Menu.Item
              component="a"
              href={onSite}
              target="_blank"
              rel="noopener"
              leftSection={<IconExternalLink size={16} aria-hidden />}
            >
              View on site
            </Menu.Item>
          )}
          {item && <Menu.Divider />}
          {!isDraft && (
            <Menu.Item leftSection={<IconClockX size={16} aria-hidden />} onClick={unpublishing.open}>
              Unpublish at…
            </Menu.Item>
          )}
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
      {item && isHistoryOpen && (
        <Suspense>
          <HistoryPanel editor={editor} item={item} close={history.close} />
        </Suspense>
      )}
      {isScheduling && (
        <Suspense>
          <ScheduleDialog editor={editor} close={close} />
        </Suspense>
      )}
      {isUnpublishing && (
        <Suspense>
          <UnpublishDialog editor={editor} close={unpublishing.close} />
        </Suspense>
      )}
      {item && isLinkOpen && (
        <Suspense>
          <PreviewLinkDialog item={item} close={link.close} />
        </Suspense>
      )}
    </Group>
  );
}

/** Where an item is on the site. Null if its type does not say it, or visitors do not see the item. */
function urlOnSite(
  { url, name, plural }: PostType,
  { id, slug, status }: Pick<AnyListedItem, 'id' | 'slug' | 'status'>,
): string | null {
  if (url === undefined || status !== 'publish') return null;
  const values: Record<string, string> = { type: name, plural, slug, id };
  return url.replace(/\{(\w+)\}/g, (placeholder, name) => encodeURIComponent(values[name] ?? placeholder));
}

const hourSeconds = 3600;

/** Opens the preview of what is saved in a new tab, at once with the click: browsers block one that opens later. */
async function openPreview({ id, type }: Pick<AnyItem, 'id' | 'type'>): Promise<void> {
  const tab = window.open('', '_blank');
  try {
    const { url } = await api.content(type).preview(id, { expiresInSeconds: hourSeconds });
    if (!tab) return window.location.assign(url);
    // The site must not reach the admin.
    tab.opener = null;
    tab.location.replace(url);
  } catch (error) {
    tab?.close();
    toastError(error);
  }
}
