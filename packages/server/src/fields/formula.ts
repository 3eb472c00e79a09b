// Formulas of calculations: read into a tree of arrays, which the service and the form page evaluate with the same function.
// There is nothing in a tree but numbers, texts, names of fields and what is listed here, so that a formula can do nothing else.

import type { Calculation } from './evaluate.ts';
import type { FieldDeclaration } from './field.ts';

/** The functions, and how many arguments each accepts. */
const functions = {
  if: [3, 3],
  min: [1, 20],
  max: [1, 20],
  sum: [1, 20],
  round: [1, 2],
  floor: [1, 1],
  ceil: [1, 1],
  abs: [1, 1],
  count: [1, 1],
  days: [2, 2],
} as const satisfies Record<string, readonly [min: number, max: number]>;

const maxFormulaLength = 1000;
/** Parentheses and functions inside each other. */
const maxDepth = 50;

type Token = { kind: 'number' | 'text' | 'name' | 'sign' | 'end'; text: string; at: number };

class FormulaError extends Error {}

/** Throws a FormulaError with what is wrong, as a sentence without its subject. */
function tokensOf(formula: string): Token[] {
  const pattern =
    /\s*(?:(\d+(?:\.\d+)?)|"([^"]*)"|\{([^{}]+)\}|([A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)?)|(<=|>=|!=|[-+*/%(),<>=]))/y;
  const tokens: Token[] = [];
  while (pattern.lastIndex < formula.trimEnd().length) {
    const at = pattern.lastIndex;
    const found = pattern.exec(formula);
    if (!found) throw new FormulaError(`cannot be read from “${formula.slice(at).trim().slice(0, 20)}”`);
    const [, number, text, quoted, name, sign] = found;
    if (number !== undefined) tokens.push({ kind: 'number', text: number, at });
    else if (text !== undefined) tokens.push({ kind: 'text', text, at });
    else if (quoted !== undefined) tokens.push({ kind: 'name', text: quoted.trim(), at });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name, at });
    else tokens.push({ kind: 'sign', text: sign as string, at });
  }
  return [...tokens, { kind: 'end', text: 'the end', at: formula.length }];
}

class Reader {
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  read(): Calculation {
    const tree = this.#comparison();
    this.#expect('end', 'the end');
    return tree;
  }

  get #token(): Token {
    return this.#tokens[this.#next] as Token;
  }

  #accept(...texts: string[]): string | null {
    const { kind, text } = this.#token;
    if (kind !== 'sign' || !texts.includes(text)) return null;
    this.#next += 1;
    return text;
  }

  #expect(kind: Token['kind'], text: string): void {
    if (this.#token.kind !== kind || this.#token.text !== text)
      throw new FormulaError(`must have ${quote(text)} instead of ${quote(this.#token.text)}`);
    this.#next += 1;
  }

  #comparison(): Calculation {
    this.#depth += 1;
    if (this.#depth > maxDepth)
      throw new FormulaError(`must not have more than ${maxDepth} parentheses inside each other`);
    const left = this.#sum();
    const sign = this.#accept('=', '!=', '<', '<=', '>', '>=');
    const tree: Calculation = sign === null ? left : [sign, left, this.#sum()];
    this.#depth -= 1;
    return tree;
  }

  #sum(): Calculation {
    let tree = this.#product();
    for (let sign = this.#accept('+', '-'); sign !== null; sign = this.#accept('+', '-'))
      tree = [sign, tree, this.#product()];
    return tree;
  }

  #product(): Calculation {
    let tree = this.#signed();
    for (let sign = this.#accept('*', '/', '%'); sign !== null; sign = this.#accept('*', '/', '%'))
      tree = [sign, tree, this.#signed()];
    return tree;
  }

  #signed(): Calculation {
    let isNegative = false;
    for (let sign = this.#accept('-', '+'); sign !== null; sign = this.#accept('-', '+'))
      if (sign === '-') isNegative = !isNegative;
    const tree = this.#value();
    return isNegative ? ['-', ['number', 0], tree] : tree;
  }

  #value(): Calculation {
    const { kind, text } = this.#token;
    if (this.#accept('(')) {
      const tree = this.#comparison();
      this.#expect('sign', ')');
      return tree;
    }
    if (kind === 'sign' || kind === 'end') throw new FormulaError(`must have a value instead of ${quote(text)}`);
    this.#next += 1;
    if (kind === 'number') return ['number', Number(text)];
    if (kind === 'text') return ['text', text];
    return this.#accept('(') ? this.#call(text) : ['field', text];
  }

  /** After the opening parenthesis. */
  #call(name: string): Calculation {
    const args: Calculation[] = [];
    if (!this.#accept(')')) {
      do args.push(this.#comparison());
      while (this.#accept(','));
      this.#expect('sign', ')');
    }
    if (!Object.hasOwn(functions, name))
      throw new FormulaError(`has no function ${name}; there are ${Object.keys(functions).join(', ')}`);
    const [min, max] = functions[name as keyof typeof functions];
    if (args.length >= min && args.length <= max) return [name, ...args];
    const count = min === max ? `${min}` : `${min} to ${max}`;
    throw new FormulaError(`must give ${name} ${count} ${max === 1 ? 'value' : 'values'}`);
  }
}

function quote(text: string): string {
  return text === 'the end' ? text : `“${text}”`;
}

/** The tree, or what is wrong with the formula. */
export function readFormula(formula: string): { tree: Calculation } | { fault: string } {
  if (formula.length > maxFormulaLength) return { fault: `must have at most ${maxFormulaLength} characters` };
  try {
    return { tree: new Reader(tokensOf(formula)).read() };
  } catch (error) {
    if (error instanceof FormulaError) return { fault: error.message };
    throw error;
  }
}

const settingsOfAnswers = ['required', 'default', 'min', 'max'] as const;

/** What is wrong with the settings of a calculation, apart from the names in its formula. */
export function formulaFault(field: FieldDeclaration): { member: keyof FieldDeclaration; detail: string } | null {
  const read = readFormula(field.formula ?? '0');
  if ('fault' in read) return { member: 'formula', detail: read.fault };
  const member = settingsOfAnswers.find((member) => field[member] !== undefined && field[member] !== false);
  return member === undefined ? null : { member, detail: 'is not for calculations, which visitors do not answer' };
}

/** The fields whose answers it needs: names, or `name.part` of an answer with parts. */
export function fieldsIn([kind, ...rest]: Calculation): string[] {
  if (kind === 'field') return [rest[0] as string];
  return kind === 'number' || kind === 'text' ? [] : [...new Set((rest as Calculation[]).flatMap(fieldsIn))];
}
