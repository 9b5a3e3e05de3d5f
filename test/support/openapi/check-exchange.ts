import { type OpenApiDocument, openApiDocument } from '../../../api/openapi/document.ts';
import type { Content, Operation, Response } from '../../../api/openapi/operation.ts';
import { errorCatalogue } from '../../../shared/errors.ts';
import { type FoundOperation, operationOf, pathFinder } from './find-operation.ts';
import { partAt, step } from './json-pointer.ts';
import { isLeftOut } from './left-out.ts';
import type { Observed } from './observe.ts';
import { receivedChecks, sentChecks } from './schemas.ts';
import { eventsOf } from './server-sent-events.ts';

/** Headers that HTTP, connections and browsers' rules need on any response. */
const commonHeaders = new Set([
  ...[
    'content-type',
    'content-length',
    'date',
    'connection',
    'keep-alive',
    'transfer-encoding',
    'vary',
    'allow',
  ],
  ...['strict-transport-security', 'x-content-type-options', 'cross-origin-resource-policy'],
  'x-accel-buffering',
]);

/** What a request receives before it reaches its route, and for a method that its path has not. */
const anywhere = [
  'INVALID_INPUT',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'STORE_CONTEXT',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'RATE_LIMITED',
];

/** What is wrong with a response, and with the request that it accepts, by the document. */
export type CheckExchange = (observed: Observed) => string[];

export function exchangeCheck(
  document: OpenApiDocument = openApiDocument('https://api.example'),
): CheckExchange {
  const find = pathFinder(document);
  const sent = sentChecks(document);
  const received = receivedChecks(document);

  const resolve = ({ $ref, ...response }: Response, pointer: string) =>
    $ref ? { response: partAt(document, $ref) as Response, pointer: $ref } : { response, pointer };

  /** In lower case, of any response: many depend on how far a request came, not on its status. */
  const headersOf = ({ responses }: Operation): Set<string> => {
    const names = Object.values(responses).flatMap((each) =>
      Object.keys(resolve(each, '').response.headers ?? {}),
    );
    return new Set(names.map((name) => name.toLowerCase()));
  };

  /** The problems of a body by the content of a request or response at `pointer`. */
  const contentProblems = (
    content: Content,
    {
      type,
      body,
      pointer,
      checks,
    }: { type: string; body: Buffer | undefined; pointer: string; checks: typeof sent },
  ): string[] => {
    const name = [type, type.replace(/\/.*/, '/*')].find((each) => each in content);
    if (!name) return [`the content type ${type || '(none)'} is not described`];
    if (!body) return [];
    const at = `${pointer}/content/${step(name)}/schema`;
    if (name === 'text/event-stream') {
      const problem = checks.problemOf(`${at}/contentSchema`, eventsOf(body.toString()));
      return problem ? [`events: ${problem}`] : [];
    }
    if (name !== 'application/json') return [];
    const problem = checks.problemOf(at, JSON.parse(body.toString()));
    return problem ? [problem] : [];
  };

  const responseProblems = (observed: Observed, { operation, pointer }: FoundOperation): string[] => {
    const { method, status, headers, body } = observed;
    const described = operation.responses[String(status)];
    if (!described) return [`status ${status} is not described`];
    const { response, pointer: at } = resolve(described, `${pointer}/responses/${status}`);
    const known = headersOf(operation);
    const unknown = Object.keys(headers).filter((name) => !known.has(name) && !commonHeaders.has(name));
    const problems = unknown.length > 0 ? [`these headers are not described: ${unknown.join(', ')}`] : [];
    const isEmpty = method === 'HEAD' || body?.length === 0;
    if (isEmpty) return problems;
    if (!response.content) return [...problems, `status ${status} has a body that is not described`];
    const type = mediaType(headers['content-type']);
    const ofBody = contentProblems(response.content, { type, body, pointer: at, checks: sent });
    return [...problems, ...ofBody, ...codeProblems(observed, response)];
  };

  const requestProblems = (observed: Observed, { operation, pointer }: FoundOperation): string[] => {
    const { status, requestBody, requestType, body } = observed;
    const { requestBody: described } = operation;
    if (!described || status >= 300 || !requestBody || requestBody.length === 0) return [];
    if (isPartlyAccepted(body)) return [];
    const type = mediaType(requestType);
    const options = { type, body: requestBody, pointer: `${pointer}/requestBody`, checks: received };
    return contentProblems(described.content, options).map((problem) => `the accepted request: ${problem}`);
  };

  return (observed) => {
    const [path = ''] = observed.url.split('?');
    if (isLeftOut(path)) return [];
    const found = find(path);
    const operation = found && operationOf(document, found, observed.method);
    if (!operation)
      return anywhere.includes(codeOf(observed.body) ?? '') || observed.method === 'HEAD'
        ? []
        : ['it is not described'];
    return [...responseProblems(observed, operation), ...requestProblems(observed, operation)];
  };
}

const mediaType = (header: string | undefined): string => (header ?? '').split(';')[0]!.trim().toLowerCase();

function jsonOf(body: Buffer | undefined): Record<string, unknown> | undefined {
  try {
    return JSON.parse((body ?? '').toString());
  } catch {
    return undefined;
  }
}

const codeOf = (body: Buffer | undefined): string | undefined => jsonOf(body)?.code as string | undefined;

/** The examples of an error response are its codes. */
function codeProblems({ body, status }: Observed, { content }: Response): string[] {
  const code = status < 400 ? undefined : codeOf(body);
  const codes = Object.keys(content?.['application/json']?.examples ?? {});
  if (!code || !(code in errorCatalogue) || codes.includes(code)) return [];
  return [`the code ${code} of status ${status} is not described`];
}

/** A batch of events of which some, or some fields, were left out. */
function isPartlyAccepted(body: Buffer | undefined): boolean {
  const receipt = jsonOf(body);
  return Number(receipt?.rejected) > 0 || Number(receipt?.droppedFields) > 0;
}
