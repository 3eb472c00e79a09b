// A row of the table: what is measured, and what it is compared with.

import type { LoadResult } from './load.ts';
import type { Program } from './programs.ts';

export type Row = {
  name: string;
  /** What the ratio, or the value, is to reach. */
  goal: string;
  /** Runs only if it is chosen by name. */
  isLong?: boolean;
  measure(service: Program): Promise<Measured>;
};

/** What a row is compared with: this many per second of `of`. */
export type Bound = { of: string; perSecond: number; p99Ms?: number };

export type Measured = {
  /** Requests, or what else the row counts, per second. */
  perSecond?: number;
  load?: LoadResult;
  bound?: Bound;
  /** Of a row that counts nothing, such as `105 MB`. */
  value?: string;
};

export function toTable({ load, perSecond = load?.perSecond, bound, value }: Measured, goal: string): object {
  return {
    'per second': perSecond === undefined ? value : Math.round(perSecond),
    'p50 ms': load ? round(load.p50Ms) : '',
    'p99 ms': load ? round(load.p99Ms) : '',
    failures: load?.failures ?? '',
    ratio: bound && perSecond !== undefined ? round(perSecond / bound.perSecond) : '',
    'p99 ratio': bound?.p99Ms && load ? round(load.p99Ms / bound.p99Ms) : '',
    of: bound ? `${bound.of} (${Math.round(bound.perSecond)})` : '',
    goal,
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
