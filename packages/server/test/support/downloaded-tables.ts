// Tables that are downloaded, as CSV and as workbooks.

import assert from 'node:assert/strict';
import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import type { TestService } from './test-service.ts';

/** The rows of a CSV file by the names of its columns. */
export async function csvAt({ request }: TestService, path: string): Promise<Record<string, string>[]> {
  const { status, text, headers } = await request('GET', path);
  assert.equal(status, 200, text);
  assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
  assert.equal(text.charAt(0), '\uFEFF');
  const [names = [], ...rows] = parseCsv(text.slice(1)) as string[][];
  return rows.map((row) => Object.fromEntries(row.map((cell, at) => [String(names[at]), cell])));
}

/** The rows of a workbook by the labels of its columns, each value with its format. */
export async function workbookAt({ app, token }: TestService, path: string) {
  const headers = { authorization: `Bearer ${token}` };
  const { statusCode, rawPayload } = await app.inject({ method: 'GET', url: `/api/v1${path}`, headers });
  assert.equal(statusCode, 200);
  const [sheet] = (await readXlsx(rawPayload, { readStyles: true })).sheets;
  const [labels = [], ...rows] = sheet?.rows ?? [];
  const cellOf = (value: unknown, row: number, column: number) => ({
    value,
    format: sheet?.cells?.get(`${row + 1},${column}`)?.style?.numFmt,
  });
  return rows.map((row, at) =>
    Object.fromEntries(row.map((value, column) => [String(labels[column]), cellOf(value, at, column)])),
  );
}
