// What conditions compare with, as texts of a query.

/** The values of a list with commas: `a\,b,c` has two. `\,` is a comma within a value and `\\` a backslash. */
export function splitList(text: string): string[] {
  const values = [''];
  for (const [token] of text.matchAll(/\\[\\,]|./gsu)) {
    if (token === ',') values.push('');
    else values.push(values.pop() + (token.startsWith('\\') ? (token[1] ?? token) : token));
  }
  return values;
}

/** A date is its first moment in UTC. In a query, `+` stands for a space, so that a zone may have lost its sign. */
export function completeTime(text: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text.replace(/ (?=\d\d:?\d\d$)/, '+');
}
