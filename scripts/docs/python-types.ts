import type { Schema } from '../../api/openapi/schema.ts';
import { clientRoots, readRef, type Schemas, toTypeName } from './client-schemas.ts';

const head = `"""The objects of the API. Generated from docs/openapi.json by npm run docs."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict
`;

/** Returns the types of the Python client, one TypedDict for each object of the OpenAPI document that it names. */
export function buildPythonTypes({ components }: { components: { schemas: Schemas } }): string {
  const names = listClientSchemas(components.schemas);
  const blocks = names.flatMap((name) => toDefinitions(toTypeName(name), components.schemas[name]!));
  return `${[head.trimEnd(), ...blocks].join('\n\n\n')}\n`;
}

/** Returns the definition of a schema behind those of the objects within it. */
function toDefinitions(name: string, schema: Schema): string[] {
  if (!schema.properties) return [`${toComment(schema.description)}${name} = ${toType(schema, name)}`];
  const inner: string[] = [];
  const fields = Object.entries(schema.properties).map(([key, part]) => {
    const innerName = name + key.charAt(0).toUpperCase() + key.slice(1);
    if (part.properties) inner.push(...toDefinitions(innerName, part));
    const type = toType(part, innerName);
    const isRequired = schema.required?.includes(key);
    return `${toComment(part.description, '    ')}    ${key}: ${isRequired ? type : `NotRequired[${type}]`}`;
  });
  const doc = schema.description ? `    """${schema.description}"""\n\n` : '';
  return [...inner, `class ${name}(TypedDict):\n${doc}${fields.join('\n')}`];
}

const toComment = (description: string | undefined, indent = ''): string =>
  description ? `${indent}#: ${description.replaceAll('\n', ' ')}\n` : '';

/** Returns the type of a schema; an object within another one has a class named `objectName`. */
function toType(schema: Schema, objectName: string): string {
  const { $ref, enum: values, const: value, anyOf, oneOf, items, type, properties } = schema;
  if ($ref) return toTypeName(readRef($ref));
  if (value !== undefined) return toLiteral([value]);
  if (values) return toLiteral(values);
  const choices = anyOf ?? oneOf;
  if (choices) return unite(choices.map((choice) => toType(choice, objectName)));
  const types = [type ?? []].flat();
  return types.length === 0
    ? 'Any'
    : unite(
        types.map((one) => {
          if (one === 'array') return `list[${items ? toType(items, objectName) : 'Any'}]`;
          if (one === 'object') return properties ? objectName : 'dict[str, Any]';
          return plainTypes[one];
        }),
      );
}

const plainTypes = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' } as const;

const unite = (types: string[]): string => [...new Set(types)].join(' | ');

/** A literal is a JSON text besides null, which Python writes as None. */
const toLiteral = (values: readonly unknown[]): string =>
  `Literal[${values.map((value) => (value === null ? 'None' : JSON.stringify(value))).join(', ')}]`;

/** Returns the names of the roots and of all that they refer to, each behind those that it refers to. */
function listClientSchemas(schemas: Schemas): string[] {
  const listed = new Set<string>();
  const visit = (name: string) => {
    if (listed.has(name)) return;
    for (const ref of findRefs(schemas[name]!)) if (ref !== name) visit(ref);
    listed.add(name);
  };
  for (const name of clientRoots) visit(name);
  return [...listed];
}

function findRefs(schema: Schema): string[] {
  const refs = [...JSON.stringify(schema).matchAll(/"\$ref":"([^"]+)"/g)];
  return refs.map(([, ref]) => readRef(ref!));
}
