// Schemas with a title become components of the document: each shape stands there once, under its name.

type Json = Record<string, unknown>;
type Document = { paths?: object; components?: { schemas?: object } };

/** Moves every titled schema to `components.schemas`. Throws when two different schemas share a title. */
export function nameSchemas<D extends Document>(document: D): D {
  const schemas: Json = {};

  function walk(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    const { title, ...rest } = value as Json;
    if (typeof title !== 'string') return mapValues(value as Json, walk);
    if (!isNullable(rest)) return reference(title, rest);
    const [type] = rest.type;
    return { anyOf: [reference(title, { ...rest, type }), { type: 'null' }] };
  }

  function reference(name: string, schema: Json): Json {
    const named = mapValues(schema, walk);
    const known = schemas[name];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(named)) {
      throw new Error(`Two different schemas have the title ${name}`);
    }
    schemas[name] = named;
    return { $ref: `#/components/schemas/${name}` };
  }

  const { paths, components } = document;
  Object.assign(schemas, walk(components?.schemas ?? {}));
  return { ...document, paths: walk(paths ?? {}), components: { ...components, schemas } } as D;
}

/** As `nullable` in http/schemas.ts writes it. */
function isNullable(schema: Json): schema is { type: [string, 'null'] } {
  return Array.isArray(schema.type) && schema.type[1] === 'null';
}

function mapValues(object: Json, change: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}
