import { type OpenApiDocument, openApiDocument } from '../../../api/openapi/document.ts';
import type { Content, Operation, Response } from '../../../api/openapi/operation.ts';
import { type ErrorCode, errorCatalogue } from '../../../shared/errors.ts';
import { type FoundOperation, getOperation, pathFinder } from './find-operation.ts';
import { partAt, step } from './json-pointer.ts';
import { isLeftOut } from './left-out.ts';
import type { Observed } from './observe.ts';
import { receivedChecks, type SchemaChecks, sentChecks } from './schemas.ts';
import { getEvents } from './server-sent-events.ts';

/** What HTTP, connections and the rules of browsers may add to any response. */
const commonHeaders = new Set(
  `content-type content-length date connection keep-alive transfer-encoding vary allow x-accel-buffering
  strict-transport-security x-content-type-options cross-origin-resource-policy`.split(/\s+/),
);

/** What a request receives before it reaches its route, and for a path or method that does not exist. */
const anywhere: ReadonlySet<string | undefined> = new Set<ErrorCode>([
  'INVALID_INPUT',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'STORE_CONTEXT',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'RATE_LIMITED',
]);

interface Checks {
  document: OpenApiDocument;
  sent: SchemaChecks;
  received: SchemaChecks;
}

/** What is wrong with a response, and with the request that it accepts, by the document. */
export type CheckExchange = (observed: Observed) => string[];

export function exchangeCheck(document = openApiDocument('https://api.example')): CheckExchange {
  const checks = { document, sent: sentChecks(document), received: receivedChecks(document) };
  const find = pathFinder(document);
  return (observed) => {
    const [path = ''] = observed.url.split('?');
    if (isLeftOut(path)) return [];
    const found = find(path);
    const operation = found && getOperation(document, found, observed.method);
    if (operation) {
      return [
        ...responseProblems(checks, operation, observed),
        ...requestProblems(checks, operation, observed),
      ];
    }
    const isRefused = observed.method === 'HEAD' || anywhere.has(getCode(observed.body));
    return isRefused || isMissingPage(observed) ? [] : ['it is not described'];
  };
}

/** Tells the page that people see at an address that does not exist. */
const isMissingPage = ({ status, headers }: Observed) =>
  status === 404 && mediaType(headers['content-type']) === 'text/html';

function responseProblems(
  checks: Checks,
  { operation, pointer }: FoundOperation,
  observed: Observed,
): string[] {
  const { method, status, headers, body } = observed;
  const described = operation.responses[String(status)];
  if (!described) return [`status ${status} is not described`];
  const ofHeaders = headerProblems(checks, operation, headers);
  if (method === 'HEAD' || body?.length === 0) return ofHeaders;
  const at = described.$ref ?? `${pointer}/responses/${status}`;
  const { content } = partAt(checks.document, at) as Response;
  if (!content) return [...ofHeaders, `status ${status} has a body that is not described`];
  const sent = { type: mediaType(headers['content-type']), body, pointer: at, checks: checks.sent };
  return [...ofHeaders, ...contentProblems(content, sent), ...codeProblems(observed, content)];
}

/** Against the headers of all responses of the operation: many depend on how far a request came, not on its status. */
function headerProblems(
  { document }: Checks,
  { responses }: Operation,
  headers: Observed['headers'],
): string[] {
  const known = Object.values(responses).flatMap((response) => {
    const { headers } = response.$ref ? (partAt(document, response.$ref) as Response) : response;
    return Object.keys(headers ?? {}).map((name) => name.toLowerCase());
  });
  const unknown = Object.keys(headers).filter((name) => !known.includes(name) && !commonHeaders.has(name));
  return unknown.length > 0 ? [`these headers are not described: ${unknown.join(', ')}`] : [];
}

function requestProblems(
  checks: Checks,
  { operation, pointer }: FoundOperation,
  observed: Observed,
): string[] {
  const { status, requestBody: body, requestType } = observed;
  const { requestBody: described } = operation;
  if (!described || status >= 300 || !body?.length || isPartlyAccepted(observed.body)) return [];
  const type = mediaType(requestType);
  const received = { type, body, pointer: `${pointer}/requestBody`, checks: checks.received };
  return contentProblems(described.content, received).map((problem) => `the accepted request: ${problem}`);
}

interface Sent {
  type: string;
  /** Undefined when it was too large to keep. */
  body: Buffer | undefined;
  /** Of what has the content, in the document. */
  pointer: string;
  checks: SchemaChecks;
}

function contentProblems(content: Content, { type, body, pointer, checks }: Sent): string[] {
  const name = [type, type.replace(/\/.*/, '/*')].find((each) => each in content);
  if (!name) return [`the content type ${type || '(none)'} is not described`];
  const schema = `${pointer}/content/${step(name)}/schema`;
  if (!body || !['application/json', 'text/event-stream'].includes(name)) return [];
  const problem =
    name === 'application/json'
      ? checks.getProblem(schema, JSON.parse(body.toString()))
      : checks.getProblem(`${schema}/contentSchema`, getEvents(body.toString()));
  return problem ? [problem] : [];
}

/** The examples of an error response are its codes. */
function codeProblems({ body, status }: Observed, content: Content): string[] {
  const code = status < 400 ? undefined : getCode(body);
  const codes = Object.keys(content['application/json']?.examples ?? {});
  if (!code || !(code in errorCatalogue) || codes.includes(code)) return [];
  return [`the code ${code} of status ${status} is not described`];
}

/** A batch of events of which some, or some fields, were left out. */
function isPartlyAccepted(body: Buffer | undefined): boolean {
  const receipt = toJson(body);
  return Number(receipt?.rejected) > 0 || Number(receipt?.droppedFields) > 0;
}

const mediaType = (header: string | undefined): string => (header ?? '').split(';')[0]!.trim().toLowerCase();

const getCode = (body: Buffer | undefined): string | undefined => toJson(body)?.code as string | undefined;

function toJson(body: Buffer | undefined): Record<string, unknown> | undefined {
  try {
    return JSON.parse((body ?? '').toString());
  } catch {
    return undefined;
  }
}
