// The texts of media records: as parts of a form, and for searching.

import { asBoolean, asNumber } from '../../fields/from-text.ts';
import { numbersIn } from '../../fields/readings.ts';
import { type Fault, failBody } from '../../lib/errors.ts';
import { fold } from '../../lib/text.ts';
import { bodyValidator, faultsOf } from '../../lib/validation.ts';
import { MediaTexts } from './media.schemas.ts';

const maxSearchLength = 50_000;

/** What the search looks in, starting with what the list is sorted by. */
export function mediaSearchKey(record: {
  title: string;
  alt: string;
  caption: string;
  description: string;
  fileName: string | null;
}): string {
  const { title, fileName, alt, caption, description } = record;
  return fold([title || fileName, fileName, alt, caption, description].join('\n')).slice(0, maxSearchLength);
}

let validate: ReturnType<ReturnType<typeof bodyValidator>['compile']> | null = null;

/** The texts that were sent with a file, as text, with every fault of the parts. Throws invalid_body. */
export function readMediaTexts(values: Record<string, unknown>, faults: readonly Fault[]): MediaTexts {
  const texts = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, fromText[name]?.(value) ?? value]),
  );
  validate ??= bodyValidator().compile(MediaTexts);
  const found = validate({ ...texts }) ? [] : faultsOf(validate.errors ?? []);
  if (faults.length + found.length > 0) throw failBody([...faults, ...found]);
  return texts as MediaTexts;
}

const toNumber = (value: unknown): unknown =>
  typeof value === 'string'
    ? [asNumber(value), numbersIn(value)[0]].find((read) => typeof read === 'number')
    : undefined;

/** Undefined leaves the value as it is, and the schema says what is wrong. */
const fromText: Record<string, (value: unknown) => unknown> = {
  tags: (value) =>
    [value]
      .flat()
      .flatMap((text) => (typeof text === 'string' ? text.split(',') : [text]))
      .map((text) => (typeof text === 'string' ? text.trim() : text))
      .filter((text) => text !== ''),
  focalX: toNumber,
  focalY: toNumber,
  private: (value) => (typeof value === 'string' ? asBoolean(value) : undefined),
};
