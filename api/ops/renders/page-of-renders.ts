import { findAccountIds } from '../accounts/find-account-ids.ts';
import type { OperatorDependencies } from '../operator-dependencies.ts';
import { listRenders, type RenderFilter } from './list-renders.ts';
import type { ListedRender } from './render-queries.ts';

const pageSize = 50;

export interface RenderPage {
  renders: readonly ListedRender[];
  /** Id of the last render that was looked at, where there are more. */
  next?: string | undefined;
  /** Its time, where the search ended before the page was full. */
  searchedTo?: Date | undefined;
}

/** Returns a page of renders, the newest first; `account` is an id, or the e-mail address of a member. */
export async function pageOfRenders(
  database: OperatorDependencies['database'],
  { account, ...filter }: Omit<RenderFilter, 'accounts'> & { account?: string },
  before: string | undefined,
): Promise<RenderPage> {
  const accounts = account === undefined ? undefined : await findAccountIds(database, account);
  const { renders: found, searchedTo } = await listRenders(
    database.renders,
    { ...filter, ...(accounts && { accounts }) },
    { before, limit: pageSize + 1 },
  );
  const renders = found.slice(0, pageSize);
  if (searchedTo) return { renders, next: searchedTo._id, searchedTo: searchedTo.createdAt };
  return { renders, next: found.length > pageSize ? renders.at(-1)?._id : undefined };
}
