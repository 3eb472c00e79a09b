// Limits guessing of discount codes, for each form and address. Counted exactly, by all processes together (decision 0101).

import { networkOf } from '../../lib/public-address.ts';
import type { Attempts, Counted } from '../../limits/attempts.ts';
import { atMost } from '../../limits/rules.ts';

const perAddress = atMost('discountCode', { tries: 10, withinMs: 10 * 60_000 });
const maxRight = 1000;

export type EnteredCode = { formId: string; address: string; code: string };

export type WrongCodes = {
  /** Counts a code that someone enters. False if too many were wrong before: then it must not be looked up. */
  take(entered: EnteredCode): Promise<boolean>;
  /** It is a code of the form, and does not count. */
  forgive(entered: EnteredCode): Promise<void>;
};

/** `attempts` is null if nothing is limited. */
export function createWrongCodes(attempts: Attempts | null): WrongCodes {
  /** Right codes by who entered them: with each change of an order, the page sends them again. */
  const right = new Set<string>();
  const nameOf = ({ formId, address, code }: EnteredCode): string => `${formId} ${networkOf(address)} ${code}`;
  const countedOf = ({ formId, address }: EnteredCode): Counted => ({
    rule: perAddress,
    key: `${formId} ${networkOf(address)}`,
  });
  return {
    async take(entered) {
      if (attempts === null || right.has(nameOf(entered))) return true;
      // Before the code is looked up, so that many at once cannot all pass.
      return (await attempts.take(countedOf(entered))) === 0;
    },
    async forgive(entered) {
      if (attempts === null || right.has(nameOf(entered))) return;
      await attempts.forgive(countedOf(entered));
      right.add(nameOf(entered));
      if (right.size > maxRight) right.delete(right.keys().next().value as string);
    },
  };
}
