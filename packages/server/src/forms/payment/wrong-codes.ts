// Limits guessing of discount codes. Counted in this process, for each form and address.

import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from '../../lib/public-address.ts';

const perAddress = { points: 10, duration: 10 * 60 };

export type WrongCodes = {
  /** Counts a code that someone enters. False if too many were wrong before: then it must not be looked up. */
  take(formId: string, address: string): Promise<boolean>;
  /** It is a code of the form, and does not count. */
  forgive(formId: string, address: string): Promise<void>;
};

export function createWrongCodes(isOn: boolean): WrongCodes {
  const limiter = new RateLimiterMemory(perAddress);
  const keyOf = (formId: string, address: string): string => `${formId} ${networkOf(address)}`;
  return {
    async take(formId, address) {
      if (!isOn) return true;
      try {
        // Before the code is looked up, so that many at once cannot all pass.
        await limiter.consume(keyOf(formId, address));
        return true;
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return false;
      }
    },
    async forgive(formId, address) {
      if (isOn) await limiter.reward(keyOf(formId, address));
    },
  };
}
