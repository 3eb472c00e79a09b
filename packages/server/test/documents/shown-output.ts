// Whether commands print what a document shows. `…` in it stands for anything; times and what the document leaves out may differ.

import assert from 'node:assert/strict';

/** Compares what was printed, or a part of it, with a block of JSON: all members that it shows are there and as it shows them. */
export function assertPrintsJson(printed: string, shown: string, place: string): void {
  // Answers of the API end without a line break.
  const lines = printed
    .replaceAll('}{', '}\n{')
    .split('\n')
    .flatMap((line) => (/^\s*[[{]/.test(line) ? parseOrNothing(line) : []));
  const values = [...parseOrNothing(printed), ...lines].flatMap(valuesIn);
  const faults = values.map((value) => faultOf(value, JSON.parse(shown), ''));
  assert.ok(faults.length > 0, `${place}: no JSON was printed, but\n${printed}`);
  assert.ok(faults.includes(null), `${place}: ${faults[0]}\n${printed}`);
}

/** Compares lines: those that are shown were printed, in this order. */
export function assertPrintsText(printed: string, shown: string, place: string): void {
  const lines = printed.split('\n');
  for (const line of shown.trimEnd().split('\n')) {
    const pattern = patternOf(line.trimEnd());
    const found = lines.findIndex((other) => pattern.test(other.trimEnd()));
    assert.ok(found >= 0, `${place}: "${line}" was not printed, but\n${printed}`);
    lines.splice(0, found + 1);
  }
}

function parseOrNothing(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}

/** The value itself first, then what is in it. */
function valuesIn(value: unknown): unknown[] {
  return value !== null && typeof value === 'object' ? [value, ...Object.values(value).flatMap(valuesIn)] : [];
}

const time = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function faultOf(printed: unknown, shown: unknown, at: string): string | null {
  if (typeof shown === 'string') {
    const fits =
      shown === '…' ||
      (typeof printed === 'string' && ((time.test(shown) && time.test(printed)) || patternOf(shown).test(printed)));
    return fits ? null : `${at || 'the output'} is ${JSON.stringify(printed)}, not ${JSON.stringify(shown)}`;
  }
  if (shown === null || typeof shown !== 'object')
    return printed === shown ? null : `${at || 'the output'} is ${JSON.stringify(printed)}, not ${shown}`;
  if (printed === null || typeof printed !== 'object') return `${at || 'the output'} is ${JSON.stringify(printed)}`;
  if (Array.isArray(shown) && shown.length !== (printed as unknown[]).length && !shown.includes('…'))
    return `${at || 'the output'} has ${(printed as unknown[]).length} entries, not ${shown.length}`;
  for (const [key, value] of Object.entries(shown)) {
    if (key === '…' || value === '…') continue;
    const fault = faultOf((printed as Record<string, unknown>)[key], value, `${at}/${key}`);
    if (fault !== null) return fault;
  }
  return null;
}

function patternOf(text: string): RegExp {
  return new RegExp(`^${text.split('…').map(escaped).join('.*')}$`, 's');
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
