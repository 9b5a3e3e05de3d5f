import { type Html, html } from '../../http/html.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { Schema } from '../../openapi/schema.ts';
import { inlineMarkdown } from './inline-markdown.ts';
import { resolved } from './reference-groups.ts';
import { rulesOf, typeOf } from './schema-type.ts';

export interface Field {
  name: string;
  schema: Schema;
  required: boolean;
  description?: string;
}

/** Deeper objects are not shown; the document has none. */
const maxDepth = 5;

/** The fields of an object, of the items of an array, or of each of several alternatives. */
export function schemaFields(document: OpenApiDocument, schema: Schema, depth = 0): Html | undefined {
  if (depth > maxDepth) return undefined;
  const { properties, required = [], items, oneOf, anyOf } = resolved(document, schema);
  if (items) return schemaFields(document, items, depth);
  if (properties) {
    const fields = Object.entries(properties).map(([name, property]) => ({
      name,
      schema: property,
      required: required.includes(name),
    }));
    return fieldList(document, fields, depth);
  }
  const lists = (oneOf ?? anyOf ?? []).flatMap((choice) => schemaFields(document, choice, depth) ?? []);
  return lists.length > 0 ? html`${lists}` : undefined;
}

/** Fields with their types, rules and descriptions; those of an object can be opened. */
export function fieldList(document: OpenApiDocument, fields: readonly Field[], depth = 0): Html {
  return html`<ul class="fields">${fields.map((field) => fieldItem(document, field, depth))}</ul>`;
}

function fieldItem(
  document: OpenApiDocument,
  { name, schema, required, description }: Field,
  depth: number,
): Html {
  const known = resolved(document, schema);
  const text = description ?? known.description ?? '';
  const within = schemaFields(document, schema, depth + 1);
  const values = known.enum ?? (known.items && resolved(document, known.items).enum);
  return html`<li><p class="field"><code>${name}</code> <span class="type">${[typeOf(schema), ...rulesOf(known)].join(', ')}</span>${required && html` <span class="required">required</span>`}</p>
${text !== '' && html`<p>${inlineMarkdown(text)}</p>`}
${values && html`<p class="values">${values.map((value) => html`<code>${JSON.stringify(value)}</code> `)}</p>`}
${within && html`<details><summary>Fields of <code>${name}</code></summary>${within}</details>`}</li>`;
}
