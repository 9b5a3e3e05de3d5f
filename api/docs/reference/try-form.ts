import { type Html, html } from '../../http/html.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { Parameter } from '../../openapi/operation.ts';
import { type Credential, type ReferenceOperation, resolved } from './reference-groups.ts';

/** Bodies that a deployment accepts as they are; the examples of the document name pictures that do not exist. */
const workingBodies: Record<string, string> = { visualize: '/docs/samples/request.json' };

/** A form that sends the request from this page; the script of the pages shows it. */
export function tryForm(document: OpenApiDocument, operation: ReferenceOperation): Html {
  const { id, method, path, parameters, body, credentials } = operation;
  const [type, content] = Object.entries(body?.content ?? {})[0] ?? [];
  return html`<details class="try" hidden><summary>Try it</summary>
<form data-method="${method}" data-path="${path}"${type !== undefined && html` data-type="${type}"`}>
${credentials[0] && credentialField(id, credentials[0])}
${parameters.map((parameter) => parameterField(document, id, parameter))}
${type !== undefined && bodyField(id, type, Object.values(content?.examples ?? {})[0]?.value)}
<p class="try-actions"><button type="submit">Send the request</button> <button type="button" class="quiet" data-stop hidden>Stop</button></p>
<div class="try-result" role="status"></div>
</form></details>`;
}

function credentialField(id: string, { scheme, header, prefix }: Credential): Html {
  const isKey = scheme === 'apiKey';
  const sent = html`data-header="${header}" data-prefix="${prefix}"`;
  const help = html`<small id="${id}-key-help" data-key-help>A test key charges nothing. The key stays in this tab.</small>`;
  return html`<p class="try-field"><label for="${id}-key">${isKey ? 'API key' : scheme}</label>
<input id="${id}-key" name="credential" ${sent} type="password" autocomplete="off" spellcheck="false"${isKey && html` placeholder="service_test_…" aria-describedby="${id}-key-help"`} required>
${isKey && help}</p>`;
}

function parameterField(document: OpenApiDocument, id: string, parameter: Parameter): Html {
  const { name = '', in: place = 'query', required, schema = {} } = parameter;
  const { enum: values, default: usual, examples } = resolved(document, schema);
  const field = `${id}-${place}-${name}`;
  const hint = String(examples?.[0] ?? usual ?? '');
  const control = values
    ? html`<select id="${field}" name="${name}" data-in="${place}"><option value="">–</option>${values.map((value) => html`<option>${String(value)}</option>`)}</select>`
    : html`<input id="${field}" name="${name}" data-in="${place}" autocomplete="off" spellcheck="false" placeholder="${hint}"${required && html` required`}>`;
  return html`<p class="try-field"><label for="${field}">${name} <span class="type">${place}</span></label>
${control}</p>`;
}

function bodyField(id: string, type: string, example: unknown): Html {
  if (!type.includes('json')) {
    return html`<p class="try-field"><label for="${id}-body">File</label><input id="${id}-body" name="body" type="file"></p>`;
  }
  const from = workingBodies[id];
  return html`<p class="try-field"><label for="${id}-body">Body</label>
<textarea id="${id}-body" name="body" rows="12" spellcheck="false"${from && html` data-from="${from}"`}>
${example === undefined ? '' : JSON.stringify(example, null, 2)}</textarea></p>`;
}
