import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { type Calculation, type CalculationAnswers, evaluate } from './evaluate.ts';
import { fieldsIn, readFormula } from './formula.ts';
import { normalForms } from './normal-forms.ts';

const answers = {
  guests: 3,
  price: '12.50',
  kind: 'guest',
  member: true,
  extras: ['10', '2.5', 'parking'],
  'stay.from': '2027-02-27',
  'stay.to': '2027-03-02',
  'my-name': 7,
};

function treeOf(formula: string): Calculation {
  const read = readFormula(formula);
  assert.ok('tree' in read, `${formula}: ${JSON.stringify(read)}`);
  return read.tree;
}

test('formulas are worked out as in school, and what is not a number counts as 0', () => {
  for (const [formula, result] of [
    ['1 + 2 * 3 - 4 / 2', 5],
    ['(1 + 2) * 3', 9],
    ['2 - 3 - 4', -5],
    ['-2 * -(1 + 1)', 4],
    ['7 % 4', 3],
    ['0.1 + 0.2', 0.3],
    ['10 / 4', 2.5],
    ['1 / 0', null],
    ['guests * price', 37.5],
    ['{my-name} + unknown', 7],
    ['if(kind = "guest", 10, 20)', 10],
    ['if(kind != "guest", 10, 20)', 20],
    ['if(guests >= 3, if(member, 1, 2), 3)', 1],
    ['(guests > 2) + (guests < 3) + (guests <= 3)', 2],
    ['(kind = " GUEST") + (kind = "Gu\u0308est") + (kind != "guests")', 2],
    ['guests = 3', 1],
    ['sum(extras, 1)', 13.5],
    ['count(extras)', 3],
    ['extras = "parking"', 1],
    ['days(stay.from, stay.to)', 3],
    ['days(stay.from, kind)', 0],
    ['min(3, guests, 5) + max(1, 2)', 5],
    ['round(2.345, 2) + round(2.5) + floor(-1.5) + ceil(1.2) + abs(-3)', 8.35],
    ['1.005 * 100', 100.5],
    ['kind * 5', 0],
    ['(none = "sea") + (kind = 0)', 0],
    ['(none = 0) + (none = "") + (none = missing) + (price = 12.5)', 4],
  ] as [string, number | null][])
    assert.equal(evaluate(treeOf(formula), answers, normalForms), result, formula);
  assert.equal(evaluate(treeOf('10 / 3'), {}, normalForms, 2), 3.33);
  assert.equal(evaluate(treeOf('-2.5'), {}, normalForms, 0), -3);
  assert.deepEqual(fieldsIn(treeOf('a + if(b = "c", {d-e}, a) * stay.from')), ['a', 'b', 'd-e', 'stay.from']);
});

test('a formula that cannot be read says why', () => {
  for (const [formula, fault] of [
    ['', 'must have a value instead of the end'],
    ['1 +', 'must have a value instead of the end'],
    ['1 2', 'must have the end instead of “2”'],
    ['(1', 'must have “)” instead of the end'],
    ['a; alert(1)', 'cannot be read from “; alert(1)”'],
    ['"open', 'cannot be read from “"open”'],
    ['fetch("x")', 'has no function fetch; there are if, min, max, sum, round, floor, ceil, abs, count, days'],
    [
      'constructor(1)',
      'has no function constructor; there are if, min, max, sum, round, floor, ceil, abs, count, days',
    ],
    ['if(1, 2)', 'must give if 3 values'],
    ['round(1, 2, 3)', 'must give round 1 to 2 values'],
    ['abs()', 'must give abs 1 value'],
    [`${'('.repeat(60)}1${')'.repeat(60)}`, 'must not have more than 50 parentheses inside each other'],
    ['1'.repeat(1001), 'must have at most 1000 characters'],
  ] as [string, string][])
    assert.deepEqual(readFormula(formula), { fault }, formula);
});

const numbers: Record<string, number> = { guests: 3, nights: 14, none: 0 };

/** A formula and its result, worked out beside each other. */
const formulas: fc.Arbitrary<{ text: string; result: number }> = fc.letrec<{ any: { text: string; result: number } }>(
  (tie) => ({
    any: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.integer({ min: 0, max: 999 }).map((result) => ({ text: `${result}`, result })),
      fc.constantFrom(...Object.keys(numbers)).map((name) => ({ text: name, result: numbers[name] as number })),
      fc.tuple(tie('any'), fc.constantFrom('+', '-', '*'), tie('any')).map(([a, sign, b]) => ({
        text: `(${a.text} ${sign} ${b.text})`,
        result: sign === '+' ? a.result + b.result : sign === '-' ? a.result - b.result : a.result * b.result,
      })),
      fc.tuple(tie('any'), tie('any'), tie('any')).map(([a, b, c]) => ({
        text: `if(${a.text} > ${b.text}, ${c.text}, -${a.text})`,
        result: a.result > b.result ? c.result : -a.result,
      })),
    ),
  }),
).any;

test('any formula of whole numbers has the result of ordinary arithmetic', () => {
  fc.assert(
    fc.property(formulas, ({ text, result }) => {
      fc.pre(text.length <= 1000 && Math.abs(result) < 1e9);
      assert.equal(evaluate(treeOf(text), numbers, normalForms), result + 0);
    }),
  );
});

test('any text is read or rejected, and has a finite result or none, which the function on the page has, too', () => {
  // Nothing but the function itself, as in a browser that has another scope.
  const onPage = runInNewContext(`(${evaluate.toString()})`) as typeof evaluate;
  const piece = fc.constantFrom(
    ...[
      'guests',
      'kind',
      'extras',
      'stay.from',
      '{my-name}',
      '12',
      '0.5',
      '"guest"',
      '+',
      '-',
      '*',
      '/',
      '%',
      '(',
      ')',
    ],
    ...[',', '=', '!=', '<', '>=', 'if(', 'min(', 'round(', 'count(', 'days(', 'toString', '__proto__'],
  );
  const text = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.array(piece, { maxLength: 12 }).map((all) => all.join(' ')),
  );
  const given = fc.dictionary(
    fc.constantFrom(...Object.keys(answers)),
    fc.oneof(fc.double(), fc.string(), fc.boolean()),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        text,
        formulas.map((one) => one.text),
      ),
      given,
      fc.nat(6),
      (formula, given, decimals) => {
        const read = readFormula(formula);
        if ('fault' in read) return;
        const all: CalculationAnswers = { ...answers, ...given };
        const result = evaluate(read.tree, all, normalForms, decimals);
        assert.ok(result === null || Number.isFinite(result), `${result}`);
        assert.ok(!Object.is(result, -0));
        assert.equal(onPage(JSON.parse(JSON.stringify(read.tree)), all, normalForms, decimals), result);
      },
    ),
    { numRuns: 1000 },
  );
});
