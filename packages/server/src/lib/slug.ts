// Slugs: the part of a URL made from a title. Letters of every script stay; Latin ones lose their accents.
import { fold, isAscii, limitMarks } from './text.ts';

const maxLength = 200;
const latinRuns = /\p{Script=Latin}[\p{Script=Latin}\p{M}]*/gu;
const apostrophes = /(?<=\p{L})['’ʼ](?=\p{L})/gu;
const notInSlug = /[^\p{L}\p{N}\p{M}_]+/gu;
const letterOrDigit = /[\p{L}\p{N}]/u;

/**
 * Makes a slug of at most 200 UTF-16 units, in lower case, composed (NFC), words joined by hyphens: `Über uns` becomes
 * `uber-uns`. Empty if the text has no letter or digit.
 */
export function slugify(text: string): string {
  const slug = lettersOf(text).replace(apostrophes, '').replace(notInSlug, '-').normalize('NFC');
  return letterOrDigit.test(slug) ? shorten(slug.replace(/^-/, '')).replace(/-$/, '') : '';
}

function lettersOf(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return limitMarks(text)
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .toLowerCase()
    .replace(latinRuns, fold);
}

/** Whether a client may choose this slug: what slugify makes, plus dots, hyphens and underscores anywhere. */
export function isSlug(text: string): boolean {
  return (
    text.length <= maxLength &&
    /^[\p{L}\p{N}\p{M}._-]+$/u.test(text) &&
    // Also refuses `.` and `..`, which mean something else in a URL.
    letterOrDigit.test(text) &&
    text === text.toLowerCase() &&
    text === text.normalize('NFC')
  );
}

/** Cuts between characters, so that surrogate pairs and letters with marks stay whole. */
function shorten(slug: string): string {
  if (slug.length <= maxLength) return slug;
  let end = 0;
  for (const { 0: character, index } of slug.matchAll(/.\p{M}*/gsu)) {
    if (index + character.length > maxLength) break;
    end = index + character.length;
  }
  return slug.slice(0, end);
}
