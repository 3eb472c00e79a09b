// The rows of a list: add, duplicate, remove, collapse, and move by the pointer, the arrow keys or the menu.

import { ActionIcon, Button, Group, Input, Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronRight,
  IconCopy,
  IconDots,
  IconGripVertical,
  IconTrash,
} from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { type Gap, gapAt, scrollAtEdges } from '../../ui/drag.ts';
import type { InputProps, InputValue } from '../input-props.ts';
import { hasFault, ownFault } from './faults-inside.ts';
import classes from './nested.module.css';
import { moved, placeInGap } from './row-order.ts';

type RowListProps = Pick<InputProps, 'common' | 'pointer' | 'saving'> & {
  rows: InputValue[];
  set(rows: InputValue[]): void;
  /** What people know the row by: "1: Small". */
  titleOf(row: InputValue, index: number): string;
  /** Beside the title of a row that can be collapsed. */
  kindOf?(row: InputValue): string | undefined;
  /** Its inputs. They are beside the handle, unless rows can be collapsed. */
  render(row: InputValue, index: number, set: (row: InputValue) => void): ReactNode;
  isCollapsible?: boolean;
  mayDuplicate?: boolean;
  /** The button or menu that adds a row; `add` puts it at the end. */
  adder(add: (...rows: InputValue[]) => void): ReactNode;
};

type Focus = { part: 'handle' | 'body'; key: string } | { part: 'adder' };

export function RowList(props: RowListProps) {
  const { common, pointer, saving, rows, set, titleOf, kindOf, render, isCollapsible = false, adder } = props;
  const keys = useKeys(rows.length);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  // Set together with the rows, so that the element is there when it takes effect.
  const [focus, setFocus] = useState<Focus | null>(null);
  const isWrong = (index: number): boolean => hasFault(saving.faults, `${pointer}/${index}`);

  // A row with a fault stays open when the fault is mended.
  const wrong = rows.flatMap((_, index) => (isWrong(index) ? [keys.all[index] as string] : [])).join(' ');
  useEffect(() => {
    if (wrong !== '') setOpen((open) => new Set([...open, ...wrong.split(' ')]));
  }, [wrong]);

  useEffect(() => {
    if (focus === null) return;
    if (focus.part === 'adder') {
      frame.current?.querySelector<HTMLElement>(':scope > [data-adder] :is(button, input)')?.focus();
      return;
    }
    const row = list.current?.querySelector(`:scope > [data-row="${CSS.escape(focus.key)}"]`);
    const handle = row?.querySelector<HTMLElement>('[data-handle]');
    const input = row?.querySelector<HTMLElement>(':scope [data-row-body] :is(input, textarea, button)');
    ((focus.part === 'body' && input) || handle)?.focus();
  }, [focus]);

  /** Faults refer to the previous places of the rows. */
  const arrange = (next: InputValue[], nextKeys: string[]): void => {
    saving.forget(pointer);
    keys.set(nextKeys);
    set(next);
  };
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= rows.length || from === to) return;
    setFocus({ key: keys.all[from] as string, part: 'handle' });
    setAnnouncement(`${titleOf(rows[from] ?? null, from)} moved to position ${to + 1} of ${rows.length}`);
    arrange(moved(rows, from, to), moved(keys.all, from, to));
  };
  const insert = (index: number, added: InputValue[]): void => {
    const addedKeys = added.map(() => keys.create());
    const [first] = addedKeys;
    if (first === undefined) return;
    setFocus({ key: first, part: 'body' });
    setOpen((open) => new Set([...open, ...addedKeys]));
    setAnnouncement(`Row added at position ${index + 1} of ${rows.length + added.length}`);
    arrange(rows.toSpliced(index, 0, ...added), keys.all.toSpliced(index, 0, ...addedKeys));
  };
  const remove = (index: number): void => {
    const next = keys.all[index + 1] ?? keys.all[index - 1];
    setFocus(next === undefined ? { part: 'adder' } : { key: next, part: 'handle' });
    setAnnouncement(`${titleOf(rows[index] ?? null, index)} removed`);
    arrange(rows.toSpliced(index, 1), keys.all.toSpliced(index, 1));
  };
  const elements = (): HTMLElement[] => [...(list.current?.children ?? [])] as HTMLElement[];
  const drag = useRowDrag(elements, move);
  const error = ownFault(saving.faults, pointer, (name) => Number(name) < rows.length);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out like this
    <div role="group" aria-label={common.label} data-pointer={pointer} ref={frame}>
      <Group justify="space-between" gap="xs" mih={30}>
        <Input.Label component="div" labelElement="div" required={common.required}>
          {common.label}
        </Input.Label>
        {isCollapsible && rows.length > 1 && (
          <Group gap={4}>
            <Button variant="subtle" size="compact-xs" onClick={() => setOpen(new Set(keys.all))}>
              Expand all
              <VisuallyHidden> of {common.label}</VisuallyHidden>
            </Button>
            <Button variant="subtle" size="compact-xs" onClick={() => setOpen(new Set())}>
              Collapse all
              <VisuallyHidden> of {common.label}</VisuallyHidden>
            </Button>
          </Group>
        )}
      </Group>
      {common.description && <Input.Description mb={6}>{common.description}</Input.Description>}
      {error && <Input.Error mb={6}>{error}</Input.Error>}
      {rows.length > 0 && (
        <ol className={classes.rows} ref={list}>
          {rows.map((row, index) => {
            const key = keys.all[index] as string;
            const title = titleOf(row, index);
            const body = (): ReactNode => render(row, index, (changed) => set(rows.with(index, changed)));
            return (
              <Row
                key={key}
                rowKey={key}
                title={title}
                kind={kindOf?.(row)}
                isWrong={isWrong(index)}
                {...(isCollapsible
                  ? {
                      isOpen: open.has(key) || isWrong(index),
                      toggle: () =>
                        setOpen((open) =>
                          open.has(key) ? new Set([...open].filter((other) => other !== key)) : new Set([...open, key]),
                        ),
                    }
                  : {})}
                handle={
                  <Handle
                    title={title}
                    by={(by) => move(index, index + by)}
                    cancel={drag.cancel}
                    handlers={drag.handlersOf(index)}
                  />
                }
                menu={
                  <RowMenu
                    title={title}
                    {...(index > 0 ? { up: () => move(index, index - 1) } : {})}
                    {...(index < rows.length - 1 ? { down: () => move(index, index + 1) } : {})}
                    {...(props.mayDuplicate ? { duplicate: () => insert(index + 1, [structuredClone(row)]) } : {})}
                    remove={() => remove(index)}
                  />
                }
                body={body}
              />
            );
          })}
        </ol>
      )}
      {drag.line && <div className={classes.line} style={drag.line} />}
      <div data-adder className={classes.adder}>
        {adder((...added) => insert(rows.length, added))}
      </div>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </div>
  );
}

