// Reads the text format of Prometheus 0.0.4, and refuses what it does not allow.

import assert from 'node:assert/strict';

export type Sample = { name: string; labels: Record<string, string>; value: number };
export type Family = { type: string; help: string; samples: Sample[] };

const types = ['counter', 'gauge', 'histogram', 'summary', 'untyped'];
const samplePattern = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const labelPattern = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/y;

/** Every family by its name. Throws at the first line that is not allowed. */
export function parsePrometheusText(text: string): Map<string, Family> {
  assert.ok(text.endsWith('\n'), 'The last line must end');
  const families = new Map<string, Family>();
  const seen = new Set<string>();
  type Current = { name: string; family: Family };
  let current: Current | null = null as Current | null;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (keyword === 'HELP') {
      assert.ok(!families.has(name), `${name} comes twice`);
      current = { name, family: { type: '', help: rest, samples: [] } };
      families.set(name, current.family);
    } else if (keyword === 'TYPE') {
      assert.equal(current?.name, name, `TYPE of ${name} without HELP`);
      assert.ok(types.includes(rest), `${name} has the type ${rest}`);
      (current as Current).family.type = rest;
    } else {
      const sample = parseSample(line);
      assert.ok(current && baseNames(current).includes(sample.name), `${line} is not in the family ${current?.name}`);
      const key = `${sample.name} ${JSON.stringify(Object.entries(sample.labels).sort())}`;
      assert.ok(!seen.has(key), `${key} comes twice`);
      seen.add(key);
      current.family.samples.push(sample);
    }
  }
  for (const [name, family] of families) checkFamily(name, family);
  return families;
}

/** The value of the sample with exactly these labels; 0 if there is none. */
export function sampleValue(families: Map<string, Family>, name: string, labels: Record<string, string> = {}): number {
  const family = families.get(name) ?? families.get(name.replace(/_(bucket|sum|count)$/, ''));
  assert.ok(family, `There is no metric ${name}`);
  const wanted = JSON.stringify(Object.entries(labels).sort());
  const sample = family.samples.find(
    (one) => one.name === name && JSON.stringify(Object.entries(one.labels).sort()) === wanted,
  );
  return sample?.value ?? 0;
}

function parseSample(line: string): Sample {
  const [, name, labelText = '', number] = samplePattern.exec(line) ?? assert.fail(`Not a sample: ${line}`);
  const labels: Record<string, string> = {};
  labelPattern.lastIndex = 0;
  while (labelPattern.lastIndex < labelText.length) {
    const [, label, value] = labelPattern.exec(labelText) ?? assert.fail(`Labels of ${line}`);
    assert.ok(!((label as string) in labels), `${label} comes twice in ${line}`);
    labels[label as string] = (value as string).replace(/\\(.)/g, (_, char) => (char === 'n' ? '\n' : char));
  }
  const special: Record<string, number> = { '+Inf': Infinity, '-Inf': -Infinity, Nan: NaN, NaN };
  const value = special[number as string] ?? Number(number);
  assert.ok(!Number.isNaN(value) || /^nan$/i.test(number as string), `${number} is not a number`);
  return { name: name as string, labels, value };
}

function baseNames({ name, family }: { name: string; family: Family }): string[] {
  if (family.type === 'histogram') return [`${name}_bucket`, `${name}_sum`, `${name}_count`];
  return family.type === 'summary' ? [name, `${name}_sum`, `${name}_count`] : [name];
}

/** Names by the conventions of Prometheus, and buckets that add up. */
function checkFamily(name: string, { type, help, samples }: Family): void {
  assert.ok(help.length > 0 && type !== '', `${name} has no HELP or TYPE`);
  if (!name.startsWith('frontdesk_')) return;
  assert.equal(name.endsWith('_total'), type === 'counter', `${name}: exactly counters end with _total`);
  assert.doesNotMatch(name, /_(ms|milliseconds|kb|mb|percent)(_|$)/, `${name} has no base unit`);
  if (type !== 'histogram') return;
  const buckets = samples.filter((sample) => sample.name.endsWith('_bucket'));
  const groups = Map.groupBy(buckets, ({ labels: { le, ...labels } }) => JSON.stringify(labels));
  for (const [labels, group] of groups) {
    const bounds = group.map(({ labels }) => (labels.le === '+Inf' ? Infinity : Number(labels.le)));
    assert.deepEqual(
      bounds,
      [...bounds].sort((a, b) => a - b),
      `${name} ${labels}: bounds ascend`,
    );
    assert.equal(bounds.at(-1), Infinity, `${name} ${labels} ends with +Inf`);
    const counts = group.map(({ value }) => value);
    assert.deepEqual(
      counts,
      [...counts].sort((a, b) => a - b),
      `${name} ${labels}: buckets add up`,
    );
    const count = samples.find((one) => one.name.endsWith('_count') && JSON.stringify(one.labels) === labels);
    assert.equal(count?.value, counts.at(-1), `${name} ${labels}: count is the last bucket`);
  }
}
