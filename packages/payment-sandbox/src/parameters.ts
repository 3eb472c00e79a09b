// Readers that validate and convert request parameters, with Stripe's error messages.
import { invalidRequest } from './api-error.ts';
import { checkCurrency } from './money.ts';

export type Reader<T> = { read: (value: unknown, param: string) => T; required?: true };
type RequiredReader<T> = Reader<T> & { required: true };
type Shape = Record<string, Reader<unknown>>;
type Value<R> = R extends Reader<infer T> ? T : never;
type RequiredKeys<S extends Shape> = { [K in keyof S]: S[K] extends { required: true } ? K : never }[keyof S];
/** The values that `object(shape)` returns: required parameters are present, all others are optional. */
export type Values<S extends Shape> = { [K in RequiredKeys<S>]: Value<S[K]> } & {
  [K in Exclude<keyof S, RequiredKeys<S>>]?: Value<S[K]>;
};

function scalar(value: unknown, param: string): string {
  if (typeof value !== 'string') throw invalidRequest(`Invalid string: ${JSON.stringify(value)}`, param);
  if (value === '') {
    const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`;
    throw invalidRequest(message, param, 'parameter_invalid_empty');
  }
  return value;
}

/** Text of at most `max` characters. */
export function text(max = 5000): Reader<string> {
  return {
    read(value, param) {
      const read = scalar(value, param);
      if (read.length <= max) return read;
      throw invalidRequest(`Invalid string: must be at most ${max} characters`, param);
    },
  };
}

/** A whole number within limits. */
export function integer(min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): Reader<number> {
  return {
    read(value, param) {
      const read = scalar(value, param);
      const number = Number(read);
      const code = 'parameter_invalid_integer';
      if (!/^-?\d+$/.test(read) || !Number.isSafeInteger(number))
        throw invalidRequest(`Invalid integer: ${read}`, param, code);
      if (number < min) throw invalidRequest(`This value must be greater than or equal to ${min}.`, param, code);
      if (number > max) throw invalidRequest(`This value must be less than or equal to ${max}.`, param, code);
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

/** One of these values. */
export function oneOf<const W extends string>(...values: W[]): Reader<W> {
  return {
    read(input, param) {
      const read = scalar(input, param);
      const value = values.find((candidate) => candidate === read);
      if (value !== undefined) return value;
      throw invalidRequest(`Invalid ${param}: must be one of ${values.join(', ')}`, param);
    },
  };
}

/** A currency code, converted to lower case. */
export const currencyCode: Reader<string> = { read: (value, param) => checkCurrency(scalar(value, param), param) };

/** An email address; only the general format is checked. */
export const email: Reader<string> = {
  read(value, param) {
    const read = scalar(value, param);
    if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(read) && read.length <= 512) return read;
    throw invalidRequest(`Invalid email address: ${read}`, param, 'email_invalid');
  },
};

/** An absolute http(s) URL, which may contain the placeholder `{CHECKOUT_SESSION_ID}`. */
export const webAddress: Reader<string> = {
  read(value, param) {
    const read = scalar(value, param);
    if (/^https?:\/\//i.test(read) && URL.canParse(read) && read.length <= 5000) return read;
    throw invalidRequest('Not a valid URL', param, 'url_invalid');
  },
};

/** Up to 50 key-value pairs, with keys of up to 40 and values of up to 500 characters. An empty value removes its key. */
export const metadata: Reader<Record<string, string>> = {
  read(value, param) {
    if (value === '') return {};
    const pairs = Object.entries(asObject(value, param));
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

/** Merges metadata; empty values remove their key. */
export function mergeMetadata(
  old: Record<string, string> | null,
  change: Record<string, string> | undefined,
): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, value]) => value !== ''));
}

/** Nested parameters. Names that are not in `shape` are rejected with `parameter_unknown`. */
export function object<S extends Shape>(shape: S): Reader<Values<S>> {
  return {
    read(value, param) {
      const object = asObject(value, param);
      const at = (name: string) => (param === '' ? name : `${param}[${name}]`);
      for (const name of Object.keys(object)) {
        if (!Object.hasOwn(shape, name))
          throw invalidRequest(`Received unknown parameter: ${at(name)}`, at(name), 'parameter_unknown');
      }
      const values: Record<string, unknown> = {};
      for (const [name, reader] of Object.entries(shape)) {
        if (Object.hasOwn(object, name)) values[name] = reader.read(object[name], at(name));
        else if (reader.required)
          throw invalidRequest(`Missing required param: ${at(name)}.`, at(name), 'parameter_missing');
      }
      return values as Values<S>;
    },
  };
}

/** A list of at most `max` values. */
export function list<T>(reader: Reader<T>, max = 100): Reader<T[]> {
  return {
    read(value, param) {
      const entries = Array.isArray(value) ? value : Object.values(asObject(value, param));
      if (entries.length > max) throw invalidRequest(`Array has too many elements: at most ${max}.`, param);
      return entries.map((entry, index) => reader.read(entry, `${param}[${index}]`));
    },
  };
}

/** Makes a parameter required. */
export function required<T>(reader: Reader<T>): RequiredReader<T> {
  return { ...reader, required: true };
}

/** Makes a parameter clearable by an empty string. */
export function clearable<T>(reader: Reader<T>): Reader<T | null> {
  return { read: (value, param) => (value === '' ? null : reader.read(value, param)) };
}

/** A parameter that Stripe accepts and the sandbox does not need, such as a locale. */
export const ignored: Reader<undefined> = { read: () => undefined };

/** A parameter that Stripe supports and the sandbox does not. It is rejected instead of silently ignored. */
export const unsupported: Reader<never> = {
  read(_value, param) {
    throw invalidRequest(`The payment sandbox does not support the parameter ${param}.`, param, 'sandbox_unsupported');
  },
};

/** Assigns the same reader to several parameters. */
export function each<N extends string, T>(reader: Reader<T>, names: readonly N[]): Record<N, Reader<T>> {
  return Object.fromEntries(names.map((name) => [name, reader])) as Record<N, Reader<T>>;
}

function asObject(value: unknown, param: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw invalidRequest('Invalid object', param);
}