/** Keys that stay with their rows when these are moved. */
function useKeys(count: number) {
  const last = useRef(0);
  const all = useRef<string[]>([]);
  const create = (): string => {
    last.current += 1;
    return `row-${last.current}`;
  };
  // The rows were replaced from outside.
  if (all.current.length !== count) {
    all.current = Array.from({ length: count }, (_, index) => all.current[index] ?? create());
  }
  return {
    all: all.current,
    create,
    set: (keys: string[]) => {
      all.current = keys;
    },
  };
}

type RowProps = {
  rowKey: string;
  title: string;
  kind: string | undefined;
  isWrong: boolean;
  /** Without it, the row cannot be collapsed. */
  isOpen?: boolean;
  toggle?: () => void;
  handle: ReactNode;
  menu: ReactNode;
  body(): ReactNode;
};

function Row({ rowKey, title, kind, isWrong, isOpen, toggle, handle, menu, body }: RowProps) {
  const id = useId();
  if (!toggle) {
    return (
      <li className={classes.row} data-row={rowKey}>
        <div className={classes.head}>
          {handle}
          <div className={classes.inline} data-row-body>
            {body()}
          </div>
          {menu}
        </div>
      </li>
    );
  }
  return (
    <li className={classes.row} data-row={rowKey} data-wrong={isWrong || undefined}>
      <div className={classes.head}>
        {handle}
        <UnstyledButton className={classes.toggle} onClick={toggle} aria-expanded={isOpen} aria-controls={id}>
          <IconChevronRight size={16} aria-hidden className={classes.chevron} data-open={isOpen || undefined} />
          <span className={classes.title}>{title}</span>
          {kind && <span className={classes.kind}>{kind}</span>}
        </UnstyledButton>
        {menu}
      </div>
      <div id={id} hidden={!isOpen} className={classes.body} data-row-body>
        {isOpen && body()}
      </div>
    </li>
  );
}

type HandleProps = {
  title: string;
  by(by: number): void;
  cancel(): void;
  handlers: ReturnType<ReturnType<typeof useRowDrag>['handlersOf']>;
};

function Handle({ title, by, cancel, handlers }: HandleProps) {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') cancel();
    const steps = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!steps) return;
    event.preventDefault();
    by(steps);
  };
  return (
    <button
      type="button"
      className={classes.handle}
      data-handle
      aria-label={`Move ${title}: drag, or use the arrow keys`}
      title="Drag to move"
      onKeyDown={onKeyDown}
      {...handlers}
    >
      <IconGripVertical size={16} stroke={1.5} aria-hidden />
    </button>
  );
}

type RowMenuProps = { title: string; up?: () => void; down?: () => void; duplicate?: () => void; remove(): void };

function RowMenu({ title, up, down, duplicate, remove }: RowMenuProps) {
  return (
    <Menu position="bottom-end" returnFocus={false}>
      <Menu.Target>
        <ActionIcon size={28} aria-label={`Actions for ${title}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {up && (
          <Menu.Item leftSection={<IconArrowUp size={16} aria-hidden />} onClick={up}>
            Move up
          </Menu.Item>
        )}
        {down && (
          <Menu.Item leftSection={<IconArrowDown size={16} aria-hidden />} onClick={down}>
            Move down
          </Menu.Item>
        )}
        {duplicate && (
          <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={duplicate}>
            Duplicate
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={remove}>
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

type Drag = { from: number; gap: Gap | null; end(): void };

/**
 * Drags a row to another place among its siblings: handlers for the handle of each row, and where the line of the drop is
 * drawn; null while nothing is dragged.
 */
function useRowDrag(rows: () => HTMLElement[], drop: (from: number, to: number) => void) {
  const [line, setLine] = useState<Gap['line'] | null>(null);
  const drag = useRef<Drag | null>(null);
  useEffect(() => () => drag.current?.end(), []);
  const end = (isDropped: boolean): void => {
    const current = drag.current;
    drag.current = null;
    setLine(null);
    current?.end();
    if (current?.gap && isDropped) drop(current.from, placeInGap(current.from, current.gap.index));
  };
  return {
    line,
    cancel: () => end(false),
    handlersOf: (from: number) => ({
      onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { from, gap: null, end: scrollAtEdges() };
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        if (!drag.current) return;
        const boxes = rows().map((row) => row.getBoundingClientRect());
        drag.current.gap = gapAt(boxes, clientX, clientY, false);
        setLine(drag.current.gap?.line ?? null);
      },
      onPointerUp: () => end(true),
      onPointerCancel: () => end(false),
    }),
  };
}
