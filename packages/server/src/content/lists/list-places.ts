// Where pages of a list began: a page at an offset continues from the last known place before it, instead of skipping
// all items from the first on.

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
  const countUpTo = (skip: number): number => {
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle] as Place).skip <= skip) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    before: (skip) => places[countUpTo(skip) - 1] ?? null,
    add(place) {
      const index = countUpTo(place.skip);
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
