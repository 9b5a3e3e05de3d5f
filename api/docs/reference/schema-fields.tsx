import { Fragment, h, type VNode } from 'preact';
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { Schema } from '../../openapi/schema.ts';
import { InlineMarkdown } from '../markdown.tsx';
import { resolved } from './reference-groups.ts';
import { describeRules, describeType } from './schema-type.ts';

export interface Field {
  name: string;
  schema: Schema;
  required: boolean;
  description?: string;
}

/** Deeper objects are not shown; the document has none. */
const maxDepth = 5;

interface SchemaProps {
  document: OpenApiDocument;
  schema: Schema;
}

/** The fields of a schema, where it has any. */
export const SchemaFields = ({ document, schema }: SchemaProps) => schemaFields(document, schema) ?? null;

/** Returns the fields of an object, of the items of an array, or of each of several alternatives. */
export function schemaFields(document: OpenApiDocument, schema: Schema, depth = 0): VNode | undefined {
  if (depth > maxDepth) return undefined;
  const { properties, required = [], items, oneOf, anyOf } = resolved(document, schema);
  if (items) return schemaFields(document, items, depth);
  if (properties) {
    const fields = Object.entries(properties).map(([name, property]) => ({
      name,
      schema: property,
      required: required.includes(name),
    }));
    return <FieldList document={document} fields={fields} depth={depth} />;
  }
  const lists = (oneOf ?? anyOf ?? []).flatMap((choice) => schemaFields(document, choice, depth) ?? []);
  return lists.length > 0 ? h(Fragment, null, lists) : undefined;
}

interface ListProps {
  document: OpenApiDocument;
  fields: readonly Field[];
  depth?: number;
}

/** Fields with their types, rules and descriptions; those of an object can be opened. */
export const FieldList = ({ document, fields, depth = 0 }: ListProps) => (
  <ul class="fields">
    {fields.map((field) => (
      <FieldItem key={field.name} document={document} field={field} depth={depth} />
    ))}
  </ul>
);

const getValues = (schema: Schema) => schema.enum ?? schema['x-extensible-enum'];

interface ItemProps {
  document: OpenApiDocument;
  field: Field;
  depth: number;
}

function FieldItem({ document, field: { name, schema, required, description }, depth }: ItemProps) {
  const known = resolved(document, schema);
  const text = description ?? known.description ?? '';
  const within = schemaFields(document, schema, depth + 1);
  const values = getValues(known) ?? (known.items && getValues(resolved(document, known.items)));
  return (
    <li>
      <p class="field-name">
        <code>{name}</code>{' '}
        <span class="type">{[describeType(schema), ...describeRules(known)].join(', ')}</span>
        {required && (
          <>
            {' '}
            <span class="required">required</span>
          </>
        )}
      </p>
      {text !== '' && (
        <p>
          <InlineMarkdown text={text} />
        </p>
      )}
      {values && (
        <p class="values">
          {values.map((value) => (
            <>
              <code>{JSON.stringify(value)}</code>{' '}
            </>
          ))}
        </p>
      )}
      {within && (
        <details>
          <summary>
            Fields of <code>{name}</code>
          </summary>
          {within}
        </details>
      )}
    </li>
  );
}
