// Where pages of a list began: a page at an offset continues from the last known place before it, instead of skipping
// all items from the first on.

import { countUpTo } from '../../lib/count-up-to.ts';

export type Place = {
  /** How many items come before it. */
  skip: number;
  /** The key and ID of the last of these. */
  key: unknown;
  id: string;
};

export type Places = {
  /** The last place that is not behind `skip`. */
  before(skip: number): Place | null;
  add(place: Place): void;
};

const maxPlaces = 1000;

export function createPlaces(): Places {
  let places: Place[] = [];
  let minDistance = 64;
  /** How many places are not behind `skip`. */
  const countBefore = (skip: number): number => countUpTo(places, skip, (place) => place.skip);
  return {
    before: (skip) => places[countBefore(skip) - 1] ?? null,
    add(place) {
      const index = countBefore(place.skip);
      const next = places[index]?.skip ?? Number.POSITIVE_INFINITY;
      const previous = places[index - 1]?.skip ?? 0;
      if (place.skip - previous < minDistance || next - place.skip < minDistance) return;
      places.splice(index, 0, place);
      if (places.length < maxPlaces) return;
      places = places.filter((_, index) => index % 2 === 0);
      minDistance *= 2;
    },
  };
}
