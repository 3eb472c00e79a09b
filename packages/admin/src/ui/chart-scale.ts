// The vertical scale of a bar chart: from the lowest to the highest value, or 0, in steps of round numbers.

const maxSteps = 4;

type Scale = {
  /** The labeled values, from the bottom up. */
  ticks: number[];
  /** The height of a value on the chart, from 0 to 1. */
  heightOf(value: number): number;
};

export function scaleOf(values: readonly number[], isWhole: boolean): Scale {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const step = roundStep((high - low) / maxSteps, isWhole);
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  const ticks = Array.from({ length: last - first + 1 }, (_, n) => rounded((first + n) * step));
  const [bottom, top] = [ticks[0] as number, ticks.at(-1) as number];
  return { ticks, heightOf: (value) => (value - bottom) / (top - bottom) };
}

/** The next of 1, 2, 2.5 or 5 times a power of ten. */
function roundStep(atLeast: number, isWhole: boolean): number {
  if (atLeast <= 0 || (isWhole && atLeast <= 1)) return 1;
  const power = 10 ** Math.floor(Math.log10(atLeast));
  const factors = isWhole && power === 1 ? [1, 2, 5, 10] : [1, 2, 2.5, 5, 10];
  return (factors.find((factor) => factor * power >= atLeast * (1 - 1e-9)) ?? 10) * power;
}

/** Without the errors of binary fractions: 0.1 + 0.2 is 0.3. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}
