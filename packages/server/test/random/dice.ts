// Choices that repeat with the same seed.

import { seededRandom } from '../support/seeded-random.ts';

export type Dice = {
  /** True this often, from 0 to 1. */
  chance(share: number): boolean;
  /** A whole number from `min` to `max`. */
  between(min: number, max: number): number;
  pick<T>(some: readonly T[]): T;
};

export function rollDice(seed: number): Dice {
  const random = seededRandom(seed);
  const between = (min: number, max: number) => min + Math.floor(random() * (max - min + 1));
  return {
    chance: (share) => random() < share,
    between,
    pick: (some) => some[between(0, some.length - 1)] as (typeof some)[number],
  };
}
