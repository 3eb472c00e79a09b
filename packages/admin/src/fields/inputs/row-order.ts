// Rows in another order.

/** The list with the entry at `from` at `to`; the same list if there is no such place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  if (from === to || from < 0 || from >= list.length || to < 0 || to >= list.length) return [...list];
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, list[from] as T);
}

/** Where the entry at `from` comes to be if it is dropped into the gap before `gap`. */
export function placeInGap(from: number, gap: number): number {
  return gap > from ? gap - 1 : gap;
}
