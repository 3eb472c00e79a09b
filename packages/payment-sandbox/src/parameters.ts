// Readers that check and convert request parameters, and name what is wrong the way Stripe does.
import { invalidRequest } from './api-error.ts';
import { checkCurrency } from './money.ts';

export type Reader<T> = { read: (value: unknown, param: string) => T; needed?: true; refused?: true };
type NeededReader<T> = Reader<T> & { needed: true };
type Shape = Record<string, Reader<unknown>>;
type Value<R> = R extends Reader<infer T> ? T : never;
type NeededKeys<S extends Shape> = { [K in keyof S]: S[K] extends { needed: true } ? K : never }[keyof S];
/** What `object(shape)` gives back: needed parameters are present, all others may be missing. */
export type Values<S extends Shape> = { [K in NeededKeys<S>]: Value<S[K]> } & {
  [K in Exclude<keyof S, NeededKeys<S>>]?: Value<S[K]>;
};

function scalar(value: unknown, param: string): string {
  if (typeof value !== 'string') throw invalidRequest(`Invalid string: ${JSON.stringify(value)}`, param);
  if (value === '') {
    const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`;
    throw invalidRequest(message, param, 'parameter_invalid_empty');
  }
  return value;
}

/** Text of at most `longest` characters. */
export function text(longest = 5000): Reader<string> {
  return {
    read(value, param) {
      const read = scalar(value, param);
      if (read.length <= longest) return read;
      throw invalidRequest(`Invalid string: must be at most ${longest} characters`, param);
    },
  };
}

/** A whole number within bounds, written in decimal digits. */
export function integer(least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER): Reader<number> {
  return {
    read(value, param) {
      const read = scalar(value, param);
      const number = Number(read);
      const code = 'parameter_invalid_integer';
      if (!/^-?\d+$/.test(read) || !Number.isSafeInteger(number))
        throw invalidRequest(`Invalid integer: ${read}`, param, code);
      if (number < least) throw invalidRequest(`This value must be greater than or equal to ${least}.`, param, code);
      if (number > most) throw invalidRequest(`This value must be less than or equal to ${most}.`, param, code);
      return number;
    },
  };
}

/** `true` or `false`. */
export const flag: Reader<boolean> = {
  read(value, param) {
    const read = scalar(value, param);
    if (read === 'true' || read === 'false') return read === 'true';
    throw invalidRequest(`Invalid boolean: ${read}`, param);
  },
};

/** One of the listed words. */
export function oneOf<const W extends string>(...words: W[]): Reader<W> {
  return {
    read(value, param) {
      const read = scalar(value, param);
      const word = words.find((candidate) => candidate === read);
      if (word !== undefined) return word;
      throw invalidRequest(`Invalid ${param}: must be one of ${words.join(', ')}`, param);
    },
  };
}

/** A currency code, given back in lower case. */
export const currencyCode: Reader<string> = { read: (value, param) => checkCurrency(scalar(value, param), param) };

/** An e-mail address, checked for its general form only. */
export const email: Reader<string> = {
  read(value, param) {
    const read = scalar(value, param);
    if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(read) && read.length <= 512) return read;
    throw invalidRequest(`Invalid email address: ${read}`, param, 'email_invalid');
  },
};

/** An absolute http(s) address; the placeholder `{CHECKOUT_SESSION_ID}` may stand in it. */
export const webAddress: Reader<string> = {
  read(value, param) {
    const read = scalar(value, param);
    if (/^https?:\/\//i.test(read) && URL.canParse(read) && read.length <= 5000) return read;
    throw invalidRequest('Not a valid URL', param, 'url_invalid');
  },
};

/** Key-value pairs: at most 50, names up to 40 and values up to 500 characters; an empty value removes its key. */
export const metadata: Reader<Record<string, string>> = {
  read(value, param) {
    if (value === '') return {};
    const pairs = Object.entries(tree(value, param));
    if (pairs.length > 50) throw invalidRequest('Metadata can have at most 50 keys.', param);
    for (const [key, entry] of pairs) {
      if (typeof entry !== 'string') throw invalidRequest('Metadata values must be strings.', `${param}[${key}]`);
      if (key.length > 40) throw invalidRequest(`Metadata keys must be at most 40 characters: ${key}`, param);
      if (entry.length > 500) {
        throw invalidRequest(
          `Metadata values can have up to 500 characters, but you passed in a value that is ${entry.length} characters. Invalid value: ${key}`,
          `${param}[${key}]`,
        );
      }
    }
    return Object.fromEntries(pairs) as Record<string, string>;
  },
};

/** Metadata after a change: keys are merged, empty values remove their key. */
export function mergeMetadata(
  old: Record<string, string> | null,
  change: Record<string, string> | undefined,
): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, value]) => value !== ''));
}

/** Nested parameters; names not in `shape` are refused with `parameter_unknown`. */
export function object<S extends Shape>(shape: S): Reader<Values<S>> {
  return {
    read(value, param) {
      const given = tree(value, param);
      const at = (name: string) => (param === '' ? name : `${param}[${name}]`);
      for (const name of Object.keys(given)) {
        if (!Object.hasOwn(shape, name))
          throw invalidRequest(`Received unknown parameter: ${at(name)}`, at(name), 'parameter_unknown');
      }
      const values: Record<string, unknown> = {};
      for (const [name, reader] of Object.entries(shape)) {
        if (Object.hasOwn(given, name)) values[name] = reader.read(given[name], at(name));
        else if (reader.needed)
          throw invalidRequest(`Missing required param: ${at(name)}.`, at(name), 'parameter_missing');
      }
      return values as Values<S>;
    },
  };
}

/** A list of at most `most` values. */
export function list<T>(reader: Reader<T>, most = 100): Reader<T[]> {
  return {
    read(value, param) {
      const entries = Array.isArray(value) ? value : Object.values(tree(value, param));
      if (entries.length > most) throw invalidRequest(`Array has too many elements: at most ${most}.`, param);
      return entries.map((entry, index) => reader.read(entry, `${param}[${index}]`));
    },
  };
}

/** Marks a parameter that has to be present. */
export function needed<T>(reader: Reader<T>): NeededReader<T> {
  return { ...reader, needed: true };
}

/** A parameter that an empty string unsets. */
export function clearable<T>(reader: Reader<T>): Reader<T | null> {
  return { read: (value, param) => (value === '' ? null : reader.read(value, param)) };
}

/** A parameter that Stripe accepts and that makes no difference here, such as a locale. */
export const ignored: Reader<undefined> = { read: () => undefined };

/** A parameter that Stripe knows and this sandbox does not act on: refused aloud rather than dropped in silence. */
export const unsupported: Reader<never> = {
  read(_value, param) {
    throw invalidRequest(`The payment sandbox does not support the parameter ${param}.`, param, 'sandbox_unsupported');
  },
};

/** The same reader under many names, for `ignored` and `unsupported` parameters. */
export function each<N extends string, T>(reader: Reader<T>, names: readonly N[]): Record<N, Reader<T>> {
  return Object.fromEntries(names.map((name) => [name, reader])) as Record<N, Reader<T>>;
}

function tree(value: unknown, param: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw invalidRequest('Invalid object', param);
}
