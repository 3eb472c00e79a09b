// Decodes application/x-www-form-urlencoded text with brackets, the wire format of Stripe's API v1 requests.
import qs from 'qs';
import { invalidRequest } from './api-error.ts';

export type FormTree = { [name: string]: FormValue };
type FormValue = string | FormValue[] | FormTree;

/** `a[b][0]=c` as a tree of strings, lists and objects; 400 when it is nested or repeated beyond reason. */
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
