import type { OpenApiDocument } from '../../../openapi/document.ts';
import type { Parameter } from '../../../openapi/operation.ts';
import { type ReferenceOperation, resolved } from '../reference-groups.ts';
import type { SampleRequest } from './sampled-request.ts';

/** Returns the variable that samples read for a security scheme, `API_KEY` for `apiKey`. */
const toVariable = (scheme: string) => scheme.replace(/(?=[A-Z])/g, '_').toUpperCase();

/** Builds the operation with its first example, and only the parameters that it needs. */
export function buildSample(document: OpenApiDocument, operation: ReferenceOperation): SampleRequest {
  const { method, parameters, credentials, body } = operation;
  const needed = parameters.filter(({ required }) => required);
  const [type, content] = Object.entries(body?.content ?? {})[0] ?? [];
  const example = Object.values(content?.examples ?? {})[0]?.value;
  const [credential] = credentials;
  const headers = needed.filter((parameter) => parameter.in === 'header');
  return {
    method,
    url: buildUrl(document, operation, needed),
    headers: {
      ...(type ? { 'Content-Type': type.replace('*', 'jpeg') } : {}),
      ...Object.fromEntries(headers.map((parameter) => [parameter.name, findExample(document, parameter)])),
    },
    ...(credential && { credential: { ...credential, variable: toVariable(credential.scheme) } }),
    ...(type?.startsWith('image/') && { body: { file: 'photo.jpg' } }),
    ...(example !== undefined && { body: { json: example } }),
    response: findResponse(operation),
  };
}

function buildUrl(
  document: OpenApiDocument,
  { path }: ReferenceOperation,
  needed: readonly Parameter[],
): string {
  const inPath = needed.filter((parameter) => parameter.in === 'path');
  const filled = inPath.reduce(
    (text, parameter) => text.replace(`{${parameter.name}}`, findExample(document, parameter)),
    path,
  );
  const inQuery = needed.filter((parameter) => parameter.in === 'query');
  const query = new URLSearchParams();
  for (const parameter of inQuery) query.set(parameter.name ?? '', findExample(document, parameter));
  return `${document.servers[0]!.url}${filled}${inQuery.length > 0 ? `?${query}` : ''}`;
}

function findExample(document: OpenApiDocument, { name, schema }: Parameter): string {
  const { examples, default: usual, enum: values } = resolved(document, schema ?? {});
  return String(examples?.[0] ?? usual ?? values?.[0] ?? `{${name}}`);
}

function findResponse({ responses }: ReferenceOperation): SampleRequest['response'] {
  const success = responses.find(([status]) => status.startsWith('2'))?.[1];
  const types = Object.keys(success?.content ?? {});
  if (types.includes('text/event-stream')) return 'events';
  if (types.length === 0) return 'nothing';
  return types.every((type) => type.startsWith('image/')) ? 'picture' : 'json';
}
