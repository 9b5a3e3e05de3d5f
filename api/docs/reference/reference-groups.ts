import type { OpenApiDocument } from '../../openapi/document.ts';
import type { Content, Method, Operation, Parameter, PathItem, Response } from '../../openapi/operation.ts';
import type { Schema } from '../../openapi/schema.ts';

/** An operation with everything that the document keeps elsewhere for several of them. */
export interface ReferenceOperation {
  id: string;
  /** `GET`, …; in capitals. */
  method: string;
  path: string;
  /** Page and section. */
  href: string;
  summary: string;
  description: string;
  /** Of which one is needed; empty: none. */
  credentials: Credential[];
  parameters: Parameter[];
  body?: { description: string; required: boolean; content: Content };
  responses: [status: string, response: Response][];
  /** A webhook: the service sends the request. */
  isSentByService: boolean;
}

/** A way in which callers authenticate. */
export interface Credential {
  /** Name of the security scheme. */
  scheme: string;
  header: string;
  /** Before the credential in the header. */
  prefix: string;
}

export interface ReferenceGroup {
  slug: string;
  title: string;
  description: string;
  operations: ReferenceOperation[];
}

/** Create before list. */
const methods: readonly Method[] = ['post', 'get', 'put', 'patch', 'delete'];

/** Returns the operations of the document by their tags, in its order. */
export function referenceGroups(document: OpenApiDocument): ReferenceGroup[] {
  const groups = document.tags.map(({ name, description }) => ({
    slug: toSlug(name),
    title: name,
    description,
    operations: listOperations(document, name),
  }));
  return groups.filter(({ operations }) => operations.length > 0);
}

const toSlug = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

function listOperations(document: OpenApiDocument, tag: string): ReferenceOperation[] {
  const isSentByService = true;
  const own = Object.entries(document.paths).map(([path, item]) => ({ path, item, isSentByService: false }));
  const webhooks = Object.entries(document.webhooks).map(([path, item]) => ({ path, item, isSentByService }));
  return [...own, ...webhooks].flatMap((place) =>
    methods.flatMap((method) => {
      const operation = place.item[method];
      return operation?.tags[0] === tag ? [toEntry(document, { ...place, method, operation })] : [];
    }),
  );
}

interface Found {
  path: string;
  item: PathItem;
  method: Method;
  operation: Operation;
  isSentByService: boolean;
}

function toEntry(document: OpenApiDocument, found: Found): ReferenceOperation {
  const { path, item, method, operation, isSentByService } = found;
  const { operationId: id, summary, description, security, requestBody } = operation;
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
  return {
    id,
    method: method.toUpperCase(),
    path,
    href: `/docs/reference/${toSlug(operation.tags[0]!)}#${id}`,
    summary,
    description,
    credentials: security.flatMap(Object.keys).map((scheme) => getCredential(document, scheme)),
    parameters: parameters.map((parameter) => resolved(document, parameter)),
    ...(requestBody && { body: requestBody }),
    responses: Object.entries(operation.responses).map(([status, response]) => [
      status,
      resolved(document, response),
    ]),
    isSentByService,
  };
}

function getCredential({ components }: OpenApiDocument, scheme: string): Credential {
  const { type, name } = components.securitySchemes[scheme]!;
  return type === 'apiKey'
    ? { scheme, header: name ?? '', prefix: '' }
    : { scheme, header: 'Authorization', prefix: 'Bearer ' };
}

/** Resolves a `$ref`; a description beside the reference takes precedence over the one of its target. */
export function resolved<Item extends { $ref?: string; description?: string }>(
  document: OpenApiDocument,
  item: Item,
): Item {
  if (item.$ref === undefined) return item;
  const { $ref, ...beside } = item;
  const path = $ref.replace('#/', '').split('/');
  const found = path.reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], document);
  return resolved(document, { ...(found as Item), ...beside } as Item);
}

/** Returns the last part of a `$ref`. */
export const schemaName = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1);
