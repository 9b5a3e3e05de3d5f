import { compile } from 'json-schema-to-typescript';

/** Schemas of the OpenAPI document that the client names; those that they refer to are included. */
const roots = [
  'RenderRequest',
  'RenderResponse',
  'Render',
  'RenderList',
  'Credits',
  'Ledger',
  'Error',
  'QueuedEvent',
  'ProgressEvent',
  'RenderMessage',
] as const;

/** In the client, `Error` is JavaScript's. */
const renamed = { Error: 'ErrorObject' } as const;

const banner =
  '// Generated from docs/openapi.json by npm run docs: change the routes that it is made of instead.';

type Schemas = Record<string, object>;

/** Returns the TypeScript types of `shared/client/`, from the schemas of the OpenAPI document. */
export async function clientTypes({ components }: { components: { schemas: Schemas } }): Promise<string> {
  const $defs = Object.fromEntries(
    Object.entries(components.schemas).map(([name, schema]) => [toName(name), asDefinition(schema)]),
  );
  const properties = Object.fromEntries(roots.map((name) => [name, refTo(name)]));
  const schema = { type: 'object', additionalProperties: false, properties, $defs };
  const text = await compile(schema as Parameters<typeof compile>[0], 'Roots', {
    bannerComment: banner,
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 110, trailingComma: 'all' },
  });
  return shortened(text.replace(/export interface Roots \{\n[^}]*\}\n/, ''));
}

const toName = (name: string) => (name in renamed ? renamed[name as keyof typeof renamed] : name);
const refTo = (name: string) => ({ $ref: `#/$defs/${toName(name)}` });

/** With the references of JSON Schema. A description beside a reference would become a second type. */
function asDefinition(schema: object): object {
  const prefix = '#/components/schemas/';
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    const ref: unknown = value?.$ref;
    return typeof ref === 'string' ? refTo(ref.slice(prefix.length)) : value;
  });
}

/** Comments of one line where they fit; limits of arrays are not of the types. */
function shortened(text: string): string {
  return text
    .replace(/\n +\*\n( +\* @(?:min|max)Items \d+\n)+/g, '\n')
    .replace(/\/\*\*\n +\* (.*)\n +\*\//g, '/** $1 */')
    .replace(/\}\n(?=\/\*\*|export)/g, '}\n\n');
}
