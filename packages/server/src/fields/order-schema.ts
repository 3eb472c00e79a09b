// The JSON Schema of what a submission buys, for the site's own document and the types made of it.

import type { JsonSchema } from './field.ts';
import { hasOrder, linesOf, maxAmount, maxEntries, type Priced, type PriceLine, quantitiesOf } from './price-lines.ts';

/** What a submission says of the price: the lines that were chosen. Null for a fixed price, of which nothing is said. */
export function orderSchemaOf(field: Priced): JsonSchema | null {
  if (!hasOrder(field)) return null;
  const lines = linesOf(field);
  const needed = lines.filter((line) => line.required && line.type !== 'item');
  return {
    type: 'object',
    description: 'What is bought. Items that are always included may be left out',
    properties: {
      lines: {
        type: 'array',
        description: 'What is chosen of the lines of the form',
        items: eitherOf(lines.map(entrySchemaOf)),
        ...(needed.length > 0 && { minItems: needed.length }),
        maxItems: maxEntries,
      },
      ...(field.discountCodes && { discountCode: { type: 'string', description: 'A discount code of the form' } }),
      amount: {
        type: 'integer',
        minimum: 0,
        description:
          'The total that your page shows, in the minor unit of the currency; another price is rejected then',
      },
      currency: { type: 'string', const: field.currency, description: 'The currency of the form' },
    },
    required: needed.length > 0 ? ['lines'] : [],
    additionalProperties: false,
    examples: [{ lines: (needed.length > 0 ? needed : lines.slice(0, 1)).map(exampleOf) }],
  };
}

/** One of the schemas; a choice of one is that schema. */
function eitherOf(schemas: JsonSchema[]): JsonSchema {
  return schemas.length === 1 ? (schemas[0] as JsonSchema) : { oneOf: schemas };
}

/** Whether an answer must say what is bought. */
export function needsOrder(field: Priced): boolean {
  return hasOrder(field) && linesOf(field).some(({ required, type }) => required && type !== 'item');
}

function entrySchemaOf(line: PriceLine): JsonSchema {
  const { name, type, options = [], optionsFrom, minimum = 1, maximum = maxAmount } = line;
  const option = optionsFrom ? { type: 'string' } : { type: 'string', enum: options.map(({ value }) => value) };
  const about = optionsFrom ? `The ID of one of the items of the type ${optionsFrom.type}` : 'Which of the options';
  const { min, max } = quantitiesOf(line);
  const member = (schema: JsonSchema, description: string): JsonSchema => ({ ...schema, description });
  const asked: Record<string, JsonSchema> =
    type === 'custom'
      ? { amount: member({ type: 'integer', minimum, maximum }, 'What the visitor gives, in the minor unit') }
      : type === 'choice'
        ? { option: member(option, about) }
        : {};
  const counted = type === 'custom' ? {} : { quantity: { type: 'integer', minimum: min, maximum: max } };
  return {
    type: 'object',
    title: line.label ?? name,
    properties: { line: { type: 'string', const: name }, ...asked, ...counted },
    required: ['line', ...Object.keys(asked)],
    additionalProperties: false,
  };
}

const exampleItem = 'item_01h8xgjw0d9s2m4n6p8r0t2v4x';

function exampleOf(line: PriceLine): object {
  const { name, type, options = [], optionsFrom, minimum = 1, preset = minimum } = line;
  if (type === 'custom') return { line: name, amount: preset };
  const option = optionsFrom ? exampleItem : options[0]?.value;
  return { line: name, ...(option !== undefined && { option }), quantity: Math.max(1, quantitiesOf(line).min) };
}
