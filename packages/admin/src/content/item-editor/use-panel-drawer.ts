// The panel of an item is a drawer on tablets, and always there on other screens.

import type { Fault } from '@frontdesk/client';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isWide } from '../../fields/field-kinds.ts';
import type { ItemEditor } from './use-item-editor.ts';

export type PanelDrawer = ReturnType<typeof usePanelDrawer>;

/** It opens by itself for what is wrong in it. */
export function usePanelDrawer({ saving: { faults }, type: { fields } }: ItemEditor) {
  const [isOpen, setOpen] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const mainPointers = new Set(['/title', '/content', ...fields.filter(isWide).map(({ name }) => `/fields/${name}`)]);
    const isInPanel = ({ pointer }: Fault): boolean => !mainPointers.has(pointer.split('/').slice(0, 3).join('/'));
    if (faults.some(isInPanel)) setOpen(true);
  }, [faults, fields]);
  useEffect(() => {
    if (!isOpen) return;
    const wrong = panel.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (wrong ?? panel.current)?.focus();
  }, [isOpen]);
  const close = (): void => {
    setOpen(false);
    toggle.current?.focus();
  };
  return {
    toggleProps: { ref: toggle, 'aria-expanded': isOpen, onClick: () => setOpen(!isOpen) },
    panelProps: {
      ref: panel,
      tabIndex: -1,
      'data-open': isOpen || undefined,
      onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => {
        // Not for what is open above it, whose events arrive here as well.
        if (event.key === 'Escape' && event.currentTarget.contains(event.target as Node)) close();
      },
    },
    close,
  };
}
