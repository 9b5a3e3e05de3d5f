import { type Html, html, joined } from '../../http/html.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { Content, Parameter, Response } from '../../openapi/operation.ts';
import { codeBlock, codeTabs } from '../code-block.ts';
import { methodBadge } from '../frame.ts';
import { blockMarkdown, inlineMarkdown } from './inline-markdown.ts';
import { type ReferenceOperation, resolved, schemaName } from './reference-groups.ts';
import { samplesOf } from './samples/samples.ts';
import { fieldList, schemaFields } from './schema-fields.ts';
import { typeOf } from './schema-type.ts';
import { tryForm } from './try-form.ts';

/** What an operation takes and returns, beside samples, an example of its response, and a form to try it. */
export function operationSection(document: OpenApiDocument, operation: ReferenceOperation): Html {
  const { id, method, path, summary, description, parameters, body } = operation;
  return html`<section class="operation" aria-labelledby="${id}">
<div class="explained">
<h2 id="${id}"><a class="anchor" href="#${id}">${summary}</a></h2>
<p class="endpoint">${methodBadge(method)}${!operation.isSentByService && html`<code>${path}</code>`}</p>
<div class="prose">${blockMarkdown(description)}</div>
${credentialList(operation)}
${places.map(([place, title]) =>
  parameterList(
    document,
    title,
    parameters.filter((each) => each.in === place),
  ),
)}
${body && html`<h3>Body</h3><p>${inlineMarkdown(body.description)}</p>${contentFields(document, body.content)}`}
<h3>Responses</h3>
${operation.responses.map(([status, response]) => responseItem(document, status, response))}
</div>
<div class="samples">
${operation.isSentByService ? bodyExample(operation) : ownRequest(document, operation)}
</div>
</section>`;
}

const places = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Headers'],
] as const;

function credentialList({ credentials, isSentByService }: ReferenceOperation): Html {
  if (isSentByService)
    return html`<p class="soft">This service sends the request; your server receives it.</p>`;
  if (credentials.length === 0) return html`<p class="soft">Needs no key.</p>`;
  const links = credentials.map(
    ({ scheme }) => html`<a href="/docs/reference#${scheme}"><code>${scheme}</code></a>`,
  );
  return html`<p class="soft">Credentials: ${joined(links, ' or ')}</p>`;
}

function parameterList(
  document: OpenApiDocument,
  title: string,
  parameters: readonly Parameter[],
): Html | false {
  if (parameters.length === 0) return false;
  const fields = parameters.map(({ name = '', schema = {}, required = false, description = '' }) => {
    return { name, schema, required, description };
  });
  return html`<h3>${title}</h3>${fieldList(document, fields)}`;
}

function contentFields(document: OpenApiDocument, content: Content): Html[] {
  return Object.entries(content).map(([type, { schema }]) => {
    if (schemaName(schema) === 'Error')
      return html`<p class="media"><code>${type}</code> <a class="type" href="/docs/reference#errors">Error</a></p>`;
    const fields = schemaFields(document, schema);
    if (fields)
      return html`<p class="media"><code>${type}</code> <span class="type">${typeOf(schema)}</span></p>${fields}`;
    const { description = '' } = resolved(document, schema);
    return html`<p class="media"><code>${type}</code> ${inlineMarkdown(description)}</p>`;
  });
}

/** Opened by the reader: the body and the headers of an error are the same everywhere. */
function responseItem(document: OpenApiDocument, status: string, response: Response): Html {
  const { description = '', headers = {}, content = {} } = response;
  const fields = Object.entries(headers).map(([name, header]) => {
    const { description: text = '', schema = {}, required = false } = resolved(document, header);
    return { name, description: text, schema, required };
  });
  const kind = status.startsWith('2') ? 'success' : 'failure';
  return html`<details class="response"><summary><code class="${kind}">${status}</code> <span>${inlineMarkdown(description)}</span></summary>
${contentFields(document, content)}${fields.length > 0 && html`<p class="media">Headers</p>${fieldList(document, fields)}`}</details>`;
}

const ownRequest = (document: OpenApiDocument, operation: ReferenceOperation): Html =>
  html`${codeTabs(samplesOf(document, operation), `samples-${operation.id}`)}
${responseExample(operation)}
${tryForm(document, operation)}`;

function bodyExample({ body }: ReferenceOperation): Html | undefined {
  const example = Object.values(Object.values(body?.content ?? {})[0]?.examples ?? {})[0];
  return (
    example &&
    html`<p class="sample-title">Body</p>${codeBlock(JSON.stringify(example.value, null, 2), 'json')}`
  );
}

const maxText = 72;

function responseExample({ responses }: ReferenceOperation): Html | undefined {
  const success = responses.find(([status]) => status.startsWith('2'));
  const [type, content] = Object.entries(success?.[1].content ?? {})[0] ?? [];
  const example = Object.values(content?.examples ?? {})[0];
  if (!success || !example) return undefined;
  const isText = typeof example.value === 'string';
  const code = isText ? String(example.value) : JSON.stringify(example.value, shortened, 2);
  return html`<p class="sample-title">Response <code class="success">${success[0]}</code> <span class="type">${type}</span></p>${codeBlock(code, isText ? '' : 'json')}`;
}

/** The bytes of a picture say nothing. */
const shortened = (_name: string, value: unknown) =>
  typeof value === 'string' && value.startsWith('data:') && value.length > maxText
    ? `${value.slice(0, maxText)}…`
    : value;
