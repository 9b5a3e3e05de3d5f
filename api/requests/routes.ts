import type { Database } from '../../shared/database/database.ts';
import { ApiError } from '../../shared/errors.ts';
import { findRequests, type RequestCause, readCauses } from '../../shared/requests/read-requests.ts';
import type { RequestDoc } from '../../shared/requests/request-model.ts';
import { visibleModes } from '../http/authenticate.ts';
import { nextCursorSchema } from '../http/page.ts';
import { defineRoute } from '../http/route.ts';
import { json } from '../openapi/operation.ts';
import {
  buildList,
  flag,
  integer,
  moment,
  namedObject,
  openText,
  optional,
  text,
} from '../openapi/schema.ts';
import { listRequests, requestQuery } from './list-requests.ts';

type RequestDependencies = Pick<Database, 'requests'>;

/** A call as its account sees it. */
interface LoggedRequest extends Omit<RequestDoc, '_id' | 'account' | 'at' | 'failedAt' | 'keepUntil'> {
  at: string;
}

const requestSchema = namedObject<LoggedRequest>('LoggedRequest', 'A call with a key of the account.', {
  requestId: text('As `X-Request-Id` of its response.'),
  keyId: text('Id of the key.'),
  mode: openText('Mode of the key.', ['live', 'test']),
  method: text('Method.', { examples: ['POST'] }),
  path: text('Path, without the query.', { examples: ['/visualize'] }),
  status: integer('Status of the response; 499 when the caller was gone before it.'),
  code: optional(text('Of the Error object.')),
  field: optional(text('The first field that was wrong.')),
  message: optional(text('Of the Error object.')),
  ms: integer('Milliseconds from its arrival to its end.', { minimum: 0 }),
  renderId: optional(text('The render that it concerned.')),
  replayed: optional(
    flag('It was a retry with the same `Idempotency-Key` and started no render of its own.'),
  ),
  address: optional(text('The address that it came from.')),
  at: moment('When it arrived.'),
});

const causeSchema = namedObject<Omit<RequestCause, 'at'> & { at: string }>(
  'RequestCause',
  'Refused calls with the same cause.',
  {
    status: integer('Status.'),
    code: text('Of the Error object.'),
    field: optional(text('The first field that was wrong.')),
    count: integer('How many there were.', { minimum: 1 }),
    message: text('Of the newest one.'),
    requestId: text('Of the newest one.'),
    at: moment('When the newest one arrived.'),
  },
);

const common = { tag: 'Requests', access: 'key', cache: 'no-store' } as const;
const kept =
  'A test key reads the calls of test keys. Entries are kept for 30 days, unless the operator has set another time; neither bodies nor queries are.';

const getRequests = defineRoute({
  ...common,
  id: 'listRequests',
  method: 'get',
  path: '/requests',
  summary: 'List the calls of the account',
  description: `Every call with a key of the account, newest first, refused ones too. ${kept}`,
  query: requestQuery,
  responses: {
    200: {
      description: 'A page of calls.',
      content: json(
        namedObject<{ requests: LoggedRequest[]; nextCursor: string | null }>(
          'RequestList',
          'A page of calls, newest first.',
          { requests: buildList(requestSchema, 'The calls.'), nextCursor: nextCursorSchema },
        ),
      ),
    },
  },
  handle: async ({ requests }: RequestDependencies, { key, query }) => {
    const { page, nextCursor } = await listRequests(requests, toOwner(key), query);
    return { requests: page.map(toLogged), nextCursor };
  },
});

const getCauses = defineRoute({
  ...common,
  id: 'listRequestCauses',
  method: 'get',
  path: '/requests/causes',
  summary: 'Group the refused calls of the last hour',
  description: 'The calls of the last hour that were refused (4xx) by their cause, the most frequent first.',
  responses: {
    200: {
      description: 'The causes.',
      content: json(
        namedObject<{ causes: object[] }>('RequestCauses', 'Refused calls by their cause.', {
          causes: buildList(causeSchema, 'The causes.'),
        }),
      ),
    },
  },
  handle: async ({ requests }: RequestDependencies, { key }) => ({
    causes: (await readCauses(requests, toOwner(key))).map(({ at, ...cause }) => ({
      ...cause,
      at: at.toISOString(),
    })),
  }),
});

const getRequest = defineRoute({
  ...common,
  id: 'getRequest',
  method: 'get',
  path: '/requests/:requestId',
  params: { requestId: { description: '`X-Request-Id` of a response.', schema: text('An id.') } },
  summary: 'Read a call by its request id',
  description: `The newest call with that id. ${kept}`,
  responses: { 200: { description: 'The call.', content: json(requestSchema) } },
  failures: ['NOT_FOUND'],
  handle: async ({ requests }: RequestDependencies, { key, params }) => {
    const [newest] = await findRequests(requests, toOwner(key), params.requestId);
    if (newest) return toLogged(newest);
    throw new ApiError(
      'NOT_FOUND',
      'Your account has no call with this request id; a call is in the log about a second after its end.',
    );
  },
});

const toOwner = (key: Parameters<typeof visibleModes>[0] & { account: string }) => ({
  account: key.account,
  ...visibleModes(key),
});

function toLogged({ _id, account, failedAt, keepUntil, at, ...request }: RequestDoc): LoggedRequest {
  return { ...request, at: at.toISOString() };
}

export const requestRoutes = [getRequests, getCauses, getRequest];
