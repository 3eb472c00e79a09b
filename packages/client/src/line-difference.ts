// What differs between two texts, line by line, for people to read.

/** Lines to be removed (`-`) and added (`+`) to come from `before` to `after`, with the lines around them; '' when equal. */
export function lineDifference(before: string, after: string, context = 2): string {
  const lines = compareLines(before.split('\n'), after.split('\n'));
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - context), at + context + 1).some((line) => !line.startsWith(' ')),
  );
  const shown: string[] = [];
  for (const [at, line] of lines.entries()) {
    if (isNear[at]) shown.push(line.trimEnd());
    else if (isNear[at - 1] && isNear.includes(true, at)) shown.push('  …');
  }
  return shown.join('\n');
}

/** The longest common subsequence keeps its place; what is the same at both ends is not compared. */
function compareLines(before: string[], after: string[]): string[] {
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const same = (lines: string[]): string[] => lines.map((line) => `  ${line}`);
  return [
    ...same(before.slice(0, start)),
    ...compareMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...same(before.slice(before.length - end)),
  ];
}

function compareMiddle(before: string[], after: string[]): string[] {
  const common = commonLengths(before, after);
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push(`  ${before[i]}`);
      i += 1;
      j += 1;
    } else if (j >= after.length || (i < before.length && lengthAt(common, i + 1, j) >= lengthAt(common, i, j + 1))) {
      lines.push(`- ${before[i]}`);
      i += 1;
    } else {
      lines.push(`+ ${after[j]}`);
      j += 1;
    }
  }
  return lines;
}

/** At [i][j] the length of the longest common subsequence of what follows. */
function commonLengths(before: string[], after: string[]): Uint32Array[] {
  const common = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const length =
        before[i] === after[j]
          ? lengthAt(common, i + 1, j + 1) + 1
          : Math.max(lengthAt(common, i + 1, j), lengthAt(common, i, j + 1));
      (common[i] as Uint32Array)[j] = length;
    }
  }
  return common;
}

function lengthAt(common: Uint32Array[], i: number, j: number): number {
  return common[i]?.[j] ?? 0;
}
