// What a document has from the site that issues it: stored with what it says, so that it looks as on the day of its issue.

import type { ReadContext } from '../context/context.ts';
import { type LanguageCode, languageOf } from '../languages/language.ts';
import { readInvoicing, type Seller } from '../settings/invoicing.ts';
import { readSetting } from '../settings/settings.ts';
import { readSite, type Site } from '../settings/site.ts';

export type PaperSize = 'a4' | 'letter';

export type Letterhead = Pick<Site, 'brandColor' | 'locale' | 'timeZone'> & {
  siteName: string;
  /** The ID of a picture in the media library. */
  logo: string | null;
  language: LanguageCode;
  paper: PaperSize;
  /** What had been paid by then. */
  amountPaid: number;
};

/** Where letter is in use, by CLDR. */
const letterCountries = new Set('bz ca cl co cr gt mx ni pa ph pr sv us ve'.split(' '));

/** The letterhead of a document that is issued now. `buyerLanguage`: null for that of the site. */
export async function readLetterhead(
  ctx: ReadContext,
  { seller, buyerLanguage, amountPaid }: { seller: Seller | null; buyerLanguage: string | null; amountPaid: number },
): Promise<Letterhead> {
  const { name: siteName, brandColor, locale, timeZone } = await readSite(ctx);
  const { paper } = await readInvoicing(ctx);
  const isLetter = letterCountries.has(seller?.address?.country ?? '');
  return {
    ...{ siteName, brandColor, locale, timeZone, amountPaid },
    logo: await readSetting<string | null>(ctx, 'logo'),
    language: languageOf(buyerLanguage, locale),
    paper: paper ?? (isLetter ? 'letter' : 'a4'),
  };
}
