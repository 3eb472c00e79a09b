import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameSchemas } from './document.ts';

const person = { title: 'Person', type: 'object', properties: { title: { type: 'string' }, boss: { type: 'null' } } };
const answering = (...schemas: object[]) => ({ paths: { '/people': { get: { responses: schemas } } } });

test('a titled schema stands once in the components, also where it may be null', () => {
  const document = nameSchemas(answering(person, { items: person }, { ...person, type: ['object', 'null'] }));
  const reference = { $ref: '#/components/schemas/Person' };
  assert.deepEqual(
    document.paths,
    answering(reference, { items: reference }, { anyOf: [reference, { type: 'null' }] }).paths,
  );
  const { title: _, ...named } = person;
  assert.deepEqual((document as { components?: object }).components, { schemas: { Person: named } });
});

test('two schemas with the same title have to be the same', () => {
  assert.throws(
    () => nameSchemas(answering(person, { ...person, required: ['boss'] })),
    /two different schemas .* Person/i,
  );
});
