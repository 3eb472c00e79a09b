// Dragging by pointer events alone, so that it is the same for a mouse, a finger and a pen: between which siblings something
// would be dropped, and scrolling meanwhile.

export type Gap = { index: number; line: { left: number; top: number; width: number; height: number } };

const thickness = 3;

/** The gap between siblings that is nearest to a point, and where its line is drawn. Siblings in rows have upright lines. */
export function gapAt(boxes: readonly DOMRect[], x: number, y: number, isInRows: boolean): Gap | null {
  const sides = boxes.flatMap((box, index) => {
    const { left, top, width, height, right, bottom } = box;
    return isInRows
      ? [
          {
            index,
            line: { left: left - 6, top, width: thickness, height },
            far: distance(x, y, left, left, top, bottom),
          },
          {
            index: index + 1,
            line: { left: right + 3, top, width: thickness, height },
            far: distance(x, y, right, right, top, bottom),
          },
        ]
      : [
          { index, line: { left, top: top - 6, width, height: thickness }, far: Math.abs(y - top) },
          { index: index + 1, line: { left, top: bottom + 3, width, height: thickness }, far: Math.abs(y - bottom) },
        ];
  });
  const nearest = sides.reduce<(typeof sides)[number] | null>(
    (best, side) => (best === null || side.far < best.far ? side : best),
    null,
  );
  return nearest && { index: nearest.index, line: nearest.line };
}

function distance(x: number, y: number, left: number, right: number, top: number, bottom: number): number {
  const dx = Math.max(left - x, 0, x - right);
  const dy = Math.max(top - y, 0, y - bottom);
  return Math.hypot(dx, dy);
}

const edge = 60;

/** Scrolls while the pointer is near the top or bottom of the window, until the returned function is called. */
export function scrollAtEdges(): () => void {
  let y = window.innerHeight / 2;
  const follow = (event: globalThis.PointerEvent): void => {
    y = event.clientY;
  };
  let frame = 0;
  const scroll = (): void => {
    const by = Math.min(0, y - edge) + Math.max(0, y - window.innerHeight + edge);
    if (by !== 0) window.scrollBy(0, by / 4);
    frame = requestAnimationFrame(scroll);
  };
  window.addEventListener('pointermove', follow);
  frame = requestAnimationFrame(scroll);
  return () => {
    window.removeEventListener('pointermove', follow);
    cancelAnimationFrame(frame);
  };
}
