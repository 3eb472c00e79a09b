// The countries whose formats of dates and numbers can be chosen. The screens stay in English.

import { regionOf } from '../ui/format.ts';
import { languageOfLocale } from '../ui/site-language.ts';

const regions =
  'AE AR AT AU BE BG BR CA CH CL CN CO CY CZ DE DK EE EG ES FI FR GB GR HK HR HU ID IE IL IN IS IT JP KE KR LT LU LV MA MT MX MY NG NL NO NZ PE PH PL PT RO RS SE SG SI SK TH TR TW UA US VN ZA';

type Option = { value: string; label: string };

/**
 * By name, in the language of the current locale, which keeps its value, such as "de-AT", under the name of its country. Only English has
 * no country of its own.
 */
export function regionOptions(current: string | null): Option[] {
  const language = languageOfLocale(current);
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const own = current === null ? undefined : regionOf(current);
  const options = regions
    .split(' ')
    .filter((region) => region !== own)
    .map((region): Option => ({ value: `${language}-${region}`, label: names.of(region) ?? region }));
  if (current !== null) options.push({ value: current, label: own ? (names.of(own) ?? own) : current });
  options.sort((a, b) => a.label.localeCompare(b.label, 'en'));
  return language === 'en' ? [{ value: '', label: 'The country of each reader' }, ...options] : options;
}
