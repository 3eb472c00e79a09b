// In which language a hosted page is: that of its session, or what the browser prefers.

import { ar } from './languages/ar.ts';
import { de } from './languages/de.ts';
import { en, type Texts } from './languages/en.ts';
import { es } from './languages/es.ts';
import { fr } from './languages/fr.ts';
import { he } from './languages/he.ts';
import { it } from './languages/it.ts';
import { ja } from './languages/ja.ts';
import { nl } from './languages/nl.ts';
import { pl } from './languages/pl.ts';
import { pt } from './languages/pt.ts';
import { sv } from './languages/sv.ts';
import { tr } from './languages/tr.ts';
import { zh } from './languages/zh.ts';

const languages = { ar, de, en, es, fr, he, it, ja, nl, pl, pt, sv, tr, zh };

export type Language = { code: keyof typeof languages; direction: 'ltr' | 'rtl'; texts: Texts };

export const languageCodes = Object.keys(languages) as Language['code'][];

export const english = languageOf('en');

function languageOf(code: Language['code']): Language {
  return { code, direction: code === 'ar' || code === 'he' ? 'rtl' : 'ltr', texts: languages[code] };
}

/** `locale` is that of the session, such as `de` or `pt-BR`; with `auto` or none, the browser decides. */
export function chooseLanguage(locale: string | null | undefined, acceptLanguage: string | undefined): Language {
  const accepted = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((entry, index) => {
      const [tag = '', ...parameters] = entry.trim().split(/\s*;\s*/);
      const weight = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1);
      return { tag, weight: Number.isNaN(weight) ? 0 : weight, index };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
    .map(({ tag }) => tag);
  for (const tag of [locale ?? '', ...accepted]) {
    const [primary = ''] = tag.toLowerCase().split('-');
    // The code for Hebrew that some systems still use.
    const code = primary === 'iw' ? 'he' : languageCodes.find((one) => one === primary);
    if (code) return languageOf(code);
  }
  return english;
}

/** The locale for amounts: the language, with the region of the business. */
export function localeFor({ code }: Language, businessLocale: string | undefined): string {
  const { region } = new Intl.Locale(businessLocale ?? code);
  return new Intl.Locale(code, { ...(region && { region }), numberingSystem: 'latn' }).toString();
}

/** A text with its values: `{amount}`. */
export function fillIn(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
