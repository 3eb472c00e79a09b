// The text of a mail with variables in it: paragraphs, of which some become tables or a button.

import type { Fault } from '../lib/errors.ts';
import { nearestHint } from '../lib/names.ts';

/** What a mail is made of, as HTML and as text. */
export type Block =
  /** Paragraphs, separated by empty lines. */
  { text: string } | { facts: Facts } | { button: string; url: string };

export type Template = { subject: string; text: string };
/** A `line` has its value, an amount, beside it; a `total` is under those. */
export type Fact = readonly [label: string, value: string, kind?: 'line' | 'total'];
export type Facts = readonly Fact[];
/** A variable without a value is null. */
export type Values = ReadonlyMap<string, string | Facts | null>;

const variable = /\{\{\s*([^{}]+?)\s*\}\}/g;
const alone = /^\{\{\s*([^{}]+?)\s*\}\}$/;
const button = /^\[([^\][]+)\]\(\{\{\s*link\s*\}\}\)$/;

/** The subject with values in place of variables. What a value contains is not looked at again. */
export function fillSubject(subject: string, values: Values): string {
  return subject.replace(variable, (_, name: string) => textOf(values.get(name)));
}

/** A paragraph whose variables have no value is left out. */
export function blocksOf(text: string, values: Values): Block[] {
  return paragraphsOf(text).flatMap((part): Block[] => {
    const names = variablesIn(part);
    if (names.length > 0 && names.every((name) => textOf(values.get(name)) === '')) return [];
    const label = button.exec(part)?.[1];
    if (label) return [{ button: fillSubject(label, values), url: textOf(values.get('link')) }];
    const value = values.get(alone.exec(part)?.[1] ?? '');
    if (Array.isArray(value)) return [{ facts: value as Facts }];
    return [{ text: fillSubject(part, values) }];
  });
}

/** Separated by empty lines. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\r?\n[ \t]*\r?\n/)
    .map((part) => part.trim())
    .filter(Boolean);
}

function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(variable)].map(([, name]) => name as string))];
}

function textOf(value: string | Facts | null | undefined): string {
  if (typeof value === 'string') return value;
  return (value ?? []).map(([label, one]) => `${label}: ${one}`).join('\n');
}

/** What is wrong with the variables of these texts, by their pointers. `tables` are too long for a subject. */
export function checkVariables(
  texts: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
  tables: readonly string[],
): Fault[] {
  return Object.entries(texts).flatMap(([pointer, text = '']) =>
    variablesIn(text).flatMap((name): Fault[] => {
      const isInSubject = pointer.endsWith('subject') && tables.includes(name);
      if (names.includes(name) && !isInSubject) return [];
      const detail = isInSubject
        ? `has the variable {{${name}}}, which is too long for a subject`
        : `has the unknown variable {{${name}}}${nearestHint(name, names)}. Known are ${names.map((known) => `{{${known}}}`).join(', ')}`;
      return [{ pointer, code: 'unknown_variable', detail }];
    }),
  );
}
