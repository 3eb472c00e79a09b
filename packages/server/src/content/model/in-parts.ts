// Statements that name many rows. Each database has a limit on the values of a statement.

const maxValues = 10_000;

/** What `read` returns for all values: one statement, unless there are very many; none without values. */
export async function inParts<Value, Row>(
  values: readonly Value[],
  read: (part: readonly Value[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < values.length; start += maxValues)
    rows.push(...(await read(values.slice(start, start + maxValues))));
  return rows;
}
