import Joi from 'joi';
import {
  type LedgerDoc,
  type LedgerKind,
  type LedgerModel,
  ledgerKinds,
} from '../../shared/credits/ledger-model.ts';
import { type PageQuery, pageFilter, pageParameters, toPage } from '../http/page.ts';
import { queryParameter } from '../http/query.ts';

export interface LedgerQuery extends PageQuery {
  kind?: LedgerKind;
  key?: string;
  store?: string;
}

const anyText = (name: string) => queryParameter((given) => given, `is not ${name}`);

export const ledgerQuery = Joi.object<LedgerQuery>({
  kind: queryParameter(
    (given) => ledgerKinds.find((kind) => kind === given),
    `must be one of ${ledgerKinds.join(', ')}`,
  )
    .description('Only movements of this kind.')
    .meta({ jsonSchema: { type: 'string', enum: ledgerKinds } }),
  key: anyText('the id of a key')
    .description('Only movements of renders with the key of this id.')
    .meta({ jsonSchema: { type: 'string' } }),
  store: anyText('the slug of a store')
    .description('Only movements of the try-ons of the store with this slug.')
    .meta({ jsonSchema: { type: 'string' } }),
  ...pageParameters,
});

/** Returns a page of an account's movements, newest first. */
export async function listLedger(
  ledger: LedgerModel,
  account: string,
  query: LedgerQuery,
): Promise<{ page: LedgerDoc[]; nextCursor: string | null }> {
  const { kind, key, store, limit } = query;
  const keyId = store === undefined ? key : `store:${store}`;
  const docs = await ledger
    .find({
      account,
      ...(kind ? { kind } : {}),
      ...(keyId === undefined ? {} : { keyId }),
      ...pageFilter('at', query),
    })
    .sort({ at: -1, _id: -1 })
    .limit(limit + 1)
    .lean<LedgerDoc[]>();
  return toPage(docs, query, ({ at }) => at);
}
