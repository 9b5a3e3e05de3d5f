import Joi from 'joi';
import { type ErrorCode, errorCatalogue } from '../../shared/errors.ts';
import type { RequestOwner } from '../../shared/requests/read-requests.ts';
import type { RequestDoc, RequestModel } from '../../shared/requests/request-model.ts';
import { type PageQuery, pageFilter, pageParameters, toPage } from '../http/page.ts';
import { queryParameter } from '../http/query.ts';

export interface RequestQuery extends PageQuery {
  outcome?: 'failed';
  code?: ErrorCode;
  key?: string;
}

const codes = Object.keys(errorCatalogue) as ErrorCode[];

export const requestQuery = Joi.object<RequestQuery>({
  outcome: queryParameter((given) => (given === 'failed' ? given : undefined), 'must be failed')
    .description('`failed`: only calls that ended with an error.')
    .meta({ jsonSchema: { type: 'string', enum: ['failed'] } }),
  code: queryParameter((given) => codes.find((code) => code === given), 'is not a code of an error')
    .description('Only calls that ended with this code.')
    .meta({ jsonSchema: { type: 'string', examples: ['INVALID_INPUT'] } }),
  key: queryParameter((given) => given, 'is not the id of a key')
    .description('Only calls with the key of this id.')
    .meta({ jsonSchema: { type: 'string' } }),
  ...pageParameters,
});

/** Returns a page of an account's calls, newest first. */
export async function listRequests(
  requests: RequestModel,
  { account, mode }: RequestOwner,
  query: RequestQuery,
): Promise<{ page: RequestDoc[]; nextCursor: string | null }> {
  const { outcome, code, key, limit } = query;
  const time = outcome || code ? 'failedAt' : 'at';
  const everFailed = time === 'failedAt' ? { failedAt: { $gt: new Date(0) } } : {};
  const found = await requests
    .find({
      $and: [{ account, ...everFailed }, pageFilter(time, query)],
      ...(mode ? { mode } : {}),
      ...(code ? { code } : {}),
      ...(key ? { keyId: key } : {}),
    })
    .sort({ [time]: -1, _id: -1 })
    .limit(limit + 1)
    .lean<RequestDoc[]>();
  return toPage(found, query, ({ at }) => at);
}
