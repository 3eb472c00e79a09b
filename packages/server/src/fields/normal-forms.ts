// One notation for answers that say the same. Conditions and unique fields compare texts in it, as the kind of the field says;
// nothing is stored in it. The form page (forms/page/condition-script.ts) and the preview of the form builder use these
// very functions, so each uses nothing from outside.

import { instantOf } from '../lib/instant.ts';

export const normalForms = {
  /** In any case and composition, with any white space around it. The letters I, İ, i and ı are one: their case depends on the language. */
  text: (text: string): string =>
    text
      .replace(/(?![\u200c\u200d])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
      // Longer runs of marks would take quadratic time.
      .replace(/(\p{M}{30})\p{M}+/gu, '$1')
      .normalize('NFC')
      .replace(/[\u0130\u0131]|i\u0307/g, 'i')
      .toUpperCase()
      .toLowerCase()
      .trim(),
  /** An address in any case, with its domain as mail servers know it (IDNA). */
  mail: (text: string): string => {
    const address = text.replace(/(\p{M}{30})\p{M}+/gu, '$1').trim();
    const at = address.lastIndexOf('@') + 1;
    let domain = address.slice(at);
    try {
      if (at > 0) domain = new URL(`http://${domain}`).hostname;
    } catch {}
    return `${address.slice(0, at)}${domain}`.normalize('NFC').toLowerCase();
  },
  /** The digits, after a + if they begin with the code of a country: of it, `00` and `(0)` are only ways to dial. */
  phone: (text: string): string => {
    const isInternational = /^\s*(\+|00)/.test(text);
    const digits = text.replace(isInternational ? '(0)' : '', '').replace(/\D/g, '');
    return isInternational ? `+${digits.replace(/^00/, '')}` : digits;
  },
  /** As the platform writes it. */
  url: (text: string): string => {
    try {
      return new URL(text).href.replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase());
    } catch {
      return text;
    }
  },
  /** The same in every zone. */
  instant: instantOf,
  /** With seconds. */
  time: (text: string): string => text.replace(/^(\d\d:\d\d)$/, '$1:00'),
} as const satisfies Record<string, (text: string) => string | null>;

export type NormalForm = keyof typeof normalForms;
export type NormalForms = Readonly<Record<NormalForm, (text: string) => string | null>>;
