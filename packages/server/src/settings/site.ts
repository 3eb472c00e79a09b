// What a site shows of itself, and how it writes dates, numbers and amounts.

import type { ReadContext } from '../context/context.ts';
import { textColorOn, withContrast } from '../lib/colors.ts';
import { type Fault, type FaultCode, failBody } from '../lib/errors.ts';
import { isCurrency } from '../lib/money.ts';
import { dayOf } from '../lib/zone-days.ts';
import { findLooksFaults, type SiteLooks } from './looks.ts';
import { findPublicPictures, type PublicPicture } from './public-pictures.ts';
import { defaultSiteName, defaultTrashDays, selectSettings, settingsOf } from './settings.ts';

export const firstDaysOfWeek = ['monday', 'saturday', 'sunday'] as const;
export type FirstDayOfWeek = (typeof firstDaysOfWeek)[number];

export const siteDefaults = {
  siteName: defaultSiteName,
  /** The ID of a picture in the media library. */
  logo: null as string | null,
  /** As #rrggbb. */
  brandColor: null as string | null,
  looks: {} as SiteLooks,
  currency: 'eur',
  /** The IANA name of a time zone; null for that of the reader. */
  timeZone: null as string | null,
  /** BCP 47; null for the reader's conventions. */
  locale: null as string | null,
  /** Null for that of the country. */
  firstDayOfWeek: null as FirstDayOfWeek | null,
};
type SiteSettings = typeof siteDefaults;

export type Site = {
  name: string;
  /** On our own origin. */
  logoUrl: string | null;
  trashDays: number;
} & Pick<SiteSettings, 'brandColor' | 'looks' | 'currency' | 'timeZone' | 'locale' | 'firstDayOfWeek'>;

const ofSite = { ...siteDefaults, trashDays: defaultTrashDays };

export async function readSite(ctx: ReadContext): Promise<Site> {
  return siteOf(ctx, await selectSite(ctx).execute());
}

/** The day that it is there at this time; in UTC if the site has no time zone. */
export async function dayAtSite(ctx: ReadContext, time: Date): Promise<string> {
  const { timeZone } = await readSite(ctx);
  return dayOf(time, timeZone ?? 'UTC').toString();
}

/** The rows that a site is made of, also for a part of a larger query. */
export function selectSite(ctx: ReadContext) {
  return selectSettings(ctx, Object.keys(ofSite));
}

/** The site in such rows. */
export async function siteOf(ctx: ReadContext, rows: readonly { name: string; value: string }[]): Promise<Site> {
  const settings = settingsOf(ofSite, rows);
  const { siteName: name, logo, brandColor, looks, currency, timeZone, locale, firstDayOfWeek, trashDays } = settings;
  const logoUrl = logo === null ? null : await findLogoUrl(ctx, logo);
  return { name, logoUrl, brandColor, looks, currency, timeZone, locale, firstDayOfWeek, trashDays };
}

/** Null if it was deleted. */
async function findLogoUrl(ctx: ReadContext, id: string): Promise<string | null> {
  const logo = await findLogo(ctx, id);
  return 'url' in logo ? logo.url : null;
}

async function findLogo(ctx: ReadContext, id: string): Promise<PublicPicture> {
  const found = await findPublicPictures(ctx, [id], { name: 'logo', width: 320 });
  return found.get(id) as PublicPicture;
}

/** Throws invalid_body. */
export async function checkSite(ctx: ReadContext, change: Partial<SiteSettings>): Promise<void> {
  const { logo, currency, timeZone, locale } = change;
  const faults: Fault[] = [];
  const add = (name: string, code: FaultCode, detail: string): unknown =>
    faults.push({ pointer: `/${name}`, code, detail });
  if (typeof logo === 'string') {
    const found = await findLogo(ctx, logo);
    if ('fault' in found) add('logo', 'unusable_logo', found.fault);
  }
  faults.push(...(await findLooksFaults(ctx, change.looks ?? {}, '/looks')));
  if (currency !== undefined && !isCurrency(currency)) {
    add('currency', 'unknown_currency', 'is not an ISO 4217 currency code in lower case, such as eur');
  }
  if (typeof timeZone === 'string' && !isTimeZone(timeZone)) {
    add('timeZone', 'unknown_time_zone', 'is not the IANA name of a time zone, such as Europe/Vienna');
  }
  if (typeof locale === 'string' && !isLocale(locale)) {
    add('locale', 'unknown_locale', 'is not a supported locale (BCP 47), such as en-GB or de-AT');
  }
  if (faults.length > 0) throw failBody(faults);
}

function isTimeZone(name: string): boolean {
  // Intl also accepts offsets, which do not follow daylight saving time.
  if (!/^[A-Z]/i.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf([tag]).length === 1;
  } catch {
    return false;
  }
}

/** WCAG 2.2, 1.4.11: what shows a control, or where the focus is. */
const minContrast = 3;

export type BrandColors = { accent: string; onAccent: string };

/** The color for buttons and marks on a background, where it can be seen, and the color of text on it. */
export function brandColorsOn(background: string, color: string): BrandColors {
  const accent = withContrast(color, background, minContrast);
  return { accent, onAccent: textColorOn(accent) };
}
