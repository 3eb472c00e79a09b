// "Did you mean": the known words that are closest to one that is not known.

/** The best of the candidates, or null if none is similar. */
export function findSimilar(word: string, candidates: readonly string[]): string | null {
  const lowered = word.toLowerCase();
  const maxDistance = lowered.length <= 3 ? 1 : Math.max(2, Math.floor(lowered.length / 4));
  let best: { candidate: string; distance: number } | null = null;
  for (const candidate of candidates) {
    const distance = lowered.length > 2 && candidate.startsWith(lowered) ? 1 : countEdits(lowered, candidate);
    if (distance <= maxDistance && (best === null || distance < best.distance)) best = { candidate, distance };
  }
  return best?.candidate ?? null;
}

/** Letters to insert, delete, replace or swap with their neighbor (optimal string alignment). */
function countEdits(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= from.length; row += 1) {
    const [above, current, twoAbove] = [rows[row - 1] as number[], [row], rows[row - 2]];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      let edits = Math.min(
        (above[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (above[column - 1] as number) + (isSame ? 0 : 1),
      );
      const isSwap = twoAbove && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (isSwap) edits = Math.min(edits, (twoAbove[column - 2] as number) + 1);
      current.push(edits);
    }
    rows.push(current);
  }
  return rows.at(-1)?.at(-1) as number;
}
