// Drags a row to another place among its siblings.

import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { type Gap, gapAt, scrollAtEdges } from '../../ui/drag.ts';
import { placeInGap } from './row-order.ts';

type Drag = { from: number; gap: Gap | null; end(): void };

/** Handlers for the handle of each row, and where the line of the drop is drawn; null while nothing is dragged. */
export function useRowDrag(rows: () => HTMLElement[], drop: (from: number, to: number) => void) {
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
