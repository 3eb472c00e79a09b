// How many places each lane has in this worker. A lane begins with five. While more of its jobs are waiting, each success
// earns it another place, up to what its receiver can use. When one is slow or fails, it is back at five.
//
// claim-jobs.ts limits those lanes further, in the database. Earned places are kept in memory, and only while a lane has jobs running.

import { type ClaimedJob, placesPerLane } from './claim-jobs.ts';

/** All lanes share these, so that receivers that start to hang together leave most places to others. */
const maxEarned = { quick: 100, own: 15 };

export type JobEnd = { hasFailed: boolean; isSlow: boolean };

type Lane = {
  pool: 'quick' | 'own';
  running: number;
  earned: number;
  /** At the beginning of the last claim, which could give it as many jobs as there were places left. */
  before: { running: number; places: number };
  /** Whether it ran one job at a time at its last claim (claim-jobs.ts). */
  isLimited: boolean;
  /** Whether the last claim filled it, so that more of its jobs may be waiting. */
  isFull: boolean;
};

export class LanePlaces {
  readonly #lanes = new Map<string, Lane>();
  readonly #earned = { quick: 0, own: 0 };

  /** The lanes with more than five places, and how many they have. */
  widened(): Record<string, number> {
    const widened = [...this.#lanes].filter(([, { earned }]) => earned > 0);
    return Object.fromEntries(widened.map(([lane, { earned }]) => [lane, placesPerLane + earned]));
  }

  /** A claim begins. Returns the places that it can fill, as `widened` does. */
  claiming(): Record<string, number> {
    for (const lane of this.#lanes.values())
      lane.before = { running: lane.running, places: placesPerLane + lane.earned };
    return this.widened();
  }

  /**
   * Notes what a claim returned. Returns whether others may be waiting for a place that is free already: jobs that ended since
   * the claim began had theirs in it.
   */
  claimed(jobs: readonly ClaimedJob[]): boolean {
    for (const { lane: name, kind, isLimited } of jobs) {
      const pool = kind === 'own' ? 'own' : 'quick';
      const before = { running: 0, places: placesPerLane };
      const lane = this.#lanes.get(name) ?? { pool, running: 0, earned: 0, before, isLimited, isFull: false };
      lane.running++;
      lane.before.running++;
      lane.isLimited = isLimited;
      this.#lanes.set(name, lane);
    }
    let mayHaveMore = false;
    for (const [name, lane] of this.#lanes) {
      const places = lane.isLimited ? 1 : lane.before.places;
      lane.isFull = lane.before.running >= places;
      if (lane.isFull && lane.running < places) mayHaveMore = true;
      if (lane.running === 0 && !lane.isFull) this.#forget(name, lane);
    }
    return mayHaveMore;
  }

  /** Notes the end of a job. Returns whether others of its lane may be waiting for its place. */
  ended(job: ClaimedJob, { hasFailed, isSlow }: JobEnd): boolean {
    const lane = this.#lanes.get(job.lane) as Lane;
    lane.running--;
    if (hasFailed || isSlow) this.#earn(lane, -lane.earned);
    else if (lane.isFull && !lane.isLimited && this.#earned[lane.pool] < maxEarned[lane.pool]) this.#earn(lane, 1);
    // If it was full, a claim follows, which may find more for it.
    if (lane.running === 0 && !lane.isFull) this.#forget(job.lane, lane);
    return lane.isFull;
  }

  #earn(lane: Lane, places: number): void {
    lane.earned += places;
    this.#earned[lane.pool] += places;
  }

  #forget(name: string, lane: Lane): void {
    this.#earn(lane, -lane.earned);
    this.#lanes.delete(name);
  }
}
