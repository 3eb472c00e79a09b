// Finds what a misspelt name was meant to be.

/** The known name that differs in the fewest letters; null if every name differs in more than `maxMistakes`. */
export function nearestName(name: string, known: readonly string[], maxMistakes: number): string | null {
  const found = known
    .map((one) => ({ one, mistakes: countMistakes(name, one) }))
    .sort((a, b) => a.mistakes - b.mistakes)[0];
  return found && found.mistakes <= maxMistakes ? found.one : null;
}

/** How many letters must be inserted, removed or replaced to turn one text into the other (Levenshtein). */
function countMistakes(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1];
    for (let at = 1; at <= b.length; at++) {
      const replaced = (row[at - 1] as number) + (letter === b[at - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[at] as number) + 1, (next[at - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
