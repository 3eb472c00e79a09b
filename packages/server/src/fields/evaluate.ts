// Works out a calculation. The form page contains this very function (calculation-control.ts), so it uses nothing from outside.

import type { NormalForms } from './normal-forms.ts';

/** `['number', 2]`, `['text', 'sea']`, `['field', 'guests']`, or an operator or function with its values. */
export type Calculation = readonly [name: string, ...values: (number | string | Calculation)[]];

/** By the name of the field, or `name.part`; a field without an answer is absent. */
export type CalculationAnswers = Readonly<Record<string, unknown>>;

/**
 * The result, rounded to `decimals`; null if there is none, as after a division by zero. What is not a number counts as 0, a
 * checked box as 1, and several choices as their sum.
 */
export function evaluate(
  tree: Calculation,
  answers: CalculationAnswers,
  forms: Pick<NormalForms, 'text'>,
  decimals = 6,
): number | null {
  const numberOf = (value: unknown): number => {
    if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + numberOf(one), 0);
    if (typeof value === 'number') return value;
    if (typeof value === 'string') return /^\s*[-+]?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : 0;
    return value === true ? 1 : 0;
  };
  /** Text that is not a number is only the same as that text, as conditions compare it. No answer is the same as 0 and as an empty text. */
  const isSame = (a: unknown, b: unknown): boolean => {
    if (Array.isArray(a)) return a.some((one) => isSame(one, b));
    if (Array.isArray(b)) return isSame(b, a);
    if (typeof a === 'string' && typeof b === 'string') return forms.text(a) === forms.text(b);
    const known = (value: unknown, other: unknown): unknown => {
      if (value === null) return typeof other === 'string' ? '' : 0;
      return typeof value === 'string' && !/^\s*[-+]?\d+(\.\d+)?\s*$/.test(value) ? value : numberOf(value);
    };
    return known(a, b) === known(b, a);
  };
  const dayOf = (value: unknown): number =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)
      ? Date.parse(value.slice(0, 10)) / 86400000
      : Number.NaN;
  const resultOf = ([name, ...values]: Calculation): unknown => {
    if (name === 'number' || name === 'text') return values[0];
    if (name === 'field') return answers[values[0] as string] ?? null;
    const at = (index: number): unknown => {
      const inner = values[index] as Calculation | undefined;
      return inner === undefined ? null : resultOf(inner);
    };
    const number = (index: number): number => numberOf(at(index));
    const numbers = (): number[] => values.map((_, index) => number(index));
    switch (name) {
      case '+':
        return number(0) + number(1);
      case '-':
        return number(0) - number(1);
      case '*':
        return number(0) * number(1);
      case '/':
        return number(0) / number(1);
      case '%':
        return number(0) % number(1);
      case '=':
        return isSame(at(0), at(1));
      case '!=':
        return !isSame(at(0), at(1));
      case '<':
        return number(0) < number(1);
      case '<=':
        return number(0) <= number(1);
      case '>':
        return number(0) > number(1);
      case '>=':
        return number(0) >= number(1);
      case 'if':
        return numberOf(at(0)) === 0 ? at(2) : at(1);
      case 'min':
        return Math.min(...numbers());
      case 'max':
        return Math.max(...numbers());
      case 'sum':
        return numbers().reduce((sum, one) => sum + one, 0);
      case 'round':
        return rounded(number(0), values.length > 1 ? number(1) : 0);
      case 'floor':
        return Math.floor(exact(number(0)));
      case 'ceil':
        return Math.ceil(exact(number(0)));
      case 'abs':
        return Math.abs(number(0));
      case 'count':
        return [at(0)].flat().filter((one) => one !== null && one !== false && one !== '').length;
      case 'days': {
        const days = dayOf(at(1)) - dayOf(at(0));
        return Number.isNaN(days) ? 0 : days;
      }
      default:
        return null;
    }
  };
  /** Without what binary fractions add: 0.1 + 0.2 is 0.3. */
  const exact = (value: number): number => Number(value.toPrecision(12));
  const rounded = (value: number, places: number): number => {
    const digits = Math.max(0, Math.min(6, Math.trunc(places)));
    const scaled = exact(Math.abs(value)) * 10 ** digits;
    return (Math.sign(value) * Math.round(exact(scaled))) / 10 ** digits;
  };
  const result = rounded(numberOf(resultOf(tree)), decimals);
  // Never -0, which is stored as 0.
  return Number.isFinite(result) ? result + 0 : null;
}
