// A histogram of durations by one set of labels each. Noting a duration adds to three numbers: the histograms of prom-client
// hash their labels each time, which takes longer than a quick statement of SQLite (decision 0093).

import type { MetricObject, MetricValueWithName } from 'prom-client';

type Labels = Record<string, string>;

/** What is known about one set of labels. `counts` has one more entry than there are bounds. */
export class Durations {
  readonly labels: Labels;
  readonly counts: number[];
  sum = 0;
  readonly #bounds: readonly number[];

  constructor(labels: Labels, bounds: readonly number[]) {
    this.labels = labels;
    this.#bounds = bounds;
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  note(seconds: number): void {
    let index = 0;
    while (index < this.#bounds.length && seconds > (this.#bounds[index] as number)) index++;
    (this.counts[index] as number)++;
    this.sum += seconds;
  }
}

/** A metric as the registry of prom-client reads it. */
export class DurationHistogram {
  readonly name: string;
  readonly help: string;
  readonly type = 'histogram';
  readonly aggregator = 'sum';
  readonly #bounds: readonly number[];
  readonly #all: Durations[] = [];

  /** `bounds` are in seconds, in ascending order. */
  constructor(name: string, help: string, bounds: readonly number[]) {
    this.name = name;
    this.help = help;
    this.#bounds = bounds;
  }

  /** Keep it: each call adds a set of labels. */
  withLabels(labels: Labels): Durations {
    const durations = new Durations(labels, this.#bounds);
    this.#all.push(durations);
    return durations;
  }

  async get(): Promise<
    Omit<MetricObject, 'type' | 'collect'> & { type: string; values: MetricValueWithName<string>[] }
  > {
    const values = this.#all.flatMap((durations) => this.#valuesOf(durations));
    return { name: this.name, help: this.help, type: this.type, aggregator: this.aggregator, values };
  }

  #valuesOf({ labels, counts, sum }: Durations): MetricValueWithName<string>[] {
    let count = 0;
    const buckets = [...this.#bounds, Number.POSITIVE_INFINITY].map((bound, index) => {
      count += counts[index] as number;
      const le = bound === Number.POSITIVE_INFINITY ? '+Inf' : bound;
      return { metricName: `${this.name}_bucket`, labels: { ...labels, le }, value: count };
    });
    return [
      ...buckets,
      { metricName: `${this.name}_sum`, labels, value: sum },
      { metricName: `${this.name}_count`, labels, value: count },
    ];
  }
}
