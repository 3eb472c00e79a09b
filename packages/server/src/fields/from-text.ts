// Values from texts: queries, url-encoded and multipart forms, CSV. A text that is not a value of the kind stays as it is,
// so that validation reports it.

import { foldTyped, type NumberMarks, readNumber } from '../lib/typed-text.ts';

export function asText(text: string): unknown {
  return text;
}

/** With the marks of a language, numbers are read as people there type them; without, as programs write them. */
export function asNumber(text: string, marks?: NumberMarks): unknown {
  const folded = foldTyped(text);
  const read = marks === undefined ? folded : (readNumber(folded, marks) ?? '');
  return read !== '' && Number.isFinite(Number(read)) ? Number(read) : text;
}

/** A visitor who types decimals, even 1.000, may mean a thousand. */
export function asWhole(text: string, marks?: NumberMarks): unknown {
  const hasDecimals = marks !== undefined && readNumber(foldTyped(text), marks)?.includes('.');
  return hasDecimals ? text : asNumber(text, marks);
}

export function asTrimmed(text: string): unknown {
  return text.trim();
}

export function asList(text: string): unknown {
  return [text];
}

export function asBoolean(text: string): unknown {
  const word = text.trim().toLowerCase();
  if (['true', 'on', '1', 'yes'].includes(word)) return true;
  return ['false', 'off', '0', 'no'].includes(word) ? false : text;
}

/** Inputs of the type `datetime-local` send a time without seconds and zone, which means UTC, as the page says. Programs name the zone. */
export function asInstant(text: string, marks?: NumberMarks): unknown {
  const time = foldTyped(text);
  if (marks === undefined || !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(time)) return text;
  return `${time.length === 16 ? `${time}:00` : time}Z`;
}
