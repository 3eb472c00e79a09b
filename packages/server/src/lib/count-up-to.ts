/** How many of these, which are in the order of what `measure` says of them, have a value up to this one. */
export function countUpTo<Item, Value extends number | string>(
  items: readonly Item[],
  value: Value,
  measure: (item: Item) => Value,
): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (measure(items[middle] as Item) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
