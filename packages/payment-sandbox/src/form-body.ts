// Decodes application/x-www-form-urlencoded bodies with brackets, the format of Stripe's API v1 requests.
import qs from 'qs';
import { invalidRequest } from './api-error.ts';

export type FormTree = { [name: string]: FormValue };
type FormValue = string | FormValue[] | FormTree;

/** Decodes `a[b][0]=c` into strings, lists and objects. 400 if it is nested too deeply or has too many parameters. */
export function decodeForm(text: string): FormTree {
  try {
    return qs.parse(text, {
      depth: 8,
      strictDepth: true,
      arrayLimit: 200,
      parameterLimit: 2000,
      throwOnLimitExceeded: true,
      plainObjects: true,
    }) as FormTree;
  } catch (error) {
    throw invalidRequest(`Invalid request body: ${error instanceof Error ? error.message : 'cannot be decoded'}`);
  }
}
