// The type of a language's texts, and filling in their values.

import type { en } from './en.ts';

/** A text by the plural forms of its language (CLDR). */
export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

type TextsLike<T> = T extends string
  ? string
  : T extends { other: string }
    ? Plural
    : { readonly [Key in keyof T]: TextsLike<T[Key]> };

export type Texts = TextsLike<typeof en>;

/** A text with its values in place of `{name}`. */
export function fillIn(text: string, values: Readonly<Record<string, string | number>>): string {
  return fillInParts(text, values).join('');
}

/** The same in parts, for values that are more than text. */
export function fillInParts<Value>(text: string, values: Readonly<Record<string, Value>>): (string | Value)[] {
  return text
    .split(/(\{\w+\})/)
    .map((part) => {
      const name = part.slice(1, -1);
      return part.startsWith('{') && Object.hasOwn(values, name) ? (values[name] as Value) : part;
    })
    .filter((part) => part !== '');
}
