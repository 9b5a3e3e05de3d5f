import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import type { OpenApiDocument } from '../../../api/openapi/document.ts';
import type { Schema } from '../../../api/openapi/schema.ts';

export interface SchemaChecks {
  /** What is wrong with a value by the schema at that pointer; undefined when nothing is. */
  getProblem(pointer: string, value: unknown): string | undefined;
}

const id = 'https://api.example/openapi.json';

/**
 * Checks by the document's schemas, which clients may read more loosely than the service has to send: in what it sends,
 * a property that is not described is a mistake.
 */
export function sentChecks(document: OpenApiDocument): SchemaChecks {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  ajvFormats.default(ajv);
  return getChecks(ajv, closed(document));
}

/** Of requests that were accepted. Formats are advice to callers: the service reads more forms of a time or a URL. */
export function receivedChecks(document: OpenApiDocument): SchemaChecks {
  return getChecks(new Ajv2020({ strict: false, allErrors: false, validateFormats: false }), document);
}

function getChecks(ajv: Ajv2020, document: OpenApiDocument): SchemaChecks {
  ajv.addSchema({ $id: id, ...document });
  const compiled = new Map<string, ValidateFunction>();
  return {
    getProblem: (pointer, value) => {
      const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `${id}${pointer}` });
      compiled.set(pointer, validate);
      if (validate(value)) return undefined;
      return (validate.errors ?? []).map(sentence).join('; ');
    },
  };
}

const sentence = ({ instancePath, message, params }: ErrorObject): string =>
  `${instancePath || 'the value'} ${message} ${JSON.stringify(params)}`;

function closed(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  for (const schema of Object.values(copy.components.schemas)) close(schema);
  return copy;
}

function close(schema: Schema): void {
  const { properties, items, anyOf = [], oneOf = [], additionalProperties } = schema;
  if (properties) schema.additionalProperties ??= false;
  const parts = [...Object.values(properties ?? {}), ...(items ? [items] : []), ...anyOf, ...oneOf];
  for (const part of parts) close(part);
  if (typeof additionalProperties === 'object') close(additionalProperties);
}
