// Validators and serializers of routes, compiled on first use: compiling those of all routes took a third of the start.

import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { ValidateFunction } from 'ajv';
import { bodyValidator, textValidator } from '../lib/validation.ts';
import type { App } from './typed-app.ts';
import { withQueryRules } from './validate-query.ts';

export function compileSchemasOnUse(app: App): void {
  const forBody = bodyValidator();
  const forText = textValidator();
  app.setValidatorCompiler(({ schema, httpPart }) => {
    let validate: ValidateFunction | undefined;
    const compile = (): ValidateFunction => {
      const validator = httpPart === 'body' ? forBody : forText;
      for (const [id, shared] of Object.entries(app.getSchemas())) {
        if (!validator.getSchema(id)) validator.addSchema(shared as object, id);
      }
      const compiled = validator.compile(schema as object) as ValidateFunction;
      return httpPart === 'querystring' ? (withQueryRules(compiled, schema) as ValidateFunction) : compiled;
    };
    const check = (data: unknown): boolean => {
      validate ??= compile();
      const isValid = validate(data) as boolean;
      check.errors = validate.errors;
      return isValid;
    };
    check.errors = null as ValidateFunction['errors'];
    return check;
  });

  const compileSerializer = SerializerSelector();
  app.setSerializerCompiler((route) => {
    let serialize: ((data: unknown) => string) | undefined;
    return (data) => {
      serialize ??= compileSerializer(app.getSchemas(), {})({ httpStatus: '', ...route });
      return serialize(data);
    };
  });
}
