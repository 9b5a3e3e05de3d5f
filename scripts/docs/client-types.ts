import { compile } from 'json-schema-to-typescript';
import { clientRoots, readRef, type Schemas, toTypeName } from './client-schemas.ts';

const banner =
  '// Generated from docs/openapi.json by npm run docs: change the routes that it is made of instead.';

/** Returns the TypeScript types of `shared/client/`, from the schemas of the OpenAPI document. */
export async function clientTypes({ components }: { components: { schemas: Schemas } }): Promise<string> {
  const $defs = Object.fromEntries(
    Object.entries(components.schemas).map(([name, schema]) => [toTypeName(name), asDefinition(schema)]),
  );
  const properties = Object.fromEntries(clientRoots.map((name) => [name, refTo(name)]));
  const schema = { type: 'object', additionalProperties: false, properties, $defs };
  const text = await compile(schema as Parameters<typeof compile>[0], 'Roots', {
    bannerComment: banner,
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 110, trailingComma: 'all' },
  });
  return shortened(text.replace(/export interface Roots \{\n[^}]*\}\n/, ''));
}

const refTo = (name: string) => ({ $ref: `#/$defs/${toTypeName(name)}` });

/**
 * With the references of JSON Schema. A description beside a reference would become a second type. The values of an open
 * enum are a union: TypeScript checks no response, and completes what is written.
 */
function asDefinition(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    const ref: unknown = value?.$ref;
    if (typeof ref === 'string') return refTo(readRef(ref));
    const { 'x-extensible-enum': values, ...rest } = Object(value);
    return values ? { ...rest, enum: values } : value;
  });
}

/** Comments of one line where they fit; limits of arrays are not of the types. */
function shortened(text: string): string {
  return text
    .replace(/\n +\*\n( +\* @(?:min|max)Items \d+\n)+/g, '\n')
    .replace(/\/\*\*\n +\* (.*)\n +\*\//g, '/** $1 */')
    .replace(/\}\n(?=\/\*\*|export)/g, '}\n\n');
}
