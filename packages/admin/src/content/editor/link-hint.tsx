// Below the link with the cursor: where it leads, with its status if that is an item, and ways to open, change and remove it.

import { Anchor, Button, Paper } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { type Editor, useEditorState } from '@tiptap/react';
import { useEffect, useState } from 'react';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { cursorPlace } from './cursor-place.ts';
import { currentLink, removeLink } from './links/current-link.ts';
import { linkedIds, showLinkedItems } from './links/item-link-marks.ts';
import { linkedItemQuery } from './links/linked-item.ts';
import classes from './links/links.module.css';

type LinkHintProps = { editor: Editor; edit(): void };

export function LinkHint({ editor, edit }: LinkHintProps) {
  useLinkedItems(editor);
  const link = useEditorState({
    editor,
    selector: ({ editor }) => {
      const found = editor.state.selection.empty ? currentLink(editor.state) : null;
      return found && { href: found.href, itemId: found.itemId, from: found.from };
    },
  });
  const item = useQuery({ ...linkedItemQuery(link?.itemId ?? ''), enabled: Boolean(link?.itemId) }).data;
  if (!link || editor.isDestroyed) return null;
  const { bottom, left } = cursorPlace(editor);
  const isItem = link.itemId !== null;
  const href = isItem ? item && `/admin/content/${item.type}/${item.id}` : shownHref(link.href);
  const label = isItem ? (item?.title ?? (item === null ? 'This item was deleted' : 'Item')) : link.href;
  return (
    <Paper
      withBorder
      shadow="md"
      role="group"
      aria-label="Link"
      className={classes.hint ?? ''}
      style={{ top: bottom, left: `min(${left}px, max(0px, 100% - 420px))` }}
    >
      {href ? (
        <Anchor inherit truncate href={href} target="_blank" rel="noreferrer" title={`Open ${label}`}>
          {label}
        </Anchor>
      ) : (
        <span>{label}</span>
      )}
      {item && item.status !== 'publish' && <StatusBadge status={item.status} />}
      <Button size="compact-xs" variant="default" onClick={edit} style={{ flex: 'none' }}>
        Edit link
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => removeLink(editor)} style={{ flex: 'none' }}>
        Remove link
      </Button>
    </Paper>
  );
}

/** What may be opened from the admin. A path would open the admin's own site. */
function shownHref(href: string): string | null {
  return /^(?:https?:|mailto:)/i.test(href) ? href : null;
}

const delay = 400;

/** Keeps the marks of links up to date with the items that they lead to. */
function useLinkedItems(editor: Editor): void {
  const [ids, setIds] = useState(() => linkedIds(editor.state.doc));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onUpdate = ({ transaction }: { transaction: { docChanged: boolean } }): void => {
      if (!transaction.docChanged) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        const next = linkedIds(editor.state.doc);
        setIds((before) => (String(before) === String(next) ? before : next));
      }, delay);
    };
    editor.on('transaction', onUpdate);
    return () => {
      clearTimeout(timer);
      editor.off('transaction', onUpdate);
    };
  }, [editor]);
  const results = useQueries({ queries: ids.map((id) => linkedItemQuery(id)) });
  const found = ids.flatMap((id, index) =>
    results[index]?.data === undefined ? [] : [[id, results[index].data] as const],
  );
  const shown = JSON.stringify(found);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` says what was found
  useEffect(() => {
    if (found.length > 0 && !editor.isDestroyed) editor.view.dispatch(showLinkedItems(editor.state.tr, new Map(found)));
  }, [editor, shown]);
}
