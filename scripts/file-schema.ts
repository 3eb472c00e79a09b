// The JSON Schema of a file with the shape of a site, for editors: what `frontdesk schema push` checks it by, with all that this refers to.

import { type ApiDocument, schemaOfFile } from '../packages/client/src/schema/check-file.ts';

export function fileSchema(document: object): object {
  const { components } = document as ApiDocument;
  const definitions: Record<string, unknown> = {};
  const withDefinitions = (schema: object): object =>
    JSON.parse(JSON.stringify(schema), (key, value) => {
      if (key !== '$ref') return value;
      const name = String(value).split('/').at(-1) ?? '';
      if (!(name in definitions)) {
        definitions[name] = {};
        definitions[name] = withDefinitions(components.schemas[name] ?? {});
      }
      return `#/definitions/${name}`;
    });
  const schema = withDefinitions(schemaOfFile(document as ApiDocument));
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'The shape of a Frontdesk site',
    ...schema,
    definitions: Object.fromEntries(Object.entries(definitions).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
