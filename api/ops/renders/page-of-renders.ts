import { findAccountIds } from '../accounts/find-account-ids.ts';
import type { OperatorDependencies } from '../operator-dependencies.ts';
import { type ListedRender, listRenders, type RenderFilter } from './render-queries.ts';

const pageSize = 50;

interface RenderPage {
  renders: ListedRender[];
  /** Of the last render, where there are more. */
  next: string | undefined;
}

/** Returns a page of renders, the newest first; `account` is an id, or the e-mail address of a member. */
export async function pageOfRenders(
  database: OperatorDependencies['database'],
  { account, ...filter }: Omit<RenderFilter, 'accounts'> & { account?: string },
  before: string | undefined,
): Promise<RenderPage> {
  const accounts = account === undefined ? undefined : await findAccountIds(database, account);
  const found = await listRenders(
    database.renders,
    { ...filter, ...(accounts && { accounts }) },
    { before, limit: pageSize + 1 },
  );
  const renders = found.slice(0, pageSize);
  return { renders, next: found.length > pageSize ? renders.at(-1)?._id : undefined };
}
