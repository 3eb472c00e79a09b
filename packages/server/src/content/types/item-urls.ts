// The URLs of items on the site, made from the patterns of their type: https://example.com/blog/{slug}

import type { Fault } from '../../lib/errors.ts';
import { findWebUrlFault, webUrlFaults } from '../../lib/web-url.ts';

type Patterns = { url?: string | null; previewUrl?: string | null };
type TypeWithUrls = { name: string; plural: string } & Patterns;
type NamedItem = { id: string; slug: string };

const placeholders = {
  url: ['type', 'plural', 'slug', 'id'],
  previewUrl: ['type', 'plural', 'slug', 'id', 'token'],
};

/** The URL of the item on the site; null if its type has no `url`. The item need not be published. */
export function urlOfItem({ url, ...type }: TypeWithUrls, item: NamedItem): string | null {
  return url == null ? null : fillIn(url, { ...item, type: type.name, plural: type.plural });
}

/** The URL at which the site shows the item to those who have the token; null if its type has no `previewUrl`. */
export function previewUrlOfItem({ previewUrl, ...type }: TypeWithUrls, item: NamedItem, token: string): string | null {
  return previewUrl == null ? null : fillIn(previewUrl, { ...item, type: type.name, plural: type.plural, token });
}

function fillIn(pattern: string, values: Record<string, string>): string {
  return pattern.replace(/\{(\w+)\}/g, (placeholder, name) =>
    values[name] === undefined ? placeholder : encodeURIComponent(values[name]),
  );
}

/** The faults of the patterns that are given. */
export function checkUrlPatterns(patterns: Patterns): Fault[] {
  return (['url', 'previewUrl'] as const).flatMap((member) => {
    const detail = patterns[member] == null ? null : findFault(patterns[member], placeholders[member]);
    return detail === null ? [] : [{ pointer: `/${member}`, code: 'invalid', detail }];
  });
}

function findFault(pattern: string, known: string[]): string | null {
  const example = filledWith('a', pattern, known);
  const brace = /\{[^{}]*\}?|\}/.exec(example)?.[0];
  if (brace) {
    return `must not contain ${brace.slice(0, 50)}; placeholders are ${known.map((name) => `{${name}}`).join(', ')}`;
  }
  const fault = findWebUrlFault(example);
  if (fault) return webUrlFaults[fault];
  const [url, other] = [new URL(example), new URL(filledWith('b', pattern, known))];
  if (url.origin !== other.origin) return 'must have placeholders only after the host';
  return /\{(slug|id)\}/.test(pattern) ? null : 'must contain {slug} or {id}';
}

function filledWith(letter: string, pattern: string, known: string[]): string {
  return fillIn(pattern, Object.fromEntries(known.map((name) => [name, letter])));
}
