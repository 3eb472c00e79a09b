// The pages of a form in the builder. A field that starts a page has all fields up to the next start on its page. Stored
// fields have the number of their page as `step`.

type Paged = { key: string; startsPage: boolean };

/** The fields of each page; at least one page. */
export function pagesOf<Field extends Pick<Paged, 'startsPage'>>(fields: readonly Field[]): Field[][] {
  const pages: Field[][] = [[]];
  for (const [index, field] of fields.entries()) {
    if (field.startsPage && index > 0) pages.push([field]);
    else pages.at(-1)?.push(field);
  }
  return pages;
}

/** The page of each field, from 1. */
export function pageNumbersOf(fields: readonly Pick<Paged, 'startsPage'>[]): number[] {
  return pagesOf(fields).flatMap((page, index) => page.map(() => index + 1));
}

/** Moves a field by one place. Over the border of a page, it joins the other page first. */
export function moveField<Field extends Paged>(fields: Field[], index: number, by: -1 | 1): Field[] {
  const upper = by === 1 ? index : index - 1;
  const [first, second] = [fields[upper], fields[upper + 1]];
  if (!first || !second) return fields;
  const start = (field: Field, startsPage: boolean): Field => ({ ...field, startsPage });
  if (!second.startsPage) {
    return fields.with(upper, start(second, first.startsPage)).with(upper + 1, start(first, false));
  }
  // The border moves to the other side of the field.
  const next = fields[index + 1];
  if (by === 1) return fields.with(index, start(first, upper > 0)).with(index + 1, start(second, false));
  const joined = fields.with(index, start(second, false));
  return next ? joined.with(index + 1, start(next, true)) : joined;
}

/** Without this field; the page that it started begins with the next one. */
export function withoutField<Field extends Paged>(fields: Field[], key: string): Field[] {
  const index = fields.findIndex((field) => field.key === key);
  const { startsPage = false } = fields[index] ?? {};
  return fields
    .map((field, at) => (at === index + 1 && startsPage ? { ...field, startsPage: true } : field))
    .filter((field) => field.key !== key)
    .map((field, at) => (at === 0 ? { ...field, startsPage: false } : field));
}
