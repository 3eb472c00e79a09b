// SQL as it is logged and traced.

const maxLength = 2000;

/** Parameters have placeholders already; the few texts and numbers that are written out get one too. */
export function withoutValues(text: string): string {
  const short = text
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/(?<![\w"$.])\d+(?:\.\d+)?(?![\w"])/g, '?')
    .replace(/\s+/g, ' ')
    .trim();
  return short.length > maxLength ? `${short.slice(0, maxLength)} …` : short;
}
